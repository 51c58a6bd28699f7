"""Petra Sancta's hatchings (Tesserae gentilitiae, 1638): tinctures as lines and dots for black and white print.

Lines are cut by the edges of a region (even-odd rule): the region is turned so that the lines lie level, each line
meets edges at sorted places, and runs inside between every first and second. Rows count from the origin, so regions
side by side are ruled on the same lines. Cost: the edges, and the places where lines meet them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import ceil, cos, floor, radians, sin

from msgspec import Struct

from tabletop.heraldry.paths import Path, Point, Polygon, Segment, Step
from tabletop.heraldry.values import Tincture
from tabletop.work import go_on


class Ruling(Struct, frozen=True, kw_only=True):
    """Parallel lines: degrees clockwise from horizontal as seen, gap and width in parts of a shield's width.

    Broken lines have a dash and the period after which the next begins; every second line is shifted by half of it.
    """

    angle: float
    gap: float = 0.066
    width: float = 0.012
    dash: float = 0
    period: float = 0


HORIZONTAL, VERTICAL = Ruling(angle=0), Ruling(angle=90)
DEXTER, SINISTER = Ruling(angle=45), Ruling(angle=135)
DOTS = Ruling(angle=0, gap=0.058, width=0.03, dash=0.001, period=0.116)
DASHES = Ruling(angle=0, gap=0.058, width=0.016, dash=0.07, period=0.14)

HATCHINGS: dict[Tincture, tuple[Ruling, ...]] = {
    Tincture.OR: (DOTS,),
    Tincture.ARGENT: (),
    Tincture.GULES: (VERTICAL,),
    Tincture.AZURE: (HORIZONTAL,),
    Tincture.VERT: (DEXTER,),
    Tincture.PURPURE: (SINISTER,),
    Tincture.SABLE: (VERTICAL, HORIZONTAL),
    Tincture.TENNE: (SINISTER, HORIZONTAL),
    Tincture.SANGUINE: (DEXTER, SINISTER),
    Tincture.CENDREE: (DASHES,),
}


def ruling_lines(region: Iterable[Polygon], ruling: Ruling) -> Path:
    """The ruling's lines inside a region (even-odd rule), as separate strokes from edge to edge or dash to dash."""
    edges = [edge for part in region for edge in pairwise(_rotate_points((*part, part[0]), -ruling.angle))]
    pieces: list[Segment] = []
    for row, places in sorted(_crossings(edges, ruling.gap).items()):
        go_on()
        y, crossings = (row + 0.5) * ruling.gap, sorted(places)
        for span in zip(crossings[::2], crossings[1::2], strict=True):
            for start, end in _dashes(span, ruling, row):
                ends = _rotate_points(((start, y), (end, y)), ruling.angle)
                pieces += (Segment(Step.MOVE, ends[:1]), Segment(Step.LINE, ends[1:]))
    return tuple(pieces)


def _crossings(edges: Iterable[tuple[Point, Point]], gap: float) -> dict[int, list[float]]:
    """By row, where edges cross its line."""
    rows: dict[int, list[float]] = defaultdict(list)
    for (x1, y1), (x2, y2) in edges:
        for row in range(floor(min(y1, y2) / gap) - 1, ceil(max(y1, y2) / gap) + 1):
            y = (row + 0.5) * gap
            if (y1 > y) != (y2 > y):
                rows[row].append(x1 + (y - y1) / (y2 - y1) * (x2 - x1))
    return rows


def _rotate_points(points: Iterable[Point], angle: float) -> Polygon:
    c, s = cos(radians(angle)), sin(radians(angle))
    return tuple((x * c - y * s, x * s + y * c) for x, y in points)


def _dashes(span: tuple[float, float], ruling: Ruling, row: int) -> Iterator[tuple[float, float]]:
    """The pieces that are drawn of a line between two places; only whole dashes."""
    if not ruling.period:
        yield span
        return
    offset = row % 2 * ruling.period / 2
    for number in range(floor((span[0] - offset) / ruling.period), ceil((span[1] - offset) / ruling.period)):
        start = number * ruling.period + offset
        if start >= span[0] and start + ruling.dash <= span[1]:
            yield start, start + ruling.dash
