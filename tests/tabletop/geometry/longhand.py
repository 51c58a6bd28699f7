"""Geometry in fractions, computed in other ways than the code does: what its floats are compared with."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from hypothesis import strategies as st

from tabletop.geometry.primitives.polygons import Polygon, edge_depths, hull

Exact = tuple[Fraction, Fraction]

whole = st.integers(-20, 20)
grid = st.tuples(whole, whole)
convex = st.lists(grid, min_size=3, max_size=7).map(hull).filter(lambda corners: len(corners) > 2)


def exactly(polygon: Polygon) -> list[Exact]:
    return [(Fraction(x), Fraction(y)) for x, y in polygon]


def minus(first: Exact, second: Exact) -> Exact:
    return first[0] - second[0], first[1] - second[1]


def cross(first: Exact, second: Exact) -> Fraction:
    return first[0] * second[1] - first[1] * second[0]


def dot(first: Exact, second: Exact) -> Fraction:
    return first[0] * second[0] + first[1] * second[1]


def overlap_depth(first: Polygon, second: Polygon) -> float:
    """How far one convex polygon must be pushed out of the other along an edge's normal; below 0 if apart."""
    return min(depth for depth, _ in (*edge_depths(first, second), *edge_depths(second, first)))


def squared_distance(first: Polygon, second: Polygon) -> Fraction:
    """From polygon to polygon; 0 where they have a point in common."""
    if swept(first, second):
        return Fraction(0)
    one, other = exactly(first), exactly(second)
    return min(
        to_segment(corner, side)
        for corners, polygon in ((one, other), (other, one))
        for corner in corners
        for side in pairwise([*polygon, polygon[0]])
    )


def to_segment(point: Exact, side: tuple[Exact, Exact]) -> Fraction:
    along, out = minus(side[1], side[0]), minus(point, side[0])
    share = min(max(dot(out, along) / dot(along, along), Fraction(0)), Fraction(1))
    rest = minus(out, (along[0] * share, along[1] * share))
    return dot(rest, rest)


def minkowski(first: Polygon, second: Polygon) -> list[Exact]:
    """Where the first's origin may be for the two to have a point in common."""
    differences = [(b[0] - a[0], b[1] - a[1]) for a in first for b in second]
    return exactly(hull(differences))


def swept(mover: Polygon, obstacle: Polygon) -> bool:
    """Whether they have a point in common where they stand."""
    area = minkowski(mover, obstacle)
    origin = (Fraction(0), Fraction(0))
    return all(cross(minus(b, a), minus(origin, a)) >= 0 for a, b in pairwise([*area, area[0]]))


def overlap_span(mover: Polygon, obstacle: Polygon, vector: tuple[int, int]) -> tuple[Fraction, Fraction] | None:
    """From which share until which share of the vector the insides overlap: a ray clipped by the Minkowski area."""
    enters, leaves = Fraction(0), Fraction(1)
    area, way = minkowski(mover, obstacle), (Fraction(vector[0]), Fraction(vector[1]))
    for a, b in pairwise([*area, area[0]]):
        edge = minus(b, a)
        room, speed = cross(edge, minus((Fraction(0), Fraction(0)), a)), cross(edge, way)
        if speed > 0:
            enters = max(enters, -room / speed)
        elif speed < 0:
            leaves = min(leaves, -room / speed)
        elif room <= 0:
            return None
    return (enters, leaves) if enters < leaves else None
