"""Shields and roundels as lists of filled and stroked paths, drawn alike in SVG and in PDF."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Literal

from msgspec import Struct

from tabletop.heraldry.charges import CHARGES
from tabletop.heraldry.hatching import HATCHINGS, ruling_lines
from tabletop.heraldry.paths import Path, circle, flatten_path, scale_path
from tabletop.heraldry.polygons import largest_fit
from tabletop.heraldry.shapes import HEIGHT, OUTLINE, WIDTH, room_for_charge, second_part
from tabletop.heraldry.values import Charge, Division, Shield, Tincture

Paint = Tincture | Literal["ink", "paper", "edge"]

EDGE_WIDTH = 0.026
INK_WIDTH = 0.014
HATCHED_INK_WIDTH = 0.022
HALO_WIDTH = 0.075
ROUNDEL_WIDTH = 0.6
ROUNDEL = circle((ROUNDEL_WIDTH / 2, ROUNDEL_WIDTH / 2), ROUNDEL_WIDTH / 2 - EDGE_WIDTH)

COLOURS: dict[Paint, str] = {
    Tincture.OR: "#e9bd4a",
    Tincture.ARGENT: "#f4f0e6",
    Tincture.GULES: "#a92f2b",
    Tincture.AZURE: "#2c5a8e",
    Tincture.VERT: "#2c6a45",
    Tincture.PURPURE: "#6b3d80",
    Tincture.SABLE: "#2a2725",
    Tincture.TENNE: "#9c5316",
    Tincture.SANGUINE: "#651a28",
    Tincture.CENDREE: "#666b70",
    "ink": "#1d1a17",
    "paper": "#ffffff",
    "edge": "#1d1a17",
}


class Fill(Struct, frozen=True):
    """A path filled by the even-odd rule."""

    path: Path
    paint: Paint


class Stroke(Struct, frozen=True):
    """A path drawn with a pen of a width, round at ends and corners."""

    path: Path
    paint: Paint
    width: float


Primitive = Fill | Stroke


class Picture(Struct, frozen=True, cache_hash=True):
    """Primitives to paint in order, in a box from (0, 0) to (width, height); y runs down.

    COLOURS says how paints look on paper; on a screen, `edge` takes the colour of the text around it.
    """

    width: float
    height: float
    primitives: tuple[Primitive, ...]


@lru_cache(maxsize=100)
def picture(shield: Shield, *, hatched: bool = False) -> Picture:
    """The shield, one wide and 1.2 high, in colours or in black and white with hatchings."""
    edge = Stroke(OUTLINE, "edge", EDGE_WIDTH)
    return Picture(WIDTH, HEIGHT, (*_field_primitives(shield, hatched), *_charge_primitives(shield, hatched), edge))


def _field_primitives(shield: Shield, hatched: bool) -> Iterator[Primitive]:
    yield from _region_primitives(OUTLINE, shield.field, hatched)
    if second := second_part(shield.division):
        yield from _region_primitives(second, shield.second, hatched)
        if hatched:
            yield Stroke(second, "ink", INK_WIDTH)


def _charge_primitives(shield: Shield, hatched: bool) -> Iterator[Primitive]:
    parts = charge_parts(shield.charge, shield.division)
    if hatched:
        yield from (Stroke(part, "paper", HALO_WIDTH) for part in parts)
    for part in parts:
        yield from _region_primitives(part, shield.charge_tincture, hatched)
        yield Stroke(part, "ink", HATCHED_INK_WIDTH if hatched else INK_WIDTH)


def roundel(tincture: Tincture, *, hatched: bool = False) -> Picture:
    """A disc of one tincture, 0.6 wide and high: smaller than a shield, so that its hatching is as coarse."""
    primitives = (*_region_primitives(ROUNDEL, tincture, hatched), Stroke(ROUNDEL, "edge", EDGE_WIDTH))
    return Picture(ROUNDEL_WIDTH, ROUNDEL_WIDTH, primitives)


def _region_primitives(region: Path, tincture: Tincture, hatched: bool) -> Iterator[Primitive]:
    if not hatched:
        yield Fill(region, tincture)
        return
    yield Fill(region, "paper")
    for ruling in HATCHINGS[tincture]:
        yield Stroke(ruling_lines(flatten_path(region), ruling), "ink", ruling.width)


@cache
def charge_parts(charge: Charge, division: Division) -> tuple[Path, ...]:
    """The charge's closed paths, as large as the division leaves room for, on the shield's middle line."""
    points = [point for part in CHARGES[charge] for polygon in flatten_path(part) for point in polygon]
    xs, ys = zip(*points, strict=True)
    middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
    scale, y = largest_fit(tuple((px - middle[0], py - middle[1]) for px, py in points), room_for_charge(division))
    return tuple(scale_path(part, scale, (0.5 - middle[0] * scale, y - middle[1] * scale)) for part in CHARGES[charge])
