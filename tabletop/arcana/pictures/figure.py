"""A part of a table as a figure in a text: blocks with their fronts, ghosts and marks, for a page's own colours.

Elements bear classes and no colours, so that a page sets them for light and dark; y runs down from the far edge.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from math import ceil, floor

from tabletop.arcana.battlefield.footprints import lattice_of
from tabletop.arcana.battlefield.marks import Ghost, Ground, Line, Mark, Outline, Picked, Ring, Spot
from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit
from tabletop.arcana.battlefield.schema import Skirmish
from tabletop.arcana.pictures.svg import Canvas, number
from tabletop.geometry.primitives.polygons import Polygon, box, centroid
from tabletop.geometry.primitives.vectors import Point, ahead, direction, midpoint, minus

MARGIN = 2.2  # inches around what is shown
LEAST_WIDE, LEAST_INCHES = 1.3, 18  # of its depth, and of the table, as far as that goes
RULER = 6  # inches
HALF_LETTER = 0.16  # inches of a name's half length, on average
SIDES = ("red", "blue")


def figure(scene: PlacedTable, marks: Sequence[Mark] = (), *, title: str) -> str:
    """The part of the table where units, terrain and marks are, as SVG with the title for who can't see it."""
    left, low, right, high = _frame(scene, marks)
    wide, deep = right - left, high - low
    top = scene.table.size[1] - high
    drawing = _Drawing(Canvas(scene.table.size[1]), middle=(low + high) / 2)
    lines = "".join(f"M{x} {number(top)}v{number(deep)}" for x in range(ceil(left), floor(right) + 1))
    lines += "".join(f"M{number(left)} {y}h{number(wide)}" for y in range(ceil(top), floor(top + deep) + 1))
    x, y, width, height = map(number, (left, top, wide, deep))
    return "\n".join(
        (
            f'<svg class="map" viewBox="{x} {y} {width} {height}" role="img"><title>{escape(title)}</title>',
            f'<rect x="{x}" y="{y}" width="{width}" height="{height}" class="ground"/>',
            f'<path class="grid" d="{lines}"/>',
            *(drawing.terrain(piece.terrain.polygon, piece.terrain.name) for piece in scene.pieces.values()),
            *(drawing.unit(unit) for unit in scene.units.values()),
            *(part for mark in marks for part in drawing.mark(mark)),
            *drawing.names(tuple(scene.units.values())),
            _ruler(left + 0.5, top + deep - 0.5),
            "</svg>\n",
        )
    )


def _frame(scene: PlacedTable, marks: Sequence[Mark]) -> tuple[float, float, float, float]:
    """Left, low, right and high of what is shown, no farther than the table."""
    points = [point for unit in scene.units.values() for base in unit.bases for point in base]
    points += [point for piece in scene.pieces.values() for point in piece.terrain.polygon]
    points += [point for mark in marks for point in _corners(mark)]
    left, low, right, high = box(points)
    beside = max(0.0, (max((high - low) * LEAST_WIDE, LEAST_INCHES) - (right - left)) / 2)
    across, up = scene.table.size
    left, right = max(0.0, left - MARGIN - beside), min(across, right + MARGIN + beside)
    return left, max(0.0, low - MARGIN), right, min(up, high + MARGIN)


def _corners(mark: Mark) -> Iterator[Point]:
    match mark:
        case Line():
            yield from (mark.start, mark.end)
        case Ghost():
            yield from (point for block in mark.unit.blocks for point in block)
        case Ground():
            yield from mark.rings[0]
        case Spot():
            yield mark.where
        case Ring(middle=(x, y), radius=radius):
            yield from ((x - radius, y - radius), (x + radius, y + radius))
        case Outline() | Picked():
            yield from mark.corners


class _Drawing:
    """Elements of one figure; names stand above units in its upper half and below those in the lower, if they can."""

    def __init__(self, canvas: Canvas, *, middle: float) -> None:
        self._canvas = canvas
        self._middle = middle

    def terrain(self, outline: Polygon, name: str) -> str:
        return f'<path class="piece" d="{self._canvas.closed([outline])}"/>' + self._text(
            centroid(outline), name, "soft"
        )

    def unit(self, unit: PlacedUnit) -> str:
        """Every base, and the front edge of a block."""
        front = ""
        if not isinstance(unit.formation, Skirmish):
            lattice = lattice_of(unit.formation, unit.size)
            edge = self._canvas.lines([(lattice.point(0, 0), lattice.point(unit.formation.files, 0))])
            front = f'<path class="front" d="{edge}"/>'
        bases = self._canvas.closed(unit.bases)
        cells = f'<path class="body" d="{bases}"/><path class="cells" d="{bases}"/>'
        return f'<g class="unit{_side(unit)}">{cells}{front}</g>'

    def names(self, units: Sequence[PlacedUnit]) -> Iterator[str]:
        """Each unit's name beside it, where no other unit stands if there is such a side."""
        boxes = [box(point for base in unit.bases for point in base) for unit in units]
        for unit, (left, low, right, high) in zip(units, boxes, strict=True):
            name = unit.name or unit.ref
            middle, level, aside = (left + right) / 2, (low + high) / 2, HALF_LETTER * len(name) + 0.4
            above, below = (middle, high + 0.9), (middle, low - 0.9)
            vertical = (above, below) if level >= self._middle else (below, above)
            places = (*vertical, (right + aside, level), (left - aside, level))
            free = (place for place in places if not any(_covers(each, place, aside) for each in boxes))
            yield self._text(next(free, places[0]), name)

    def mark(self, mark: Mark) -> Iterator[str]:
        match mark:
            case Line():
                yield f'<path class="way" d="{self._canvas.lines([(mark.start, mark.end)])}"/>'
                beside = direction(minus(mark.end, mark.start)) + 90
                yield self._text(ahead(midpoint(mark.start, mark.end), beside, 1.2), mark.label)
            case Ghost():
                outline = self._canvas.closed(mark.unit.blocks)
                yield f'<g class="unit ghost{_side(mark.unit)}"><path class="body" d="{outline}"/></g>'
            case Ground():
                yield f'<path class="area" fill-rule="evenodd" d="{self._canvas.closed(mark.rings)}"/>'
                yield self._text(centroid(mark.rings[0]), mark.label, "soft")
            case Spot():
                yield self._circle(mark.where, 0.25, "spot")
                yield self._text(ahead(mark.where, 45, 0.9), mark.label)
            case Ring():
                yield self._circle(mark.middle, mark.radius, "ring dashed" if mark.dashed else "ring")
            case Outline() | Picked():
                yield f'<path class="picked" d="{self._canvas.closed([mark.corners])}"/>'

    def _circle(self, middle: Point, radius: float, css: str) -> str:
        x, y = self._canvas.pair(middle).split()
        return f'<circle class="{css}" cx="{x}" cy="{y}" r="{number(radius)}"/>'

    def _text(self, point: Point, text: str, css: str = "") -> str:
        if not text:
            return ""
        x, y = self._canvas.pair(point).split()
        kind = f' class="{css}"' if css else ""
        words = escape(text.replace('"', "″"), quote=False)
        return f'<text x="{x}" y="{y}" text-anchor="middle" dominant-baseline="central"{kind}>{words}</text>'


def _covers(area: tuple[float, float, float, float], place: Point, aside: float) -> bool:
    """Whether a name at the place would lie on the area; `aside` is half of its length."""
    left, low, right, high = area
    return left - aside < place[0] < right + aside and low - 0.5 < place[1] < high + 0.5


def _side(unit: PlacedUnit) -> str:
    return f" {unit.side}" if unit.side in SIDES else ""


def _ruler(x: float, y: float) -> str:
    """Six inches, so that distances can be read off."""
    ticks = "".join(f"M{number(x + inch)} {number(y - 0.2)}v.4" for inch in range(0, RULER + 1, 2))
    line = f"M{number(x)} {number(y)}h{RULER}{ticks}"
    label = (
        f'<text class="soft" x="{number(x + RULER + 0.3)}" y="{number(y)}" dominant-baseline="central">{RULER}″</text>'
    )
    return f'<path class="rule" d="{line}"/>{label}'
