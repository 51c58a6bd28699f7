"""The heater shield's outline and the part of it that each division gives to the second tincture."""

from __future__ import annotations

from functools import cache

from tabletop.heraldry.paths import Path, Polygon, flatten_path, mirror_half, path, polygon_path
from tabletop.heraldry.polygons import clip_polygon, half_planes, inset_polygon
from tabletop.heraldry.values import Division

WIDTH, HEIGHT = 1.0, 1.2
CENTRE_Y = 0.53
CHIEF_Y = 0.36
BORDER = 0.11
FAR = 2.0

OUTLINE: Path = mirror_half(path("M 50 3 L 97 3 L 97 46 C 97 80 76 104 50 117"))

SECOND_PARTS: dict[Division, tuple[Polygon, ...]] = {
    Division.PLAIN: (),
    Division.PALE: (((0.5, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0.5, HEIGHT)),),
    Division.FESS: (((0, CENTRE_Y), (WIDTH, CENTRE_Y), (WIDTH, HEIGHT), (0, HEIGHT)),),
    Division.BEND: (((0, 0), (FAR, FAR), (0, FAR)),),
    Division.BEND_SINISTER: (((WIDTH, 0), (WIDTH, FAR), (WIDTH - FAR, FAR)),),
    Division.CHEVRON: (((0.5, 0.42), (FAR, 0.42 + 1.5), (0.5 - 1.5, 0.42 + 1.5)),),
    Division.SALTIRE: (
        ((0, CENTRE_Y - 0.5), (0.5, CENTRE_Y), (0, CENTRE_Y + 0.5)),
        ((WIDTH, CENTRE_Y - 0.5), (WIDTH, CENTRE_Y + 0.5), (0.5, CENTRE_Y)),
    ),
    Division.QUARTERLY: (
        ((0.5, 0), (WIDTH, 0), (WIDTH, CENTRE_Y), (0.5, CENTRE_Y)),
        ((0, CENTRE_Y), (0.5, CENTRE_Y), (0.5, HEIGHT), (0, HEIGHT)),
    ),
    Division.CHIEF: (((0, 0), (WIDTH, 0), (WIDTH, CHIEF_Y), (0, CHIEF_Y)),),
}


@cache
def outline() -> Polygon:
    """The shield's outline as a convex polygon, clockwise as seen."""
    return flatten_path(OUTLINE)[0]


@cache
def second_part(division: Division) -> Path:
    """Where the second tincture lies; filled by the even-odd rule, empty for a plain field."""
    if division == Division.BORDURE:
        return OUTLINE + polygon_path(inset_polygon(outline(), BORDER))
    planes = tuple(half_planes(outline()))
    return sum((polygon_path(clip_polygon(part, planes)) for part in SECOND_PARTS[division]), ())


@cache
def room_for_charge(division: Division) -> Polygon:
    """The convex part of the shield that a charge may fill."""
    if division == Division.BORDURE:
        return inset_polygon(outline(), BORDER + 0.05)
    if division == Division.CHIEF:
        below = ((0, CHIEF_Y), (WIDTH, CHIEF_Y), (WIDTH, HEIGHT), (0, HEIGHT))
        return inset_polygon(clip_polygon(below, half_planes(outline())), 0.06)
    return inset_polygon(outline(), 0.115)
