"""The direction of flight by its four priorities: the fan of directions that a fleeing unit may choose from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec import Struct

from tabletop.arcana.book import BOOK
from tabletop.arcana.charge.seeing import Sights, open_views
from tabletop.arcana.table.placed import PlacedTable, PlacedUnit, apart
from tabletop.arcana.table.placed import between as nearest_bases
from tabletop.geometry.bearings import Range, about, between, joined, nearest, towards, without
from tabletop.geometry.detours import grown
from tabletop.geometry.distances import from_point
from tabletop.geometry.polygons import apart as boxes_apart
from tabletop.geometry.polygons import box, centroid
from tabletop.geometry.tolerances import CONTACT, RANGE
from tabletop.geometry.vectors import ahead, direction, heading, minus, normal

FLEEING = BOOK.section("Fleeing Units Phase")
DIRECTION = BOOK.section("Direction of Flight")
DIE = range(1, 7)
EDGES = ("left", "right", "near", "far")
TRIES = 36  # directions compared in a fan where enemies are all around
STRAIGHT: dict[str, float] = {"left": 270, "right": 90, "near": 180, "far": 0}


class Shunned(Struct, frozen=True):
    """Directions that an enemy closes: through it, or nearer to it."""

    ref: str
    why: str
    ranges: tuple[Range, ...]


class Flight(Struct, frozen=True, kw_only=True):
    """Where a unit may flee: an edge, the directions to it that the priorities leave, and the inches of a d6.

    `kept` is the last priority that holds: 2 where neither enemies are run through nor come nearer, 1 where only the
    first can be kept, 0 where the unit must run through enemies. `leaves` is the chance that compulsory movement
    takes it off the table when it runs in `best`, the direction in the fan nearest to straight for the edge.
    """

    unit: PlacedUnit
    engaged: bool
    edge: str
    away: float
    kept: int
    fan: tuple[Range, ...]
    best: float
    least: float
    most: float
    voluntary: float
    leaves: Fraction
    shunned: tuple[Shunned, ...]


class _Edge(Struct, frozen=True):
    name: str
    away: float
    ranges: tuple[Range, ...]


def flight(scene: PlacedTable, ref: str, *, sees: Sights = open_views) -> Flight:
    """The fan of a unit that flees; MalformedError for a ref that isn't on the table."""
    unit = scene.unit(ref)
    engaged = scene.is_engaged(ref)
    speed = float((unit.fly if unit.altitude != "ground" else unit.ground) or 0)
    flat = speed if engaged else 0.0
    foes = [other for other in scene.others(unit) if other.side != unit.side and not other.broken]
    through = tuple(_through(unit, foes, flat + max(DIE)))
    nearer = tuple(_nearer(scene, unit, foes, sees))
    edge, kept, fan = _chosen(_edges(scene, unit), through, nearer)
    best = _best(unit, foes, STRAIGHT[edge.name], (kept, fan))
    return Flight(
        unit=unit,
        engaged=engaged,
        edge=edge.name,
        away=edge.away,
        kept=kept,
        fan=joined(fan),
        best=best,
        least=flat + min(DIE),
        most=flat + max(DIE),
        voluntary=0.0 if engaged else speed,
        leaves=_leaving(_until_edge(scene, unit, best), flat),
        shunned=(*through, *nearer),
    )


def _through(unit: PlacedUnit, foes: Sequence[PlacedUnit], reach: float) -> Iterator[Shunned]:
    """The first priority, for every base of the unit (reading T66)."""
    for foe in foes:
        if boxes_apart(unit.box, foe.box) > reach + CONTACT or apart(unit, foe) > reach:
            continue
        ranges = [
            part
            for base in unit.bases
            for block in foe.blocks
            if boxes_apart(box(base), box(block)) <= reach + CONTACT
            for part in towards(centroid(base), grown(block, base, centroid(base)), reach)
        ]
        if ranges:
            yield Shunned(foe.ref, "through", joined_parts(ranges))


def joined_parts(ranges: Sequence[Range]) -> tuple[Range, ...]:
    """Overlapping ranges put together, none across up."""
    whole: list[Range] = []
    for start, end in sorted(ranges):
        if whole and start <= whole[-1][1]:
            whole[-1] = whole[-1][0], max(whole[-1][1], end)
        else:
            whole.append((start, end))
    return tuple(whole)


def _nearer(scene: PlacedTable, unit: PlacedUnit, foes: Sequence[PlacedUnit], sees: Sights) -> Iterator[Shunned]:
    """The second priority: the half of all directions that bring the nearest bases nearer."""
    for foe, is_seen in zip(foes, sees(scene, unit, foes), strict=True):
        if is_seen:
            yield Shunned(foe.ref, "nearer", about(_bearing(unit, foe), 90))


def _bearing(unit: PlacedUnit, foe: PlacedUnit) -> float:
    """From the nearest base to the other, or between their middles where they touch."""
    pair = nearest_bases(unit, foe)
    if pair.gap.inches > CONTACT:
        return direction(minus(pair.gap.end, pair.gap.start))
    return direction(minus(centroid(foe.bases[pair.second]), centroid(unit.bases[pair.first])))


def _edges(scene: PlacedTable, unit: PlacedUnit) -> list[_Edge]:
    """The table's edges, the nearest first, each with the directions that lead to some part of it."""
    (wide, deep), (x1, y1, x2, y2) = scene.table.size, unit.box
    middle = (x1 + x2) / 2, (y1 + y2) / 2
    corners = (0.0, 0.0), (0.0, deep), (wide, deep), (wide, 0.0)
    lower_left, upper_left, upper_right, lower_right = (direction(minus(corner, middle)) for corner in corners)
    found = [
        _Edge("left", x1, between(lower_left, upper_left)),
        _Edge("right", wide - x2, between(upper_right, lower_right)),
        _Edge("near", y1, between(lower_right, lower_left)),
        _Edge("far", deep - y2, between(upper_left, upper_right)),
    ]
    return sorted(found, key=lambda edge: round(edge.away, 6))


def _chosen(
    edges: Sequence[_Edge], through: Sequence[Shunned], nearer: Sequence[Shunned]
) -> tuple[_Edge, int, tuple[Range, ...]]:
    """The nearest edge to which the priorities leave a direction; with enemies all around, any way past them."""
    closed = [each for one in (*through, *nearer) for each in one.ranges]
    for edge in edges:
        if fan := without(edge.ranges, closed):
            return edge, 2, fan
    past = without([(0.0, 360.0)], [each for one in through for each in one.ranges])
    return (edges[0], 1, past) if past else (edges[0], 0, edges[0].ranges)


def _best(
    unit: PlacedUnit, foes: Sequence[PlacedUnit], straight: float, chosen: tuple[int, tuple[Range, ...]]
) -> float:
    """As straight for the edge as the fan lets; with enemies all around, the farthest from the nearest of them."""
    kept, fan = chosen
    if kept != 1:
        return nearest(fan, straight)
    tries = [low + (high - low) * step / TRIES for low, high in fan for step in range(TRIES + 1)]
    return normal(max(tries, key=lambda bearing: round(_clear_of(unit, foes, bearing), 6)))


def _clear_of(unit: PlacedUnit, foes: Sequence[PlacedUnit], bearing: float) -> float:
    """From the middle of the unit, the longest compulsory move of one not engaged made, to the nearest enemy."""
    x1, y1, x2, y2 = unit.box
    place = ahead(((x1 + x2) / 2, (y1 + y2) / 2), bearing, max(DIE))
    return min(from_point(place, block).inches for foe in foes for block in foe.blocks)


def _until_edge(scene: PlacedTable, unit: PlacedUnit, bearing: float) -> float:
    """The inches in a direction until the first base touches an edge."""
    wide, deep = scene.table.size
    x1, y1, x2, y2 = unit.box
    x, y = heading(bearing)
    room = ((x, x1, wide - x2), (y, y1, deep - y2))
    return max(min((after if along > 0 else before) / abs(along) for along, before, after in room if along), 0.0)


def _leaving(way: float, flat: float) -> Fraction:
    return Fraction(sum(flat + pips + RANGE >= way for pips in DIE), len(DIE))
