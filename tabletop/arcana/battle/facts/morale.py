"""What the end of a turn brings: wounds that heal, units that rally, test, break or pay; armies that hold on."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from tabletop.arcana.battle.facts.fact import Fact, UnitFact
from tabletop.arcana.battle.state import BattleUnit, Falling, Side, Standing, State
from tabletop.arcana.catalogue.counted_names import counted
from tabletop.arcana.catalogue.identifiers import Ref
from tabletop.arcana.odds.situations import Reason
from tabletop.battle.lines import Digest
from tabletop.battle.sealing import Salt


class Regenerated(UnitFact, frozen=True, kw_only=True, tag="regenerated"):
    """What living models of a body have lost after regeneration."""

    body: str
    lost: tuple[int, ...] = ()

    def applied(self, state: State) -> State:
        def healed(unit: BattleUnit) -> BattleUnit:
            unit = unit.having(replace(unit.body(self.body), lost=self.lost))
            return unit.having_done(regenerated=True)

        return state.with_unit(self.unit, healed)

    def sentence(self, state: State) -> str:
        back = sum(state.unit(self.unit).body(self.body).lost) - sum(self.lost)
        return f"{self.name(state)} regained {counted('wound', back)}"


class Rallied(UnitFact, frozen=True, kw_only=True, tag="rallied"):
    """A broken unit tried to rally, and did or didn't."""

    rallied: bool

    def applied(self, state: State) -> State:
        def tried(unit: BattleUnit) -> BattleUnit:
            if self.rallied:
                unit = replace(unit, standing=Standing.READY, broken_in=None)
            return unit.having_done(rallied=True)

        return state.with_unit(self.unit, tried)

    def sentence(self, state: State) -> str:
        return f"{self.name(state)} {'rallied' if self.rallied else 'ran on'}"


class TestsNamed(Fact, frozen=True, kw_only=True, tag="tests_named"):
    """The units that must test this turn."""

    __test__ = False
    named: tuple[Ref, ...]

    def applied(self, state: State) -> State:
        return replace(state, tests=self.named)

    def sentence(self, state: State) -> str:
        return f"Must test: {', '.join(state.unit(ref).name for ref in self.named)}"


class PenaltyAssigned(UnitFact, frozen=True, kw_only=True, tag="penalty_assigned"):
    """A unit's numbers count against the test of that enemy."""

    against: Ref

    def applied(self, state: State) -> State:
        return state.with_unit(self.unit, lambda unit: unit.having_done(counts_against=self.against, sealed=None))

    def sentence(self, state: State) -> str:
        return f"{self.name(state)} pressed {state.unit(self.against).name}"


class PenaltySealed(UnitFact, frozen=True, kw_only=True, tag="penalty_sealed"):
    """Against whom a unit's numbers count is chosen, and not shown before the other side has chosen, too."""

    digest: Digest

    def applied(self, state: State) -> State:
        return state.with_unit(self.unit, lambda unit: unit.having_done(sealed=self.digest))

    def sentence(self, state: State) -> str:
        return f"It is chosen in secret whom {self.name(state)} press"


class PenaltyOpened(UnitFact, frozen=True, kw_only=True, tag="penalty_opened"):
    """What was sealed, with the salt that proves it."""

    reveals: ClassVar[bool] = True
    against: Ref
    salt: Salt

    def applied(self, state: State) -> State:
        return state.with_unit(self.unit, lambda unit: unit.having_done(counts_against=self.against, sealed=None))

    def sentence(self, state: State) -> str:
        return f"{self.name(state)} pressed {state.unit(self.against).name}, as was chosen in secret"


class PenaltyUnsealed(UnitFact, frozen=True, kw_only=True, tag="penalty_unsealed"):
    """What was sealed can't be opened: that enemy has left the fight, or the battle was kept from its file since."""

    def applied(self, state: State) -> State:
        return state.with_unit(self.unit, lambda unit: unit.having_done(sealed=None))

    def sentence(self, state: State) -> str:
        return f"What was chosen in secret for {self.name(state)} is void"


class MoraleTested(UnitFact, frozen=True, kw_only=True, tag="morale_tested"):
    """A unit threw two dice against a number, and passed or missed it by so many points.

    Only the test of the end of the turn is done with it: who has fallen back or covered may have that one before it.
    """

    number: int
    missed_by: int = 0
    reason: Reason = Reason.TURN_END

    def applied(self, state: State) -> State:
        if self.reason is not Reason.TURN_END:
            return state
        return state.with_unit(self.unit, lambda unit: unit.having_done(tested=True))

    def sentence(self, state: State) -> str:
        how = f"failed by {self.missed_by}" if self.missed_by else "held"
        return f"{self.name(state)} tested on {self.number} and {how}"


class Broke(UnitFact, frozen=True, kw_only=True, tag="broke"):
    """A unit is broken: it runs from the next fleeing phase on."""

    def applied(self, state: State) -> State:
        return state.with_unit(
            self.unit, lambda unit: replace(unit, standing=Standing.BROKEN, broken_in=state.clock.turn)
        )

    def sentence(self, state: State) -> str:
        return f"{self.name(state)} broke"


class PaidInWounds(UnitFact, frozen=True, kw_only=True, tag="paid_in_wounds"):
    """What will be left of a body when all tests are over: a unit pays by wounds, and stays."""

    body: str
    left: int
    lost: tuple[int, ...] = ()

    def applied(self, state: State) -> State:
        owed = Falling(unit=self.unit, body=self.body, left=self.left, lost=self.lost, by=self.unit)
        return replace(state, falling=(*state.falling, owed))

    def sentence(self, state: State) -> str:
        body = state.unit(self.unit).body(self.body)
        wounds = body.wounds_left - (self.left * body.wounds - sum(self.lost))
        return f"{self.name(state)} stayed, and paid {counted('wound', wounds)}"


class ArmyTested(Fact, frozen=True, kw_only=True, tag="army_tested"):
    """Armies that have lost much have tested: who held on, and who broke."""

    held: tuple[Side, ...] = ()
    broke: Side | None = None

    def applied(self, state: State) -> State:
        tested = (*self.held, *((self.broke,) if self.broke else ()))
        return replace(state, tested_armies=(*state.tested_armies, *tested))

    def sentence(self, state: State) -> str:
        held = [f"{state.army(side).name} held on" for side in self.held]
        broke = [f"{state.army(self.broke).name} broke as an army"] if self.broke else []
        return "; ".join(held + broke)


class ObjectiveReached(Fact, frozen=True, kw_only=True, tag="objective_reached"):
    """An objective is reached, or isn't any more."""

    objective: Ref
    reached: bool = True

    def applied(self, state: State) -> State:
        objectives = tuple(
            replace(each, reached=self.reached) if each.ref == self.objective else each for each in state.objectives
        )
        return replace(state, objectives=objectives)

    def sentence(self, state: State) -> str:
        objective = next(each for each in state.objectives if each.ref == self.objective)
        name = state.army(objective.side).name
        return f"{name} {'reached' if self.reached else 'lost'}: {objective.what}"


class ObjectiveLost(Fact, frozen=True, kw_only=True, tag="objective_lost"):
    """An objective that was reached isn't any more."""

    objective: Ref

    def applied(self, state: State) -> State:
        return ObjectiveReached(objective=self.objective, reached=False).applied(state)

    def sentence(self, state: State) -> str:
        return ObjectiveReached(objective=self.objective, reached=False).sentence(state)
