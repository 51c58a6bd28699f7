"""A table in play as SVG that hands can take hold of: parchment, terrain, units with their figures, and overlays."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from tabletop.arcana.battle.state import Play
from tabletop.arcana.battlefield import PlacedTable
from tabletop.arcana.pictures.overlays import NOTHING, Overlay, over, under
from tabletop.arcana.pictures.pencil import Pencil, number
from tabletop.arcana.pictures.scenery import scenery
from tabletop.arcana.pictures.table import FOOT
from tabletop.arcana.pictures.terrain import pieces
from tabletop.arcana.pictures.terrain_styles import INK, PAPER, RULE
from tabletop.arcana.pictures.units import unit_group

FINE, BOLD = 0.03, 0.09


def board(play: Play, scene: PlacedTable, overlay: Overlay = NOTHING) -> str:
    """The whole table, an inch a unit of length; what belongs to a unit has its ref in `data-unit`."""
    wide, high = scene.table.size
    pencil = Pencil(high)
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="0 0 {number(wide)} {number(high)}" '
            f'width="1080" height="{number(1080 * high / wide)}" font-family="sans-serif" role="group" '
            f'aria-label="{escape(scene.table.name or "A table")}">',
            *_ground(wide, high),
            *pieces(scene.table),
            *scenery(scene.table.terrain, pencil),
            *under(scene, overlay, pencil),
            *(unit_group(play, scene, unit, chosen=unit.ref == overlay.chosen) for unit in scene.units.values()),
            *over(scene, overlay, pencil),
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
