"""A battle on a drawn table: what the players say on paper is measured there, and both ways change in one game."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tabletop.arcana.battle.commands.course import to_do
from tabletop.arcana.battle.commands.missiles import Shoot
from tabletop.arcana.battle.drawing import drawn
from tabletop.arcana.battle.facts.course import PhaseBegun, StepBegun, TurnBegun
from tabletop.arcana.battle.facts.drawn import TableLaid, UnitsPlaced
from tabletop.arcana.battle.facts.losses import ModelsFell, RanksClosed
from tabletop.arcana.battle.facts.morale import Broke
from tabletop.arcana.battle.laid import MILLION, Stood, spent, stood
from tabletop.arcana.battle.profiles import whole_move
from tabletop.arcana.battle.refusals import Refused
from tabletop.arcana.battle.spells import BorneSpell
from tabletop.arcana.battle.state import Standing, State
from tabletop.arcana.battle.steps import Phase, Step
from tabletop.arcana.battle.table.positions import middle_of
from tabletop.arcana.battle.table.turn_state import Ledger
from tabletop.arcana.battlefield import Column, PlacedTable, RankAndFile, Skirmish, Table, Terrain, write_table
from tabletop.arcana.battlefield.scene import apart
from tabletop.arcana.battlefield.schema import Altitude, Effects, Harm, Hazard, TerrainKind
from tabletop.arcana.catalogue.profiles import Section
from tabletop.arcana.rules.formation.changing import ChargeBar, FilesChanged
from tabletop.arcana.rules.movement.move_state import Rough
from tabletop.battle.events import RefusalError
from tabletop.decoding import MalformedError
from tests.battles import after, at, begun_with, given, happenings, rules
from tests.battles_by_lot import by_lot, fought

BATTLES = 3
Facts = tuple[Any, ...]


def laid(first: str = "dwarves", second: str = "orcs", *, table: Table | None = None) -> State:
    """Both armies set up in their zones on an open table, before the first turn."""
    state = begun_with("attrition", first, second)
    text = write_table(table).decode() if table else ""
    state = after(state, "red", {"command": "lay_table", "table": text})
    for seat in ("red", "blue"):
        state = after(state, seat, {"command": "deploy"})
    return state


def scene(state: State) -> PlacedTable:
    found = drawn(state, rules().catalogue)
    assert found is not None
    return found.scene


def put(state: State, ref: str, x: float, y: float, facing: int) -> State:
    """The state with a unit put by hand, in inches and degrees."""
    seat = state.unit(ref).side
    return after(
        state, seat, {"command": "put", "unit": ref, "x": round(100 * x), "y": round(100 * y), "facing": 100 * facing}
    )


def alone(state: State, *refs: str, step: Step = Step.FIRST_MOVER) -> State:
    """Nobody but these is in the battle any more, and it is red's turn to move."""
    units = [unit for unit in state.units.values() if unit.ref not in refs]
    gone = [msgspec.structs.replace(unit, standing=Standing.LOST) for unit in units]
    state = at(state, step).having(*gone)
    return msgspec.structs.replace(state, clock=msgspec.structs.replace(state.clock, side="red"), mover="red")


def facing_each_other(*, away: int = 12, first: str = "r2", second: str = "b1") -> tuple[State, str, str]:
    """Two units alone on the table, one so many inches before the other."""
    state = laid()
    one, other = first, second
    state = alone(state, one, other)
    state = put(state, one, 36, 12, 0)
    state = put(state, other, 36, 40, 180)
    gap = apart(scene(state).unit(one), scene(state).unit(other))
    return put(state, other, 36, 40 - int(gap) + away, 180), one, other


def fighting() -> tuple[State, str, str]:
    """Two units in a fight since the turn before, alone on the table; it is red's turn to move."""
    state, unit, foe = facing_each_other(away=4)
    state = after(state, "red", {"command": "charge", "unit": unit, "target": foe})
    state = after(state, "blue", {"command": "respond", "unit": foe, "response": "stand"})
    begins = (TurnBegun(number=2), PhaseBegun(phase=Phase.MOVEMENT), StepBegun(step=Step.FIRST_MOVER, side="red"))
    return given(state, *begins), unit, foe


def refused(state: State, seat: str, command: dict[str, Any]) -> Refused:
    with pytest.raises(RefusalError) as error:
        after(state, seat, command)
    assert isinstance(error.value.code, Refused)
    return error.value.code


def test_places_in_whole_numbers_are_the_places_of_the_table() -> None:
    formations = (
        RankAndFile(files=5, corner=(12.345678, 8.1), facing=90.5),
        Column(files=2, corner=(1.5, 2.25), facing=0.0, trail=((1.0, 1.0),)),
        Skirmish(positions=((1.0, 2.0), (3.000001, 4.0)), facing=359.999999),
    )
    assert [stood("r1", 12, formation).formation for formation in formations] == list(formations)
    assert [stood("r1", 12, formation).ranked_files for formation in formations] == [5, 0, 0]
    ledger = Ledger(
        began=formations[0], altitude=Altitude.LOW, allowance=6.0, spent=2.5, path=2.25, rough=Rough(0.5, 0.25),
        files=FilesChanged(1, 0), flying=True, bars_charge=ChargeBar.ROTATED, passed=("r2",),
    )  # fmt: skip
    assert spent("r1", 12, ledger).ledger == ledger


def test_armies_are_set_up_in_their_zones_or_where_they_are_put_and_the_table_can_be_put_away() -> None:
    state = begun_with("attrition")
    assert refused(state, "red", {"command": "put", "unit": "r1", "x": 0, "y": 0}) is Refused.NOT_ON_A_TABLE
    assert refused(state, "red", {"command": "put", "unit": "r99", "x": 0, "y": 0}) is Refused.NO_SUCH_UNIT
    assert refused(state, "red", {"command": "put_table_away"}) is Refused.NO_TABLE
    assert refused(state, "red", {"command": "lay_table", "table": "no table"}) is Refused.NO_TABLE
    small = write_table(Table(format="muster-table/1", game="arcana", size=(30, 20))).decode()
    assert refused(state, "red", {"command": "lay_table", "table": small}) is Refused.NO_TABLE
    state = after(state, "red", {"command": "lay_table"})
    far = {"command": "deploy", "unit": "r1", "at": [3600, 2400]}
    assert refused(state, "red", far) is Refused.NOT_BY_THE_TABLE
    state = after(state, "red", {"command": "deploy", "unit": "r1", "at": [3600, 400], "facing": 0})
    assert refused(state, "blue", {"command": "put", "unit": "r1", "x": 0, "y": 0}) is Refused.NOT_YOURS
    state = after(state, "red", {"command": "deploy", "unit": "r2"})
    before = scene(state).unit("r2")
    state = after(state, "red", {"command": "deploy"})
    state = after(state, "blue", {"command": "deploy"})
    assert set(scene(state).units) == set(state.units)
    assert scene(state).unit("r2").formation == before.formation
    assert all(unit.box[3] <= 12 for unit in scene(state).units.values() if unit.side == "red")
    assert all(unit.box[1] >= 36 for unit in scene(state).units.values() if unit.side == "blue")
    state = after(state, "red", {"command": "put_table_away"})
    assert drawn(state, rules().catalogue) is None
    state = after(state, "red", {"command": "lay_table"})
    assert set(scene(state).units) == set(state.units)


def test_a_unit_moves_by_orders_and_what_it_spends_is_kept() -> None:
    state, unit, _ = facing_each_other(away=20)
    before = scene(state).unit(unit)
    state = after(state, "red", {"command": "march", "unit": unit, "orders": "wheel left 1; forward 1"})
    assert state.unit(unit).turn.moved > 100
    assert state.laid is not None
    assert state.laid.spent[unit].spent == pytest.approx(2 * MILLION, abs=2)
    assert scene(state).unit(unit).formation != before.formation
    assert refused(state, "red", {"command": "march", "unit": unit, "orders": "forward 30"}) is Refused.NOT_BY_THE_TABLE
    assert refused(state, "red", {"command": "march", "unit": unit, "orders": "fly away"}) is Refused.NOT_BY_THE_TABLE
    assert refused(state, "red", {"command": "march", "unit": unit, "files": 9}) is Refused.BY_ORDERS
    stays = after(state, "red", {"command": "march", "unit": unit})
    assert scene(stays).unit(unit) == scene(state).unit(unit)
    state = after(state, "red", {"command": "march", "unit": unit, "inches": 9000})
    assert state.laid is not None
    assert state.laid.spent[unit].ledger.left == pytest.approx(0, abs=0.001)
    later = given(state, TurnBegun(number=2)).laid
    assert later is not None
    assert later.spent == {}
    wider = after(state, "red", {"command": "march", "unit": unit, "orders": "add both 1"})
    assert wider.unit(unit).files == state.unit(unit).files + 2


def test_a_column_that_loses_a_model_stays_a_column() -> None:
    state, unit, _ = facing_each_other()
    assert state.laid is not None
    column = Column(files=2, corner=(36, 12), facing=0.0, trail=((36.0, 2.0),))
    place = stood(unit, state.unit(unit).models, column)
    there = msgspec.structs.replace(state.laid, stood={**state.laid.stood, unit: place})
    state = msgspec.structs.replace(state, laid=there).with_unit(unit, lambda it: msgspec.structs.replace(it, files=0))
    body = state.unit(unit).main
    fewer = given(state, ModelsFell(unit=unit, body=body.ref, left=body.left - 1))
    assert isinstance(scene(fewer).unit(unit).formation, Column)


def test_what_a_unit_has_moved_on_paper_is_spent_when_a_table_is_laid() -> None:
    state, unit, _ = facing_each_other(away=20)
    state = after(state, "red", {"command": "put_table_away"})
    state = after(state, "red", {"command": "march", "unit": unit, "inches": 300})
    state = after(state, "red", {"command": "lay_table"})
    whole, before = whole_move(rules().catalogue, state.unit(unit)), middle_of(scene(state).unit(unit))
    state = after(state, "red", {"command": "march", "unit": unit, "inches": 9000})
    assert state.unit(unit).turn.moved == whole
    assert middle_of(scene(state).unit(unit))[1] - before[1] == pytest.approx(whole / 100 - 3)


def test_who_is_set_up_after_others_stands_on_none_of_them() -> None:
    state = after(begun_with("attrition"), "red", {"command": "lay_table"})
    state = after(state, "red", {"command": "deploy", "unit": "r1"})
    for ref in [unit.ref for unit in state.of("red")][1:]:
        wide = {"files": state.unit(ref).models} if state.unit(ref).files else {}
        state = after(state, "red", {"command": "deploy", "unit": ref} | wide)
    units = scene(state).units.values()
    assert all(apart(one, other) > 0 for one in units for other in units if one is not other)
    assert all(unit.box[3] <= 12 for unit in units)


def test_a_charge_is_measured_and_its_models_in_contact_are_counted() -> None:
    state, unit, foe = facing_each_other(away=4)
    assert refused(put(state, foe, 36, 44, 180), "red", {"command": "charge", "unit": unit, "target": foe}) is (
        Refused.NOT_BY_THE_TABLE
    )
    state = after(state, "red", {"command": "charge", "unit": unit, "target": foe, "side": "rear"})
    state = after(state, "blue", {"command": "respond", "unit": foe, "response": "stand"}) if state.charge else state
    (contact,) = state.contacts
    assert contact.sides == ("front", "front")
    assert None not in contact.touching
    assert apart(scene(state).unit(unit), scene(state).unit(foe)) < 0.001
    assert scene(state).is_engaged(unit)
    body = state.unit(unit).main
    fewer = given(state, ModelsFell(unit=unit, body=body.ref, left=body.left - 3))
    assert scene(fewer).unit(unit).models == scene(state).unit(unit).models - 3
    counted = after(state, "red", {"command": "correct", "unit": unit, "why": "counted", "body": body.ref, "left": 3})
    assert scene(counted).unit(unit).models == counted.unit(unit).models
    assert counted.laid is not None
    assert counted.laid.stood[unit].models == counted.unit(unit).models
    back = after(counted, "red", {"command": "correct", "unit": unit, "why": "again", "body": body.ref, "left": 5})
    assert scene(back).unit(unit).models == back.unit(unit).models
    block = {"command": "correct", "unit": unit, "why": "counted", "body": body.ref}
    larger = after(after(state, "red", block | {"left": 11}), "red", block | {"left": 14})
    assert scene(larger).unit(unit).formation == scene(state).unit(unit).formation
    wide = after(state, "red", {"command": "correct", "unit": unit, "why": "so they stand", "files": 7})
    assert scene(wide).unit(unit).box[2] - scene(wide).unit(unit).box[0] == pytest.approx(7, abs=0.01)
    middle = middle_of(scene(back).unit(unit))
    formed = given(back, ModelsFell(unit=unit, body=body.ref, left=10), RanksClosed(unit=unit, files=5))
    assert middle_of(scene(formed).unit(unit)) == pytest.approx(middle, abs=1.5)


def test_a_charge_whose_target_is_put_elsewhere_meanwhile_reaches_nobody() -> None:
    state, unit, foe = facing_each_other(away=4)
    state = after(state, "red", {"command": "charge", "unit": unit, "target": foe})
    state = put(state, foe, 36, 44, 180)
    state = after(state, "blue", {"command": "respond", "unit": foe, "response": "stand"})
    assert not state.contacts
    assert state.charge is None


def test_who_flees_from_a_charge_runs_on_the_table_and_is_caught_by_who_reaches_it() -> None:
    state, unit, foe = facing_each_other(away=4)
    state = after(state, "red", {"command": "charge", "unit": unit, "target": foe})
    before = scene(state).unit(foe)
    state = after(state, "blue", {"command": "respond", "unit": foe, "response": "flee"})
    state = after(state, "red", {"command": "pursue", "pursuers": [unit]}, typed=None)
    assert scene(state).units.get(foe) != before


def test_shots_have_their_range_cover_and_shooters_from_the_table() -> None:
    state = laid()
    shooter, target = "r3", "b1"
    state = alone(state, shooter, target, step=Step.VOLLEYS)
    state = put(put(state, shooter, 36, 12, 0), target, 36, 24, 180)
    shot = Shoot(unit=shooter, target=target)
    situation = shot.situation(state, rules().catalogue)
    gap = apart(scene(state).unit(shooter), scene(state).unit(target))
    assert situation.range == pytest.approx(gap, abs=2)
    assert situation.cover == "none"
    assert situation.shots is not None
    (volley, *_) = happenings(state, "red", {"command": "shoot", "unit": shooter, "target": target}, typed=[6] * 40)[:1]
    assert volley.fact.shots == situation.shots
    farther = put(state, target, 36, 24 + 17.5 - gap, 180)  # the second rank is beyond 18 inches
    parts = happenings(farther, "red", {"command": "shoot", "unit": shooter, "target": target}, typed=[6] * 40)[:2]
    assert [(part.fact.shots, part.fact.needed) for part in parts] == [(5, 3), (5, 2)]
    away = put(state, target, 36, 40, 0)
    behind = put(away, shooter, 36, 12, 180)
    assert refused(behind, "red", {"command": "shoot", "unit": shooter, "target": target}) is Refused.NOT_BY_THE_TABLE


def test_ground_that_harms_is_found_and_nobody_rallies_near_an_enemy() -> None:
    hazard = Hazard(least=4, harm=Harm.HITS, dice="d6")
    bog = Terrain(
        ref="t1", kind=TerrainKind.WATER, polygon=((13, 0), (60, 0), (60, 12), (13, 12)), effects=Effects(hazard=hazard)
    )
    table = Table(format="muster-table/1", game="arcana", size=(72, 48), terrain=(bog,))
    state = laid(table=table)
    for seat in ("red", "blue"):
        state = after(state, seat, {"command": "finish"})
    assert {unit.side for unit in state.units.values() if unit.hazard} == {"red"}
    state, unit, foe = facing_each_other(away=3)
    state = at(given(state, Broke(unit=unit)), Step.RALLY, turn=2)
    state = state.having(
        msgspec.structs.replace(state.unit(unit), standing=Standing.BROKEN),
        *(each for each in state.units.values() if each.ref not in (unit, foe)),
    )
    assert refused(state, "red", {"command": "rally", "unit": unit}) is Refused.CANT_RALLY
    assert not to_do(state, rules().catalogue, "red")


def test_who_fights_reforms_turns_falls_back_and_is_exchanged_by_the_table() -> None:
    state, unit, foe = fighting()
    files = state.unit(unit).files
    wider = after(state, "red", {"command": "reform", "unit": unit, "files": files + 1})
    assert wider.unit(unit).files == files + 1
    assert scene(wider).unit(unit).formation.files == files + 1  # type: ignore[union-attr]
    assert after(state, "red", {"command": "reform", "unit": unit, "files": 0}).unit(unit).files == 0
    assert refused(state, "red", {"command": "reform", "unit": unit, "orders": "dance"}) is Refused.NOT_BY_THE_TABLE
    assert refused(state, "red", {"command": "reform", "unit": unit, "foe": foe}) is Refused.NOT_BY_THE_TABLE
    back = after(state, "red", {"command": "fall_back", "unit": unit, "inches": 200}, typed=[1, 1])
    assert apart(scene(back).unit(unit), scene(back).unit(foe)) == pytest.approx(2, abs=0.01)
    followed = after(back, "blue", {"command": "follow", "unit": foe})
    assert apart(scene(followed).unit(unit), scene(followed).unit(foe)) < 0.001
    (contact,) = state.contacts
    flanked = state.touch(msgspec.structs.replace(contact, sides=("left", "front")))
    turned = after(flanked, "red", {"command": "face", "unit": unit, "foe": foe})
    assert scene(turned).unit(unit).formation.facing == 270
    fresh = state.having(msgspec.structs.replace(state.unit("r3"), standing=Standing.READY))
    far = put(fresh, "r3", 20, 3, 0)
    exchange = {"command": "exchange", "unit": unit, "fresh": "r3"}
    assert refused(far, "red", exchange) is Refused.NOT_BY_THE_TABLE
    x, y = middle_of(scene(state).unit(unit))
    near = put(fresh, "r3", round(x), round(y) - 5, 0)
    exchanged = after(near, "red", exchange, typed=[1, 1])
    assert apart(scene(exchanged).unit("r3"), scene(exchanged).unit(foe)) < 0.001


def test_infiltrators_appear_where_they_are_put_six_inches_from_every_enemy() -> None:
    state = laid()
    unit = msgspec.structs.replace(state.unit("r2"), standing=Standing.HIDDEN)
    state = given(state.having(unit), PhaseBegun(phase=Phase.MOVEMENT), StepBegun(step=Step.EARLY_INFILTRATORS))
    near = {"command": "appear", "unit": "r2", "at": [3600, 3300]}
    assert refused(state, "red", near) is Refused.NOT_BY_THE_TABLE
    state = after(state, "red", {"command": "appear", "unit": "r2", "at": [3600, 2000]})
    assert middle_of(scene(state).unit("r2")) == pytest.approx((36, 20), abs=0.01)
    assert isinstance(scene(state).unit("r2").formation, Skirmish)


def test_who_runs_is_caught_leaves_the_table_or_is_covered() -> None:
    state, unit, foe = fighting()
    broken = given(state, Broke(unit=foe), PhaseBegun(phase=Phase.FLEEING), StepBegun(step=Step.ENGAGED_RUNNERS))
    runs = after(broken, "blue", {"command": "flee", "unit": foe})
    assert runs.flight is not None
    slow = after(runs, "red", {"command": "pursue", "pursuers": [unit]}, typed=[6, 1])
    assert slow.unit(foe).is_here
    assert apart(scene(slow).unit(unit), scene(slow).unit(foe)) > 1
    bold = msgspec.structs.replace(broken.unit(unit), spells=(BorneSpell(spell="chaos/berserk", caster="r1-c1"),))
    hunted = after(broken.having(bold), "blue", {"command": "flee", "unit": foe}, typed=[6, 1])
    assert hunted.flight is None, "the berserk pursue unasked"
    assert scene(hunted).unit(unit).formation == scene(slow).unit(unit).formation
    away = put(broken, foe, 36, 44, 180)
    gone = after(after(away, "blue", {"command": "flee", "unit": foe}), "red", {"command": "pursue"}, typed=[6])
    assert gone.unit(foe).standing is Standing.LOST
    behind = broken.having(msgspec.structs.replace(broken.unit("b2"), standing=Standing.READY))
    x, y = middle_of(scene(behind).unit(foe))
    behind = put(behind, "b2", round(x), round(y) + 7, 180)
    pursues = {"command": "pursue", "pursuers": [unit], "covered_by": "b2"}
    covered = after(after(behind, "blue", {"command": "flee", "unit": foe}), "red", pursues, typed=[1, 1, 1])
    assert scene(covered).unit(unit).box[1] > scene(behind).unit(unit).box[1] + 5
    ridden = given(state.apart(unit), Broke(unit=foe), PhaseBegun(phase=Phase.MOVEMENT))
    ridden = put(given(ridden, StepBegun(step=Step.FIRST_MOVER, side="red")), foe, 36, round(y) + 3, 180)
    caught = after(ridden, "red", {"command": "charge", "unit": unit, "target": foe})
    assert scene(caught).unit(unit).formation != scene(ridden).unit(unit).formation


def test_flyers_run_on_the_wing_and_a_character_shoots_as_far_as_it_stands() -> None:
    state = given(alone(laid(), "b5", "r2"), Broke(unit="b5"))
    state = given(state, PhaseBegun(phase=Phase.FLEEING), StepBegun(step=Step.LOOSE_RUNNERS))
    state = put(state, "b5", 36, 30, 180)
    high = after(state, "blue", {"command": "flee", "unit": "b5", "altitude": "high"}, typed=[1])
    assert scene(high).unit("b5").altitude is Altitude.HIGH
    volleys = alone(laid(), "b3", "r2", step=Step.VOLLEYS)
    volleys = put(put(volleys, "r2", 36, 20, 0), "b3", 36, 30, 180)
    bows = Shoot(unit="b3", target="r2", body=volleys.unit("b3").main.ref)
    assert bows.situation(volleys, rules().catalogue).shots


def test_no_fact_lays_what_is_no_table_or_models_without_a_place() -> None:
    nowhere = Stood(unit="r1", models=2, spots=((0, 0),))
    for fact in (TableLaid(table="{}"), UnitsPlaced(places=(nowhere,))):
        with pytest.raises(MalformedError):
            given(laid(), fact)


def test_battles_by_lot_on_drawn_tables_are_what_their_facts_make() -> None:
    seen: Counter[str] = Counter()
    for seed in range(BATTLES):
        seen += fought(seed, by_lot(seed), drawn=True, as_a_log=True)
    assert {"MovedTo", "UnitsPlaced", "ChargeCompleted", "FlightMoved", "PursuitMoved"} <= set(seen)


def test_who_boards_is_off_the_drawn_table_until_it_is_left_at_a_place() -> None:
    state = alone(laid(), "r2", "r3")
    wagon = "vehicles/assault-wagon-4-horses-1-crew-5-cargo"
    main = replace(state.unit("r2").main, profile=wagon, section=Section.VEHICLES, wounds=6, left=2, at_first=2)
    state = state.having(replace(state.unit("r2"), bodies=(main,), files=0))
    aboard = after(state, "red", {"command": "board", "unit": "r3", "carrier": "r2"})
    assert set(scene(aboard).units) == {"r2"}
    there = replace(aboard, units={ref: unit.having_done(loaded=False) for ref, unit in aboard.units.items()})
    assert refused(there, "red", {"command": "alight", "unit": "r3"}) is Refused.SAY_WHERE
    out = after(there, "red", {"command": "alight", "unit": "r3", "at": [3600, 2000]})
    left = scene(out).unit("r3")
    assert (left.is_ranked, len(left.bases)) == (False, 13)
