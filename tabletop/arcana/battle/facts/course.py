"""The course of a battle: turns, phases and steps, what is set by hand or only said, and how it ends."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from tabletop.arcana.battle.facts.fact import Fact, UnitFact
from tabletop.arcana.battle.facts.losses import with_losses
from tabletop.arcana.battle.state import BattleUnit, Claim, Result, Side, Standing, State, ThisTurn
from tabletop.arcana.battle.steps import PHASE_NAMES, STEP_NAMES, Phase, Step
from tabletop.arcana.rules.harm.losses import Left
from tabletop.battle.events import Clock
from tabletop.values import Text


class TurnBegun(Fact, frozen=True, kw_only=True, tag="turn_begun"):
    """A turn begins: what units did in the last one is over."""

    number: int

    def applied(self, state: State) -> State:
        units = {
            ref: replace(_held(unit), turn=ThisTurn(was_engaged=state.is_engaged(ref)))
            for ref, unit in state.units.items()
        }
        return replace(
            state,
            units=units,
            clock=Clock(turn=self.number),
            initiative=state.initiative if self.number == 1 else None,  # of the first turn the defender has it
            mover=None,
            moving=None,
            tests=(),
            tested_armies=(),
            laid=state.laid and replace(state.laid, spent={}),
        )

    def sentence(self, state: State) -> str:
        return f"Turn {self.number}"


def _held(unit: BattleUnit) -> BattleUnit:
    """Under spells that a die may shake off, which hold until it has."""
    if all(own.holds is None for own in unit.spells):
        return unit
    return replace(unit, spells=tuple(own if own.holds is None else replace(own, holds=True) for own in unit.spells))


class PhaseBegun(Fact, frozen=True, kw_only=True, tag="phase_begun"):
    """A phase of the turn begins, in which spells that last may strike again."""

    phase: Phase

    def applied(self, state: State) -> State:
        struck = (unit.having_done(recurred=()) for unit in state.units.values() if unit.turn.recurred)
        return replace(state.having(*struck), clock=Clock(turn=state.clock.turn, phase=self.phase))

    def sentence(self, state: State) -> str:
        return PHASE_NAMES[self.phase]


class StepBegun(Fact, frozen=True, kw_only=True, tag="step_begun"):
    """A step of the phase begins; `side` is the one whose it is, none for a step of both."""

    step: Step
    side: Side | None = None

    def applied(self, state: State) -> State:
        clock = Clock(turn=state.clock.turn, phase=state.clock.phase, step=self.step, side=self.side or "")
        return replace(state, clock=clock, finished=(), moving=None, counting=False, fights=())

    def sentence(self, state: State) -> str:
        whose = f", {state.army(self.side).name}" if self.side else ""
        return f"{STEP_NAMES[self.step]}{whose}"


class StepFinished(Fact, frozen=True, kw_only=True, tag="step_finished"):
    """A side is done with a step."""

    side: Side

    def applied(self, state: State) -> State:
        return replace(state, finished=(*state.finished, self.side))

    def sentence(self, state: State) -> str:
        return f"{state.army(self.side).name} finished"


class Corrected(UnitFact, frozen=True, kw_only=True, tag="corrected"):
    """The table is right: a unit as it really is, set by hand, and why.

    `body` is one of its bodies with the models and wounds that it has, both where either is stated; what isn't stays.
    Losses that the table has counted are losses of this turn, like any others.
    """

    why: Text
    body: str | None = None
    left: int | None = None
    lost: tuple[int, ...] | None = None
    standing: Standing | None = None
    files: int | None = None
    power: int | None = None
    before: Text = ""

    def applied(self, state: State) -> State:
        def corrected(unit: BattleUnit) -> BattleUnit:
            if self.body is not None:
                body = unit.body(self.body)
                left = body.left if self.left is None else self.left
                lost = body.lost if self.lost is None else self.lost
                power = body.power if self.power is None else self.power
                unit = with_losses(unit, replace(body, power=power), Left(left, lost))
            if self.standing is not None:
                unit = replace(unit, standing=self.standing, how_lost=None)
            return replace(unit, files=unit.files if self.files is None else self.files)

        counted = self.left is not None or self.lost is not None  # what was to fall is counted with it
        falling = tuple(falling for falling in state.falling if not (counted and falling.body == self.body))
        changed = replace(state, falling=falling).with_unit(self.unit, corrected)
        return changed if changed.unit(self.unit).is_here else changed.apart(self.unit)

    def sentence(self, state: State) -> str:
        return f"{self.name(state)} set by hand: {self.why}"


class Noted(Fact, frozen=True, kw_only=True, tag="noted"):
    """Something that was said at the table."""

    text: Text

    def applied(self, state: State) -> State:
        return state

    def sentence(self, state: State) -> str:
        return self.text


class ClaimContested(Fact, frozen=True, kw_only=True, tag="claim_contested"):
    """A side says that something in the log, the event of that number in the log's words, was otherwise."""

    event: int
    about: Text
    by: Side
    why: Text

    def applied(self, state: State) -> State:
        return replace(state, claims=(*state.claims, Claim(about=self.about, by=self.by)))

    def sentence(self, state: State) -> str:
        return f"{state.army(self.by).name} contest “{self.about}”: {self.why}"


class ClaimAgreed(Fact, frozen=True, kw_only=True, tag="claim_agreed"):
    """What was contested is settled: it `stands`, or it was otherwise, and is set right by hand."""

    about: Text
    stands: bool
    by: Side | Literal["referee"]

    def applied(self, state: State) -> State:
        return replace(state, claims=tuple(claim for claim in state.claims if claim.about != self.about))

    def sentence(self, state: State) -> str:
        who = "The referee" if self.by == "referee" else state.army(self.by).name
        return f"{who} agreed: “{self.about}” {'stands' if self.stands else 'was otherwise'}"


class EndProposed(Fact, frozen=True, kw_only=True, tag="end_proposed"):
    """A result that one side, or the count of points, proposes; nothing ends by it."""

    result: Result
    by: Side | Literal["book"] = "book"

    def applied(self, state: State) -> State:
        return replace(state, proposed=self.result, proposed_by=self.by)

    def sentence(self, state: State) -> str:
        winner = state.army(self.result.winner).name if self.result.winner else "nobody"
        return f"Proposed: {winner} won. {self.result.reason}".strip()


class EndWithdrawn(Fact, frozen=True, kw_only=True, tag="end_withdrawn"):
    """What a side has proposed is off the table."""

    side: Side

    def applied(self, state: State) -> State:
        return replace(state, proposed=None, proposed_by=None)

    def sentence(self, state: State) -> str:
        return f"{state.army(self.side).name} no longer propose an end"


class BattleEnded(Fact, frozen=True, kw_only=True, tag="battle_ended"):
    """The battle is over."""

    result: Result

    def applied(self, state: State) -> State:
        clock = replace(state.clock, phase="over", step="")
        return replace(state, result=self.result, proposed=None, proposed_by=None, clock=clock)

    def sentence(self, state: State) -> str:
        result = self.result
        if not result.winner:
            return f"A draw. {result.reason}".strip()
        return f"{state.army(result.winner).name} won: {result.level}. {result.reason}".strip()
