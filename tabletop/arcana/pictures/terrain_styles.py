"""How kinds of ground look on a map: patterns that need no colours, as layers for the screen and for paper."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from tabletop.arcana.battlefield.schema import Going, Part, Table, Terrain, TerrainKind
from tabletop.arcana.terrain.kinds import TERRAIN_KINDS
from tabletop.geometry.primitives.polygons import Polygon, area, centroid
from tabletop.geometry.primitives.regions import convex_parts
from tabletop.geometry.primitives.vectors import Point, minus, plus, times
from tabletop.heraldry.hatching import Ruling, ruling_lines
from tabletop.heraldry.paths import Path, polygon_path

PAPER, INK, RULE = "#fbf8f0", "#1d1a17", "#d9d2c0"
LEFT_UP, RIGHT_UP = Ruling(angle=45, gap=0.7, width=0.06), Ruling(angle=135, gap=0.7, width=0.06)
LEVEL, UPRIGHT = Ruling(angle=0, gap=0.45, width=0.06), Ruling(angle=90, gap=0.45, width=0.06)
DOTS = Ruling(angle=0, gap=0.55, width=0.2, dash=0.001, period=1.1)
DASHES = Ruling(angle=0, gap=0.6, width=0.12, dash=0.7, period=1.2)
EDGE = 0.1


class Style(Struct, frozen=True, kw_only=True):
    """How a kind of terrain is drawn, so that it needs no colours.

    A tint and the dashes of its edge on the plain picture; lines over the tint, contours as shares of the outline,
    and inches between trees on maps.
    """

    fill: str
    dashes: str = ""
    rulings: tuple[Ruling, ...] = ()
    rings: tuple[float, ...] = ()
    trees: float | None = None


STYLES: dict[TerrainKind, Style] = {
    TerrainKind.OPEN: Style(fill="none", dashes="0.1 0.3"),
    TerrainKind.HILL: Style(fill="#eadfbf", dashes="0.6 0.2", rings=(0.75, 0.45)),
    TerrainKind.LIGHT_FOREST: Style(fill="#d3e2c4", dashes="0.3 0.15", rulings=(LEFT_UP,), trees=2.1),
    TerrainKind.DENSE_FOREST: Style(fill="#a9c99a", rulings=(LEFT_UP, RIGHT_UP), trees=1.5),
    TerrainKind.DIFFICULT: Style(fill="#e6dcc8", dashes="0.3 0.3", rulings=(DOTS,)),
    TerrainKind.VERY_DIFFICULT: Style(fill="#d6c6a6", dashes="0.15 0.15", rulings=(DASHES,)),
    TerrainKind.IMPASSABLE: Style(fill="#b9b2a6", rulings=(LEVEL, UPRIGHT)),
    TerrainKind.OBSTACLE: Style(fill="#cdbfa8", dashes="0.8 0.1", rulings=(UPRIGHT,)),
    TerrainKind.WALL: Style(fill="#a89f91", rulings=(Ruling(angle=90, gap=0.1, width=0.1),)),
    TerrainKind.BUILDING: Style(fill="#c3b3a3", rulings=(RIGHT_UP,)),
    TerrainKind.WATER: Style(fill="#c6dbe8", dashes="0.5 0.15 0.1 0.15", rulings=(LEVEL,)),
}
SWATCH: Polygon = ((0.1, 0.1), (3.9, 0.1), (3.9, 2.4), (0.1, 2.4))


class Layer(Struct, frozen=True):
    """A path in inches that is filled, or stroked in ink with a width: faint where it is a pattern."""

    path: Path
    fill: str = ""
    width: float = 0.0
    faint: bool = False
    dashes: str = ""


class Look(Struct, frozen=True, order=True):
    """What decides a pattern: the kind of ground and its going."""

    kind: TerrainKind
    going: Going

    @property
    def label(self) -> str:
        kind = self.kind.replace("-", " ")
        return kind if self.is_usual else f"{kind}, {self.going.replace('-', ' ')}"

    @property
    def is_usual(self) -> bool:
        """Whether the kind has this going by itself."""
        return TERRAIN_KINDS[self.kind].going == self.going

    @property
    def patterns(self) -> tuple[Ruling, ...]:
        """The kind's lines; where its going isn't the usual, those of the kind named after the going on top."""
        return STYLES[self.kind].rulings + (() if self.is_usual else STYLES[TerrainKind(self.going)].rulings)


def look_of(ground: Terrain | Part) -> Look:
    return Look(ground.kind, ground.going or TERRAIN_KINDS[ground.kind].going)


def grounds_of(terrain: Terrain) -> tuple[Terrain | Part, ...]:
    """The piece, and what stands on it."""
    return (terrain, *terrain.parts)


def looks_of(table: Table) -> tuple[Look, ...]:
    """Every pattern on a table once, in the order of their kinds."""
    return tuple(sorted({look_of(ground) for terrain in table.terrain for ground in grounds_of(terrain)}))


def layers(polygon: Polygon, look: Look) -> Iterator[Layer]:
    """The ground's own tint, its pattern, its contours, and its edge."""
    style = STYLES[look.kind]
    yield Layer(polygon_path(polygon), fill=PAPER if style.fill == "none" else style.fill)
    for ruling in look.patterns:
        yield Layer(ruling_lines((polygon,), ruling), width=ruling.width, faint=True)
    outlines = tuple(segment for share in (1.0, *style.rings) for segment in polygon_path(_shrunk(polygon, share)))
    yield Layer(outlines, width=EDGE, dashes=style.dashes if look.kind == TerrainKind.OPEN else "")


def _shrunk(polygon: Polygon, share: float) -> Polygon:
    centre = centroid(polygon)
    return tuple(plus(centre, times(minus(point, centre), share)) for point in polygon)


def from_below(table: Table) -> tuple[Terrain, ...]:
    """Pieces in the order that they are drawn in: large ones first, open ground (a path, say) on top of all."""
    return tuple(sorted(table.terrain, key=lambda terrain: (terrain.kind == TerrainKind.OPEN, -area(terrain.polygon))))


def inside(polygon: Polygon) -> Point:
    """A point well within the outline, for its label."""
    return centroid(max(convex_parts(polygon), key=area))


def label_of(terrain: Terrain) -> str:
    """The ref, with `!` where the piece hurts those inside."""
    return f"{terrain.ref}!" if terrain.effects.hazard else terrain.ref
