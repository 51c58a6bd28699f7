"""Many sight lines at once: against shapely over a million segments, against fractions where it is closest."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from tabletop.geometry.primitives.lattice import oblong
from tabletop.geometry.primitives.polygons import Polygon, hull
from tabletop.geometry.visibility.sightkernel import blocked, crossings, obstacles

SEGMENTS = 1_000_000
SIDE = 100
SQUARE: Polygon = ((10.0, 10.0), (20.0, 10.0), (20.0, 20.0), (10.0, 20.0))
FAR = (60.0, 5.0)


def random_shapes(random: np.random.Generator) -> list[Polygon]:
    middles, angles = random.uniform((0, 0), (72, 48), (8, 2)), random.uniform(0, 360, 4)
    blocks = [oblong(tuple(middle), angle, 5, 2) for middle, angle in zip(middles[:4], angles, strict=True)]
    return blocks + [hull(map(tuple, middle + random.normal(0, 2, (9, 2)))) for middle in middles[4:]]


@pytest.mark.parametrize("seed", range(SEGMENTS // SIDE**2 // 10))
def test_a_million_segments_are_decided_as_shapely_decides(seed: int) -> None:
    """Ten tables a seed. Shapely counts a touch as a meeting; random points don't touch."""
    for table in range(10):
        random = np.random.default_rng((seed, table))
        shapes = random_shapes(random)
        starts, targets = random.uniform((0, 0), (72, 48), (2, SIDE, 2))
        lines = shapely.linestrings(np.stack([np.repeat(starts, SIDE, axis=0), np.tile(targets, (SIDE, 1))], axis=1))
        areas = [shapely.Polygon(shape) for shape in shapes]
        shapely.prepare(areas)
        met = np.stack([shapely.intersects(area, lines) for area in areas], axis=1)
        found = crossings(starts, targets, obstacles(shapes))
        assert (found.swapaxes(1, 2).reshape(-1, len(shapes)) == met).all()
        assert (blocked(starts, targets, obstacles(shapes)).ravel() == met.any(axis=1)).all()


def truly_inside(start: tuple[int, int], end: tuple[int, int], shape: Polygon) -> bool:
    """By fractions: whether more than a point of the segment is strictly behind every edge."""
    enters, leaves = Fraction(0), Fraction(1)
    corners = [(Fraction(x), Fraction(y)) for x, y in shape]
    for (x1, y1), (x2, y2) in zip(corners, corners[1:] + corners[:1], strict=True):
        here, there = ((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1) for x, y in (start, end))
        if here <= 0 and there <= 0:
            return False
        if here < 0:
            enters = max(enters, here / (here - there))
        elif there < 0:
            leaves = min(leaves, here / (here - there))
    return enters < leaves


@pytest.mark.parametrize(
    ("start", "end", "crosses"),
    [
        ((0, 10), (30, 10), False),  # along an edge
        ((0, 15), (30, 15), True),
        ((0, 0), (30, 30), True),  # the diagonal
        ((0, 20), (20, 0), False),  # 45° through one corner
        ((0, 21), (21, 0), True),
        ((0, 19), (19, 0), False),
        ((0, 30), (30, 0), True),  # 45° through two
        ((0, 15), (10, 15), False),  # ends on it
        ((0, 15), (11, 15), True),
        ((10, 15), (0, 15), False),
        ((10, 10), (20, 20), True),  # from corner to corner
        ((10, 10), (20, 10), False),
        ((12, 12), (14, 15), True),  # wholly inside
        ((20, 0), (20, 30), False),
        ((25, 5), (25, 30), False),
    ],
)
@pytest.mark.parametrize("turns", range(4))
def test_touching_grazing_and_45_degrees_are_exact(
    start: tuple[int, int], end: tuple[int, int], crosses: bool, turns: int
) -> None:
    for _ in range(turns):
        start, end = ((30 - y, x) for x, y in (start, end))
    assert truly_inside(start, end, SQUARE) == crosses
    assert bool(blocked([start], [end], obstacles([SQUARE]))[0, 0]) == crosses
    assert bool(blocked([start, FAR, FAR], [end, FAR, FAR], obstacles([SQUARE]))[0, 0]) == crosses
    assert bool(crossings([start], [end], obstacles([SQUARE]))[0, 0, 0]) == crosses


whole = st.tuples(st.integers(0, 30), st.integers(0, 30))


@given(st.lists(whole, min_size=3, max_size=8).map(hull).filter(lambda shape: len(shape) > 2), whole, whole)
def test_whole_coordinates_are_decided_as_fractions_decide(
    shape: Polygon, start: tuple[int, int], end: tuple[int, int]
) -> None:
    among = obstacles([shape])
    if start != end:
        expected = truly_inside(start, end, shape)
        assert bool(blocked([start], [end], among)[0, 0]) == expected
        assert bool(crossings([start, FAR], [end, FAR], among)[0, 0, 0]) == expected


def test_nothing_in_the_way_and_nobody_to_look() -> None:
    assert not blocked([(0, 0)] * 3, [(9, 9)] * 3, obstacles([])).any()
    assert crossings([], [(9, 9)], obstacles([SQUARE])).shape == (0, 1, 1)


@pytest.mark.parametrize("count", [1, 2, 3, 40])
def test_few_lines_and_many_are_decided_alike(count: int) -> None:
    random = np.random.default_rng(count)
    among = obstacles(random_shapes(random))
    starts, targets = random.uniform((0, 0), (72, 48), (2, count, 2))
    many = blocked(starts, targets, among)
    for one in range(count):
        assert bool(blocked([tuple(starts[one])], [tuple(targets[one])], among)[0, 0]) == many[one, one]
