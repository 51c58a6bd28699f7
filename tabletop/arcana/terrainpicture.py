"""A table's terrain as an SVG map in patterns that need no colours, and the key to them; attributes alone, no ids."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from msgspec import Struct

from tabletop.arcana.ground import GOING
from tabletop.arcana.table.values import Going, Part, Table, Terrain, TerrainKind
from tabletop.arcana.tablepicture import FOOT, INK, LOOKS, PAPER, RULE
from tabletop.geometry.polygons import Polygon, area, centroid
from tabletop.geometry.regions import convex_parts
from tabletop.geometry.vectors import Point, minus, plus, times
from tabletop.heraldry.hatching import Ruling, ruled

LEFT_UP, RIGHT_UP = Ruling(angle=45, gap=0.7, width=0.06), Ruling(angle=135, gap=0.7, width=0.06)
LEVEL, UPRIGHT = Ruling(angle=0, gap=0.45, width=0.06), Ruling(angle=90, gap=0.45, width=0.06)
DOTS = Ruling(angle=0, gap=0.55, width=0.2, dash=0.001, period=1.1)
DASHES = Ruling(angle=0, gap=0.6, width=0.12, dash=0.7, period=1.2)
RINGS = (0.75, 0.45)
OPACITY = 0.6
BADGE = 0.85

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


class Key(Struct, frozen=True):
    """A line of the legend: a pattern's name, and a sample of it as inline SVG."""

    label: str
    sample: str


def svg(table: Table, *, width: int = 720) -> str:
    """The map, its width in CSS pixels: every piece with its pattern and ref, `!` where it hurts those inside."""
    wide, high = table.size
    parts = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="terrain" width="{width}" '
        f'height="{_number(width * high / wide)}" viewBox="0 0 {_number(wide)} {_number(high)}" '
        f'font-family="sans-serif" font-size="0.9" role="img"><title>{escape(table.name or "A table")}</title>',
        *_ground(wide, high),
        *(element for terrain in table.terrain for element in _piece(terrain, high)),
        *(_badge(terrain, high) for terrain in table.terrain),
        "</svg>\n",
    )
    return "\n".join(parts)


def keys(table: Table) -> tuple[Key, ...]:
    """The legend: every pattern on this table once, in the order of their kinds."""
    looks = {look for terrain in table.terrain for look in (_look(terrain), *map(_look, terrain.parts))}
    return tuple(Key(look.label, _sample(look)) for look in sorted(looks))


def _look(ground: Terrain | Part) -> Look:
    return Look(ground.kind, ground.going or GOING[ground.kind])


def _sample(look: Look) -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" class="terrain-key" width="48" height="30" viewBox="0 0 4 2.5" '
        f'aria-hidden="true">{"".join(_drawn(SWATCH, look))}</svg>'
    )


def _ground(wide: float, high: float) -> Iterator[str]:
    """Paper with a line for every foot."""
    across, up = _number(wide), _number(high)
    yield f'<rect width="{across}" height="{up}" fill="{PAPER}"/>'
    lines = "".join(f"M{x} 0V{up}" for x in range(0, int(wide) + 1, FOOT))
    lines += "".join(f"M0 {_number(high - y)}H{across}" for y in range(0, int(high) + 1, FOOT))
    yield f'<path d="{lines}" stroke="{RULE}" stroke-width="0.07" fill="none"/>'


def _piece(terrain: Terrain, high: float) -> Iterator[str]:
    grounds: tuple[Terrain | Part, ...] = (terrain, *terrain.parts)
    for ground in grounds:
        yield from _drawn(_flipped(ground.polygon, high), _look(ground))


def _drawn(polygon: Polygon, look: Look) -> Iterator[str]:
    """The ground's own tint, its pattern, its contours if it is a hill, and its edge."""
    own = LOOKS[look.kind]
    fill = PAPER if own.fill == "none" else own.fill
    yield f'<path fill="{fill}" d="{_closed(polygon)}"/>'
    for ruling in look.patterns:
        yield (
            f'<path fill="none" stroke="{INK}" stroke-opacity="{OPACITY}" stroke-width="{_number(ruling.width)}" '
            f'stroke-linecap="round" d="{_strokes(polygon, ruling)}"/>'
        )
    rings = RINGS if look.kind == "hill" else ()
    outlines = "".join(_closed(_shrunk(polygon, share)) for share in (1.0, *rings))
    dashes = f' stroke-dasharray="{own.dashes}"' if look.kind == "open" else ""
    yield f'<path fill="none" stroke="{INK}" stroke-width="0.1"{dashes} d="{outlines}"/>'


def _badge(terrain: Terrain, high: float) -> str:
    """The piece's ref on a disc, above every pattern."""
    inside = centroid(max(convex_parts(terrain.polygon), key=area))
    x, y = (_number(value) for value in _flipped((inside,), high)[0])
    sign = "!" if terrain.effects.hazard else ""
    name = escape(f"{terrain.name or terrain.kind} ({terrain.ref})")
    return (
        f'<g><title>{name}</title><circle cx="{x}" cy="{y}" r="{BADGE}" fill="{PAPER}" stroke="{INK}" '
        f'stroke-width="0.06"/><text x="{x}" y="{y}" fill="{INK}" text-anchor="middle" '
        f'dominant-baseline="central">{escape(terrain.ref)}{sign}</text></g>'
    )


def _strokes(polygon: Polygon, ruling: Ruling) -> str:
    letters = {"move": "M", "line": "L"}
    return "".join(f"{letters[segment.kind]}{_pair(segment.points[0])}" for segment in ruled((polygon,), ruling))


def _shrunk(polygon: Polygon, share: float) -> Polygon:
    centre = centroid(polygon)
    return tuple(plus(centre, times(minus(point, centre), share)) for point in polygon)


def _flipped(points: Iterable[Point], high: float) -> Polygon:
    """On a page y runs down."""
    return tuple((x, high - y) for x, y in points)


def _closed(polygon: Polygon) -> str:
    return f"M{'L'.join(map(_pair, polygon))}Z"


def _pair(point: Point) -> str:
    return f"{_number(point[0])} {_number(point[1])}"


def _number(value: float) -> str:
    """Two decimals at most, and never a negative zero."""
    return f"{round(value, 2) + 0:.2f}".rstrip("0").rstrip(".")
