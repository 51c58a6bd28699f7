"""Regions: unsound outlines named, convex parts that cover them, areas shared, and two threads at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from math import isclose

import pytest

from tabletop.geometry.primitives.polygons import Polygon, area, is_convex, overlapping
from tabletop.geometry.primitives.regions import common_area, convex_parts, polygon_fault

SQUARE: Polygon = ((0, 0), (4, 0), (4, 4), (0, 4))
HORSESHOE: Polygon = ((0, 0), (5, 0), (5, 5), (4, 5), (4, 1), (1, 1), (1, 5), (0, 5))
CLOCKWISE = HORSESHOE[::-1]


@pytest.mark.parametrize(
    ("outline", "reason"),
    [
        pytest.param(SQUARE, None, id="a square"),
        pytest.param(CLOCKWISE, None, id="clockwise"),
        pytest.param(((0, 0), (4, 4), (4, 0), (0, 4)), "crosses or touches itself", id="a bow tie with no net area"),
        pytest.param(((0, 0), (5, 4), (4, 0), (0, 4)), "crosses or touches itself", id="a bow tie"),
        pytest.param(((0, 0), (1, 1), (2, 2)), "has no area", id="a line"),
        pytest.param(((0, 0), (1, 1), (0, 0), (1, 1)), "has no area", id="two points"),
        pytest.param(((0, 0), (4, 0), (4, 4), (2, 0), (0, 4)), "crosses or touches itself", id="touches itself"),
    ],
)
def test_an_unsound_outline_is_named(outline: Polygon, reason: str | None) -> None:
    found = polygon_fault(outline)
    assert (found is None) == (reason is None)
    assert found in {reason, "has no area"}


@pytest.mark.parametrize("outline", [SQUARE, HORSESHOE, CLOCKWISE, ((0, 0), (6, 0), (3, 1), (3, 6))])
def test_convex_parts_cover_an_outline_on_its_own_corners(outline: Polygon) -> None:
    parts = convex_parts(outline)
    assert all(is_convex(part) for part in parts)
    assert {corner for part in parts for corner in part} <= set(outline)
    assert isclose(sum(map(area, parts)), area(outline))
    assert list(overlapping(parts, parts)) == []


def test_a_convex_outline_stays_whole() -> None:
    assert convex_parts(SQUARE[::-1]) == (SQUARE,) or len(convex_parts(SQUARE[::-1])) == 1


def test_common_area_is_measured() -> None:
    assert common_area(HORSESHOE, ((0, 0), (5, 0), (5, 2), (0, 2))) == 7


def test_two_threads_may_ask_about_one_outline() -> None:
    def asked(number: int) -> tuple[float, int]:
        return common_area(HORSESHOE, ((0, 0), (5, 0), (5, number % 5 + 1), (0, 2))), len(convex_parts(HORSESHOE))

    alone = [asked(number) for number in range(400)]
    with ThreadPoolExecutor(2) as threads:
        assert list(threads.map(asked, range(400))) == alone
