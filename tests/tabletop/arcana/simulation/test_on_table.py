"""Battles on a table by policies: logs as any other, the same for the same seed."""

from __future__ import annotations

from collections import Counter
from typing import Any

from msgspec.structs import replace

from tabletop.arcana.battle.facts.course import PhaseBegun
from tabletop.arcana.battle.facts.fact import Fact
from tabletop.arcana.battle.facts.losses import ModelsFell
from tabletop.arcana.battle.facts.magic import SpellCast, WoundsHealed
from tabletop.arcana.battle.facts.melee import BlowsStruck
from tabletop.arcana.battle.facts.missiles import MissilesShot
from tabletop.arcana.battle.facts.morale import Broke, PaidInWounds
from tabletop.arcana.battle.facts.movement import ChargeCompleted
from tabletop.arcana.battle.rules import ArcanaBattle
from tabletop.arcana.battle.state import Falling, Standing, State
from tabletop.arcana.battle.steps import Phase
from tabletop.arcana.simulation.counts import batch_of, dice_of, on_table, refs_of, setting
from tabletop.arcana.simulation.deaths import lost_in
from tabletop.arcana.simulation.estimates import Fixed
from tabletop.arcana.simulation.experiments import Record
from tabletop.arcana.simulation.on_table import recorded
from tabletop.arcana.simulation.policies import Casting, Policy
from tabletop.arcana.simulation.questions import AgainstRoster
from tabletop.arcana.simulation.reckoning import Reckoning
from tabletop.arcana.simulation.running import Run
from tabletop.arcana.simulation.seeds import battle_keys
from tabletop.battle.events import Happening
from tabletop.battle.file import read_battle, written_battle
from tabletop.battle.log import EventLog
from tests.catalogue import printed_catalogue
from tests.experiments import SEED, answered, experiment, roster, sample
from tests.whole_battles import check_battle

QUESTION = AgainstRoster(
    own=roster("dwarves", axemen=20, crossbowmen=8), other=roster("orcs", orc_warrior=20, orc_beast_rider_sword=5)
)


def test_a_battle_on_a_table_can_be_opened_replayed_and_read_and_counts_as_it_ended() -> None:
    catalogue = printed_catalogue()
    asked = experiment(QUESTION, depth="table", size=1, stop=Fixed(1))
    (cell,) = Run(Record(asked), catalogue).cells
    key = int(battle_keys(SEED, 0, 0, 1)[0])
    ends = []
    for seat in (0, 1):
        begins, policies, gains = setting(cell, 0, seat)
        log = recorded(catalogue, begins, policies, gains, dice_of(key, seat))
        check_battle(log)
        opened = read_battle(written_battle(log), ArcanaBattle(catalogue))
        assert opened.state == log.state == on_table(cell, 0, seat, key).state
        assert any(isinstance(entry.event.fact, ChargeCompleted) for entry in log.standing(0) if entry.event)
        ends.append(log.state.result.winner if log.state.result else None)
        reckoning = on_table(cell, 0, seat, key).reckoning
        refs = [refs_of(force, whose) for force, whose in ((cell.own[0], seat), (cell.other, 1 - seat))]
        told = told_deaths(log)
        for side in (0, 1):
            deaths = reckoning.deaths(refs[side], refs[1 - side])
            for column, ref in enumerate(refs[side]):
                assert [*deaths[:-5, column]] == [told[by, ref] for by in refs[1 - side]]
                unit, at_first = log.state.unit(ref), cell.wounds(0)[side][column]
                is_lost = unit.standing in (Standing.BROKEN, Standing.LOST)
                assert lost_in(deaths[None])[0, column] == at_first - (0 if is_lost else unit.wounds)
        assert told[refs[0][1], refs[1][0]] + told[refs[0][1], refs[1][1]], "who shoots alone has its dead"
    batch = batch_of(cell, SEED, 0, 1)
    won = [ends[0] == "red", ends[1] == "blue"]
    lost = [ends[0] == "blue", ends[1] == "red"]
    assert batch.variants[0].games == (sum(won), 2 - sum(won) - sum(lost), sum(lost))
    assert batch.variants[0].units == ()


def told_deaths(log: EventLog[Any, Any, Any]) -> Counter[tuple[str, str]]:
    """Wounds by whom of whom, as the events of losses name them: right where no two units shoot at one."""
    found: Counter[tuple[str, str]] = Counter()
    for entry in log.standing(0):
        fact = entry.event.fact if entry.event else None
        if isinstance(fact, ModelsFell) and fact.by:
            before, after = (state.unit(fact.unit).wounds for state in (entry.parent.state, entry.state))
            found[fact.by, fact.unit] += before - after
    return found


def test_every_loss_stands_with_who_did_it_or_with_its_cause() -> None:
    """Two volleys at one unit, of which each has its dead; blows of several; payments; own shots; who runs away."""
    (cell,) = Run(Record(experiment(QUESTION, depth="table", size=1)), printed_catalogue()).cells
    state = setting(cell, 0, 0)[0].applied(State())
    body = state.unit("b1").bodies[0].ref

    def shot(by: str, left: int) -> MissilesShot:
        falling = Falling(unit="b1", body=body, left=left, by=by)
        return MissilesShot(unit=by, body=state.unit(by).bodies[0].ref, target="b1", falling=(falling,))

    def fell(left: int, by: str | None = None) -> ModelsFell:
        return ModelsFell(unit="b1", body=body, left=left, by=by)

    told: list[Fact] = [
        *(shot("r1", 18), shot("r2", 17), shot("b2", 16), fell(16, "b2")),
        *(BlowsStruck(unit="r1", target="b1", when="normal", blows=()), fell(15, "r1"), fell(13)),
        *(PhaseBegun(phase=Phase.MORALE), PaidInWounds(unit="b1", body=body, left=11), fell(11), fell(10)),
        *(WoundsHealed(unit="b1", body=body, left=14), Broke(unit="b1")),
    ]
    reckoning = Reckoning(state)
    reckoning.note([Happening(fact, ()) for fact in told])
    found = reckoning.deaths(("b1", "b2"), ("r1", "r2"))
    fled, paid, together, other, regained = 14, 2, 2, 1 + 1, 4
    assert found[:, 0].tolist() == [2 + 1, 1, fled, paid, together, other, regained]
    assert not found[:, 1].any()
    assert lost_in(found[None])[0].tolist() == [20, 0]


def test_what_is_sure_in_a_line_is_sure_on_a_table() -> None:
    """Lances front to front with warriors, and with the dearest unit in the middle; benchmarks.laboratory has more."""
    question = AgainstRoster(own=roster("high-elves", noble_cavalry=10), other=roster("orcs", orc_warrior=20))
    line, table = (
        answered(experiment(question, depth=depth, size=8, stop=Fixed(1), policies=("bold", "bold")))[1].games[0]
        for depth in ("line", "table")
    )
    assert (line.won, table.won) == (16, 16)
    assert (line.own_lost, line.other_lost) == (table.own_lost, table.other_lost)
    asked = experiment(QUESTION, depth="table", size=1, policies=("massed", "steady"))
    (cell,) = Run(Record(asked), printed_catalogue()).cells
    red = [unit for unit in setting(cell, 0, 0)[0].fielded if unit.side == "red"]
    assert [unit.ref for unit in setting(cell, 0, 1)[0].fielded if unit.side == "red"] == ["r1", "r2"]
    assert red[0].points >= red[1].points


def test_who_shoots_the_nearest_shoots_as_often_as_anybody() -> None:
    catalogue, shots = printed_catalogue(), []
    question = AgainstRoster(own=sample("dwarves"), other=sample("orcs"))
    for policy in ("steady", "bold"):
        asked = experiment(question, depth="table", size=1, stop=Fixed(1), policies=(policy, policy))
        (cell,) = Run(Record(asked), catalogue).cells
        begins, policies, gains = setting(cell, 0, 0)
        log = recorded(catalogue, begins, policies, gains, dice_of(int(battle_keys(SEED, 0, 0, 1)[0]), 0))
        shots.append(sum(isinstance(each.event.fact, MissilesShot) for each in log.standing(0) if each.event))
    assert min(shots) >= 5, shots


def test_wizards_cast_what_their_policy_says() -> None:
    catalogue, daemons = printed_catalogue(), sample("daemons")
    wizard = [unit for unit in daemons.units if any(each.school for each in unit.characters)][:1]
    question = AgainstRoster(own=replace(daemons, units=tuple(wizard)), other=roster("orcs", orc_warrior=20))
    levels = []
    for casting in Casting:
        asked = experiment(question, depth="table", size=1, policies=(Policy(casting=casting), "steady"))
        (cell,) = Run(Record(asked), catalogue).cells
        begins, policies, gains = setting(cell, 0, 0)
        log = recorded(catalogue, begins, policies, gains, dice_of(int(battle_keys(SEED, 0, 0, 1)[0]), 0))
        casts = [each.event.fact for each in log.standing(0) if each.event and isinstance(each.event.fact, SpellCast)]
        levels.append([catalogue.spells[cast.casting.spell].level for cast in casts])
    assert [set(each) for each in levels] == [{1}, {3}]  # a point of power a turn, spent at once or saved
