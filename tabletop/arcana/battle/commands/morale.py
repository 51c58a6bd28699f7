"""The end of a turn: what heals, who rallies, who tests, and whether armies hold on (B87 to B109)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Literal

from msgspec import Meta

from tabletop.arcana.battle.commands.command import Command, Moment, Task, ToDo, ToDos, UnitCommand
from tabletop.arcana.battle.commands.losing import suffers
from tabletop.arcana.battle.commands.testing import make_test, morale_situation
from tabletop.arcana.battle.drawing import drawn, enemy_within, stands
from tabletop.arcana.battle.facts.course import EndProposed
from tabletop.arcana.battle.facts.morale import (
    ArmyTested,
    ObjectiveLost,
    ObjectiveReached,
    PenaltyAssigned,
    PenaltySealed,
    Rallied,
    Regenerated,
    TestsNamed,
)
from tabletop.arcana.battle.facts.setup import ObjectiveNamed
from tabletop.arcana.battle.profiles import figures, highest_morale
from tabletop.arcana.battle.refusals import Refused
from tabletop.arcana.battle.state import SIDES, BattleUnit, Body, Objective, Result, Scenario, Standing, State, other
from tabletop.arcana.battle.steps import Step
from tabletop.arcana.catalogue.identifiers import Ref
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.odds.answers import asked_of
from tabletop.arcana.odds.morale import named_test
from tabletop.arcana.odds.situations import Army, BreakTest, MoraleTest, Rally
from tabletop.arcana.rules.harm.losses import Left
from tabletop.arcana.rules.harm.regaining import REGENERATION, Regaining
from tabletop.arcana.rules.morale.testing import ARMY_TESTS_FROM
from tabletop.battle.events import RefusalError
from tabletop.battle.lines import Digest
from tabletop.decoding import MalformedError
from tabletop.dice import Step as DiceStep
from tabletop.values import Text

QUARTER = 4
RALLIES_APART = 6  # inches from every enemy that isn't broken
REGAINING = DiceStep[tuple[int, ...]]("regeneration", REGENERATION, Regaining, lambda _, lost: lost)
PYRRHIC, TOTAL = 50, ARMY_TESTS_FROM  # percent of its points that a winner has lost: more than, less than


class Regenerate(UnitCommand, frozen=True, kw_only=True, tag="regenerate"):
    """Throw a die for each wound that living models of a unit may regain."""

    def decided(self, moment: Moment) -> None:
        moment.need_step(Step.REGENERATION)
        unit = moment.need_own(self.unit)
        bodies = _regenerating(moment.catalogue, unit)
        if not bodies:
            raise RefusalError(Refused.NOTHING_TO_REGAIN, unit=unit.name)
        for body in bodies:
            lost = moment.play((REGAINING,), body.lost, of=self.unit).state
            moment.happens(Regenerated(unit=self.unit, body=body.ref, lost=lost), "B88")


class TryToRally(UnitCommand, frozen=True, kw_only=True, tag="rally"):
    """Throw two dice for a broken unit that is 6 inches or more from every unbroken enemy."""

    def situation(self, state: State, catalogue: Catalogue) -> Rally:
        morale = highest_morale(catalogue, state.unit(self.unit))
        return Rally(format="muster-situation/1", game="arcana", morale=morale)

    def decided(self, moment: Moment) -> None:
        moment.need_step(Step.RALLY)
        unit = moment.need_own(self.unit)
        if why := reason_not_to_rally(moment.state, unit):
            raise RefusalError(Refused.CANT_RALLY, unit=unit.name, why=why)
        if why := _too_near(moment.state, moment.catalogue, unit):
            raise RefusalError(Refused.CANT_RALLY, unit=unit.name, why=why)
        asked = asked_of(moment.catalogue, self.situation(moment.state, moment.catalogue))
        end = moment.play(asked.steps, asked.start, of=self.unit).state
        moment.happens(Rallied(unit=self.unit, rallied=asked.events["rallies"](end)), "B89")


class Press(UnitCommand, frozen=True, kw_only=True, tag="press"):
    """Choose the enemy in contact against whose test a unit's numbers count."""

    against: Ref

    def decided(self, moment: Moment) -> None:
        self.check(moment)
        moment.happens(PenaltyAssigned(unit=self.unit, against=self.against), "B95")

    def check(self, moment: Moment) -> None:
        """RefusalError where its numbers can't count against that enemy."""
        moment.need_step(Step.TESTS)
        unit = moment.need_own(self.unit)
        foe = moment.need_enemy(self.against)
        foes = moment.state.foes_of(self.unit)
        refs = {each.ref for each in foes}
        if self.against not in refs:
            raise RefusalError(Refused.NOT_IN_THAT_FIGHT, unit=unit.name, foe=foe.name)
        if tested := [each.name for each in foes if each.turn.tested]:
            raise RefusalError(Refused.TESTED_ALREADY, units=" and ".join(tested), unit=unit.name)
        if unit.turn.sealed or unit.turn.counts_against in refs:
            raise RefusalError(Refused.PRESSED_ALREADY, unit=unit.name)


class SealPress(Press, frozen=True, kw_only=True, tag="seal_press"):
    """The same, while the other side chooses: the log gets its commitment (`sealed_choices.py`). No phone sends it."""

    digest: Digest

    def decided(self, moment: Moment) -> None:
        self.check(moment)
        moment.happens(PenaltySealed(unit=self.unit, digest=self.digest), "B95")


class TestMorale(UnitCommand, frozen=True, kw_only=True, tag="test_morale"):
    """Throw the test of a unit that must make one; `pays` by wounds where it may choose, else it breaks.

    `counted` is the number that it needs where only the table can tell, and read only there.
    """

    __test__ = False
    pays: bool = True
    counted: Annotated[int, Meta(ge=-100, le=100)] | None = None

    def situation(self, state: State, catalogue: Catalogue) -> MoraleTest:
        return morale_situation(state, catalogue, self.unit, pays=self.pays)

    def decided(self, moment: Moment) -> None:
        moment.need_step(Step.TESTS)
        unit, state = moment.need_own(self.unit), moment.state
        if self.unit not in state.tests or unit.turn.tested or not unit.is_here:
            raise RefusalError(Refused.NO_TEST, unit=unit.name)
        waiting = [foe.name for foe in state.foes_of(self.unit) if foe.turn.sealed or must_press(state, foe)]
        if waiting:
            raise RefusalError(Refused.PRESS_FIRST, units=" and ".join(waiting))
        make_test(moment, self.unit, pays=self.pays, counted=self.counted)


class TestArmies(Command, frozen=True, kw_only=True, tag="test_armies"):
    """Throw the tests of armies that have lost 30 percent of their points: who has lost most first."""

    __test__ = False

    def situation(self, state: State, catalogue: Catalogue) -> BreakTest:
        sides = tuple(Army(name=side, points=state.army(side).points, lost=state.lost_points(side)) for side in SIDES)
        return BreakTest(format="muster-situation/1", game="arcana", sides=sides)

    def decided(self, moment: Moment) -> None:
        moment.need_step(Step.VICTORY)
        due = [side for side in SIDES if _army_is_due(moment.state, side)]
        if not due:
            raise RefusalError(Refused.NO_ARMY_TEST)
        asked = asked_of(moment.catalogue, self.situation(moment.state, moment.catalogue))
        end = moment.play(asked.steps, asked.start).state
        if end.broken is None:
            moment.happens(ArmyTested(held=tuple(due)), "B107")
            return
        beaten = SIDES[end.broken]
        lost = {side: moment.state.lost_points(side) for side in due}
        before = tuple(side for side in due if lost[side] > lost[beaten])  # has tested, and held on
        moment.happens(ArmyTested(held=before, broke=beaten), "B107")
        _propose(moment, other(beaten), f"{moment.state.army(beaten).name} broke as an army.")


class NameObjective(Command, frozen=True, kw_only=True, tag="name_objective"):
    """Name before the battle what the other side must reach: ground to hold, or one of your units to defeat."""

    kind: Literal["terrain", "character", "unit", "monster"]
    what: Text
    unit: Ref | None = None

    def decided(self, moment: Moment) -> None:
        moment.need_step(Step.DEPLOYMENT)
        _need_meeting(moment.state)
        if self.unit is not None:
            moment.need_own(self.unit)
        number = len(moment.state.objectives) + 1
        objective = Objective(ref=f"o{number}", side=other(moment.seat), kind=self.kind, what=self.what, unit=self.unit)
        moment.happens(ObjectiveNamed(objective=objective), "B103")


class ReachObjective(Command, frozen=True, kw_only=True, tag="reach_objective"):
    """Say at the end of a turn that an objective is reached, or isn't any more."""

    objective: Ref
    reached: bool = True

    def decided(self, moment: Moment) -> None:
        moment.need_step(Step.VICTORY)
        _need_meeting(moment.state)
        objective = next((each for each in moment.state.objectives if each.ref == self.objective), None)
        if objective is None or objective.reached is self.reached:
            raise RefusalError(Refused.NO_OBJECTIVE)
        reached = ObjectiveReached if self.reached else ObjectiveLost
        moment.happens(reached(objective=self.objective), "B105")
        _propose_by_objectives(moment)


def _need_meeting(state: State) -> None:
    if state.scenario is not Scenario.MEETING:
        raise RefusalError(Refused.NO_MEETING)


def reason_not_to_rally(state: State, unit: BattleUnit) -> str:
    """Why a unit can't try to rally as far as the battle knows it; empty where it may (reading BR37)."""
    turn = unit.turn
    reasons = {
        "it isn't broken": unit.standing is not Standing.BROKEN,
        "it tried this turn": turn.rallied,
        "it is in a fight": state.is_engaged(unit.ref),
        "it had losses this turn": turn.wounded or turn.fallen > 0 or turn.characters_lost > 0,
        "fewer than a quarter of its models are left": QUARTER * unit.models_as_they_stand < unit.models_at_first,
    }
    return next((reason for reason, holds in reasons.items() if holds), "")


def _too_near(state: State, catalogue: Catalogue, unit: BattleUnit) -> str:
    """Why a unit can't rally by a drawn table; empty where it may, and on paper."""
    found = drawn(state, catalogue) if stands(state, unit.ref) else None
    foe = enemy_within(found.scene, unit.ref, RALLIES_APART) if found else None
    return f"{state.unit(foe).name} is nearer than {RALLIES_APART} inches" if foe else ""


def _regenerating(catalogue: Catalogue, unit: BattleUnit) -> list[Body]:
    if unit.turn.regenerated or not unit.is_here:
        return []
    hurt = [body for body in unit.bodies if body.left and body.lost]
    return [body for body in hurt if figures(catalogue, unit, body).defence.regeneration]


def must_press(state: State, unit: BattleUnit) -> bool:
    """Whether its owner has to choose among its enemies the one whom its numbers press."""
    foes = state.foes_of(unit.ref)
    waiting = any(foe.ref in state.tests for foe in foes) and not any(foe.turn.tested for foe in foes)
    return len(foes) > 1 and waiting and not unit.turn.counts_against and not unit.turn.sealed


def _name_tests(moment: Moment) -> None:
    """Name the units that must test, by all that this turn has brought."""
    named = tuple(unit.ref for unit in moment.state.units.values() if _must_test(moment, unit))
    if named:
        moment.happens(TestsNamed(named=named), "B90")


def _must_test(moment: Moment, unit: BattleUnit) -> bool:
    if unit.standing is not Standing.READY:
        return False
    try:
        return named_test(moment.catalogue, morale_situation(moment.state, moment.catalogue, unit.ref)).test is not None
    except MalformedError:  # its players decide
        return True


def _take_payments(moment: Moment) -> None:
    """Take off what units have paid instead of breaking."""
    for owed in moment.state.falling:
        suffers(moment, owed.unit, {owed.body: Left(owed.left, owed.lost)}, rules=("B97",))


def _army_is_due(state: State, side: str) -> bool:
    if state.scenario is not Scenario.ATTRITION or state.tested_armies:
        return False
    lost = state.lost_points(side)
    return lost > 0 and 100 * lost >= ARMY_TESTS_FROM * state.army(side).points


def level_of(state: State, winner: str) -> Literal["total", "major", "minor", "pyrrhic"]:
    """How high a side has won by what both have lost (B108, reading BR43)."""
    lost, total = state.lost_points(winner), state.army(winner).points
    if 100 * lost > PYRRHIC * total:
        return "pyrrhic"
    if 100 * lost < TOTAL * total:
        return "total"
    return "major" if lost < state.lost_points(other(winner)) else "minor"


def _propose(moment: Moment, winner: str, reason: str) -> None:
    result = Result(winner="blue" if winner == "blue" else "red", level=level_of(moment.state, winner), reason=reason)
    moment.happens(EndProposed(result=result), "B108")


def _judge(moment: Moment) -> None:
    """See which defeats are reached, and propose the end where a side has all that it must, or nobody is left."""
    for objective in moment.state.objectives:
        if objective.unit is None:
            continue
        defeated = moment.state.unit(objective.unit).standing in (Standing.BROKEN, Standing.LOST)
        if defeated is not objective.reached:
            reached = ObjectiveReached if defeated else ObjectiveLost
            moment.happens(reached(objective=objective.ref), "B103")
    if _propose_by_objectives(moment):
        return
    for side in SIDES:
        if all(unit.standing is Standing.LOST for unit in moment.state.of(other(side))):
            _propose(moment, side, f"Nobody is left of {moment.state.army(other(side)).name}.")


def _propose_by_objectives(moment: Moment) -> bool:
    """Propose the end where a side has reached all that it must, a draw where both have (reading BR62)."""
    state = moment.state
    owed = {side: [its.reached for its in state.objectives if its.side == side] for side in SIDES}
    reached = [side for side, own in owed.items() if own and all(own)]
    if reached:
        reason = f"{' and '.join(state.army(side).name for side in reached)} reached all objectives."
        result = Result(winner=reached[0] if len(reached) == 1 else None, level="objectives", reason=reason)
        moment.happens(EndProposed(result=result), "B104")
    return bool(reached)


def _to_regenerate(state: State, catalogue: Catalogue, side: str) -> ToDos:
    return (ToDo(Task.REGENERATE, unit.ref) for unit in state.of(side) if _regenerating(catalogue, unit))


def _to_rally(state: State, catalogue: Catalogue, side: str) -> ToDos:
    able = (unit for unit in state.of(side) if not reason_not_to_rally(state, unit))
    return (ToDo(Task.RALLY, unit.ref) for unit in able if not _too_near(state, catalogue, unit))


def _to_test(state: State, catalogue: Catalogue, side: str) -> ToDos:
    for unit in state.of(side):
        if must_press(state, unit):
            yield ToDo(Task.PRESS, unit.ref)
        if unit.ref in state.tests and not unit.turn.tested and unit.is_here:
            yield ToDo(Task.TEST, unit.ref)


def _to_judge(state: State, catalogue: Catalogue, side: str) -> ToDos:
    if _army_is_due(state, side):
        yield ToDo(Task.ARMY_TEST)
    if state.scenario is Scenario.MEETING and any(its.unit is None for its in state.objectives):
        yield ToDo(Task.OBJECTIVES)  # who holds ground only the table can tell


TO_DO: Mapping[Step, Callable[[State, Catalogue, str], ToDos]] = {
    Step.REGENERATION: _to_regenerate,
    Step.RALLY: _to_rally,
    Step.TESTS: _to_test,
    Step.VICTORY: _to_judge,
}
BEGINNINGS: Mapping[Step, Callable[[Moment], None]] = {Step.TESTS: _name_tests, Step.VICTORY: _judge}
ENDINGS: Mapping[Step, Callable[[Moment], None]] = {Step.TESTS: _take_payments}
