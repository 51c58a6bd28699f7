"""How far a block is from touching: exact at 45°, and as far as what the sweep meets."""

from __future__ import annotations

from math import cos, isinf, pi, radians, sin, sqrt

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tabletop.geometry.motion.lanes import Lanes, contact_vectors, lanes_of, shapes_of
from tabletop.geometry.motion.sweeps import Drift, first_contact
from tabletop.geometry.primitives.polygons import Polygon, move_polygon
from tabletop.geometry.primitives.vectors import rotate_points
from tests.tabletop.geometry.longhand import overlap_depth

OWN: Polygon = ((0.0, 0.0), (0.0, -2.0), (5.0, -2.0), (5.0, 0.0))
RAYS = (-45.0, 0.0, 45.0)
EACH = np.array(RAYS)[:, None]
FAR = 60.0


def box(x: float, y: float, wide: float = 3.0, deep: float = 2.0) -> Polygon:
    return (x, y), (x + wide, y), (x + wide, y + deep), (x, y + deep)


def lanes_among(*targets: Polygon) -> Lanes:
    return lanes_of(shapes_of([OWN]), shapes_of(targets))


def inches(target: Polygon, turn: float = 0.0) -> tuple[float, ...]:
    """The shortest in the cone without its edges, and along each ray."""
    lanes = lanes_among(target)
    return tuple(np.abs(contact_vectors(lanes, np.array([turn]), EACH, cone=45))[:, 0].tolist())


def test_straight_ahead_is_the_gap() -> None:
    shortest, _, ahead, _ = inches(box(1, 6))
    assert (shortest, ahead) == (6, 6)


def test_touching_along_the_45_degree_line_counts() -> None:
    _, _, ahead, right = inches(box(8, 3))
    assert right == pytest.approx(3 * sqrt(2))
    assert isinf(ahead)


def test_beyond_the_cone_nothing_is_met() -> None:
    assert all(map(isinf, inches(box(9, -1))[1:3]))


def test_a_turn_of_a_quarter_brings_the_left_ahead() -> None:
    assert inches(box(-9, 1), pi / 2)[2] == pytest.approx(6)


def test_each_turn_has_its_own_rays() -> None:
    lanes = lanes_among(box(8, 3), box(1, 6))
    turns = np.array([0.0, 0.3, -0.3])
    rays = np.array([[-45.0, 0.0, 45.0], [10.0, 20.0, -30.0]])
    alone = [contact_vectors(lanes, turns[[at]], rays[:, [at]], cone=45)[:, 0] for at in range(3)]
    assert pytest.approx(np.array(alone)) == contact_vectors(lanes, turns, rays, cone=45).T


def test_a_turn_to_the_right_is_about_the_right_corner() -> None:
    turned = rotate_points(OWN, (5.0, 0.0), 30.0)
    lanes = lanes_among(move_polygon(turned, (5.0, 8.0)))
    assert abs(contact_vectors(lanes, np.array([-pi / 6]), EACH, cone=45)[2, 0]) == pytest.approx(
        first_contact([Drift(turned, (10.0, 10.0 * sqrt(3)))], [move_polygon(turned, (5.0, 8.0))]).share * 20  # type: ignore[union-attr]
    )


def test_what_lies_within_the_most_is_found_as_without_one() -> None:
    lanes = lanes_among(box(1, 6), box(1, 12), box(30, 3))
    turns = np.linspace(0, 0.5, 5)
    free, limited = (
        contact_vectors(lanes, turns, EACH.repeat(5, axis=1), cone=45, most=most) for most in (float("inf"), 7.0)
    )
    near = np.abs(free) <= 7
    assert near.any()
    assert limited[near] == pytest.approx(free[near])
    assert np.all(np.abs(limited[~near]) > 7)


@given(st.floats(-15, 15), st.floats(1, 15), st.floats(0, 1.5), st.sampled_from(RAYS))
def test_a_ray_is_what_the_sweep_meets(x: float, y: float, turn: float, ray: float) -> None:
    target = box(x, y)
    turned = rotate_points(OWN, (0.0, 0.0), -turn * 180 / pi)
    assume(overlap_depth(turned, target) < -0.01)
    found = inches(target, turn)[1 + RAYS.index(ray)]
    angle = radians(ray) - turn
    met = first_contact([Drift(turned, (FAR * sin(angle), FAR * cos(angle)))], [target])
    assume(met is None or met.share > 1e-4)
    if met is not None:
        assert found == pytest.approx(met.share * FAR, abs=0.02)
    elif found < FAR:
        along = found * sin(angle), found * cos(angle)
        assert abs(overlap_depth(move_polygon(turned, along), target)) < 1e-6
