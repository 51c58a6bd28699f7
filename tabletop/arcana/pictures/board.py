"""A table in play as SVG that hands can take hold of: parchment, terrain, units with their figures, and overlays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from tabletop.arcana.battle.table.state import Play
from tabletop.arcana.battlefield import PlacedTable, Terrain
from tabletop.arcana.pictures.emblems import emblem
from tabletop.arcana.pictures.overlays import NOTHING, Overlay, over, under
from tabletop.arcana.pictures.svg import Canvas, number
from tabletop.arcana.pictures.table import FOOT
from tabletop.arcana.pictures.terrain import pieces
from tabletop.arcana.pictures.terrain_styles import INK, PAPER, RULE, STYLES, inside
from tabletop.arcana.pictures.units import unit_group
from tabletop.geometry.primitives.polygons import Polygon, box, contains
from tabletop.geometry.primitives.vectors import Point, distance
from tabletop.work import go_on

FINE, BOLD = 0.03, 0.09
TREE_HEIGHT, TREE_ROOM, TREE_COLOUR = 1.4, 0.55, "#2f5b37"
REF_ROOM = 1.5


def board(play: Play, scene: PlacedTable, overlay: Overlay = NOTHING) -> str:
    """The whole table, an inch a unit of length; what belongs to a unit has its ref in `data-unit`."""
    wide, high = scene.table.size
    canvas = Canvas(high)
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="0 0 {number(wide)} {number(high)}" '
            f'width="1080" height="{number(1080 * high / wide)}" font-family="sans-serif" role="group" '
            f'aria-label="{escape(scene.table.name or "A table")}">',
            *_ground(wide, high),
            *pieces(scene.table),
            *_trees(scene.table.terrain, canvas),
            *under(scene, overlay, canvas),
            *(unit_group(play, scene, unit, chosen=unit.ref == overlay.chosen) for unit in scene.units.values()),
            *over(scene, overlay, canvas),
            '<g class="hands"></g></svg>',
        )
    )


def _ground(wide: float, high: float) -> Iterator[str]:
    """Parchment with a line for every inch, a heavier one for every foot with its inches at the edge."""
    across, up = number(wide), number(high)
    yield f'<rect class="paper" width="{across}" height="{up}" fill="{PAPER}"/>'
    for every, width in ((1, FINE), (FOOT, BOLD)):
        lines = "".join(f"M{x} 0V{up}" for x in range(every, int(wide), every))
        lines += "".join(f"M0 {number(high - y)}H{across}" for y in range(every, int(high), every))
        yield f'<path class="grid" d="{lines}" stroke="{RULE}" stroke-width="{width}" fill="none"/>'
    feet = "".join(f'<text x="{x}" y="{number(high - 0.5)}">{x}</text>' for x in range(FOOT, int(wide), FOOT))
    feet += "".join(f'<text x=".9" y="{number(high - y)}">{y}</text>' for y in range(FOOT, int(high), FOOT))
    style = f'font-size=".9" text-anchor="middle" dominant-baseline="central" fill="{INK}" fill-opacity="0.55"'
    yield f'<g class="feet" {style} aria-hidden="true">{feet}</g>'


def _trees(terrain: Iterable[Terrain], canvas: Canvas) -> Iterator[str]:
    """A tree for every spot of a wood that has room for one, none under the piece's ref.

    They say nothing that the pattern of the wood doesn't say.
    """
    for piece in terrain:
        apart = STYLES[piece.kind].trees
        spots = list(_spots(piece.polygon, apart)) if apart else []
        label = inside(piece.polygon)
        places = (canvas.pair(spot) for spot in spots if distance(spot, label) > REF_ROOM)
        tree = f'<path d="{emblem("tree")}" transform="translate({{}}) scale({number(TREE_HEIGHT)})"/>'
        if spots:
            trees = "".join(tree.format(place) for place in places)
            yield f'<g class="scenery" fill="{TREE_COLOUR}" fill-opacity="0.7" aria-hidden="true">{trees}</g>'


def _spots(polygon: Polygon, apart: float) -> Iterator[Point]:
    """Rows of places, every second one set off by half, each with room around it inside the outline."""
    x1, y1, x2, y2 = box(polygon)
    for row in range(int((y2 - y1) / apart) + 1):
        go_on()
        for place in range(int((x2 - x1) / apart) + 1):
            spot = x1 + (place + 0.5 * (1 + row % 2)) * apart, y1 + (row + 0.5) * apart
            if all(contains(polygon, corner) for corner in _around(spot)):
                yield spot


def _around(spot: Point) -> Iterator[Point]:
    x, y = spot
    yield from ((x - TREE_ROOM, y - TREE_ROOM), (x + TREE_ROOM, y - TREE_ROOM), (x, y + TREE_ROOM))
