"""Petra Sancta's hatchings: which way the lines run, and where they stop."""

from __future__ import annotations

import pytest

from tabletop.heraldry import Path, Tincture
from tabletop.heraldry.hatching import HATCHINGS, ruling_lines
from tabletop.heraldry.paths import Point, circle, flatten_path
from tabletop.heraldry.shapes import outline
from tests.laws import of_each

TINCTURES: tuple[Tincture, ...] = tuple(Tincture)


@of_each(
    ("tincture", "slopes"),
    [
        ("argent", set()),
        ("gules", {"|"}),
        ("azure", {"-"}),
        ("vert", {"\\"}),
        ("purpure", {"/"}),
        ("sable", {"|", "-"}),
        ("tenne", {"/", "-"}),
        ("sanguine", {"\\", "/"}),
    ],
)
def test_hatchings_run_as_petra_sancta_has_them(tincture: Tincture, slopes: set[str]) -> None:
    lines = [line for ruling in HATCHINGS[tincture] for line in strokes(ruling_lines([outline()], ruling))]
    assert {slope(*line) for line in lines} == slopes


@pytest.mark.parametrize(("tincture", "length"), [("or", 0.001), ("cendree", 0.07)])
def test_or_is_dotted_and_cendree_dashed(tincture: Tincture, length: float) -> None:
    (ruling,) = HATCHINGS[tincture]
    marks = strokes(ruling_lines([outline()], ruling))
    assert len(marks) > 50
    assert all(end[0] - start[0] == pytest.approx(length) for start, end in marks)


def strokes(ruling: Path) -> list[tuple[Point, Point]]:
    ends = [segment.points[0] for segment in ruling]
    return list(zip(ends[::2], ends[1::2], strict=True))


def slope(start: Point, end: Point) -> str:
    across, down = abs(end[0] - start[0]), abs(end[1] - start[1])
    if min(across, down) < 1e-9:
        return "-" if across > down else "|"
    assert across == pytest.approx(down)
    return "\\" if (end[0] - start[0]) * (end[1] - start[1]) > 0 else "/"


@of_each("tincture", TINCTURES)
def test_hatching_leaves_the_holes_of_a_region_bare(tincture: Tincture) -> None:
    ring = flatten_path(circle((0.5, 0.5), 0.4) + circle((0.5, 0.5), 0.2))
    for ruling in HATCHINGS[tincture]:
        for (x1, y1), (x2, y2) in strokes(ruling_lines(ring, ruling)):
            assert 0.19 < ((x1 + x2 - 1) ** 2 + (y1 + y2 - 1) ** 2) ** 0.5 / 2 < 0.41
