"""Bands of tinctures: hatched, and tinted so pale that ink reads on them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from tabletop.heraldry import COLOURS, Path, Tincture
from tabletop.heraldry.hatching import HATCHINGS, ruling_lines
from tabletop.heraldry.paths import scale_path
from tabletop.pdf.paper import Box
from tabletop.pdf.surface import Pen, Surface
from tabletop.pdf.typography import INK

HATCHING_UNIT = 15.0
RULE = Pen(0.25, INK)

Polygon = tuple[tuple[float, float], ...]


def paint_band(surface: Surface, tinctures: Sequence[Tincture], box: Box, *, tinted: bool) -> None:
    """The tinctures side by side over a line."""
    width = box.width / len(tinctures)
    for number, tincture in enumerate(tinctures):
        x = box.x + number * width
        if tinted:
            surface.rectangle(Box(x, box.y, width, box.height), fill=pale_tint(COLOURS[tincture]))
        for lines, thick in hatching_lines(((0, 0), (width, 0), (width, box.height), (0, box.height)), tincture):
            surface.path(scale_path(lines, 1, (x, box.y)), Pen(thick, INK, round=True))
    surface.line((box.x, box.bottom), (box.right, box.bottom), RULE)


@lru_cache(maxsize=64)  # some 25 kB each, and every army has another share bar
def hatching_lines(polygon: Polygon, tincture: Tincture | None) -> tuple[tuple[Path, float], ...]:
    """A tincture's hatching within an outline in millimetres: lines, and how thick they are."""
    small = tuple((x / HATCHING_UNIT, y / HATCHING_UNIT) for x, y in polygon)
    return tuple(
        (scale_path(ruling_lines([small], ruling), HATCHING_UNIT, (0, 0)), ruling.width * HATCHING_UNIT)
        for ruling in (HATCHINGS[tincture] if tincture else ())
    )


def pale_tint(colour: str) -> str:
    """The colour as a tint that ink and hatching read on."""
    parts = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return "#" + "".join(f"{round(255 - (255 - part) * 0.45):02x}" for part in parts)
