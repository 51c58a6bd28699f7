"""The plain charges: bold silhouettes as closed paths in a unit square, filled by the even-odd rule."""

from __future__ import annotations

from itertools import pairwise
from math import hypot

from tabletop.heraldry.paths import (
    CLOSE,
    Path,
    Point,
    Segment,
    Step,
    arc,
    circle,
    circle_point,
    flatten_path,
    mirror_half,
    mirror_pair,
    path,
    polygon_path,
)  # fmt: skip
from tabletop.heraldry.values import Charge

CENTRE = (0.5, 0.5)


def star(points: int, outer: float, inner: float) -> Path:
    """A mullet standing on two of its points."""
    turns = (180 / points * corner - 90 for corner in range(2 * points))
    return polygon_path(circle_point(CENTRE, inner if corner % 2 else outer, turn) for corner, turn in enumerate(turns))


def sector(centre: Point, *, near: float, far: float, start: float, end: float) -> Path:
    """A piece of a ring between two radii and two angles in degrees, clockwise from three o'clock."""
    return (
        Segment(Step.MOVE, (circle_point(centre, near, start),)),
        Segment(Step.LINE, (circle_point(centre, far, start),)),
        *arc(centre, far, start, end),
        Segment(Step.LINE, (circle_point(centre, near, end),)),
        *arc(centre, near, end, start),
        CLOSE,
    )


def wheel(centre: Point, radius: float, spokes: int) -> Path:
    """A rim, spokes and a pierced hub."""
    step = 360 / spokes
    gaps = (
        sector(centre, near=radius * 0.32, far=radius * 0.76, start=step * k - 90 + 13, end=step * (k + 1) - 90 - 13)
        for k in range(spokes)
    )
    return sum(gaps, circle(centre, radius) + circle(centre, radius * 0.12))


def ribbon(middle: Path, start: float, end: float) -> Path:
    """A band along an open path, its width running evenly from one figure to the other."""
    (points,) = flatten_path(middle)
    inner = [_normal(before, after) for before, after in pairwise(points)]
    normals = [inner[0], *inner, inner[-1]]
    halves = [(start + (end - start) * step / (len(points) - 1)) / 2 for step in range(len(points))]
    sides = [
        [(x + sign * half * (a[0] + b[0]) / 2, y + sign * half * (a[1] + b[1]) / 2)
         for (x, y), a, b, half in zip(points, normals, normals[1:], halves, strict=False)]
        for sign in (1, -1)
    ]  # fmt: skip
    return polygon_path([*sides[0], *reversed(sides[1])])


def _normal(start: Point, end: Point) -> Point:
    length = hypot(end[0] - start[0], end[1] - start[1])
    return (start[1] - end[1]) / length, (end[0] - start[0]) / length


CHARGES: dict[Charge, tuple[Path, ...]] = {
    Charge.HAMMER: (
        mirror_half(path("M 50 36 L 58 36 57 88 C 61 90 61 98 57 99 L 50 99")),
        mirror_half(path("M 50 6 L 80 6 L 92 2 L 92 46 L 80 42 L 50 42")),
    ),
    Charge.CRESCENT: (
        mirror_half(path("M 50 71 C 69 71 84 56 84 37 C 84 25 78 15 70 8 C 87 15 98 31 98 50 C 98 77 77 98 50 98")),
    ),
    Charge.STAR: (star(5, 0.5, 0.215),),
    Charge.TREE: (
        mirror_half(
            path(
                "M 50 1 C 63 1 72 10 72 21 C 84 22 91 31 90 41 C 98 45 100 53 98 60 C 95 71 83 76 72 72 "
                "C 67 76 61 76 57 73 C 57 84 60 91 69 98 L 50 98"
            )
        ),
    ),
    Charge.MOUNTAIN: (
        path("M 0 90 L 25 44 L 33 52 L 38 44 L 48 54 L 57 41 L 66 53 L 74 46 L 100 90 Z"),
        path("M 57 12 L 72 40 L 66 46 L 57 33 L 48 47 L 41 39 Z"),
    ),
    Charge.ARROW: (mirror_half(path("M 50 0 L 80 38 L 57 32 L 57 66 L 72 78 L 72 100 L 50 84")),),
    Charge.HORSESHOE: (
        mirror_half(
            path(
                "M 50 2 C 77 2 93 22 93 48 C 93 68 86 82 80 91 L 83 98 L 60 98 L 60 91 C 68 80 73 66 73 50 "
                "C 73 34 64 22 50 22"
            )
        )
        + circle((0.2, 0.37), 0.035)
        + circle((0.8, 0.37), 0.035)
        + circle((0.18, 0.56), 0.035)
        + circle((0.82, 0.56), 0.035)
        + circle((0.3, 0.2), 0.035)
        + circle((0.7, 0.2), 0.035),
    ),
    Charge.TUSK: (
        ribbon(path("M 26 72 C 56 82 90 62 80 2"), 0.42, 0.01),
        ribbon(path("M 9 66 L 20 70"), 0.46, 0.46),
    ),
    Charge.AXE: (
        path("M 40 4 L 52 4 L 53 99 L 39 99 Z"),
        path("M 30 16 L 52 16 C 62 16 72 10 80 2 C 94 20 94 52 80 70 C 72 56 62 46 52 44 L 30 44 Z"),
    ),
    Charge.SPEARHEAD: (
        mirror_half(path("M 50 0 C 56 16 66 28 76 44 L 58 68 L 58 76 L 65 76 L 65 82 L 58 82 L 61 100 L 50 100"))
        + path("M 50 20 L 54 44 L 50 62 L 46 44 Z"),
    ),
    Charge.EAGLE: (
        mirror_half(
            path(
                "M 50 24 L 60 26 C 70 32 80 20 84 0 C 89 6 91 12 91 19 C 95 20 98 23 100 27 C 98 32 95 35 92 37 "
                "C 95 39 97 42 98 47 C 95 50 92 52 88 53 C 90 56 91 60 91 65 C 86 66 82 66 78 63 C 79 68 79 72 77 77 "
                "C 71 74 67 70 64 64 L 61 72 L 74 77 L 80 88 L 71 84 L 68 92 L 64 82 L 57 78 "
                "L 59 84 L 67 94 L 58 93 L 50 100"
            )
        ),
        path(
            "M 37 28 C 43 22 42 17 40 16 L 27 20 C 27 14 30 10 35 7 C 39 0 52 0 57 8 "
            "C 60 14 58 22 63 28 L 56 35 L 50 30 L 44 35 Z"
        ),
    ),
    Charge.CLAW: (
        mirror_half(path("M 50 54 C 64 54 68 64 76 70 C 86 78 84 96 68 96 C 60 96 56 92 50 92")),
        mirror_pair(path("M 68 0 C 64 4 60 10 57 18 C 52 24 51 42 60 46 C 70 48 76 34 72 22 C 70 14 69 8 68 0 Z")),
        mirror_pair(path("M 99 22 C 93 24 87 28 82 34 C 74 38 70 54 78 60 C 88 64 97 52 96 42 C 95 36 97 28 99 22 Z")),
    ),
    Charge.TAIL: (
        ribbon(
            path("M 9 86 C 58 94 96 82 91 46 C 85 16 48 8 32 30 C 20 50 36 72 54 64 C 68 56 62 40 50 42"), 0.2, 0.02
        ),
    ),
    Charge.SKULL: (
        mirror_half(
            path(
                "M 50 2 C 78 2 94 20 94 44 C 94 58 88 66 79 71 L 77 80 L 73 97 L 61 97 L 60 86 L 56 86 L 56 97 L 50 97"
            )
        )
        + mirror_pair(path("M 36 38 C 44 38 46 45 45 51 C 43 58 38 61 32 61 C 24 61 19 56 20 49 C 21 42 27 38 36 38 Z"))
        + path("M 50 58 L 57 73 L 50 70 L 43 73 Z"),
    ),
    Charge.SNAKE: (
        ribbon(
            path("M 90 93 C 70 91 10 102 12 82 C 14 64 86 80 86 57 C 86 36 12 54 14 30 C 16 14 34 13 54 14"), 0.05, 0.19
        ),
        path("M 52 3 C 64 0 78 4 87 14 L 100 9 L 95 16 L 100 23 L 87 19 C 78 28 62 29 52 25 Z")
        + circle((0.7, 0.11), 0.03),
    ),
    Charge.SWORD: (
        mirror_half(path("M 50 0 L 59 12 L 59 64 L 50 64")),
        mirror_half(path("M 50 76 L 55 76 L 55 88 L 50 88")),
        mirror_half(path("M 50 65 L 75 65 C 79 65 82 68 82 70.5 C 82 73 79 76 75 76 L 50 76")),
        circle((0.5, 0.93), 0.07),
    ),
    Charge.FLAME: (
        path(
            "M 56 0 C 58 18 84 34 88 60 C 91 82 74 99 50 99 C 26 99 9 82 12 60 C 14 46 22 40 25 26 "
            "C 33 32 36 40 36 48 C 46 38 56 22 56 0 Z"
        )
        + path(
            "M 54 54 C 56 64 67 68 66 80 C 65 88 58 92 50 92 C 41 92 34 86 35 77 C 36 71 41 68 42 62 "
            "C 46 64 47 67 47 71 C 52 67 55 62 54 54 Z"
        ),
    ),
    Charge.DRAGON: (
        path(
            "M 4 42 C 5 33 13 30 21 31 C 28 27 34 24 40 23 C 42 12 58 2 88 0 C 76 6 70 13 68 20 L 88 23 L 77 32 "
            "L 95 42 L 83 49 L 100 62 L 87 67 L 98 82 L 89 84 L 92 98 L 80 90 L 70 100 L 60 90 L 46 97 "
            "C 44 82 54 72 53 60 C 44 66 30 68 16 65 C 14 63 13 61 14 58 L 20 60 L 24 55 L 30 58 L 38 53 "
            "C 40 51 41 49 40 47 L 33 50 L 28 46 L 22 53 L 17 47 L 10 50 C 6 48 4 46 4 42 Z"
        )
        + path("M 42 37 C 45 32 50 30 55 31 C 53 36 48 38 42 37 Z"),
    ),
    Charge.WHEEL: (wheel(CENTRE, 0.5, 6),),
    Charge.CANNON: (
        path("M 44 62 L 97 78 L 95 92 L 82 92 L 38 76 Z"),
        path("M 0 28 L 8 2 L 19 6 L 18 11 L 78 32 C 86 29 93 38 86 44 C 87 56 78 65 69 62 L 9 40 L 8 33 Z"),
        wheel((0.4, 0.74), 0.26, 4),
    ),
}
