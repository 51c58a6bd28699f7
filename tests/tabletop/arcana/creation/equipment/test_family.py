"""A family of troops: one trooper, several kits, names that tell them apart."""

from __future__ import annotations

from functools import partial

import msgspec
import pytest

from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.profiles import Melee, Morale, Movement
from tabletop.arcana.creation import equipment as rules
from tabletop.arcana.creation.equipment import Kit
from tabletop.arcana.creation.points import price
from tabletop.decoding import MalformedError
from tests.catalogue import equipment

equip = partial(rules.equip, equipment=equipment())
family = partial(rules.family, equipment=equipment())

ORC = Design(
    name="Orc",
    movement=Movement(ground=6),
    morale=Morale(value=7),
    melee=(Melee(attacks=1, skill=2, strength=1),),
)


def names(*kits: Kit) -> list[str]:
    return [member.design.name for member in family(ORC, kits)]


def test_members_are_named_by_what_they_carry() -> None:
    kits = (
        Kit(packages=("boiled-leather", "bow")),
        Kit(packages=("chainmail", "spear", "shield")),
        Kit(packages=("two-weapons",)),
        Kit(packages=("berserk",)),
        Kit(packages=("plate",)),
        Kit(name="Uruk", packages=("plate", "polearm")),
    )
    assert names(*kits) == [
        "Orc with bow",
        "Orc with spear and shield",
        "Orc with two weapons",
        "Orc, berserk",
        "Orc",
        "Uruk",
    ]


def test_armour_tells_apart_what_arms_dont() -> None:
    kits = (
        Kit(packages=("chainmail", "bow")),
        Kit(packages=("plate", "magic-armour", "bow")),
        Kit(packages=("sling",)),
    )
    assert names(*kits) == [
        "Orc in chainmail with bow",
        "Orc in scale or plate and magic armour with bow",
        "Orc with sling",
    ]


@pytest.mark.parametrize(
    ("kits", "field"),
    [
        ([Kit(packages=("bow",)), Kit(packages=("bow",), skill=4)], "kits[1].name"),
        ([Kit(), Kit(name="Archer"), Kit(name="Archer")], "kits[2].name"),
        ([Kit(), Kit(packages=("bow", "harp"))], "kits[1].packages[1]"),
    ],
)
def test_malformed_families_name_the_field(kits: list[Kit], field: str) -> None:
    with pytest.raises(MalformedError) as error:
        family(ORC, kits)
    assert error.value.field == field


def test_every_member_is_what_its_packages_make_of_the_trooper() -> None:
    kits = [Kit(packages=("boiled-leather", "bow"), skill=3), Kit(packages=("chainmail", "spear", "shield"))]
    for kit, member in zip(kits, family(ORC, kits), strict=True):
        assert member == equip(ORC, kit.packages, skill=kit.skill)
        assert price(member.design).points > price(ORC).points


def test_family_of_nobody_is_empty() -> None:
    assert family(ORC, ()) == ()


def test_kits_read_strictly() -> None:
    kit = Kit(name="Archers", packages=("bow",), skill=3)
    assert msgspec.json.decode(msgspec.json.encode(kit), type=Kit) == kit
    with pytest.raises(msgspec.ValidationError, match="colour"):
        msgspec.convert({"packages": [], "colour": "red"}, Kit)
