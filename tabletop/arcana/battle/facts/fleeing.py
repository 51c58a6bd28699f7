"""Ground that harms, flights, and who pursues: what happens before anybody moves of its own will."""

from __future__ import annotations

from msgspec.structs import replace

from tabletop.arcana.battle.facts.fact import Fact, UnitFact
from tabletop.arcana.battle.facts.words import in_inches, wounds_struck
from tabletop.arcana.battle.state import BattleUnit, Contact, Flight, Hundredths, State
from tabletop.arcana.battlefield.schema import Altitude, Hazard
from tabletop.arcana.catalogue.counted_names import counted
from tabletop.arcana.catalogue.identifiers import Ref


class HazardEntered(UnitFact, frozen=True, kw_only=True, tag="hazard_entered"):
    """A unit stands in ground that harms as a turn starts, or doesn't any more."""

    hazard: Hazard | None = None

    def applied(self, state: State) -> State:
        return state.with_unit(self.unit, lambda unit: replace(unit, hazard=self.hazard))

    def sentence(self, state: State) -> str:
        done = "came into ground that harms" if self.hazard else "came out of ground that harms"
        return f"{self.name(state)} {done}"


class HazardSuffered(UnitFact, frozen=True, kw_only=True, tag="hazard_suffered"):
    """What the ground did as the turn started: whether it struck, and the wounds."""

    strikes: bool
    wounds: int = 0

    def applied(self, state: State) -> State:
        return state.with_unit(self.unit, lambda unit: unit.having_done(suffered=True))

    def sentence(self, state: State) -> str:
        if not self.strikes:
            return f"The ground spared {self.name(state)}"
        return f"The ground cost {self.name(state)} {counted('wound', self.wounds)}"


class FlightDeclared(UnitFact, frozen=True, kw_only=True, tag="flight_declared"):
    """A unit will run, so far beyond its die; who may pursue has yet to say so."""

    inches: Hundredths
    pursuers: tuple[Ref, ...]
    edge: Hundredths | None = None
    altitude: Altitude = Altitude.GROUND
    through: tuple[Ref, ...] = ()
    charger: Ref | None = None

    def applied(self, state: State) -> State:
        flight = Flight(
            unit=self.unit,
            inches=self.inches,
            pursuers=self.pursuers,
            edge=self.edge,
            altitude=self.altitude,
            through=self.through,
            charger=self.charger,
        )
        return replace(state, flight=flight, charge=None)

    def sentence(self, state: State) -> str:
        return f"{self.name(state)} will run a die and {in_inches(self.inches)}"


class PursuitDeclared(Fact, frozen=True, kw_only=True, tag="pursuit_declared"):
    """Who follows a unit that runs: none, where all let it go."""

    prey: Ref
    pursuers: tuple[Ref, ...]

    def applied(self, state: State) -> State:
        return replace(state, flight=None)

    @property
    def units(self) -> tuple[str, ...]:
        return (self.prey, *self.pursuers)

    def sentence(self, state: State) -> str:
        prey = state.unit(self.prey).name
        if not self.pursuers:
            return f"Nobody pursued {prey}"
        names = " and ".join(state.unit(ref).name for ref in self.pursuers)
        return f"{names} will pursue {prey}"


class FlightMoved(UnitFact, frozen=True, kw_only=True, tag="flight_moved"):
    """A unit has run so far, in loose order, and fights nobody."""

    inches: Hundredths
    altitude: Altitude = Altitude.GROUND

    def applied(self, state: State) -> State:
        def run(unit: BattleUnit) -> BattleUnit:
            unit = replace(unit, files=0, altitude=self.altitude)
            return unit.having_done(fled=True, moved=unit.turn.moved + self.inches)

        return state.apart(self.unit).with_unit(self.unit, run)

    def sentence(self, state: State) -> str:
        return f"{self.name(state)} ran {in_inches(self.inches)}"


class PursuitMoved(UnitFact, frozen=True, kw_only=True, tag="pursuit_moved"):
    """A unit has followed one that ran, so far, and may have reached it."""

    prey: Ref
    inches: Hundredths
    reached: bool

    def applied(self, state: State) -> State:
        return state.with_unit(
            self.unit, lambda unit: unit.having_done(pursued=True, moved=unit.turn.moved + self.inches)
        )

    @property
    def units(self) -> tuple[str, ...]:
        return (self.unit, self.prey)

    def sentence(self, state: State) -> str:
        prey = state.unit(self.prey).name
        how = "caught" if self.reached else "didn't catch"
        return f"{self.name(state)} followed {in_inches(self.inches)} and {how} {prey}"


class Caught(Fact, frozen=True, kw_only=True, tag="caught"):
    """A unit that runs has been struck down by one that caught it, or through which it ran.

    Without `wounds` the table counts them.
    """

    prey: Ref
    by: Ref
    wounds: int | None = None

    def applied(self, state: State) -> State:
        return state

    @property
    def units(self) -> tuple[str, ...]:
        return (self.prey, self.by)

    def sentence(self, state: State) -> str:
        return f"{state.unit(self.by).name} struck {state.unit(self.prey).name}: {wounds_struck(self.wounds)}"


class CoverTestCalled(UnitFact, frozen=True, kw_only=True, tag="cover_test_called"):
    """Pursuers come upon a unit, which must test whether it stands in their way."""

    pursuers: tuple[Ref, ...]

    def applied(self, state: State) -> State:
        return state

    def sentence(self, state: State) -> str:
        names = " and ".join(state.unit(ref).name for ref in self.pursuers)
        return f"{names} came upon {self.name(state)}, who must test to cover the retreat"


class RetreatCovered(Fact, frozen=True, kw_only=True, tag="retreat_covered"):
    """Pursuers have come upon another unit, which holds and fights them."""

    unit: Ref
    pursuers: tuple[Ref, ...]

    def applied(self, state: State) -> State:
        for pursuer in self.pursuers:
            state = state.with_unit(pursuer, lambda unit: unit.having_done(pursued=True))
            state = state.touch(Contact(units=(pursuer, self.unit), since=state.clock.turn))
        return state.with_unit(self.unit, lambda unit: unit.having_done(covered=True))

    @property
    def units(self) -> tuple[str, ...]:
        return (self.unit, *self.pursuers)

    def sentence(self, state: State) -> str:
        return f"{state.unit(self.unit).name} held and covered the retreat"
