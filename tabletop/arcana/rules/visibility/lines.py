"""Free lines between units: a line for each query that has one.

A unit's bases that stand alike are one group (`eyes`), so two units make a query for each pair of groups, mostly one.
All queries of one viewer are handed to `tabletop.geometry.visibility.batched` together, with what each body allows
their lines. Its guarantee holds here: a line that is found is free, and none is missed but through a gap narrower than
GRAZE.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from tabletop.arcana.battlefield.scene import PlacedUnit
from tabletop.arcana.rules.visibility.bodies import View
from tabletop.arcana.rules.visibility.eyes import Eyes, eyes_of
from tabletop.arcana.rules.visibility.judging import SightQuery, allowed, melee_of
from tabletop.geometry.primitives.polygons import Polygon
from tabletop.geometry.primitives.segments import Segment, point_at, span_inside
from tabletop.geometry.visibility import batched
from tabletop.geometry.visibility.depth_limits import Depth

FEW = 3  # queries of one viewer are quicker one by one where they are plain

SightQueries = tuple[SightQuery, ...]


def queries_of(view: View, viewer: PlacedUnit, target: PlacedUnit) -> SightQueries:
    """Each part of the viewer that stands alike against each part of the target."""
    fight = melee_of(view.scene, target.ref)
    return tuple(SightQuery(eyes, seen, fight) for eyes, seen in product(_eyes(view, viewer), _eyes(view, target)))


def _eyes(view: View, unit: PlacedUnit) -> tuple[Eyes, ...]:
    """As the table has it, unless the unit stands elsewhere."""
    return view.eyes[unit.ref] if view.scene.units.get(unit.ref) is unit else eyes_of(view.scene, unit)


def first_free(view: View, questions: Sequence[SightQueries]) -> list[tuple[SightQuery, Segment] | None]:
    """The first query of each question that has a free line, with the line; all are asked at once."""
    lines = iter(free_lines(view, [query for queries in questions for query in queries]))
    lines_of_units = [
        [(query, line) for query, line in zip(queries, lines, strict=False) if line] for queries in questions
    ]
    return [free[0] if free else None for free in lines_of_units]


def free_lines(view: View, queries: Sequence[SightQuery]) -> list[Segment | None]:
    """A free line of each query, from any part to any part; those of one viewer are found together."""
    lines: list[Segment | None] = [None] * len(queries)
    for places in _of_one_viewer(queries):
        left = [place for place in places if len(places) > FEW or not _is_plain(view, queries[place], place, lines)]
        if left:
            group = [queries[place] for place in left]
            towards = batched.outlook(view.blockers, group[0].viewer.ends, [query.target.ends for query in group])
            rows = [dict(_allowed(view, query, towards.bodies_towards(other))) for other, query in enumerate(group)]
            for place, line in zip(left, batched.free_lines(towards, rows, tried=len(places) <= FEW), strict=True):
                lines[place] = line
    return lines


def _is_plain(view: View, query: SightQuery, place: int, lines: list[Segment | None]) -> bool:
    """Whether a query is decided by what is plain of one pair alone; a line that is found is put in its place."""

    def allowed_in(body: int) -> Depth | float:
        return allowed(view.bodies[body], query)

    first, other = query.viewer.ends, query.target.ends
    plain = batched.plain_line(batched.shapes_between(view.blockers, first, other, allowed_in), first, other)
    if isinstance(plain, tuple):
        lines[place] = plain
    return plain is not None


def _of_one_viewer(queries: Sequence[SightQuery]) -> Iterable[list[int]]:
    """The places of the queries in which the same eyes look, without those that are hidden."""
    groups: dict[int, list[int]] = {}
    for place, query in enumerate(queries):
        if not is_hidden(query):
            groups.setdefault(id(query.viewer), []).append(place)
    return groups.values()


def _allowed(view: View, query: SightQuery, bodies: Iterable[int]) -> Iterator[tuple[int, Depth | float]]:
    """How deep its lines may run into the bodies of these indices, where not at will."""
    for index in bodies:
        most = allowed(view.bodies[index], query)
        if most is not Depth.ANY:
            yield index, most


def is_hidden(query: SightQuery) -> bool:
    """Whether one is high and the other under trees or a roof."""
    return hidden_by(query) is not None


def hidden_by(query: SightQuery) -> str | None:
    """The ref of the trees or the roof that part whoever is high from whoever is under them; None for none."""
    below = query.target if query.viewer.is_high else query.viewer if query.target.is_high else None
    return below.stand.hidden_by if below else None


def trimmed(line: Segment, first: Iterable[Polygon], last: Iterable[Polygon]) -> Segment:
    """Without what runs inside the polygons that it leaves and arrives at."""
    leaves = [span[1] for part in first if (span := span_inside(line, part)) and span[0] == 0]
    enters = [span[0] for part in last if (span := span_inside(line, part)) and span[1] == 1]
    return point_at(line, max(leaves, default=0.0)), point_at(line, min(enters, default=1.0))
