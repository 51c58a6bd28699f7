"""A table as SVG: an inch grid, terrain by its kind, units by their bases and fronts, and what an answer points at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from tabletop.arcana.battlefield.footprints import front_middle, lattice_of
from tabletop.arcana.battlefield.marks import Ghost, Ground, Line, Mark, Outline, Picked, Ring, Spot
from tabletop.arcana.battlefield.scene import Piece, PlacedTable, PlacedUnit
from tabletop.arcana.battlefield.schema import Altitude, Skirmish
from tabletop.arcana.pictures.svg import number
from tabletop.arcana.pictures.terrain_styles import INK, PAPER, RULE, STYLES
from tabletop.geometry.primitives.polygons import Polygon, box, centroid
from tabletop.geometry.primitives.vectors import Point, ahead, direction, midpoint, minus
from tabletop.heraldry.pictures import COLOURS
from tabletop.heraldry.values import Tincture

FOOT = 12
SIDE_NAMES: dict[str, Tincture] = {
    "red": Tincture.GULES,
    "blue": Tincture.AZURE,
    "green": Tincture.VERT,
    "yellow": Tincture.OR,
    "black": Tincture.SABLE,
}
SIDE_ORDER: tuple[Tincture, ...] = (
    Tincture.GULES,
    Tincture.AZURE,
    Tincture.VERT,
    Tincture.OR,
    Tincture.PURPURE,
    Tincture.SABLE,
)


def svg(scene: PlacedTable, marks: Sequence[Mark] = (), *, width: int = 720) -> str:
    """The whole table, its width in CSS pixels; presentation attributes alone, no ids."""
    wide, high = scene.table.size
    drawing = _Drawing(wide, high)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="table" width="{width}" '
        f'height="{number(width * high / wide)}" viewBox="0 0 {number(wide)} {number(high)}" '
        f'font-family="sans-serif" font-size="0.7" role="img"><title>{escape(scene.table.name or "A table")}</title>',
        *drawing.ground(),
        *(drawing.terrain(piece) for piece in scene.pieces.values()),
        *(part for unit in scene.units.values() for part in drawing.unit(unit, side_colour(scene, unit.side))),
        *(part for mark in marks for part in drawing.mark(mark, scene)),
        "</svg>\n",
    ]
    return "\n".join(parts)


def side_colour(scene: PlacedTable, side: str) -> str:
    """The colour that the side is named after, or else the next one of a fixed order, as `#rrggbb`."""
    return COLOURS[SIDE_NAMES.get(side, SIDE_ORDER[side_number(scene, side) % len(SIDE_ORDER)])]


def side_number(scene: PlacedTable, side: str) -> int:
    """The side's place, from 0, as the table's file states them: it stays when another's last unit has fallen."""
    return list(dict.fromkeys(unit.side for unit in scene.table.units)).index(side)


class _Drawing:
    """Elements of one picture; y runs down from the far edge."""

    def __init__(self, wide: float, high: float) -> None:
        self.wide, self.high = wide, high

    def ground(self) -> Iterator[str]:
        """Paper with a line for every inch and a heavier one for every foot."""
        across, up = number(self.wide), number(self.high)
        yield f'<rect width="{across}" height="{up}" fill="{PAPER}"/>'
        for every, stroke in ((1, 0.02), (FOOT, 0.07)):
            lines = "".join(f"M{x} 0V{up}" for x in range(0, int(self.wide) + 1, every))
            lines += "".join(f"M0 {number(self.high - y)}H{across}" for y in range(0, int(self.high) + 1, every))
            yield f'<path d="{lines}" stroke="{RULE}" stroke-width="{stroke}" fill="none"/>'

    def terrain(self, piece: Piece) -> str:
        """The piece's outline in the style of its kind, with its name."""
        style = STYLES[piece.terrain.kind]
        outline = self._polygon(
            piece.terrain.polygon, f'fill="{style.fill}" stroke="{INK}" stroke-width="0.06"', dashes=style.dashes
        )
        label = piece.terrain.name or piece.terrain.kind
        return outline + self._text(centroid(piece.terrain.polygon), label, 'opacity="0.7"')

    def unit(self, unit: PlacedUnit, colour: str) -> Iterator[str]:
        """Every base, the front edge of a block, the ref; those in the air are fainter."""
        opacity = "0.55" if unit.altitude == Altitude.GROUND else "0.25"
        style = f'fill="{colour}" fill-opacity="{opacity}" stroke="{INK}" stroke-width="0.04"'
        for base in unit.bases:
            yield self._polygon(base, style)
        if not isinstance(unit.formation, Skirmish):
            yield self._front(unit)
        altitude = "" if unit.altitude == Altitude.GROUND else f" {unit.altitude}"
        yield self._text(_middle(unit), f"{unit.ref}{altitude}", 'font-weight="bold"')

    def _front(self, unit: PlacedUnit) -> str:
        """A heavy front edge with an arrowhead on its middle."""
        block = unit.formation
        assert not isinstance(block, Skirmish)
        lattice, front = lattice_of(block, unit.size), front_middle(block, unit.size)
        left, right = lattice.point(0, 0), lattice.point(block.files, 0)
        head = tuple(ahead(front, block.facing + angle, far) for angle, far in ((-90, 0.3), (0, 0.5), (90, 0.3)))
        return self._line(left, right, f'stroke="{INK}" stroke-width="0.14"') + self._polygon(head, f'fill="{INK}"')

    def mark(self, mark: Mark, scene: PlacedTable) -> Iterator[str]:
        match mark:
            case Line():
                yield self._line(mark.start, mark.end, f'stroke="{INK}" stroke-width="0.1"')
                beside = direction(minus(mark.end, mark.start)) + 90
                yield self._text(ahead(midpoint(mark.start, mark.end), beside, 1.0), mark.label)
            case Ghost(unit=unit):
                style = f'fill="none" stroke="{side_colour(scene, unit.side)}" stroke-width="0.1"'
                yield from (self._polygon(block, style, dashes="0.25 0.15") for block in unit.blocks)
            case Ground():
                yield self._ground_of(mark)
                yield self._text(centroid(mark.rings[0]), mark.label, 'opacity="0.7"')
            case Spot():
                x, y = self._place(mark.where)
                yield f'<circle cx="{x}" cy="{y}" r="0.25" fill="none" stroke="{INK}" stroke-width="0.12"/>'
                yield self._text(ahead(mark.where, 45, 0.9), mark.label)
            case Ring():
                x, y = self._place(mark.middle)
                dashes = ' stroke-dasharray="0.25 0.25" stroke-opacity="0.6"' if mark.dashed else ""
                around = f'r="{number(mark.radius)}" fill="none" stroke="{INK}" stroke-width="0.1"'
                yield f'<circle cx="{x}" cy="{y}" {around}{dashes}/>'
            case Outline() | Picked():
                yield self._polygon(mark.corners, f'fill="none" stroke="{INK}" stroke-width="0.1"')

    def _ground_of(self, mark: Ground) -> str:
        rings = ("M" + "L".join(" ".join(self._place(point)) for point in ring) + "Z" for ring in mark.rings)
        style = f'fill="{INK}" fill-opacity="0.08" fill-rule="evenodd" stroke="{INK}" stroke-width="0.06"'
        return f'<path d="{"".join(rings)}" {style} stroke-dasharray="0.4 0.2"/>'

    def _polygon(self, polygon: Polygon, style: str, dashes: str = "") -> str:
        points = " ".join(",".join(self._place(point)) for point in polygon)
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        return f'<polygon points="{points}" {style}{dashed}/>'

    def _line(self, start: Point, end: Point, style: str) -> str:
        (x1, y1), (x2, y2) = self._place(start), self._place(end)
        return f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" {style}/>'

    def _text(self, point: Point, text: str, style: str = "") -> str:
        if not text:
            return ""
        x, y = self._place(point)
        return f'<text x="{x}" y="{y}" text-anchor="middle" dominant-baseline="middle" {style}>{escape(text)}</text>'

    def _place(self, point: Point) -> tuple[str, str]:
        return number(point[0]), number(self.high - point[1])


def _middle(unit: PlacedUnit) -> Point:
    x1, y1, x2, y2 = box(point for block in unit.blocks for point in block)
    return (x1 + x2) / 2, (y1 + y2) / 2
