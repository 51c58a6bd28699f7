"""The start of a turn and the fleeing phase: ground that harms, flights, and who pursues (B7, B11 to B20).

A flight is declared; where enemies may pursue, their side says who does, and then all dice are thrown: those of the
runner, then those of its pursuers. On a table without measures who caught whom is counted along one line: pursuers that
move as far as the runner, and the gap between both, have caught it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from msgspec.structs import replace

from tabletop.arcana.battle.commands.command import Command, Moment, Task, ToDo, ToDos, UnitCommand
from tabletop.arcana.battle.commands.losing import suffers
from tabletop.arcana.battle.commands.ordering import chase_on_table, nears, runs_on_table, table_of
from tabletop.arcana.battle.commands.testing import make_test
from tabletop.arcana.battle.drawing import has_place, hazard_under, stands
from tabletop.arcana.battle.facts.fleeing import (
    Caught,
    CoverTestCalled,
    FlightDeclared,
    FlightMoved,
    HazardEntered,
    HazardSuffered,
    PursuitDeclared,
    PursuitMoved,
    RetreatCovered,
)
from tabletop.arcana.battle.facts.losses import UnitLost
from tabletop.arcana.battle.facts.words import in_inches
from tabletop.arcana.battle.profiles import is_berserk, may_fly, whole_move
from tabletop.arcana.battle.refusals import Refused
from tabletop.arcana.battle.resolving import asked_in, bodies_left, wounds_by
from tabletop.arcana.battle.situations import fields_of
from tabletop.arcana.battle.state import INCH, Contact, Flight, Hundredths, Loss, Standing, State
from tabletop.arcana.battle.steps import Step
from tabletop.arcana.battlefield.schema import Altitude, Hazard
from tabletop.arcana.catalogue.identifiers import Ref
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.odds.answers import asked_of
from tabletop.arcana.odds.situations import InHazard, Passing, PassingBlows, Reason, Side, Unit
from tabletop.battle.events import RefusalError
from tabletop.decoding import MalformedError


class EnterHazard(UnitCommand, frozen=True, kw_only=True, tag="enter_hazard"):
    """Say that a unit stands in ground that harms as a turn starts; none where it has left it."""

    hazard: Hazard | None = None

    def decided(self, moment: Moment) -> None:
        moment.need_own(self.unit)
        moment.happens(HazardEntered(unit=self.unit, hazard=self.hazard), "B7")


class Suffer(UnitCommand, frozen=True, kw_only=True, tag="suffer"):
    """Throw the dice of the ground in which a unit stands as the turn starts."""

    def situation(self, state: State, catalogue: Catalogue) -> InHazard:
        """What it costs. RefusalError for safe ground."""
        unit = state.unit(self.unit)
        if unit.hazard is None:
            raise RefusalError(Refused.NO_HAZARD, unit=unit.name)
        inside = Unit(**fields_of(unit))
        return InHazard(format="muster-situation/1", game="arcana", unit=inside, hazard=unit.hazard)

    def decided(self, moment: Moment) -> None:
        moment.need_step(Step.HAZARDS)
        unit = moment.need_own(self.unit)
        if unit.hazard is None or unit.turn.suffered or not unit.is_here:
            raise RefusalError(Refused.NO_HAZARD, unit=unit.name)
        asked = asked_in(moment.catalogue, self.situation(moment.state, moment.catalogue), unit=unit)
        end = moment.play(asked.steps, asked.start, of=self.unit).state
        left = bodies_left(unit, end.unit.left, end.unit.lefts)
        moment.happens(HazardSuffered(unit=self.unit, strikes=end.strikes, wounds=wounds_by(unit, left)), "B7")
        suffers(moment, self.unit, left, rules=("B7",))


class Flee(UnitCommand, frozen=True, kw_only=True, tag="flee"):
    """Let a broken unit run: a die, and so many inches of its move, all of them out of a fight.

    `edge` is how far it is to the table's edge where it runs, `through` enemies through whom it must.
    """

    inches: Hundredths = 0
    edge: Hundredths | None = None
    altitude: Altitude = Altitude.GROUND
    through: tuple[Ref, ...] = ()

    def decided(self, moment: Moment) -> None:
        engaged = moment.state.is_engaged(self.unit)
        moment.need_step(Step.ENGAGED_RUNNERS if engaged else Step.LOOSE_RUNNERS)
        unit = moment.need_own(self.unit)
        if unit.standing is not Standing.BROKEN:
            raise RefusalError(Refused.NOT_BROKEN, unit=unit.name)
        if unit.turn.fled:
            raise RefusalError(Refused.FLED_ALREADY, unit=unit.name)
        flight = flight_of(moment, self.unit, self.inches, edge=self.edge, altitude=self.altitude, through=self.through)
        begin_flight(moment, flight)


class Pursue(Command, frozen=True, kw_only=True, tag="pursue"):
    """Say who pursues a unit that runs, and throw the dice: its own, then those of its pursuers.

    `gap` are the inches that they must make up, `covered_by` is a unit of its side upon which they come first.
    """

    while_waiting = True
    pursuers: tuple[Ref, ...] = ()
    gap: Hundredths = 0
    covered_by: Ref | None = None

    def decided(self, moment: Moment) -> None:
        flight = moment.state.flight
        if flight is None or moment.seat != moment.state.answering:
            raise RefusalError(Refused.NOTHING_TO_ANSWER)
        self._check(moment, flight)
        pursue(moment, flight, self.pursuers, gap=self.gap, covered_by=self.covered_by)

    def _check(self, moment: Moment, flight: Flight) -> None:
        state = moment.state
        for ref in self.pursuers:
            if ref not in flight.pursuers or self.pursuers.count(ref) > 1:
                raise RefusalError(Refused.CANT_PURSUE, unit=state.units[ref].name if ref in state.units else ref)
        for ref in flight.pursuers:
            if ref not in self.pursuers and is_berserk(moment.catalogue, state.unit(ref)):
                raise RefusalError(Refused.MUST_PURSUE, unit=state.unit(ref).name)
        if self.covered_by is not None:
            cover = state.units.get(self.covered_by)
            if cover is None or cover.side == moment.seat or cover.standing is not Standing.READY:
                raise RefusalError(Refused.NO_ENEMY, unit=cover.name if cover else self.covered_by)


def pursue(
    moment: Moment, flight: Flight, pursuers: tuple[Ref, ...], *, gap: Hundredths = 0, covered_by: Ref | None = None
) -> None:
    """Let a unit run, and its pursuers after it: who reaches it has caught it, and it runs once more."""
    moment.happens(PursuitDeclared(prey=flight.unit, pursuers=pursuers), "B13")
    way = run(moment, flight)
    cover = covered_by or _in_the_way(moment, flight.unit, pursuers)
    if pursuers and cover is not None and _covers(moment, cover, pursuers):
        return
    caught = [ref for ref in pursuers if _reaches(moment, flight, ref, way=way, gap=gap)]
    for ref in caught:
        catch(moment, flight.unit, ref)
    if caught and moment.state.unit(flight.unit).is_here:
        edge = None if flight.edge is None else max(flight.edge - way, 0)
        run(moment, replace(flight, inches=0, edge=edge, through=()))


def _reaches(moment: Moment, flight: Flight, ref: str, *, way: int, gap: Hundredths) -> bool:
    """Let a pursuer run; whether it has caught its prey."""
    unit, prey = moment.state.unit(ref), moment.state.unit(flight.unit)
    inches = whole_move(moment.catalogue, unit) + INCH * moment.roll(1, "pursuit", of=ref)[0]
    too_high = flight.altitude is Altitude.HIGH and not may_fly(moment.catalogue, unit)
    needed: float | None = way + gap
    if has_place(moment.state, ref, prey.ref):
        chase = chase_on_table(moment, ref, prey.ref)
        needed = None if chase.needed is None else INCH * chase.needed
        nears(moment, ref, prey.ref, f"after {prey.name}", most=inches)
    reached = prey.is_here and not too_high and needed is not None and inches >= needed
    moment.happens(PursuitMoved(unit=ref, prey=prey.ref, inches=inches, reached=reached), "B13")
    return reached


def _pursue_of_themselves(moment: Moment, flight: Flight) -> bool:
    """Whether nobody has anything to choose or to measure: on a drawn table, where all who may pursue are berserk."""
    return all(
        has_place(moment.state, ref, flight.unit) and is_berserk(moment.catalogue, moment.state.unit(ref))
        for ref in flight.pursuers
    )


def flight_of(
    moment: Moment,
    ref: str,
    inches: int,
    *,
    edge: int | None = None,
    altitude: Altitude = Altitude.GROUND,
    through: tuple[str, ...] = (),
    charger: str | None = None,
) -> Flight:
    """A flight as it may be declared: out of a fight with the whole move; RefusalError where it can't be so."""
    state, unit = moment.state, moment.state.unit(ref)
    most = whole_move(moment.catalogue, unit)
    if inches > most:
        raise RefusalError(Refused.ADDS_TOO_MUCH, unit=unit.name, most=in_inches(most))
    if altitude is not Altitude.GROUND and not may_fly(moment.catalogue, unit):
        raise RefusalError(Refused.NO_FLIGHT, unit=unit.name)
    for enemy in through:
        blocking = state.units.get(enemy)
        if blocking is None or blocking.side == unit.side or not blocking.is_here:
            raise RefusalError(Refused.NO_ENEMY, unit=blocking.name if blocking else enemy)
    pursuers = dict.fromkeys([*_possible_pursuers(state, ref), *([charger] if charger else [])])
    return Flight(
        unit=ref,
        inches=most if state.is_engaged(ref) else inches,
        pursuers=tuple(pursuers),
        edge=edge,
        altitude=altitude,
        through=through,
        charger=charger,
    )


def begin_flight(moment: Moment, flight: Flight) -> None:
    """Declare a flight that somebody may pursue, or let the unit run at once; the berserk pursue unasked."""
    if not flight.pursuers:
        run(moment, flight)
        return
    fields = {name: getattr(flight, name) for name in Flight.__struct_fields__}
    moment.happens(FlightDeclared(**fields), "B12")
    if _pursue_of_themselves(moment, flight):
        pursue(moment, flight, flight.pursuers)


def run(moment: Moment, flight: Flight) -> int:
    """Throw the die of a flight and let the unit run; how far, in hundredths of an inch."""
    way = flight.inches + INCH * moment.roll(1, "flight", of=flight.unit)[0]
    leaves = flight.edge is not None and way >= flight.edge
    if stands(moment.state, flight.unit):
        leaves = runs_on_table(moment, flight, way)
    moment.happens(FlightMoved(unit=flight.unit, inches=way, altitude=flight.altitude), "B12")
    for enemy in flight.through:
        if moment.state.unit(flight.unit).is_here:
            catch(moment, flight.unit, enemy)
    if leaves and moment.state.unit(flight.unit).is_here:
        moment.happens(UnitLost(unit=flight.unit, how=Loss.FLED), "B17")
    return way


def catching(state: State, prey: str, by: str) -> Passing:
    """What a unit that is caught suffers: all attacks of the other one, its characters' among them."""
    striker, struck = (Side(**fields_of(state.unit(ref))) for ref in (by, prey))
    return Passing(format="muster-situation/1", game="arcana", how=PassingBlows.CAUGHT, striker=striker, struck=struck)


def catch(moment: Moment, prey: str, by: str) -> None:
    """Let a unit that runs suffer all attacks of one that caught it; what the resolvers can't tell the table counts."""
    unit = moment.state.unit(prey)
    if not unit.is_here:
        return
    try:
        asked = asked_of(moment.catalogue, catching(moment.state, prey, by))
    except MalformedError:
        moment.happens(Caught(prey=prey, by=by), "B14")
        return
    end = moment.play(asked.steps, asked.start, of=by).state
    left = bodies_left(unit, end.left, end.lefts)
    moment.happens(Caught(prey=prey, by=by, wounds=wounds_by(unit, left)), "B14")
    suffers(moment, prey, left, by=by, rules=("B14",))


def _possible_pursuers(state: State, ref: str) -> Iterable[str]:
    """The enemies that fight a unit, and nobody else who isn't broken."""
    for foe in state.foes_of(ref):
        others = (each for each in state.foes_of(foe.ref) if each.ref != ref)
        if foe.standing is Standing.READY and all(each.standing is Standing.BROKEN for each in others):
            yield foe.ref


def _covers(moment: Moment, cover: str, pursuers: tuple[str, ...]) -> bool:
    """Whether a unit holds upon which pursuers have come; else it breaks and runs, too."""
    for ref in pursuers:
        if stands(moment.state, ref, cover):
            nears(moment, ref, cover, f"upon {moment.state.unit(cover).name}")
    moment.happens(CoverTestCalled(unit=cover, pursuers=pursuers), "B18")
    extra = tuple(Contact(units=(ref, cover), since=moment.state.clock.turn) for ref in pursuers)
    if make_test(moment, cover, Reason.COVERING, extra=extra, rule="B18"):
        moment.happens(RetreatCovered(unit=cover, pursuers=pursuers), "B18")
        return True
    if moment.state.unit(cover).standing is Standing.READY:  # paid by wounds
        moment.happens(RetreatCovered(unit=cover, pursuers=pursuers), "B18")
        return True
    way = whole_move(moment.catalogue, moment.state.unit(cover))
    run(moment, Flight(unit=cover, inches=way, pursuers=()))
    return False


def _in_the_way(moment: Moment, prey: str, pursuers: tuple[str, ...]) -> str | None:
    """The unit upon which pursuers come first on a drawn table, and that may cover; None for nobody."""
    for ref in pursuers:
        cover = chase_on_table(moment, ref, prey).covered_by if has_place(moment.state, ref, prey) else None
        if cover is not None and moment.state.unit(cover).standing is Standing.READY:
            return cover
    return None


def _in_hazards(state: State, catalogue: Catalogue, side: str) -> ToDos:
    for unit in state.of(side):
        if unit.hazard is not None and unit.is_here and not unit.turn.suffered:
            yield ToDo(Task.SUFFER, unit.ref)


def _find_hazards(moment: Moment) -> None:
    """On a drawn table the ground itself says who stands in what harms."""
    for ref, unit in table_of(moment).scene.units.items() if moment.state.laid else ():
        hazard = hazard_under(table_of(moment).scene, unit)
        if hazard != moment.state.unit(ref).hazard:
            moment.happens(HazardEntered(unit=ref, hazard=hazard), "B7")


def _runners(*, engaged: bool) -> Callable[[State, Catalogue, str], ToDos]:
    def found(state: State, catalogue: Catalogue, side: str) -> ToDos:
        for unit in state.of(side):
            is_due = unit.standing is Standing.BROKEN and not unit.turn.fled
            if is_due and state.is_engaged(unit.ref) is engaged:
                yield ToDo(Task.FLEE, unit.ref)

    return found


TO_DO: Mapping[Step, Callable[[State, Catalogue, str], ToDos]] = {
    Step.HAZARDS: _in_hazards,
    Step.LOOSE_RUNNERS: _runners(engaged=False),
    Step.ENGAGED_RUNNERS: _runners(engaged=True),
}
BEGINNINGS: Mapping[Step, Callable[[Moment], None]] = {Step.HAZARDS: _find_hazards}
ENDINGS: Mapping[Step, Callable[[Moment], None]] = {}
