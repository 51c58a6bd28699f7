"""What a moving or turning convex polygon meets, and from when until when: closed forms, no stepping."""

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
from tabletop.geometry.primitives.segments import Segment, Span
from tabletop.geometry.primitives.tolerances import GRAZE, ROUNDING
from tabletop.geometry.primitives.vectors import Point, Vector, distance, dot, midpoint, minus, rotate_points, times


class Drift(Struct, frozen=True):
    """A convex anticlockwise polygon that moves straight by a vector, from one share of the motion to another."""

    shape: Polygon
    vector: Vector
    start: float = 0.0
    end: float = 1.0


class Swing(Struct, frozen=True):
    """The same about a pivot, in degrees clockwise."""

    shape: Polygon
    pivot: Point
    angle: float
    start: float = 0.0
    end: float = 1.0


Piece = Drift | Swing
Motion = Sequence[Piece]


class Contact(Struct, frozen=True):
    """The share of the motion at which something is met, and where."""

    share: float
    where: Point


def shape_at(piece: Piece, share: float) -> Polygon:
    """Where the polygon is at a share of the whole motion."""
    own = (share - piece.start) / (piece.end - piece.start)
    return _placed(piece, min(max(own, 0.0), 1.0))


def _placed(piece: Piece, own: float) -> Polygon:
    if isinstance(piece, Drift):
        return move_polygon(piece.shape, times(piece.vector, own))
    return rotate_points(piece.shape, piece.pivot, piece.angle * own)


def overlap_spans(motion: Motion, obstacles: Iterable[Polygon]) -> tuple[Span, ...]:
    """From which share until which share any polygon of the motion overlaps any convex obstacle, in order.

    What gets no deeper than GRAZE doesn't count. Spans that touch are one.
    """
    found = [span for piece, part in _meetings(motion, obstacles) for span in _spans(piece, part)]
    return merge_spans(found)


def first_overlap(motion: Motion, obstacles: Iterable[Polygon]) -> float | None:
    """The share at which the motion first overlaps an obstacle, as `spans` has it; None where it never does."""
    firsts = (next(_spans(piece, part), None) for piece, part in _meetings(motion, obstacles))
    return min((first[0] for first in firsts if first), default=None)


def first_contact(motion: Motion, obstacles: Iterable[Polygon]) -> Contact | None:
    """When and where the motion first meets a convex obstacle to overlap it next; None where it never does."""
    met = [(span[0], piece, part) for piece, part in _meetings(motion, obstacles) for span in _spans(piece, part)]
    if not met:
        return None
    share, piece, part = min(met, key=lambda each: each[0])
    touching = gap(shape_at(piece, share), part)
    return Contact(share, midpoint(touching.start, touching.end))


def merge_spans(found: Iterable[Span]) -> tuple[Span, ...]:
    """Spans in order, those that overlap or touch put together."""
    whole: list[Span] = []
    for start, end in sorted(found):
        if whole and start <= whole[-1][1] + ROUNDING:
            whole[-1] = (whole[-1][0], max(end, whole[-1][1]))
        else:
            whole.append((start, end))
    return tuple(whole)


def _meetings(motion: Motion, obstacles: Iterable[Polygon]) -> Iterator[tuple[Piece, Polygon]]:
    """The pieces and obstacles whose boxes meet at all."""
    boxes = [(part, box(part)) for part in obstacles]
    for piece in motion:
        reach = _reach(piece)
        yield from ((piece, part) for part, around in boxes if boxes_meet(reach, around))


def _spans(piece: Piece, obstacle: Polygon) -> Iterator[Span]:
    """The spans of one piece, as shares of the whole motion."""
    own = _drift_span(piece, obstacle) if isinstance(piece, Drift) else _swing_spans(piece, obstacle)
    window = piece.end - piece.start
    for start, end in own:
        yield piece.start + start * window, piece.start + end * window


def motion_box(motion: Motion) -> Box:
    """A box around everywhere that a whole motion can be."""
    lows_x, lows_y, highs_x, highs_y = zip(*map(_reach, motion), strict=True)
    return min(lows_x), min(lows_y), max(highs_x), max(highs_y)


def _reach(piece: Piece) -> Box:
    """A box around everywhere the piece can be."""
    if isinstance(piece, Drift):
        return box((*piece.shape, *_placed(piece, 1.0)))
    radius = max(distance(piece.pivot, point) for point in piece.shape)
    (x, y) = piece.pivot
    if abs(piece.angle) >= 180:
        return x - radius, y - radius, x + radius, y + radius
    left, low, right, high = box((*piece.shape, *_placed(piece, 1.0)))
    # No arc is farther from its chord than this.
    arch = radius * (1 - cos(radians(piece.angle / 2)))
    return (
        max(left - arch, x - radius),
        max(low - arch, y - radius),
        min(right + arch, x + radius),
        min(high + arch, y + radius),
    )


def _drift_span(drift: Drift, obstacle: Polygon) -> Iterator[Span]:
    """Separating axes in motion: along each edge's normal the overlap grows or shrinks linearly."""
    limits = [*_linear(drift.shape, obstacle, drift.vector), *_linear(obstacle, drift.shape, times(drift.vector, -1))]
    deep, any_deeper = _common(limits, GRAZE), _common(limits, 0.0)
    if deep and any_deeper:
        yield any_deeper


def _linear(first: Polygon, second: Polygon, vector: Vector) -> Iterator[tuple[float, float]]:
    """How deep the second reaches into the first along each of its normals at the start, and how fast that changes."""
    for deep, normal in edge_depths(first, second):
        yield deep, dot(normal, vector)


def _common(limits: Iterable[tuple[float, float]], least: float) -> Span | None:
    """Where every linear depth is above the least."""
    enters, leaves = 0.0, 1.0
    for start, speed in limits:
        if abs(speed) <= ROUNDING:
            if start + max(speed, 0.0) <= least:
                return None
        elif speed > 0:
            enters = max(enters, (least - start) / speed)
        else:
            leaves = min(leaves, (least - start) / speed)
    return (enters, leaves) if enters < leaves else None


def _swing_spans(swing: Swing, obstacle: Polygon) -> Iterator[Span]:
    """Between the turns at which a corner of one is on an edge of the other, nothing begins or ends."""
    if swing.angle == 0 or _out_of_reach(swing, obstacle):
        return
    stops = sorted({0.0, 1.0, *_turning_points(swing, obstacle)})
    for is_inside, run in groupby(
        pairwise(stops), lambda span: overlap(_placed(swing, sum(span) / 2), obstacle, ROUNDING)
    ):
        parts = list(run)
        shares = (share for span in parts for share in (sum(span) / 2, *span))
        if is_inside and any(overlap(_placed(swing, share), obstacle) for share in shares):
            yield parts[0][0], parts[-1][1]


def _out_of_reach(swing: Swing, obstacle: Polygon) -> bool:
    radius = max(distance(swing.pivot, point) for point in swing.shape)
    if any(distance(swing.pivot, corner) < radius for corner in obstacle):
        return False
    return not contains(obstacle, swing.pivot) and gap_from_point(swing.pivot, obstacle).inches >= radius


def _turning_points(swing: Swing, obstacle: Polygon) -> Iterator[float]:
    """The shares of the turn at which a corner of one polygon is on an edge of the other."""
    own, other = (tuple(minus(corner, swing.pivot) for corner in shape) for shape in (swing.shape, obstacle))
    turns = [end - start for start, end in _on_circles(own, other)]
    turns += [end - start for end, start in _on_circles(other, own)]
    sign, whole = (1 if swing.angle > 0 else -1), abs(swing.angle)
    return (share for turn in turns if (share := degrees(sign * turn) % 360 / whole) <= 1)


def _on_circles(first: Polygon, second: Polygon) -> Iterator[tuple[float, float]]:
    """Corners as seen from the pivot, and where the circles through them cross the other's edges, in radians."""
    edges = list(map(_edge, sides(second)))
    for across, ahead in first:
        squared, start = across * across + ahead * ahead, atan2(across, ahead)
        for (x, y), (along, up), square, half, away in edges:
            if (under := half * half - square * (away - squared)) > 0 < square:
                root = sqrt(under)
                shares = (-root - half) / square, (root - half) / square
                met = [share for share in shares if -ROUNDING <= share <= 1 + ROUNDING]
                yield from [(start, atan2(x + along * share, y + up * share)) for share in met]


def _edge(side: Segment) -> tuple[Point, Vector, float, float, float]:
    """Where it begins and its way, with the way's square, its product with the start, and the start's square."""
    start, way = side[0], minus(side[1], side[0])
    return start, way, dot(way, way), dot(way, start), dot(start, start)
