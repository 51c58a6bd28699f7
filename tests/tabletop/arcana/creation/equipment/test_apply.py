"""A trooper with packages on: the printed troops come out, each change is said, order doesn't matter."""

from __future__ import annotations

from functools import partial
from itertools import permutations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.profiles import Armour, Defence, Melee, Missile, Morale, Movement
from tabletop.arcana.creation.equipment import apply
from tabletop.arcana.creation.points import RefusedError, price
from tabletop.arcana.creation.points.rows import design_of
from tabletop.decoding import MalformedError
from tests.catalogue import equipment, printed_catalogue
from tests.laws import of_each

PACKAGES = equipment()
equip = partial(apply.equip, equipment=PACKAGES)

MAN = Design(
    name="Man",
    movement=Movement(ground=6),
    armour=Armour(),
    defence=Defence(magic_resistance=1),
    morale=Morale(value=7),
    melee=(Melee(attacks=1, skill=2),),
)
DWARF = replace(
    MAN,
    name="Dwarf",
    movement=Movement(ground=7),
    defence=Defence(magic_resistance=4),
    morale=Morale(value=9),
)
ORC = replace(MAN, name="Orc", melee=(Melee(attacks=1, skill=2, strength=1),))
HALFLING = replace(MAN, name="Halfling", melee=(Melee(attacks=1, skill=2, strength="weak"),))
LIZARD = replace(
    MAN,
    name="Tyrosaur",
    armour=Armour(value=2, fixed=True),
    morale=Morale(value=9),
    melee=(Melee(attacks=1, skill=2), Melee(name="Bite", attacks=1, skill=2, strength=1)),
)
packages = st.lists(st.sampled_from(list(PACKAGES)), unique=True, max_size=6)


def printed(slug: str) -> Design:
    return design_of(printed_catalogue().in_play(slug))


@of_each(
    ("base", "chosen", "row"),
    [
        (MAN, ["boiled-leather", "bow"], "barbarians/barbarian-with-bow"),
        (MAN, ["boiled-leather", "two-handed-weapon"], "barbarians/barbarian-with-2-handed-weapon"),
        (MAN, ["boiled-leather", "primitive-spear"], "barbarians/barbarian-spearman"),
        (MAN, ["boiled-leather", "shield"], "barbarians/barbarian-warrior"),
        (MAN, ["boiled-leather", "two-weapons"], "barbarians/wood-warrior"),
        (MAN, ["berserk-strong"], "barbarians/berserker"),
        (MAN, ["boiled-leather", "shield", "spear"], "marr/lancearii"),
        (ORC, ["boiled-leather", "shield", "spear"], "orcs/orc-with-spear"),
        (ORC, ["boiled-leather", "two-handed-weapon"], "orcs/orc-with-2-handed-weapon"),
        (ORC, ["boiled-leather", "two-weapons"], "orcs/orc-with-2-weapons"),
        (ORC, ["boiled-leather", "longbow"], "orcs/orc-with-bow"),
        (DWARF, ["plate", "shield"], "dwarves/axemen"),
    ],
)
def test_printed_troops_come_out_of_their_packages(base: Design, chosen: list[str], row: str) -> None:
    ours, theirs = equip(base, chosen).design, printed(row)
    unnamed = [tuple(replace(line, name="") for line in design.missile) for design in (ours, theirs)]
    assert unnamed[0] == unnamed[1]
    assert replace(ours, name="", missile=()) == replace(theirs, name="", missile=())


def test_handgunner_costs_what_the_book_works_out() -> None:
    gunner = equip(DWARF, ["plate", "handgun"], skill=3).design
    assert str(price(gunner).exact) == "147/4"


@of_each(
    ("base", "chosen", "said"),
    [
        (MAN, [], []),
        (MAN, ["cloth", "one-handed-weapon"], []),
        (MAN, ["chainmail"], ["movement 6 to 5: chainmail", "armour 0 to 2: chainmail"]),
        (MAN, ["shield"], ["armour 0 to 1: shield", "shield gained: shield"]),
        (MAN, ["magic-armour"], ["armour 0 to 1 fixed: magic armour"]),
        (MAN, ["spear"], ["strength 0 to 1: spear or pike", "long weapon gained: spear or pike"]),
        (HALFLING, ["spear"], ["strength weak to 0: spear or pike", "long weapon gained: spear or pike"]),
        (
            HALFLING,
            ["two-handed-weapon"],
            ["strength weak to 1: two-handed weapon", "last strike gained: two-handed weapon"],
        ),
        (MAN, ["two-weapons"], ["attacks 1 to 2: two weapons"]),
        (MAN, ["bow"], ["missile Bow 21″, strength 1, skill 2: bow"]),
        (MAN, ["berserk"], ["morale 7 natural to 7 berserk: berserk", "attacks 1 to 2: berserk"]),
        (
            LIZARD,
            ["chainmail"],
            ["movement 6 to 5: chainmail", "armour 2 fixed to 2: chainmail", "second armour 2 fixed: chainmail"],
        ),
        (LIZARD, ["berserk"], ["morale 9 natural to 9 berserk: berserk", "attacks 1 to 2: berserk"]),
    ],
)
def test_every_change_is_said(base: Design, chosen: list[str], said: list[str]) -> None:
    assert [str(change) for change in equip(base, chosen).changes] == said


def test_worn_armour_goes_over_a_hide() -> None:
    ours, theirs = equip(LIZARD, ["chainmail", "shield"]).design, printed("lizardmen/tyrosaur-warrior")
    assert (ours.armour, ours.second_armour) == (theirs.armour, theirs.second_armour)
    assert ours.melee == theirs.melee


def test_armour_slows_every_way_of_moving() -> None:
    winged = replace(MAN, movement=Movement(ground=6, fly=12))
    assert equip(winged, ["plate"]).design.movement == Movement(ground=4, fly=10)
    assert equip(replace(MAN, movement=Movement(ground=1)), ["plate"]).design.movement.ground == 0


def test_second_missile_weapon_is_a_choice() -> None:
    lines = equip(MAN, ["javelin", "bow"]).design.missile
    assert [(line.name, line.alternative) for line in lines] == [("Bow", False), ("Javelin", True)]


@pytest.mark.parametrize(
    ("base", "given_skill", "skill"),
    [
        (MAN, None, 2),
        (MAN, 4, 4),
        (replace(MAN, melee=(Melee(attacks=1, skill=3),)), None, 3),
        (replace(MAN, missile=(Missile(range=6, attacks=1, skill=5),)), None, 5),
        (replace(MAN, melee=()), None, 2),
    ],
)
def test_missiles_are_shot_as_the_trooper_shoots_or_fights(base: Design, given_skill: int | None, skill: int) -> None:
    assert equip(base, ["bow"], skill=given_skill).design.missile[-1].skill == skill


@pytest.mark.parametrize(
    ("base", "chosen", "options", "field"),
    [
        (MAN, ["bow", "blunderbuss"], {}, "packages[1]"),
        (MAN, ["bow", "shield", "bow"], {}, "packages[2]"),
        (replace(MAN, kind="vehicle"), [], {}, "kind"),
        (replace(MAN, morale=None), ["berserk"], {}, "morale"),
        (MAN, ["bow"], {"skill": 101}, "missile[0].skill"),
        (replace(MAN, melee=(Melee(attacks=60, skill=2),)), ["two-weapons"], {}, "melee[0].attacks"),
        (MAN, [], {"name": "tab\tbed"}, "name"),
    ],
)
def test_malformed_combinations_name_the_field(base: Design, chosen: list[str], options: dict, field: str) -> None:
    with pytest.raises(MalformedError) as error:
        equip(base, chosen, **options)
    assert error.value.field == field


@given(st.data())
def test_order_of_packages_is_irrelevant(data: st.DataObject) -> None:
    chosen = data.draw(packages)
    assert equip(MAN, data.draw(st.permutations(chosen))) == equip(MAN, chosen)


@given(packages, st.sampled_from([MAN, ORC, HALFLING, LIZARD]))
def test_what_is_equipped_can_be_written_and_read(chosen: list[str], base: Design) -> None:
    design = equip(base, chosen).design
    assert msgspec.json.decode(msgspec.json.encode(design), type=Design) == design


@given(packages, st.sampled_from([MAN, ORC, HALFLING, LIZARD]))
def test_what_doesnt_clash_has_a_price(chosen: list[str], base: Design) -> None:
    equipped = equip(base, chosen)
    if equipped.report.is_legal:
        assert price(equipped.design).points > 0


def test_nothing_but_the_first_blow_takes_the_weapon() -> None:
    assert equip(LIZARD, ["polearm"]).design.melee[1] == LIZARD.melee[1]


def test_equipment_never_moves_the_bare_trooper() -> None:
    before = msgspec.json.encode(MAN)
    for chosen in permutations(["plate", "shield", "spear"]):
        equip(MAN, chosen)
    assert msgspec.json.encode(MAN) == before


def test_formula_still_refuses_what_no_table_holds() -> None:
    giant = replace(MAN, melee=(Melee(attacks=1, skill=2, strength=5),))
    with pytest.raises(RefusedError) as error:
        price(equip(giant, ["polearm"]).design)
    assert error.value.field == "melee[0].strength"
