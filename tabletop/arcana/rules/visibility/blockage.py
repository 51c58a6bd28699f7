"""Why one unit doesn't see another: what is in the way from middle to middle, and what would open it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import inf

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.battlefield.causes import Cause
from tabletop.arcana.battlefield.reasons import Reason, Step, because
from tabletop.arcana.rules.visibility.bodies import Body, View
from tabletop.arcana.rules.visibility.heights import MODEL
from tabletop.arcana.rules.visibility.judging import LOOSE_SEEN_THROUGH, SIGHTING, Case, Effect, Verdict, verdict
from tabletop.arcana.rules.visibility.lines import Cases, first_free, is_hidden, trimmed
from tabletop.arcana.terrain.going import FLYING
from tabletop.geometry.primitives.polygons import Polygon
from tabletop.geometry.primitives.segments import Segment, point_at
from tabletop.geometry.primitives.tolerances import RANGE
from tabletop.geometry.primitives.vectors import Point, distance

HIGHER_GROUND = because(Cause.FROM_HIGHER_GROUND, SIGHTING)
MOST_WAYS = 5  # behind more, no single one opens the way often enough to be asked for


class Crossed(Struct, frozen=True):
    """Something that a line crosses: what it does there, where the line enters and for how many inches."""

    body: Body
    verdict: Verdict
    enters: float
    length: float

    @property
    def step(self) -> Step:
        return replace(self.verdict.why.step, inches=self.length)


class Way(Struct, frozen=True):
    """What may open the view, and the cases that it would make of those that are blocked."""

    remedy: Reason
    cases: Cases


class Blocker(Struct, frozen=True, kw_only=True):
    """What stops the straight line from middle to middle, and where the line meets it."""

    ref: str
    why: Reason
    where: Point


class Blockage(Struct, frozen=True):
    """The straight line between the nearest of two units, and what it crosses, the nearest first."""

    cases: Cases
    case: Case
    line: Segment
    crossed: tuple[Crossed, ...]

    @property
    def stopping(self) -> tuple[Crossed, ...]:
        """Those that stop the line: two skirmished units do together, a forest where the line is too long inside."""
        loose = [each for each in self.crossed if each.verdict.does is Effect.COUNTS]
        together = loose if len(loose) > LOOSE_SEEN_THROUGH else []
        return tuple(each for each in self.crossed if _stops(each) or each in together)

    @property
    def blockers(self) -> Iterator[Blocker]:
        for each in self.stopping:
            yield Blocker(ref=each.body.ref, why=each.verdict.why, where=point_at(self.line, each.enters))

    @property
    def ways(self) -> Iterator[Way]:
        """One thing less in the way, or a higher place: what is worth to be asked for."""
        if is_hidden(self.case):
            return
        stopping = self.stopping
        for each in stopping if len(stopping) <= MOST_WAYS else ():
            yield Way(_without(each.body), tuple(replace(case, cleared=each.body.ref) for case in self.cases))
        top = max((each.body.top for each in stopping if each.verdict.does is not Effect.LIMITS), default=inf)
        if top < inf:
            place = because(Cause.FROM_HIGHER_THAN, SIGHTING, top=top) if top else HIGHER_GROUND
            yield Way(place, tuple(replace(case, lifted=top + MODEL) for case in self.cases))

    def reason(self, ways: Sequence[Reason]) -> Reason:
        """Why there is no sight, with the ways that are known to open it."""
        if is_hidden(self.case):
            return because(Cause.HIDDEN_FROM_ABOVE, FLYING)
        stopping = self.stopping
        depths = [crossed.verdict.depth for crossed in stopping if crossed.verdict.depth]
        less = (because(Cause.THROUGH_LESS_OF_IT, SIGHTING, depth=depth) for depth in depths)
        remedies = (*ways, *less) or (because(Cause.GOING_AROUND, SIGHTING),)
        if not stopping:
            return because(Cause.NO_GAP, SIGHTING, ways=remedies)
        blockers: list[Reason] = []
        for crossed in stopping:
            if crossed.verdict.why not in blockers:
                blockers.append(crossed.verdict.why)
        return because(
            Cause.SIGHT_IS_BLOCKED,
            blockers[0].citation,
            ref=stopping[0].body.ref,
            where=point_at(self.line, stopping[0].enters),
            blockers=tuple(blockers),
            ways=remedies,
        )


def _stops(crossed: Crossed) -> bool:
    verdict = crossed.verdict
    return verdict.does is Effect.STOPS or (verdict.does is Effect.LIMITS and crossed.length > verdict.depth + RANGE)


def _without(body: Body) -> Reason:
    if body.unit:
        return because(Cause.WITHOUT_THE_UNIT, SIGHTING, unit=body.called)
    return because(Cause.AROUND_THE_PIECE, SIGHTING, piece=body.called)


def blockage(view: View, cases: Cases) -> Blockage:
    """By the groups that are nearest to each other, along the line from middle to middle."""
    case, ends, middles = min(_pairs(cases), key=lambda pair: distance(*pair[2]))
    line = trimmed(middles, ends[:1], ends[1:])
    return Blockage(cases, case, line, () if is_hidden(case) else crossed(view, case, line))


def _pairs(cases: Cases) -> Iterator[tuple[Case, tuple[Polygon, Polygon], Segment]]:
    """Every part of a viewer with every part of a target, and their middles."""
    for case in cases:
        viewer, target = case.viewer.ends, case.target.ends
        ends, middles = product(viewer.parts, target.parts), product(viewer.middles, target.middles)
        yield from ((case, pair, line) for pair, line in zip(ends, middles, strict=True))


def crossed(view: View, case: Case, line: Segment) -> tuple[Crossed, ...]:
    """What the line crosses, in order."""
    found = [
        Crossed(body, judged, enters, length)
        for place, enters, length in view.field.along(line)
        if (judged := verdict(body := view.bodies[place], case))
    ]
    return tuple(sorted(found, key=lambda each: each.enters))


def ways_open(view: View, blockages: Sequence[Blockage]) -> list[list[Reason]]:
    """Which of the ways of each would open it; all are asked at once."""
    ways = [tuple(each.ways) for each in blockages]
    free = iter(first_free(view, [way.cases for own in ways for way in own]))
    return [[way.remedy for way in own if next(free)] for own in ways]
