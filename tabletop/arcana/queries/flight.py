"""Questions about setting up, fleeing and pursuit."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.arcana.battlefield.marks import Ghost, Ground, Line, Mark, Spot
from tabletop.arcana.battlefield.reasons import Step
from tabletop.arcana.battlefield.scene import PlacedTable
from tabletop.arcana.battlefield.sentences import inches
from tabletop.arcana.queries.answer import Answer, Plain, explained, picked, why_not
from tabletop.arcana.rules.deployment import SetUp, read_terms, set_up
from tabletop.arcana.rules.movement.orders import LEVELS
from tabletop.arcana.rules.rout.directions import DIRECTION, Flight, flight
from tabletop.arcana.rules.rout.pursuing import COVERING, PURSUIT, Chase, Pursuit, pursuit
from tabletop.arcana.rules.rout.running import read_flight_end
from tabletop.arcana.rules.rout.threats import Closing
from tabletop.arcana.rules.standing import PLACING
from tabletop.arcana.rules.visibility import all_in_sight
from tabletop.decoding import MalformedError
from tabletop.geometry.primitives.vectors import Point, ahead, normalized_angle

MOST_DEGREES = 360


class SetUpAnswer(Answer, frozen=True, kw_only=True):
    """How the sides set up, and who stands wrong."""

    found: SetUp

    def parts(self) -> Plain:
        deployment = self.found
        return {
            "legal": not deployment.faults,
            **picked(deployment, "zones", "turns"),
            "faults": [{"ref": fault.ref, **why_not(fault.reason)} for fault in deployment.faults],
            **picked(deployment, "room", "withheld"),
            **picked(self, "citation", "steps"),
        }


class FlightAnswer(Answer, frozen=True, kw_only=True):
    """Where a unit runs if it breaks."""

    found: Flight

    def parts(self) -> Plain:
        escape = self.found
        return {
            **picked(escape, "edge", "away", "priorities_kept", "fan", "direction", "engaged"),
            "compulsory": picked(escape, "least", "most"),
            **picked(escape, "voluntary", "voluntary_fans", "leaves", "must_leave", "runs_through"),
            "shunned": [picked(enemy, "ref", "why") for enemy in escape.shunned],
            **picked(self, "steps", "citation"),
        }


class PursuitAnswer(Answer, frozen=True, kw_only=True):
    """Whether a pursuer catches a unit that runs."""

    found: Pursuit

    def parts(self) -> Plain:
        pursued = self.found
        return {
            "possible": self.reason is None,
            **why_not(self.reason),
            **picked(pursued, "direction", "chance", "ranked_chance", "loose"),
            "ranked": pursued.ranked or None,
            **picked(pursued, "flies", "wounds"),
            **picked(self, "citation", "steps"),
            "covering": COVERING if any(chase.covered_by for chase in pursued.loose) else None,
        }


def answer_setup(scene: PlacedTable, terms: str = "") -> SetUpAnswer:
    """Question `setup`, perhaps with `defender red; apart 24; margin 12`."""
    deployment = set_up(scene, read_terms(terms))
    return SetUpAnswer(
        scene=scene, marks=tuple(_zone_marks(deployment)), steps=deployment.steps, citation=PLACING, found=deployment
    )


def _zone_marks(deployment: SetUp) -> Iterator[Mark]:
    yield from (Ground((zone,), side) for side, zone in deployment.zones.items())
    for pieces in deployment.room.values():
        yield from (Ground(rings) for rings in pieces)
    yield from (Spot(fault.reason.where) for fault in deployment.faults if fault.reason.where)


def answer_flight(scene: PlacedTable, ref: str, ends: str = "") -> FlightAnswer:
    """Question `flight A`: where a broken unit may run; on the wing with `high`, `low` or `land`."""
    escape = flight(scene, ref, ends=read_flight_end(ends.strip().lower()), sees=all_in_sight)
    return FlightAnswer(
        scene=scene,
        marks=tuple(_fan_marks(escape)),
        steps=tuple(_flight_steps(escape)),
        citation=DIRECTION,
        found=escape,
    )


WHY = {Closing.THROUGH: "not through", Closing.NEARER: "no nearer to"}


def _flight_steps(escape: Flight) -> Iterator[Step]:
    """The priorities in their order, each with what it closes or leaves."""
    least, most = inches(escape.least), inches(escape.most)
    yield Step(text=f"runs {least} to {most}, with the die", inches=escape.most, citation=PURSUIT)
    yield from (Step(text=f"{WHY[enemy.why]} {enemy.ref}", citation=DIRECTION) for enemy in escape.shunned)
    edge = f"{inches(escape.away)} to the {escape.edge} edge"
    if escape.must_leave:
        edge += ", within its shortest run: it leaves the table"
    yield Step(text=edge, inches=escape.away, citation=DIRECTION)
    if escape.runs_through:
        yield Step(
            text=f"runs through {', '.join(escape.runs_through)}, who strike as if they caught it", citation=DIRECTION
        )
    if escape.voluntary:
        yield Step(
            text=f"up to {inches(escape.voluntary)} more as it likes", inches=escape.voluntary, citation=DIRECTION
        )


def _fan_marks(escape: Flight) -> Iterator[Mark]:
    start = middle_of(escape.unit.centres)
    for low, high in escape.fan:
        steps = max(int((high - low) // 5), 1)
        rim = (ahead(start, low + (high - low) * step / steps, escape.most) for step in range(steps + 1))
        if high > low:
            yield Ground(((start, *rim),))
    yield Line(start, ahead(start, escape.direction, escape.most), inches(escape.most))


def middle_of(points: tuple[Point, ...]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def answer_pursuit(scene: PlacedTable, ref: str, fleeing: str, way: str = "") -> PursuitAnswer:
    """Question `pursuit A B`, perhaps with how B flees: `180`, `high`, `180 land`."""
    bearing, ends = _way(way)
    pursued = pursuit(scene, ref, fleeing, bearing, ends=read_flight_end(ends), sees=all_in_sight)
    return PursuitAnswer(
        scene=scene.with_unit(pursued.fled),
        marks=(Ghost(scene.unit(fleeing)),),
        steps=explained(_pursuit_steps(pursued), pursued.reason),
        reason=pursued.reason,
        citation=PURSUIT,
        found=pursued,
    )


def _pursuit_steps(pursued: Pursuit) -> Iterator[Step]:
    """The loose models' chase, roll by roll."""
    for chase in pursued.loose:
        yield Step(text=f"{chase.roll}: {_outcome(chase)}", inches=chase.needed or 0.0, citation=PURSUIT)


def _outcome(chase: Chase) -> str:
    if chase.leaves:
        return "off the table"
    if chase.covered_by:
        return f"{chase.covered_by} is met first"
    if chase.needed is None:
        return "out of reach"
    return f"{inches(chase.needed)} away, {f'caught on {chase.least_die} or more' if chase.least_die else 'not caught'}"


def _way(text: str) -> tuple[float | None, str]:
    """A direction, a word for how a flight on the wing ends, or the one and then the other."""
    first, *more = text.lower().split() or [""]
    if not first or first in LEVELS:
        return None, " ".join((first, *more))
    return _degrees(first), " ".join(more)


def _degrees(text: str) -> float:
    try:
        number = float(text)
    except ValueError as error:
        raise MalformedError("direction", f"“{text[:60]}” isn't a number of degrees") from error
    if not -MOST_DEGREES <= number <= MOST_DEGREES:
        raise MalformedError("direction", f"degrees are at most {MOST_DEGREES}")
    return normalized_angle(number)
