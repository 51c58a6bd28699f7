"""What a convex polygon meets on its way, straight or turning, and from when until when: in closed form, no stepping.

A motion is made of pieces, each a polygon that drifts along a vector or swings about a pivot in a part of the whole
time; times are *shares* of the whole motion, from 0 to 1. Obstacles are convex polygons.

Drift: separating axes in motion (Ericson, "Real-Time Collision Detection", 2005, 5.5.2). Along the normal of each edge
the depth of the overlap is a linear function of the share, so the span of overlap begins at the last root of those that
grow and ends at the first root of those that shrink. It counts if all depths are above GRAZE at one time. Exact but for
floating point.

Swing: an overlap begins or ends only when a corner of one polygon is on an edge of the other. Seen from the pivot,
corners move on circles; where such a circle crosses an edge is a quadratic equation, so all turns at which anything can
begin or end are known exactly, and between two of them one look in the middle decides. Neighbouring overlaps are one
span; it counts if in the middle or at an end of any of its parts the overlap is deeper than GRAZE. So a thin post isn't
jumped over; what gets deeper than GRAZE only between two looks and by less than the curve of the arc may be missed.

Cost, without numpy: boxes for each piece and obstacle; for those that meet, O(corners of one times edges of the other)
for a drift, and that many looks of as much each for a swing. `lanes` does drifts of many ways at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from math import atan2, cos, degrees, radians, sqrt

from msgspec import Struct

from tabletop.geometry.distance.distances import gap, gap_from_point
from tabletop.geometry.primitives.polygons import (
    Box,
    Polygon,
    box,
    boxes_meet,
    contains,
    edge_depths,
    move_polygon,
    overlap,
    sides,
)
from tabletop.geometry.primitives.segments import Span
from tabletop.geometry.primitives.tolerances import GRAZE, ROUNDING
from tabletop.geometry.primitives.vectors import (
    Point,
    Vector,
    distance,
    dot,
    midpoint,
    minus,
    rotate_points,
    times,
)


class Drift(Struct, frozen=True):
    """A convex anticlockwise polygon that moves straight by a vector, from one share of the motion to another."""

    shape: Polygon
    vector: Vector
    start: float = 0.0
    end: float = 1.0


class Swing(Struct, frozen=True):
    """A convex anticlockwise polygon that turns about a pivot by degrees clockwise, from one share to another."""

    shape: Polygon
    pivot: Point
    angle: float
    start: float = 0.0
    end: float = 1.0


Piece = Drift | Swing
Motion = Sequence[Piece]


class Contact(Struct, frozen=True):
    """The share of the motion at which something is met, and the point where."""

    share: float
    where: Point


def shape_at(piece: Piece, share: float) -> Polygon:
    """Where the polygon is at a share of the whole motion; before its own start and after its end it stands still."""
    own = (share - piece.start) / (piece.end - piece.start)
    return _shape_within(piece, min(max(own, 0.0), 1.0))


def _shape_within(piece: Piece, own: float) -> Polygon:
    """Where the polygon is at a share of its own piece of the motion."""
    if isinstance(piece, Drift):
        return move_polygon(piece.shape, times(piece.vector, own))
    return rotate_points(piece.shape, piece.pivot, piece.angle * own)


def overlap_spans(motion: Motion, obstacles: Iterable[Polygon]) -> tuple[Span, ...]:
    """From which share until which share any polygon of the motion overlaps any convex obstacle, in order.

    What gets no deeper than GRAZE doesn't count. Spans that overlap or touch are one.
    """
    return merge_spans(span for piece, part in _near(motion, obstacles) for span in _spans(piece, part))


def first_overlap(motion: Motion, obstacles: Iterable[Polygon]) -> float | None:
    """The share at which the first of `overlap_spans` begins; None where there is none."""
    firsts = (next(_spans(piece, part), None) for piece, part in _near(motion, obstacles))
    return min((first[0] for first in firsts if first), default=None)


def first_contact(motion: Motion, obstacles: Iterable[Polygon]) -> Contact | None:
    """When and where the motion first meets a convex obstacle to overlap it next; None where it never does."""
    met = [(span[0], piece, part) for piece, part in _near(motion, obstacles) for span in _spans(piece, part)]
    if not met:
        return None
    share, piece, part = min(met, key=lambda meeting: meeting[0])
    touching = gap(shape_at(piece, share), part)
    return Contact(share, midpoint(touching.start, touching.end))


def merge_spans(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Spans in order, those that overlap or touch put together."""
    whole: list[Span] = []
    for start, end in sorted(spans):
        if whole and start <= whole[-1][1] + ROUNDING:
            whole[-1] = (whole[-1][0], max(end, whole[-1][1]))
        else:
            whole.append((start, end))
    return tuple(whole)


def motion_box(motion: Motion) -> Box:
    """A box around everywhere that a whole motion can be."""
    lows_x, lows_y, highs_x, highs_y = zip(*map(_piece_box, motion), strict=True)
    return min(lows_x), min(lows_y), max(highs_x), max(highs_y)


def _piece_box(piece: Piece) -> Box:
    """A box around everywhere that one piece can be."""
    if isinstance(piece, Drift):
        (left, low, right, high), (x, y) = box(piece.shape), piece.vector
        return left + min(x, 0.0), low + min(y, 0.0), right + max(x, 0.0), high + max(y, 0.0)
    radius = max(distance(piece.pivot, point) for point in piece.shape)
    (x, y) = piece.pivot
    if abs(piece.angle) >= 180:
        return x - radius, y - radius, x + radius, y + radius
    left, low, right, high = box((*piece.shape, *_shape_within(piece, 1.0)))
    # No arc is farther from its chord than this.
    arch = radius * (1 - cos(radians(piece.angle / 2)))
    return (
        max(left - arch, x - radius),
        max(low - arch, y - radius),
        min(right + arch, x + radius),
        min(high + arch, y + radius),
    )


def _near(motion: Motion, obstacles: Iterable[Polygon]) -> Iterator[tuple[Piece, Polygon]]:
    """The pieces and obstacles whose boxes meet at all."""
    boxes = [(part, box(part)) for part in obstacles]
    for piece in motion:
        reach = _piece_box(piece)
        yield from ((piece, part) for part, around in boxes if boxes_meet(reach, around))


def _spans(piece: Piece, obstacle: Polygon) -> Iterator[Span]:
    """The spans of one piece's overlap with one obstacle, as shares of the whole motion."""
    own = _drift_span(piece, obstacle) if isinstance(piece, Drift) else _swing_spans(piece, obstacle)
    window = piece.end - piece.start
    for start, end in own:
        yield piece.start + start * window, piece.start + end * window


def _drift_span(drift: Drift, obstacle: Polygon) -> Iterator[Span]:
    back = times(drift.vector, -1)
    depths = [(deep, dot(normal, drift.vector)) for deep, normal in edge_depths(drift.shape, obstacle)]
    depths += [(deep, dot(normal, back)) for deep, normal in edge_depths(obstacle, drift.shape)]
    deep, any_deeper = _span_above(depths, GRAZE), _span_above(depths, 0.0)
    if deep and any_deeper:
        yield any_deeper


def _span_above(depths: Iterable[tuple[float, float]], least: float) -> Span | None:
    """Where every depth, given at the start and by its growth until the end, is above the least."""
    enters, leaves = 0.0, 1.0
    for start, speed in depths:
        if abs(speed) <= ROUNDING:
            if start + max(speed, 0.0) <= least:
                return None
        elif speed > 0:
            enters = max(enters, (least - start) / speed)
        else:
            leaves = min(leaves, (least - start) / speed)
    return (enters, leaves) if enters < leaves else None


def _swing_spans(swing: Swing, obstacle: Polygon) -> Iterator[Span]:
    if swing.angle == 0 or _out_of_reach(swing, obstacle):
        return
    stops = sorted({0.0, 1.0, *_turning_points(swing, obstacle)})
    for is_inside, run in groupby(
        pairwise(stops), lambda span: overlap(_shape_within(swing, sum(span) / 2), obstacle, ROUNDING)
    ):
        parts = list(run)
        shares = (share for span in parts for share in (sum(span) / 2, *span))
        if is_inside and any(overlap(_shape_within(swing, share), obstacle) for share in shares):
            yield parts[0][0], parts[-1][1]


def _out_of_reach(swing: Swing, obstacle: Polygon) -> bool:
    """Whether no corner ever comes as far as the obstacle, all round the pivot."""
    radius = max(distance(swing.pivot, point) for point in swing.shape)
    if any(distance(swing.pivot, corner) < radius for corner in obstacle):
        return False
    return not contains(obstacle, swing.pivot) and gap_from_point(swing.pivot, obstacle).inches >= radius


def _turning_points(swing: Swing, obstacle: Polygon) -> Iterator[float]:
    """The shares of the turn at which a corner of one polygon is on an edge of the other."""
    own, other = (tuple(minus(corner, swing.pivot) for corner in shape) for shape in (swing.shape, obstacle))
    turns = [end - start for start, end in _circle_meetings(own, other)]
    turns += [end - start for end, start in _circle_meetings(other, own)]
    sign, whole = (1 if swing.angle > 0 else -1), abs(swing.angle)
    return (share for turn in turns if (share := degrees(sign * turn) % 360 / whole) <= 1)


def _circle_meetings(first: Polygon, second: Polygon) -> Iterator[tuple[float, float]]:
    """Directions of corners from the origin, and of where their circles cross the other's edges, in radians from up."""
    edges = []
    for start, end in sides(second):
        way = minus(end, start)
        edges.append((start, way, dot(way, way), dot(way, start), dot(start, start)))
    for across, ahead in first:
        squared, begins = across * across + ahead * ahead, atan2(across, ahead)
        for (x, y), (along, up), square, half, away in edges:
            if (under := half * half - square * (away - squared)) > 0 < square:
                root = sqrt(under)
                shares = (-root - half) / square, (root - half) / square
                met = [share for share in shares if -ROUNDING <= share <= 1 + ROUNDING]
                yield from [(begins, atan2(x + along * share, y + up * share)) for share in met]
