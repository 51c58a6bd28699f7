"""How kinds of ground look on a map: patterns that need no colours, as layers for the screen and for paper."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from tabletop.arcana.battlefield.schema import Going, Part, Table, Terrain, TerrainKind
from tabletop.arcana.pictures.table import LOOKS, PAPER
from tabletop.arcana.terrain.going import GOING
from tabletop.geometry.primitives.polygons import Polygon, area, centroid
from tabletop.geometry.primitives.regions import convex_parts
from tabletop.geometry.primitives.vectors import Point, minus, plus, times
from tabletop.heraldry.hatching import Ruling, ruled
from tabletop.heraldry.paths import Path, polygon_path

LEFT_UP, RIGHT_UP = Ruling(angle=45, gap=0.7, width=0.06), Ruling(angle=135, gap=0.7, width=0.06)
LEVEL, UPRIGHT = Ruling(angle=0, gap=0.45, width=0.06), Ruling(angle=90, gap=0.45, width=0.06)
DOTS = Ruling(angle=0, gap=0.55, width=0.2, dash=0.001, period=1.1)
DASHES = Ruling(angle=0, gap=0.6, width=0.12, dash=0.7, period=1.2)
RINGS = (0.75, 0.45)
EDGE = 0.1

PATTERNS: dict[TerrainKind, tuple[Ruling, ...]] = {
    "open": (),
    "hill": (),
    "light-forest": (LEFT_UP,),
    "dense-forest": (LEFT_UP, RIGHT_UP),
    "difficult": (DOTS,),
    "very-difficult": (DASHES,),
    "impassable": (LEVEL, UPRIGHT),
    "obstacle": (UPRIGHT,),
    "wall": (Ruling(angle=90, gap=0.1, width=0.1),),
    "building": (RIGHT_UP,),
    "water": (LEVEL,),
}
# Where the going isn't what the kind has by itself, its own pattern lies on top.
GOING_PATTERNS: dict[Going, tuple[Ruling, ...]] = {
    "open": (),
    "difficult": PATTERNS["difficult"],
    "very-difficult": PATTERNS["very-difficult"],
    "impassable": PATTERNS["impassable"],
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
        return kind if GOING[self.kind] == self.going else f"{kind}, {self.going.replace('-', ' ')}"

    @property
    def patterns(self) -> tuple[Ruling, ...]:
        return PATTERNS[self.kind] + (() if GOING[self.kind] == self.going else GOING_PATTERNS[self.going])


def look_of(ground: Terrain | Part) -> Look:
    return Look(ground.kind, ground.going or GOING[ground.kind])


def grounds_of(terrain: Terrain) -> tuple[Terrain | Part, ...]:
    """The piece, and what stands on it."""
    return (terrain, *terrain.parts)


def looks_of(table: Table) -> tuple[Look, ...]:
    """Every pattern on a table once, in the order of their kinds."""
    return tuple(sorted({look_of(ground) for terrain in table.terrain for ground in grounds_of(terrain)}))


def layers(polygon: Polygon, look: Look) -> Iterator[Layer]:
    """The ground's own tint, its pattern, its contours if it is a hill, and its edge."""
    own = LOOKS[look.kind]
    yield Layer(polygon_path(polygon), fill=PAPER if own.fill == "none" else own.fill)
    for ruling in look.patterns:
        yield Layer(ruled((polygon,), ruling), width=ruling.width, faint=True)
    rings = RINGS if look.kind == "hill" else ()
    outlines = tuple(segment for share in (1.0, *rings) for segment in polygon_path(_shrunk(polygon, share)))
    yield Layer(outlines, width=EDGE, dashes=own.dashes if look.kind == "open" else "")


def _shrunk(polygon: Polygon, share: float) -> Polygon:
    centre = centroid(polygon)
    return tuple(plus(centre, times(minus(point, centre), share)) for point in polygon)


def from_below(table: Table) -> tuple[Terrain, ...]:
    """Pieces in the order that they are drawn in: large ones first, open ground (a path, say) on top of all."""
    return tuple(sorted(table.terrain, key=lambda each: (each.kind == "open", -area(each.polygon))))


def inside(polygon: Polygon) -> Point:
    """A point well within the outline, for its label."""
    return centroid(max(convex_parts(polygon), key=area))


def label_of(terrain: Terrain) -> str:
    """The ref, with `!` where the piece hurts those inside."""
    return f"{terrain.ref}!" if terrain.effects.hazard else terrain.ref
