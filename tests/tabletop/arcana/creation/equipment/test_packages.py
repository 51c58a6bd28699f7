"""The packages: the book's three tables, figure by figure."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from tabletop.arcana.creation.equipment.packages import Package, read_equipment
from tabletop.decoding import MalformedError
from tests.catalogue import ROWS, equipment, read_yaml
from tests.laws import of_each

PACKAGES = equipment()


@pytest.mark.parametrize(
    ("slug", "armour", "slower"), [("cloth", 0, 0), ("boiled-leather", 1, 0), ("chainmail", 2, 1), ("plate", 3, 2)]
)
def test_armour_slows_as_the_table_says(slug: str, armour: int, slower: int) -> None:
    assert (PACKAGES[slug].armour, PACKAGES[slug].slower) == (armour, slower)


@pytest.mark.parametrize(
    ("slug", "strength", "takes_shield", "long_weapon", "last_strike", "factor"),
    [
        ("one-handed-weapon", 0, True, False, False, 1),
        ("heavy-weapon", 1, True, False, False, 1),
        ("two-handed-weapon", 2, False, False, True, 1),
        ("primitive-spear", 0, True, True, False, 1),
        ("spear", 1, True, True, False, 1),
        ("polearm", 2, False, True, False, 1),
        ("two-weapons", 0, False, False, False, 2),
    ],
)
def test_weapons_are_the_tables(
    slug: str, strength: int, takes_shield: bool, long_weapon: bool, last_strike: bool, factor: int
) -> None:
    weapon = PACKAGES[slug]
    assert (weapon.strength, weapon.long_weapon, weapon.last_strike) == (strength, long_weapon, last_strike)
    assert weapon.attacks_factor == factor
    assert ("shield" not in weapon.excludes) == takes_shield


@of_each(
    ("slug", "inches", "strength"),
    [
        ("shortbow", 15, 0),
        ("bow", 21, 1),
        ("longbow", 27, 2),
        ("hand-crossbow", 12, 1),
        ("crossbow", 18, 2),
        ("heavy-crossbow", 15, 3),
        ("javelin", 9, 1),
        ("sling", 12, 0),
        ("handgun", 21, 3),
    ],
)
def test_missile_weapons_are_the_tables(slug: str, inches: int, strength: int) -> None:
    missile = PACKAGES[slug].missile
    assert missile is not None
    assert (missile.range, missile.strength, missile.attacks) == (inches, strength, 1)
    assert missile.artillery == missile.reloads == (slug == "handgun")
    assert missile.natural == (slug == "javelin")


def test_there_are_no_other_packages() -> None:
    kinds = [package.kind for package in PACKAGES.values()]
    assert {kind: kinds.count(kind) for kind in kinds} == {
        "armour": 4,
        "shield": 1,
        "magic-armour": 1,
        "weapon": 7,
        "missile": 9,
        "temper": 2,
    }


@of_each("package", PACKAGES.values(), ids=lambda package: package.slug)
def test_every_package_is_cited_worded_and_excludes_what_there_is(package: Package) -> None:
    assert package.citation.section
    assert package.text.endswith(".")
    assert package.noun == package.noun.lower()
    assert set(package.excludes) <= set(PACKAGES) - {package.slug}


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"kind": "hat"}, "packages[2].kind"),
        ({"colour": "green"}, "packages[2].colour"),
        ({"slower": -1}, "packages[2].slower"),
        ({"excludes": ["hat"]}, "packages[2].excludes"),
        ({"slug": "plate"}, "packages"),
        ({"slug": "sling"}, "packages"),
    ],
)
def test_a_slip_in_the_file_is_named(change: dict[str, Any], field: str) -> None:
    plain = deepcopy(read_yaml(ROWS.parent / "equipment.yaml"))
    plain["packages"][2] |= change
    with pytest.raises(MalformedError) as caught:
        read_equipment(plain)
    assert caught.value.field == field
