"""One group of convex polygons and many others: whether a straight line to each is free, most decided all at once."""

# Each step is for what the one before leaves open. Lines between middles, then between corners, are tried together:
# one that misses everything by more than a graze decides. Then shadows show where nothing can be seen, one pair after
# the other. What is still open is searched exactly.

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product

import numpy as np
from msgspec import Struct

from tabletop.geometry.primitives.convexes import Convexes, Floats, convexes, inches_inside, spans_inside, widen_polygon
from tabletop.geometry.primitives.polygons import Polygon, centroid, hull
from tabletop.geometry.primitives.segments import Segment
from tabletop.geometry.primitives.tolerances import CONTACT, GRAZE, ROUNDING
from tabletop.geometry.primitives.vectors import Point, distance
from tabletop.geometry.visibility.depth_limits import ANY, TOUCHED, Excess, Flags, Places, limits, too_much
from tabletop.geometry.visibility.occlusion import closed
from tabletop.geometry.visibility.passages import broadest_first
from tabletop.geometry.visibility.sightkernel import Obstacles, crossings, obstacles
from tabletop.geometry.visibility.sightlines import free_line, tried_line

CLEAR = 2 * GRAZE  # inches by which a line that is tried must miss
FEW = 10  # of the broadest shapes are enough for most shadows to close
ON_AN_EDGE = 6  # points of each where lines are tried


class Ends(Struct, frozen=True):
    """Convex polygons that lines leave or arrive at, the middle of each, what is around them all, twice, and its rim.

    Points of the rim are the corners, and many more that are inside one of the polygons.
    """

    parts: tuple[Polygon, ...]
    middles: tuple[Point, ...]
    around: Polygon
    outline: Convexes
    rim: Floats


def ends_of(parts: Sequence[Polygon]) -> Ends:
    around = hull(corner for part in parts for corner in part)
    middles = tuple(map(centroid, parts))
    rim = np.array((*around, *middles)) if len(parts) > 1 else _along(np.array(around))
    return Ends(tuple(parts), middles, around, convexes([around]), rim)


def _along(corners: Floats) -> Floats:
    """Points of each edge from every corner to the next, so many an edge."""
    after, shares = np.roll(corners, -1, axis=0), np.arange(ON_AN_EDGE)[:, None, None] / ON_AN_EDGE
    points: Floats = (corners + (after - corners) * shares).reshape(-1, 2)
    return points


class Field(Struct, frozen=True):
    """Bodies in the way, of one or more convex shapes each; `owners` says whose each shape is, by the body's place.

    `exact` are the shapes as they stand, `seamless` larger by nothing that counts: no line runs between two halves of
    a body. `shapes` are a hair larger: what is in contact leaves no gap. `larger` are so much larger that a line which
    misses them is no graze.
    """

    exact: Convexes
    seamless: Convexes
    shapes: Convexes
    larger: Obstacles
    owners: Places

    def chosen(self, kept: Flags) -> Field:
        """Some of the shapes, by a mask."""
        exact, seamless, shapes = (each.chosen(kept) for each in (self.exact, self.seamless, self.shapes))
        return Field(exact, seamless, shapes, self.larger.chosen(kept), self.owners[kept])

    def within(self, inches: Floats) -> Convexes:
        """The shapes for lines that may run so many inches inside each: where these are limited, no hair counts."""
        return self.seamless.where(limits(inches), self.shapes)

    def along(self, line: Segment) -> Iterator[tuple[int, float, float]]:
        """The bodies that a line runs inside: the place of each, at which share of the way first, and the inches."""
        start, end = (np.array([point]) for point in line)
        lengths, inner = (inches_inside(start, end, shapes)[0] for shapes in (self.shapes, self.exact))
        enters, leaves = spans_inside(start, end - start, self.exact)
        begins = np.where(enters < leaves, enters, spans_inside(start, end - start, self.shapes)[0])[0]
        touched = lengths > TOUCHED
        for place in np.unique(self.owners[touched]):
            own = self.owners == place
            yield (
                int(place),
                max(float(begins[own & touched].min()), 0.0),
                float(inner[own].sum() or lengths[own].max()),
            )


def field_of(bodies: Sequence[Sequence[Polygon]]) -> Field:
    """From bodies of anticlockwise convex polygons with an area; each has at least one."""
    parts = [part for body in bodies for part in body]
    owners = np.array([place for place, body in enumerate(bodies) for _ in body], dtype=np.intp)
    seamless, shapes = (convexes([widen_polygon(part, inches) for part in parts]) for inches in (TOUCHED, CONTACT / 2))
    larger = obstacles([widen_polygon(part, CONTACT / 2 + CLEAR) for part in parts])
    return Field(convexes(parts), seamless, shapes, larger, owners)


class Prospect(Struct, frozen=True):
    """From one group towards others, and which shapes may be between (other, shape)."""

    field: Field
    first: Ends
    others: tuple[Ends, ...]
    near: Flags

    def between(self, place: int) -> list[int]:
        """The places of the bodies that may be in the way to one of the others."""
        found: list[int] = np.unique(self.field.owners[self.near[place]]).tolist()
        return found


def prospect(field: Field, first: Ends, others: Sequence[Ends]) -> Prospect:
    return Prospect(field, first, tuple(others), _near(first, others, field.shapes))


def _near(first: Ends, others: Sequence[Ends], shapes: Convexes) -> Flags:
    """Which shapes meet the oblong around the first and each other, along the line between them (other, shape)."""
    most = max(len(other.around) for other in others)
    ends = np.array(
        [(*first.around, *other.around, *other.around[-1:] * (most - len(other.around))) for other in others]
    )
    along = ends[:, len(first.around) :].mean(axis=1) - np.mean(first.around, axis=0)
    lengths = np.hypot(along[:, 0], along[:, 1])[:, None]
    along = np.where(lengths > ROUNDING, along / np.maximum(lengths, ROUNDING), (1.0, 0.0))
    axes = np.stack([along, np.stack([-along[:, 1], along[:, 0]], axis=1)], axis=1)
    own = axes @ ends.swapaxes(1, 2)
    corners = shapes.corners.swapaxes(0, 1)
    theirs = (axes.reshape(-1, 2) @ corners.reshape(-1, 2).T).reshape(*axes.shape[:2], *corners.shape[:2])
    below = theirs.min(axis=2) < own.max(axis=2)[..., None]
    found: Flags = np.all(below & (theirs.max(axis=2) > own.min(axis=2)[..., None]), axis=1)
    return found


def free_lines(towards: Prospect, allowed: Sequence[Mapping[int, float]]) -> list[Segment | None]:
    """A free line to each of the others, None where there is none.

    `allowed` are the inches that a line to it may run inside each body, by the body's place: NONE, ONE, so many, or
    ANY where nothing is said. What can be seen only through a gap narrower than GRAZE can't be seen.
    """
    inches = _inches(towards, allowed)
    kept = np.any(np.isfinite(inches), axis=0)
    search = _Search(towards, towards.field.chosen(kept), inches[:, kept])
    found: dict[int, Segment | None] = {}
    for points in (_middles, _corners):
        found |= search.tried([place for place in range(len(allowed)) if place not in found], points)
    return [found[place] if place in found else search.exactly(place) for place in range(len(allowed))]


def _inches(towards: Prospect, allowed: Sequence[Mapping[int, float]]) -> Floats:
    """The same for each shape (other, shape); any where it isn't between."""
    bodies = np.full((len(allowed), towards.field.owners.max(initial=-1) + 1), ANY)
    for row, inches in zip(bodies, allowed, strict=True):
        row[list(inches)] = list(inches.values())
    shapes: Floats = np.where(towards.near, bodies[:, towards.field.owners], ANY)
    return shapes


def _middles(group: Ends) -> tuple[Point, ...]:
    return group.middles


def _corners(group: Ends) -> tuple[Point, ...]:
    return group.around


class _Search(Struct, frozen=True):
    """What is asked, with the inches that lines may run inside each shape (other, shape)."""

    towards: Prospect
    field: Field
    inches: Floats

    def tried(self, places: list[int], points: Callable[[Ends], tuple[Point, ...]]) -> dict[int, Segment]:
        """A line between points of the ends that is free by CLEAR and runs through no depth, where there is one."""
        if not places:
            return {}
        starts, ends = points(self.towards.first), [points(self.towards.others[place]) for place in places]
        counts = [len(each) for each in ends]
        crossed = crossings(starts, [point for each in ends for point in each], self.field.larger)
        inches = np.repeat(self.inches[places], counts, axis=0).T
        free = ~too_much(crossed, inches, self.field.owners, limited=True)
        found = {}
        for place, end, last in zip(places, ends, np.cumsum(counts), strict=True):
            own = free[:, last - len(end) : last]
            one, other = divmod(int(own.argmax()), len(end))
            if own[one, other]:
                found[place] = starts[one], end[other]
        return found

    def exactly(self, place: int) -> Segment | None:
        first, other = self.towards.first, self.towards.others[place]
        kept = np.isfinite(self.inches[place])
        inches, owners = self.inches[place][kept], self.field.owners[kept]
        shapes = self.field.within(self.inches[place]).chosen(kept)
        broad = np.sort(broadest_first((first.middles[0], other.middles[0]), shapes, np.arange(len(shapes)))[:FEW])
        some = shapes.chosen(broad).trimmed, inches[broad], owners[broad]
        if any(closed(first.outline, other.outline, *each) for each in (some, (shapes, inches, owners))):
            return None
        excess = Excess(inches, owners)
        line = tried_line(first.rim, other.rim, shapes, excess, CLEAR)
        if line:
            return line
        pairs = list(product(range(len(first.parts)), range(len(other.parts))))
        if len(pairs) > 1 and free_line(first.around, other.around, shapes, excess) is None:
            return None
        pairs.sort(key=lambda pair: distance(first.middles[pair[0]], other.middles[pair[1]]))
        lines = (free_line(first.parts[one], other.parts[two], shapes, excess) for one, two in pairs)
        return next((line for line in lines if line), None)
