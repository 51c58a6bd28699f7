"""What is normal and what is special (rulings M2, M3, M4)."""

from __future__ import annotations

import pytest

from tabletop.arcana.army.roster import Options
from tabletop.arcana.army.troop_class import is_special
from tabletop.arcana.catalogue.profiles import Printed, Row, Section
from tabletop.arcana.catalogue.troop_class import is_cheap_monster, is_elite
from tests.catalogue import printed_catalogue
from tests.laws import of_each

CATALOGUE = printed_catalogue()
AGREED = Options(cheap_monsters_as_normal=True)
USUAL = Options()


def row(points: int, base: float, section: Section = "troops", *, elite: bool = False) -> Row:
    printed = Printed(name="Row")
    return Row(slug="dwarves/row", name="Row", section=section, points=points, printed=printed, base=base, elite=elite)


def stands(slug: str, army: str, options: Options = USUAL) -> str:
    return "special" if is_special(CATALOGUE.rows[slug], CATALOGUE.lists[army], options) else "normal"


@of_each(
    ("points", "base", "elite"),
    [
        (49, 0.5, False),
        (50, 0.5, True),
        (49, 1, False),
        (50, 1, True),
        (49, 2, False),
        (50, 2, True),
        (50, 4, False),
        (99, 4, False),
        (100, 4, True),
        (99, 9, False),
        (100, 9, True),
        (1000, 1, True),
    ],
)
def test_elite_begins_at_50_points_on_small_bases_and_at_100_on_any(points: int, base: float, elite: bool) -> None:
    assert is_elite(row(points, base)) is elite


def test_a_printed_tag_makes_elite_at_any_price() -> None:
    assert is_elite(row(1, 4, elite=True))


@pytest.mark.parametrize("section", ["characters", "monsters", "mounts", "vehicles", "war-machines", "equipment"])
def test_everything_but_troops_is_special(section: Section) -> None:
    assert is_special(row(1, 1, section), CATALOGUE.lists["dwarves"], USUAL)


@pytest.mark.parametrize(
    ("points", "base", "cheap"), [(50, 2, True), (51, 2, False), (51, 4, True), (100, 9, True), (101, 9, False)]
)
def test_cheap_monsters_end_at_50_points_on_small_bases_and_at_100_on_others(
    points: int, base: float, cheap: bool
) -> None:
    assert is_cheap_monster(row(points, base, "monsters")) is cheap
    assert not is_cheap_monster(row(points, base, "vehicles"))


@of_each(
    ("slug", "army", "expected"),
    [
        ("dwarves/axemen", "dwarves", "normal"),
        ("dwarves/bear-cavalry-with-lance", "dwarves", "normal"),
        ("dwarves/dwarf-lord", "dwarves", "special"),
        ("daemons/daemon-knight-cavalry", "daemons", "normal"),
        ("daemons/daemon-knight-lancer", "daemons", "special"),
        ("daemons/eyes-of-chaos", "daemons", "normal"),
        ("orcs/orc-scorpion-rider-lance", "orcs", "normal"),
        ("undead/vampire", "undead", "special"),
        ("undead/mummies", "undead", "normal"),
        ("monsters/ogre", "orcs", "special"),
        ("vehicles/assault-wagon-4-horses-1-crew-5-cargo", "orcs", "special"),
        ("high-elves/elven-steed", "high-elves", "special"),
        ("giant-kings/young-giant", "giant-kings", "normal"),
        ("giant-kings/elder-giant", "giant-kings", "normal"),
        ("giant-kings/marshall", "giant-kings", "special"),
        ("giant-kings/rollers", "giant-kings", "special"),
    ],
)
def test_printed_rows_stand_where_the_book_puts_them(slug: str, army: str, expected: str) -> None:
    assert stands(slug, army) == expected


def test_giants_are_normal_only_for_their_own_kings() -> None:
    assert stands("giant-kings/young-giant", "dwarves") == "special"


@of_each(
    ("slug", "army", "expected"),
    [
        ("monsters/ogre", "orcs", "normal"),
        ("monsters/shadow", "orcs", "special"),
        ("monsters/roc", "orcs", "special"),
        ("undead/large-skeletons", "undead", "normal"),
        ("undead/large-zombies", "undead", "special"),
        ("undead/skeletal-giant", "undead", "special"),
        ("undead/vampire", "undead", "special"),
        ("dwarves/axemen", "dwarves", "normal"),
    ],
)
def test_players_may_agree_to_count_cheap_monsters_as_normal(slug: str, army: str, expected: str) -> None:
    assert stands(slug, army, AGREED) == expected
