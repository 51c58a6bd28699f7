"""Why one unit doesn't see another: what is in the way from middle to middle, and what would open it.

A unit is unseen only if every line is blocked, and no single thing need block them all. So the explanation is of one
line, that between the middles of the two bases nearest to each other: what it crosses in order, with the verdict on
each. What would open the view is asked anew, not guessed: each thing that stops this line is left out, then the viewer
raised above the highest, and only what gives a free line is named (`ways_open`). These questions are those of `lines`,
all at once; for more than MOST_WAYS things in the way they aren't asked, since one alone hardly ever opens it.
"""

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
from tabletop.arcana.rules.visibility.judging import LOOSE_SEEN_THROUGH, SIGHTING, Effect, SightQuery, Verdict, verdict
from tabletop.arcana.rules.visibility.lines import SightQueries, first_free, hidden_by, is_hidden, trimmed
from tabletop.arcana.terrain.going import FLYING
from tabletop.geometry.primitives.polygons import Polygon
from tabletop.geometry.primitives.segments import Segment, point_at
from tabletop.geometry.primitives.tolerances import RANGE
from tabletop.geometry.primitives.vectors import Point, distance
from tabletop.work import go_on

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
    """What may open the view, and the queries that it would make of those that are blocked."""

    remedy: Reason
    queries: SightQueries


class Blocker(Struct, frozen=True, kw_only=True):
    """What stops the straight line from middle to middle, and where the line meets it."""

    ref: str
    why: Reason
    where: Point


class Blockage(Struct, frozen=True):
    """The straight line between the nearest of two units, and what it crosses, the nearest first."""

    queries: SightQueries
    query: SightQuery
    line: Segment
    crossed: tuple[Crossed, ...]

    @property
    def stopping(self) -> tuple[Crossed, ...]:
        """The bodies that stop the line: two skirmished units together, a forest in which the line is too long."""
        loose = [crossing for crossing in self.crossed if crossing.verdict.does is Effect.COUNTS]
        together = loose if len(loose) > LOOSE_SEEN_THROUGH else []
        return tuple(crossing for crossing in self.crossed if _stops(crossing) or crossing in together)

    @property
    def blockers(self) -> Iterator[Blocker]:
        if above := hidden_by(self.query):
            yield Blocker(ref=above, why=_hidden(above), where=self.line[0 if self.query.target.is_high else 1])
        for crossing in self.stopping:
            yield Blocker(ref=crossing.body.ref, why=crossing.verdict.why, where=point_at(self.line, crossing.enters))

    @property
    def ways(self) -> Iterator[Way]:
        """What may open the view: one thing less in the way, or a higher place."""
        if is_hidden(self.query):
            return
        stopping = self.stopping
        for crossing in stopping if len(stopping) <= MOST_WAYS else ():
            yield Way(
                _without(crossing.body), tuple(replace(query, ignoring=crossing.body.ref) for query in self.queries)
            )
        top = max(
            (crossing.body.top for crossing in stopping if crossing.verdict.does is not Effect.LIMITS), default=inf
        )
        if top < inf:
            place = because(Cause.FROM_HIGHER_THAN, SIGHTING, top=top) if top else HIGHER_GROUND
            yield Way(place, tuple(replace(query, raised_to=top + MODEL) for query in self.queries))

    def reason(self, ways: Sequence[Reason]) -> Reason:
        """Why there is no sight, with the ways that are known to open it."""
        if is_hidden(self.query):
            return _hidden(hidden_by(self.query) or "")
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


def _hidden(ref: str) -> Reason:
    return because(Cause.HIDDEN_FROM_ABOVE, FLYING, ref=ref)


def _stops(crossed: Crossed) -> bool:
    verdict = crossed.verdict
    return verdict.does is Effect.STOPS or (verdict.does is Effect.LIMITS and crossed.length > verdict.depth + RANGE)


def _without(body: Body) -> Reason:
    if body.unit:
        return because(Cause.WITHOUT_THE_UNIT, SIGHTING, unit=body.called)
    return because(Cause.AROUND_THE_PIECE, SIGHTING, piece=body.called)


def blockage(view: View, queries: SightQueries) -> Blockage:
    """What blocks a sight, along the line between the middles of the two nearest groups of models."""
    go_on()
    query, ends, middles = min(_pairs(queries), key=lambda pair: distance(*pair[2]))
    line = trimmed(middles, ends[:1], ends[1:])
    return Blockage(queries, query, line, () if is_hidden(query) else crossed(view, query, line))


def _pairs(queries: SightQueries) -> Iterator[tuple[SightQuery, tuple[Polygon, Polygon], Segment]]:
    """Every part of a viewer with every part of a target, and their middles."""
    for query in queries:
        viewer, target = query.viewer.ends, query.target.ends
        ends, middles = product(viewer.parts, target.parts), product(viewer.middles, target.middles)
        yield from ((query, pair, line) for pair, line in zip(ends, middles, strict=True))


def crossed(view: View, query: SightQuery, line: Segment) -> tuple[Crossed, ...]:
    """What the line crosses, in order."""
    crossings = [
        Crossed(body, judged, enters, length)
        for place, enters, length in view.blockers.crossed_by(line)
        if (judged := verdict(body := view.bodies[place], query))
    ]
    return tuple(sorted(crossings, key=lambda crossing: crossing.enters))


def ways_open(view: View, blockages: Sequence[Blockage]) -> list[list[Reason]]:
    """Which of the ways of each would open it; all are asked at once."""
    ways = [tuple(shut.ways) for shut in blockages]
    free = iter(first_free(view, [way.queries for own in ways for way in own]))
    return [[way.remedy for way in own if next(free)] for own in ways]
