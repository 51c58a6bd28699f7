"""Units of several kinds of models in a battle, and characters whom ground and overruns find: by the resolvers."""

from __future__ import annotations

import json

from msgspec.structs import replace

from tabletop.arcana.army.resolve import resolve
from tabletop.arcana.army.roster import read_roster
from tabletop.arcana.battle.armies import brought
from tabletop.arcana.battle.situations import fields_of
from tabletop.arcana.battle.state import Aim
from tabletop.arcana.battle.steps import Step
from tabletop.arcana.battlefield.schema import Harm, Hazard
from tabletop.arcana.catalogue.profiles import Melee, Section, Statistics
from tests.battles import at
from tests.catalogue import printed_catalogue
from tests.tabletop.arcana.battle.test_mounted_characters import (
    LED,
    LORD,
    STRIKER,
    SURE,
    body,
    fell,
    fought,
    hero,
    mount,
    troops,
)

FIGHT = {"command": "fight", "unit": "r"}


def test_machines_with_second_crews_are_one_unit_that_shares_its_wounds() -> None:
    """Two of four wounds and one of eight: those of which there are most keep theirs (reading BR119)."""
    machine, crewed = Statistics(wounds=4), Statistics(wounds=8)
    kinds = (
        body("r-m1", machine, Section.WAR_MACHINES, 2),
        body("r-m2", crewed, Section.WAR_MACHINES),
    )
    state = fought(kinds, (troops("b", replace(STRIKER, wounds=1), 2),))
    assert fields_of(state.unit("r"))["wounds_at_first"] == 16
    assert fell(state, "red", FIGHT, [1] * 6) == {"r-m2": (1, (6,))}
    hurt = state.with_unit("r", lambda unit: unit.having(replace(unit.body("r-m2"), lost=(6,))))
    assert fell(hurt, "red", FIGHT, [1] * 6) == {"r-m1": (2, (3, 2)), "r-m2": (1, (7,))}
    last = hurt.with_unit("r", lambda unit: unit.having(replace(unit.body("r-m1"), lost=(3, 2))))
    assert fell(last, "red", FIGHT, [1] * 6) == {"r-m1": (0, ()), "r-m2": (0, ())}


def test_a_roster_brings_second_crews_and_pays_for_them_once() -> None:
    plain = {
        "format": "muster-roster/1", "game": "arcana", "name": "Guns", "army": "dwarves",
        "units": [{"ref": "u1", "models": [{"profile": "war-machines/cannon", "count": 3, "reinforced": 1}]}],
    }  # fmt: skip
    army, [unit] = brought("red", resolve(read_roster(json.dumps(plain)), printed_catalogue()))
    assert [(own.at_first, own.wounds, own.left) for own in unit.bodies] == [(2, 4, 2), (1, 8, 1)]
    assert army.points == sum(own.points for own in unit.bodies) > 0


def test_vehicles_that_suffer_one_by_one_fall_as_what_they_are() -> None:
    """Of two kinds each is touched by one giant: the one named last may die alone, and strikes until then."""
    weak, strong = Statistics(wounds=5), Statistics(wounds=5, melee=(SURE,))
    kinds = body("r-m1", weak, Section.VEHICLES), body("r-m2", strong, Section.VEHICLES)
    giant = replace(STRIKER, melee=(Melee(attacks=5, skill=6),))
    state = fought(kinds, (troops("b", giant, 1), hero("b", LORD)))
    found = fell(state, "red", FIGHT, [1] * 6)
    assert found["b-m1"] == (1, (1,)), "the second one's blow"
    assert found["r-m1"] == (0, ())
    assert "r-m2" not in found


def test_ground_finds_the_men_first_and_then_who_leads_them() -> None:
    state = at(fought(LED, (hero("b", STRIKER),), step=Step.VOLLEYS), Step.HAZARDS)
    swamp = Hazard(harm=Harm.WOUNDS, dice="2d6")
    state = state.with_unit("r", lambda unit: replace(unit.having(replace(unit.main, left=1)), hazard=swamp))
    sunk = fell(state, "red", {"command": "suffer", "unit": "r"}, [2, 2, 1, 3, 4])
    assert sunk == {"r-m1": (0, ()), "r-c1": (1, (1,)), "r-c1-mount": (1, (2,))}


def test_blows_may_be_aimed_at_who_is_aboard() -> None:
    chariot = mount("r", Statistics(wounds=4), Section.VEHICLES)
    crew = hero("r", LORD, 1, rides=True), hero("r", LORD, 2, rides=True)
    state = fought((chariot, *crew), (hero("b", STRIKER),))
    aimed = state.with_unit("b", lambda unit: replace(unit, aims=(Aim(at="r", aboard=2),)))
    assert fell(aimed, "red", FIGHT, [5, 6, 5]) == {"r-c2": (0, ())}
    afoot = aimed.with_unit("r", lambda unit: unit.having(replace(unit.body("r-c1-mount"), left=0)))
    assert fell(afoot, "red", FIGHT, [6, 6, 6])["r-c1"] == (0, ()), "nobody is aboard any more: struck as usual"
