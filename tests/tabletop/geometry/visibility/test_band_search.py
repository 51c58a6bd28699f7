"""Free lines that pass no corner: cases known by hand, what turning and mirroring leaves alike, and dense sampling."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from tabletop.geometry.primitives.arrays import Floats
from tabletop.geometry.primitives.convexes import convexes, inches_inside, spans_inside
from tabletop.geometry.primitives.lattice import oblong
from tabletop.geometry.primitives.polygons import Polygon, anticlockwise
from tabletop.geometry.primitives.segments import Segment
from tabletop.geometry.primitives.tolerances import RANGE
from tabletop.geometry.primitives.vectors import rotate_points
from tabletop.geometry.visibility.band_search import line_in_a_band
from tabletop.geometry.visibility.depth_limits import Depth
from tabletop.geometry.visibility.passages import Scene
from tests.tabletop.geometry.limits import depth_limits

NEAR, FAR = oblong((0, 0), 0, 6, 2), oblong((0, 30), 0, 6, 2)
NONE, ONE = Depth.NONE, Depth.ONE
DIAGONAL = 10.0  # half of a square's that stands on a corner

Shapes = tuple[Polygon, ...]
Woods = tuple[Shapes, Shapes, list[int]]


def line(shapes: Shapes, inches: list[Depth | float], owners: list[int], ends: Shapes = (NEAR, FAR)) -> Segment | None:
    return line_in_a_band(Scene(convexes(ends), convexes(shapes), depth_limits(inches, np.array(owners))))


def square(corner: float, y: float, side: int) -> Polygon:
    """On a corner, which points to the other side: a line straight up runs inside twice as far as it is beyond it."""
    return oblong((corner + side * DIAGONAL, y), 45, DIAGONAL * 2**0.5, DIAGONAL * 2**0.5)


def teeth(left: float, right: float) -> Shapes:
    """Two from the left and one from the right between them, each so far over the middle line."""
    return square(left, 10, -1), square(left, 20, -1), square(-right, 15, 1)


def between(left: float, right: float, inches: float = 2.0) -> Segment | None:
    return line(teeth(left, right), [inches] * 3, [0, 0, 1])


# Of a line that leans by any angle and passes the middle one by any offset, the inches inside the left wood and twice
# those inside the right one are together at least 4 x (left + right), which the line straight up in the middle has.
# So the greater of both is at least a third of that: with 0.5 and 1 just 2 inches.
@pytest.mark.parametrize(
    ("left", "right", "seen"),
    [
        (0.5, 1.0, True),
        (0.5, 0.99, True),
        (0.5, 1.0007, True),
        (0.5, 1.0008, False),
        (0.5, 1.01, False),
        (0.6, 0.9, True),
    ],
)
def test_a_line_keeps_between_two_woods_to_a_hair(left: float, right: float, seen: bool) -> None:
    assert (between(left, right) is not None) == seen


def test_it_runs_two_inches_inside_either() -> None:
    found = between(0.5, 1.0)
    assert found is not None
    first, second, other = lengths(found, teeth(0.5, 1.0))
    assert first + second == pytest.approx(2, abs=2 * RANGE)
    assert other == pytest.approx(2, abs=2 * RANGE)


def lengths(found: Segment, shapes: Shapes) -> Floats:
    start, end = (np.array([point]) for point in found)
    inches: Floats = inches_inside(start, end, convexes(shapes))[0]
    return inches


def test_limits_may_differ() -> None:
    woods = square(0.5, 10, -1), square(0.5, 20, -1), square(-1.0, 15, 1)
    assert line(woods, [3, 3, 1.5], [0, 0, 1]) is not None
    assert line(woods, [3, 3, 1.49], [0, 0, 1]) is None


def test_what_stands_in_the_middle_closes() -> None:
    post = oblong((0, 25), 0, 1, 1)
    assert line((*teeth(0.5, 1.0), post), [2, 2, 2, NONE], [0, 0, 1, 2]) is None
    assert line((*teeth(0.5, 1.0), post), [2, 2, 2, ONE], [0, 0, 1, 2]) is not None
    assert line((*teeth(0.5, 1.0), post, oblong((0, 5), 0, 1, 1)), [2, 2, 2, ONE, ONE], [0, 0, 1, 2, 3]) is None


def test_a_gap_between_walls_is_seen_through_where_it_is_one() -> None:
    for gap, seen in ((0.0005, False), (0.002, True)):
        walls = oblong((-5 - gap / 2, 5), 0, 10, 1), oblong((5 + gap / 2, 5), 0, 10, 1)
        assert (line((*walls, *teeth(0.3, 0.5)), [NONE, NONE, 2, 2, 2], [0, 1, 2, 2, 3]) is not None) == seen


def test_ends_that_meet_see_each_other() -> None:
    assert line(teeth(1, 1), [0.1] * 3, [0, 0, 1], (NEAR, oblong((1, 1), 30, 6, 2))) is not None


@st.composite
def scenes(draw: st.DrawFn) -> Woods:
    """Two ends, and between them blunt teeth from both sides in turn, of two or three woods."""
    tenths = st.integers(0, 100).map(lambda number: number / 10)
    ends = [oblong((0, y), draw(st.integers(-20, 20)), draw(st.sampled_from([1, 3, 5])), 2) for y in (0, 30)]
    rows = sorted(draw(st.lists(st.integers(50, 250), min_size=3, max_size=5, unique=True)))
    woods = [_tooth(side % 2 * 2 - 1, row / 10, draw(tenths), draw(tenths)) for side, row in enumerate(rows)]
    owners = [side % 2 for side in range(len(rows))]
    if draw(st.booleans()):
        owners[-1] = 2
    angle = draw(st.integers(0, 359))
    first, second, *turned = (rotate_points(shape, (0, 15), angle) for shape in (*ends, *woods))
    return (first, second), tuple(turned), owners


def _tooth(side: int, y: float, over: float, blunt: float) -> Polygon:
    tip, back, half = (-side * over / 10, y), side * (3 + blunt / 2), 3 + blunt
    return anticlockwise((tip, (tip[0] + back, y + half), (tip[0] + back, y - half)))


def least_of_many(ends: Shapes, shapes: Shapes, owners: list[int]) -> float:
    """The least inches, inside the wood that a line has most of, of tens of thousands of lines."""
    corners = [np.array(end) for end in ends]
    turns = np.linspace(-0.5, 0.5, 240) + np.arctan2(*(corners[1].mean(axis=0) - corners[0].mean(axis=0))[::-1])
    along, aside = (np.stack([np.cos(turns + by), np.sin(turns + by)]) for by in (0, np.pi / 2))
    low = np.max([(end @ aside).min(axis=0) for end in corners], axis=0)
    high = np.min([(end @ aside).max(axis=0) for end in corners], axis=0)
    met, shares = high > low, np.arange(1, 120) / 120
    offsets = (low + np.multiply.outer(shares, high - low))[:, met].ravel()
    vectors, sides = (np.tile(each[:, met], len(shares)).T for each in (along, aside))
    entering, leaving = spans_inside(sides * offsets[:, None], vectors, convexes(ends))
    starts, stops = (sides * offsets[:, None] + share[:, None] * vectors for share in (leaving[:, 0], entering[:, 1]))
    inches = inches_inside(starts, stops, convexes(shapes)) @ (np.array(owners)[:, None] == np.unique(owners))
    return float(inches.max(axis=1).min())


@settings(max_examples=12)
@given(scenes(), st.integers(1, 20).map(lambda number: number / 1000))
def test_what_sampling_finds_is_found_and_what_is_found_is_free(scene: Woods, spare: float) -> None:
    ends, shapes, owners = scene
    least = least_of_many(ends, shapes, owners)
    for inches in (least + spare, max(least - spare, 1e-3), 1.0):
        found = line(shapes, [inches] * len(shapes), owners, ends)
        event(f"{'seen' if found else 'closed'}")
        assert found or inches < least
        if found:
            own = lengths(found, shapes)
            assert max(own[np.array(owners) == owner].sum() for owner in owners) <= inches + RANGE


@settings(max_examples=20)
@given(scenes(), st.floats(0, 360), st.integers(2, 30).map(lambda number: number / 10))
def test_turned_mirrored_and_looked_back_it_is_alike(scene: Woods, angle: float, inches: float) -> None:
    ends, shapes, owners = scene
    allowed = [inches] * len(shapes)
    here = line(shapes, allowed, owners, ends) is not None
    if here != (line(shapes, [inches - 0.01] * len(shapes), owners, ends) is not None):
        event("boundary")
        return
    event("seen" if here else "closed")
    turned = [tuple(rotate_points(shape, (3, 4), angle) for shape in some) for some in (shapes, ends)]
    mirrored = [tuple(anticlockwise(tuple((-x, y) for x, y in shape)) for shape in some) for some in (shapes, ends)]
    assert (line(turned[0], allowed, owners, turned[1]) is not None) == here
    assert (line(mirrored[0], allowed, owners, mirrored[1]) is not None) == here
    assert (line(shapes, allowed, owners, ends[::-1]) is not None) == here


@settings(max_examples=20)
@given(
    scenes(),
    st.integers(2, 40).map(lambda number: number / 10),
    st.sampled_from([NONE, ONE, 0.5]),
    st.floats(4, 26),
)
def test_another_body_never_opens(scene: Woods, inches: float, more: Depth | float, y: float) -> None:
    ends, shapes, owners = scene
    others = *shapes, oblong((0.3, y), 20, 2, 2)
    if line(others, [*[inches] * len(shapes), more], [*owners, 9], ends):
        event("seen")
        assert line(shapes, [inches] * len(shapes), owners, ends)
