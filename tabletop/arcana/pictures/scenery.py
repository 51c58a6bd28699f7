"""Trees on the woods of a board: they say nothing that the pattern doesn't, and make a map of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tabletop.arcana.battlefield import Terrain
from tabletop.arcana.pictures.emblems import emblem
from tabletop.arcana.pictures.pencil import Pencil, number
from tabletop.arcana.pictures.terrain_styles import STYLES, inside
from tabletop.geometry.primitives.polygons import Polygon, box, contains
from tabletop.geometry.primitives.vectors import Point, distance

TALL = 1.4
GREEN, ROOM, BADGE = "#2f5b37", 0.55, 1.5


def scenery(terrain: Iterable[Terrain], pencil: Pencil) -> Iterator[str]:
    """A tree for each spot of a wood that has room for one, none under the piece's ref."""
    for each in terrain:
        apart = STYLES[each.kind].trees
        spots = list(_spots(each.polygon, apart)) if apart else []
        label = inside(each.polygon)
        places = (pencil.pair(spot) for spot in spots if distance(spot, label) > BADGE)
        tree = f'<path d="{emblem("tree")}" transform="translate({{}}) scale({number(TALL)})"/>'
        if spots:
            trees = "".join(tree.format(place) for place in places)
            yield f'<g class="scenery" fill="{GREEN}" fill-opacity="0.7" aria-hidden="true">{trees}</g>'


def _spots(polygon: Polygon, apart: float) -> Iterator[Point]:
    """Rows of places, every second one set off by half, each with room around it inside the outline."""
    x1, y1, x2, y2 = box(polygon)
    for row in range(int((y2 - y1) / apart) + 1):
        for place in range(int((x2 - x1) / apart) + 1):
            spot = x1 + (place + 0.5 * (1 + row % 2)) * apart, y1 + (row + 0.5) * apart
            if all(contains(polygon, corner) for corner in _around(spot)):
                yield spot


def _around(spot: Point) -> Iterator[Point]:
    x, y = spot
    yield from ((x - ROOM, y - ROOM), (x + ROOM, y - ROOM), (x, y + ROOM))
