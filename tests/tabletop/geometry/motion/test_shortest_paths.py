"""Ways around obstacles: known lengths, never shorter for more in the way, and clear of everything."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.geometry.motion.shortest_paths import blocked_centres, maze, path_obstacles, shortest_path
from tabletop.geometry.primitives.polygons import Polygon
from tabletop.geometry.primitives.segments import span_inside
from tabletop.geometry.primitives.tolerances import GRAZE
from tabletop.geometry.primitives.vectors import Point, distance

GOAL: Polygon = ((10.0, -1.0), (12.0, -1.0), (12.0, 1.0), (10.0, 1.0))
MOST = 60.0
tenths = st.integers(-40, 140).map(lambda number: number / 10)


def wall(x1: float, y1: float, x2: float, y2: float) -> Polygon:
    return (x1, y1), (x2, y1), (x2, y2), (x1, y2)


walls = st.builds(
    lambda x, y, wide, deep: wall(x, y, x + wide, y + deep), tenths, tenths, st.integers(1, 5), st.integers(1, 5)
)


def length(start: Point, obstacles: list[Polygon]) -> float | None:
    path = shortest_path(start, maze([GOAL], path_obstacles(obstacles)), MOST)
    return None if path is None else sum(map(distance, path, path[1:]))


def test_nothing_in_the_way_is_straight() -> None:
    assert shortest_path((0.0, 0.0), maze([GOAL], path_obstacles([])), MOST) == ((0.0, 0.0), (10.0, 0.0))


def test_a_wall_is_passed_at_its_corner() -> None:
    assert length((0.0, 0.0), [wall(4.0, -3.0, 4.5, 3.0)]) == pytest.approx(5 + 0.5 + (5.5**2 + 2**2) ** 0.5)


def test_a_closed_ring_lets_nobody_out() -> None:
    ring = [wall(-2, -2, 2, -1.5), wall(-2, 1.5, 2, 2), wall(-2, -2, -1.5, 2), wall(1.5, -2, 2, 2)]
    assert length((0.0, 0.0), ring) is None


def test_too_far_is_no_way() -> None:
    assert shortest_path((0.0, 0.0), maze([GOAL], path_obstacles([])), 9.99) is None


def test_a_base_is_kept_away_by_half_its_width() -> None:
    base = wall(-0.5, -0.5, 0.5, 0.5)
    assert set(blocked_centres(wall(4.0, 0.0, 5.0, 1.0), base, (0.0, 0.0))) == {
        (3.5, -0.5),
        (5.5, -0.5),
        (5.5, 1.5),
        (3.5, 1.5),
    }


@given(st.lists(walls, max_size=4), walls)
def test_another_wall_never_shortens_the_way(obstacles: list[Polygon], more: Polygon) -> None:
    fewer, all_of = length((0.0, 0.0), obstacles), length((0.0, 0.0), [*obstacles, more])
    assert all_of is None or (fewer is not None and fewer <= all_of + 1e-9)


@given(st.lists(walls, max_size=4))
def test_no_leg_goes_through_a_wall(obstacles: list[Polygon]) -> None:
    path = shortest_path((0.0, 0.0), maze([GOAL], path_obstacles(obstacles)), MOST)
    for leg in zip(path or (), (path or ())[1:], strict=False):
        for obstacle in obstacles:
            span = span_inside(leg, obstacle, GRAZE)
            assert span is None or span[1] - span[0] <= 1e-6
