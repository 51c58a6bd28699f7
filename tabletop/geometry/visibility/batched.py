"""Free lines from one group of convex polygons to many others among bodies in the way, most decided all at once.

Whether two groups see each other is mostly plain: a line between two middles is free by more than a graze, or something
broad hides all. So each step is only for what the one before leaves open:

1. of each other group, only the shapes that meet the oblong around both are in question;
2. lines between the middles of polygons, then between the corners of what is around each group, are tried for all
   groups together (`sightkernel.crossings`, many lines at once): one that misses everything by CLEAR is free;
3. shadows of the FEW broadest shapes towards each group show where surely nothing is seen, for all groups together
   (`occlusion.each_surely_hidden`), first of very few;
4. for one pair of groups after the other, lines between many points of both are tried; what is still open is searched
   exactly (`sightlines.free_line`) between what is around each group: where no line is free there, none is between two
   of their polygons. Else the larger group is halved, until each is one polygon.

One pair alone is mostly plainer still, and arrays cost more than they save: `plain_line` answers for it in plain
numbers what these steps would, or leaves it open.

Shapes of bodies are a hair larger than they stand, by half of CONTACT to every side: bodies in contact leave no gap. A
body with a limit in inches is larger by no more than closes the seams between its own shapes, so that its inches are
true. The guarantee is that of `free_line`: no line is missed but through a gap narrower than GRAZE. Cost: steps 1 and 2
in numpy O(lines times shapes) for all groups at once, steps 3 and 4 as their modules say for the pairs that need them;
all sights of forty units take some tenths of a second (benchmarks/whole_table.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product

import numpy as np
from msgspec import Struct

from tabletop.geometry.primitives.arrays import Flags, Floats, Indices
from tabletop.geometry.primitives.convexes import Convexes, convexes, inches_inside, spans_inside, widen_polygon
from tabletop.geometry.primitives.polygons import Polygon, box, boxes_meet, centroid, hull, sides
from tabletop.geometry.primitives.segments import Segment, point_at
from tabletop.geometry.primitives.tolerances import CONTACT, GRAZE, ROUNDING
from tabletop.geometry.primitives.vectors import Point, Vector, cross, distance, minus
from tabletop.geometry.visibility.depth_limits import TOUCHED, Depth, DepthLimits, Depths, crosses_too_much
from tabletop.geometry.visibility.occlusion import SLICES, each_surely_hidden
from tabletop.geometry.visibility.sightkernel import Edge, Fence, Obstacles, crossings, obstacles, runs_inside
from tabletop.geometry.visibility.sightlines import clear_line, free_line
from tabletop.work import go_on

CLEAR = 2 * GRAZE  # inches by which a line that is tried must miss
FEW = 3, 12  # of the broadest shapes are enough for most shadows to close, and then for nearly all
ON_AN_EDGE = 6  # points of each where lines are tried
SLAB = 250_000  # products at a time


class Ends(Struct, frozen=True):
    """A group of convex polygons that lines leave or arrive at, and the middle of each.

    `around` is what is around them all, `outline` the same as an array of one shape. `rim` are points where lines are
    tried (point, xy): its corners, and many more that are inside one of the polygons.
    """

    parts: tuple[Polygon, ...]
    middles: tuple[Point, ...]
    around: Polygon
    outline: Convexes
    rim: Floats


def ends_of(parts: Sequence[Polygon]) -> Ends:
    """Anticlockwise convex polygons, each with an area, as one group."""
    around = hull(corner for part in parts for corner in part)
    middles = tuple(map(centroid, parts))
    if len(parts) > 1:
        rim = np.array((*around, *middles))
    else:
        corners, shares = np.array(around), np.arange(ON_AN_EDGE)[:, None, None] / ON_AN_EDGE
        rim = (corners + (np.roll(corners, -1, axis=0) - corners) * shares).reshape(-1, 2)
    return Ends(tuple(parts), middles, around, convexes([around]), rim)


class Blockers(Struct, frozen=True):
    """Bodies in the way, of one or more convex shapes each; `owners` (shape,) is the index of each shape's body.

    `exact` are the shapes as they stand, `seamless` larger by nothing that counts: no line runs between two shapes of a
    body. `shapes` are a hair larger: what is in contact leaves no gap. `larger` are so much larger that a line which
    misses them is no graze.
    """

    exact: Convexes
    seamless: Convexes
    shapes: Convexes
    larger: Obstacles
    owners: Indices

    def chosen(self, kept: Flags) -> Blockers:
        """Some of the shapes, by a mask (shape,)."""
        exact, seamless, shapes = (blockers.chosen(kept) for blockers in (self.exact, self.seamless, self.shapes))
        return Blockers(exact, seamless, shapes, self.larger.chosen(kept), self.owners[kept])

    def shapes_for(self, depths: Depths) -> Convexes:
        """The shapes for lines that may run so deep into each (shape,): where inches are limited, no hair counts."""
        return self.seamless.where(depths == Depth.LIMITED, self.shapes)

    def crossed_by(self, line: Segment) -> Iterator[tuple[int, float, float]]:
        """The bodies that a line runs inside: the index of each, at which share it enters, and the inches."""
        start, end = (np.array([point]) for point in line)
        lengths, inner = (inches_inside(start, end, shapes)[0] for shapes in (self.shapes, self.exact))
        enters, leaves = spans_inside(start, end - start, self.exact)
        begins = np.where(enters < leaves, enters, spans_inside(start, end - start, self.shapes)[0])[0]
        touched = lengths > TOUCHED
        for body in np.unique(self.owners[touched]):
            own = self.owners == body
            yield (
                int(body),
                max(float(begins[own & touched].min()), 0.0),
                float(inner[own].sum() or lengths[own].max()),
            )


def blockers_of(bodies: Sequence[Sequence[Polygon]]) -> Blockers:
    """Bodies of anticlockwise convex polygons, each with an area; each body has at least one."""
    parts = [part for body in bodies for part in body]
    owners = np.array([index for index, body in enumerate(bodies) for _ in body], dtype=np.intp)
    seamless, shapes = (convexes(_widened(parts, inches)) for inches in (TOUCHED, CONTACT / 2))
    larger = obstacles(_widened(parts, CONTACT / 2 + CLEAR))
    return Blockers(convexes(parts), seamless, shapes, larger, owners)


def _widened(parts: Sequence[Polygon], inches: float) -> list[Polygon]:
    go_on()
    return [widen_polygon(part, inches) for part in parts]


class Outlook(Struct, frozen=True, dict=True):
    """From one group towards others, and which shapes of the blockers may be between: `near` (other, shape)."""

    blockers: Blockers
    first: Ends
    others: tuple[Ends, ...]
    near: Flags

    def bodies_towards(self, other: int) -> list[int]:
        """The indices of the bodies that may be in the way to one of the others."""
        bodies: list[int] = np.flatnonzero(self._near_bodies[other]).tolist()
        return bodies

    @cached_property
    def _near_bodies(self) -> Flags:
        """Which bodies have a shape that may be between: (other, body)."""
        firsts = np.flatnonzero(np.diff(self.blockers.owners, prepend=-1))
        return np.logical_or.reduceat(self.near, firsts, axis=1) if len(firsts) else self.near


def outlook(blockers: Blockers, first: Ends, others: Sequence[Ends]) -> Outlook:
    """From one group towards at least one other; the same group may be asked about several times."""
    distinct = {id(other): other for other in others}
    rows = {key: row for row, key in enumerate(distinct)}
    near = _near(first, list(distinct.values()), blockers.shapes)
    return Outlook(blockers, first, tuple(others), near[[rows[id(other)] for other in others]])


def _near(first: Ends, others: Sequence[Ends], shapes: Convexes) -> Flags:
    """Which shapes meet the oblong around the first and each other, along the line between them: (other, shape)."""
    step = max(SLAB // max(shapes.corners[..., 0].size, 1), 1)
    return np.concatenate(
        [_near_some(first, others[start : start + step], shapes) for start in range(0, len(others), step)]
    )


def _near_some(first: Ends, others: Sequence[Ends], shapes: Convexes) -> Flags:
    """The same for so few others at once that the products take little memory and time."""
    go_on()
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
    near: Flags = np.all(below & (theirs.max(axis=2) > own.min(axis=2)[..., None]), axis=1)
    return near


def free_lines(
    towards: Outlook, allowed: Sequence[Mapping[int, Depth | float]], *, tried: bool = False
) -> list[Segment | None]:
    """A free line to each of the others, None where there is none; `tried` where `plain_line` has left them open.

    `allowed` says for each of the others how deep a line to it may run into each body, by the body's index: a depth or
    so many inches; ANY where nothing is said. What can be seen only through a gap narrower than GRAZE can't be seen.
    """
    depths, inches = _limits_of_shapes(towards, allowed)
    kept = np.any(depths != Depth.ANY, axis=0)
    search = _Search(towards, towards.blockers.chosen(kept), depths[:, kept], inches[:, kept])
    others = towards.others
    lines, left = dict[int, Segment](), list(range(len(others)))
    if not tried:
        lines = search.clear_lines(left, towards.first.middles, [other.middles for other in others])
        left = [other for other in left if other not in lines]
        lines |= search.clear_lines(left, towards.first.around, [other.around for other in others])
        left = [other for other in left if other not in lines]
    for few in FEW:
        left = search.not_hidden_by(few, left)
    return [search.exact_line(other) if other in left else lines.get(other) for other in range(len(others))]


def _limits_of_shapes(towards: Outlook, allowed: Sequence[Mapping[int, Depth | float]]) -> tuple[Depths, Floats]:
    """How deep lines to each other may run into each shape, and the inches where that is LIMITED: two (other, shape).

    Any depth into what isn't between.
    """
    size = len(allowed), towards.blockers.owners.max(initial=-1) + 1
    depths, inches = np.full(size, Depth.ANY, dtype=np.int8), np.zeros(size)
    for row, limits in enumerate(allowed):
        for body, limit in limits.items():
            if isinstance(limit, Depth):
                depths[row, body] = limit
            else:
                depths[row, body], inches[row, body] = Depth.LIMITED, limit
    owners = towards.blockers.owners
    return np.where(towards.near, depths[:, owners], np.int8(Depth.ANY)), inches[:, owners]


class Between(Struct, frozen=True):
    """A shape that may be between two groups, as lines that are tried see it, and the index of its body.

    `counts` is true for one of those of which a line may enter one body, `stops` for one that hides what is behind.
    """

    fence: Fence
    body: int
    counts: bool
    stops: bool


def shapes_between(
    blockers: Blockers, first: Ends, other: Ends, allowed: Callable[[int], Depth | float]
) -> list[Between]:
    """What lines of one pair that are tried may not simply run through, as step 1 finds it.

    `allowed` says how deep a line may run into a body, by the body's index.
    """
    reach, owners, found = box((*first.around, *other.around)), blockers.owners.tolist(), list[Between]()
    start, end = np.mean(first.around, axis=0).tolist(), np.mean(other.around, axis=0).tolist()
    long = distance(start, end)
    axis = ((end[0] - start[0]) / long, (end[1] - start[1]) / long) if long > ROUNDING else (1.0, 0.0)
    axes = axis, (-axis[1], axis[0])
    own = [_extent((*first.around, *other.around), axis) for axis in axes]
    for shape, fence in enumerate(blockers.larger.fenced):
        if not boxes_meet(reach, fence[0]):
            continue
        extents = [_extent(blockers.shapes.corners[shape].tolist(), axis) for axis in axes]
        if all(theirs[0] < most and theirs[1] > least for theirs, (least, most) in zip(extents, own, strict=True)):
            depth = allowed(owners[shape])
            if depth is not Depth.ANY:
                found.append(Between(fence, owners[shape], depth is Depth.ONE, depth is Depth.NONE))
    return found


def _extent(points: Sequence[Sequence[float]], axis: Vector) -> tuple[float, float]:
    """The least and the most that points lie along an axis."""
    along = [axis[0] * x + axis[1] * y for x, y in points]
    return min(along), max(along)


def plain_line(between: Sequence[Between], first: Ends, other: Ends) -> Segment | bool | None:
    """The line of one pair that step 2 finds, False where one shape hides all, None where that is open."""
    if line := _first_clear(between, first.middles, other.middles):
        return line
    if _hides_all([shape.fence for shape in between if shape.stops], first.around, other.around):
        return False
    return _first_clear(between, first.around, other.around)


def _first_clear(between: Sequence[Between], starts: Sequence[Point], stops: Sequence[Point]) -> Segment | None:
    """The first line, in the order of starts and stops, that enters nothing but one of the bodies that count."""
    for start, stop in product(starts, stops):
        entered = None
        for shape in between:
            if shape.body != entered and runs_inside(start, stop, shape.fence):
                if entered is not None or not shape.counts:
                    break
                entered = shape.body
        else:
            return start, stop
    return None


def _hides_all(fences: Sequence[Fence], first: Polygon, other: Polygon) -> bool:
    """Whether one shape reaches across all that is between two convex polygons; False means nothing.

    Every line from one to the other lies between their two outer tangents. Where a shape, taken so much smaller that it
    certainly stops, holds a point of each tangent, and the line through both points parts the polygons, all lines run
    through it.
    """
    tangents = [side for side in sides(hull((*first, *other))) if (side[0] in first) != (side[1] in first)]
    for _, edges in fences if len(tangents) == 2 else ():
        points = [_middle_inside(tangent, edges, CONTACT / 2 + CLEAR + GRAZE) for tangent in tangents]
        if points[0] and points[1] and _parts(points[0], points[1], first, other):
            return True
    return False


def _middle_inside(segment: Segment, edges: Sequence[Edge], inset: float) -> Point | None:
    """The middle of what a segment has inside a shape whose edges are so many inches farther in; None for nothing."""
    (x, y), (end_x, end_y) = segment
    enters, leaves = 0.0, 1.0
    for across, up, limit in edges:
        here, there = across * x + up * y - limit + inset, across * end_x + up * end_y - limit + inset
        if here > 0 and there > 0:
            return None
        if here > 0:
            enters = max(enters, here / (here - there))
        elif there > 0:
            leaves = min(leaves, here / (here - there))
    return point_at(segment, (enters + leaves) / 2) if enters < leaves else None


def _parts(start: Point, end: Point, first: Polygon, second: Polygon) -> bool:
    """Whether the line through two points has one polygon on its left and the other on its right."""
    along = minus(end, start)
    own, other = ([cross(along, minus(point, start)) for point in shape] for shape in (first, second))
    return max(own) < 0 < min(other) or max(other) < 0 < min(own)


class _Search(Struct, frozen=True):
    """What is asked, with the depths and inches that lines may run inside each shape of the blockers (other, shape)."""

    towards: Outlook
    blockers: Blockers
    depths: Depths
    inches: Floats

    def clear_lines(
        self, others: Sequence[int], starts: Sequence[Point], stops: Sequence[Sequence[Point]]
    ) -> dict[int, Segment]:
        """A line from any start to any stop of each other that is free by CLEAR and enters no limited body, if any."""
        if not others:
            return {}
        counts = [len(stops[other]) for other in others]
        crossed = crossings(starts, [stop for other in others for stop in stops[other]], self.blockers.larger)
        depths = np.repeat(self.depths[others], counts, axis=0).T
        free = ~crosses_too_much(crossed, depths, self.blockers.owners, limits_stop=True)
        lines = {}
        for other, count, last in zip(others, counts, np.cumsum(counts), strict=True):
            own = free[:, last - count : last]
            start, stop = divmod(int(own.argmax()), count)
            if own[start, stop]:
                lines[other] = starts[start], stops[other][stop]
        return lines

    def not_hidden_by(self, few: int, others: Sequence[int]) -> list[int]:
        """Those of the others that so few shapes, which stand broadest towards each, don't surely hide."""
        step = max(SLAB // (2 * few**2 * SLICES), 1)
        slabs = (others[start : start + step] for start in range(0, len(others), step))
        return [other for slab in slabs for other in self._some_not_hidden_by(few, slab)]

    def _some_not_hidden_by(self, few: int, others: Sequence[int]) -> Iterator[int]:
        """The same for so few others at once that the shadows take little memory and time."""
        go_on()
        first, seconds = self.towards.first, [self.towards.others[other] for other in others]
        depths = self.depths[others]
        along = np.array([other.middles[0] for other in seconds]) - np.array(first.middles[0])
        across = self.blockers.shapes.corners @ np.stack([along[:, 1], -along[:, 0]])
        breadths = np.where(depths != Depth.ANY, np.ptp(across, axis=1).T, 0.0)
        broad = np.sort(np.argsort(-breadths, axis=1, kind="stable")[:, :few], axis=1)
        own = np.take_along_axis(depths, broad, axis=1), np.take_along_axis(self.inches[others], broad, axis=1)
        limits = DepthLimits(*own, self.blockers.owners[broad])
        outlines = convexes([other.around for other in seconds])
        hidden = each_surely_hidden(first.outline, outlines, self.blockers.shapes.chosen(broad), limits)
        return (other for other, is_hidden in zip(others, hidden.tolist(), strict=True) if not is_hidden)

    def exact_line(self, index: int) -> Segment | None:
        """A free line to one of the others, by shadows and the exact search; None where there is none."""
        go_on()
        first, other = self.towards.first, self.towards.others[index]
        kept = self.depths[index] != Depth.ANY
        limits = DepthLimits(self.depths[index][kept], self.inches[index][kept], self.blockers.owners[kept])
        shapes = self.blockers.shapes_for(self.depths[index]).chosen(kept)
        line = clear_line(first.rim, other.rim, shapes, limits, CLEAR)
        if line:
            return line
        return _line_between(first.parts, other.parts, shapes, limits)


def _line_between(
    first: Sequence[Polygon], second: Sequence[Polygon], shapes: Convexes, limits: DepthLimits
) -> Segment | None:
    """A free line from any polygon of one group to any of another, by halves: the exact search of step 4."""
    line = free_line(_around(first), _around(second), shapes, limits)
    if line is None or len(first) == len(second) == 1:
        return line
    start, end = line
    if len(first) >= len(second):
        tries = ((half, second) for half in _halves(first, start))
    else:
        tries = ((first, half) for half in _halves(second, end))
    return next((found for one, other in tries if (found := _line_between(one, other, shapes, limits))), None)


def _around(parts: Sequence[Polygon]) -> Polygon:
    return parts[0] if len(parts) == 1 else hull(corner for part in parts for corner in part)


def _halves(parts: Sequence[Polygon], towards: Point) -> list[Sequence[Polygon]]:
    """A group cut where it is long, the half that is nearer to a point first."""
    middles = np.array([centroid(part) for part in parts])
    order = np.argsort(middles[:, np.ptp(middles, axis=0).argmax()], kind="stable")
    halves = np.array_split(order, 2)
    halves.sort(key=lambda half: distance(tuple(middles[half].mean(axis=0)), towards))
    return [[parts[place] for place in half] for half in halves]
