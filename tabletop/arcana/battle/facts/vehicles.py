"""Vehicles: who boards and leaves them, what shakes those aboard, and damaged ones taken apart for others."""

from __future__ import annotations

from msgspec.structs import replace

from tabletop.arcana.battle.facts.fact import UnitFact
from tabletop.arcana.battle.state import BattleUnit, Hundredths, Jolt, Many, State
from tabletop.arcana.catalogue.counted_names import counted
from tabletop.arcana.catalogue.identifiers import Ref
from tabletop.arcana.rules.harm.losses import Left


class Boarded(UnitFact, frozen=True, kw_only=True, tag="boarded"):
    """A unit is aboard vehicles, and nowhere else on the table."""

    carrier: Ref

    @property
    def units(self) -> tuple[str, ...]:
        return (self.unit, self.carrier)

    def applied(self, state: State) -> State:
        state = state.with_unit(self.carrier, lambda unit: unit.having_done(loaded=True))
        state = state.with_unit(
            self.unit,
            lambda unit: replace(unit, aboard=self.carrier, files=0).having_done(loaded=True, moved_already=True),
        )
        if state.laid is None:
            return state
        stood = {ref: place for ref, place in state.laid.stood.items() if ref != self.unit}
        return replace(state, laid=replace(state.laid, stood=stood))

    def sentence(self, state: State) -> str:
        return f"{self.name(state)} boarded {state.unit(self.carrier).name}"


class Alighted(UnitFact, frozen=True, kw_only=True, tag="alighted"):
    """A unit has left the vehicles, in loose order; so much of its move is spent by that."""

    carrier: Ref
    spent: Hundredths = 0

    @property
    def units(self) -> tuple[str, ...]:
        return (self.unit, self.carrier)

    def applied(self, state: State) -> State:
        def out(unit: BattleUnit) -> BattleUnit:
            return replace(unit, aboard=None, files=0).having_done(
                loaded=True, moved=unit.turn.moved + self.spent, moved_already=True
            )

        state = state.with_unit(self.carrier, lambda unit: unit.having_done(loaded=True))
        return replace(state.with_unit(self.unit, out), moving=self.unit)

    def sentence(self, state: State) -> str:
        return f"{self.name(state)} left {state.unit(self.carrier).name}"


class CargoShaken(UnitFact, frozen=True, kw_only=True, tag="cargo_shaken"):
    """A unit aboard must take a hit for each wound of its vehicles; so many models are `thrown` off those destroyed."""

    hits: Many = 0
    thrown: Many = 0

    def applied(self, state: State) -> State:
        waiting = next((jolt for jolt in state.jolts if jolt.unit == self.unit), Jolt(unit=self.unit))
        jolt = replace(waiting, hits=waiting.hits + self.hits, thrown=waiting.thrown + self.thrown)
        return replace(state, jolts=(*(own for own in state.jolts if own.unit != self.unit), jolt))

    def sentence(self, state: State) -> str:
        said = [counted("hit", self.hits)] if self.hits else []
        said += [f"{counted('model', self.thrown)} thrown off"] if self.thrown else []
        return f"{self.name(state)} aboard: {' and '.join(said)}"


class CargoStruck(UnitFact, frozen=True, kw_only=True, tag="cargo_struck"):
    """Those aboard have taken what shook their vehicles: so many hits, and the wounds that they brought."""

    hits: Many
    wounds: Many

    def applied(self, state: State) -> State:
        return replace(state, jolts=tuple(jolt for jolt in state.jolts if jolt.unit != self.unit))

    def sentence(self, state: State) -> str:
        return f"{self.name(state)} took {counted('hit', self.hits)} aboard: {counted('wound', self.wounds)}"


class VehiclesRepaired(UnitFact, frozen=True, kw_only=True, tag="vehicles_repaired"):
    """Damaged vehicles were taken apart for the others, of which so many are left; none has fallen by it."""

    body: Ref
    left: Many
    lost: tuple[int, ...] = ()

    def applied(self, state: State) -> State:
        def repaired(unit: BattleUnit) -> BattleUnit:
            return unit.having(unit.body(self.body).left_with(Left(self.left, self.lost)))

        return state.with_unit(self.unit, repaired)

    def sentence(self, state: State) -> str:
        fewer = state.unit(self.unit).body(self.body).left - self.left
        return f"{self.name(state)} took {counted('vehicle', fewer)} apart to repair the others"
