"""A table's terrain as an SVG map in patterns that need no colours, and the key to them; attributes alone, no ids."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from msgspec import Struct

from tabletop.arcana.battlefield.schema import Table, Terrain
from tabletop.arcana.pictures.svg import number
from tabletop.arcana.pictures.table import FOOT
from tabletop.arcana.pictures.terrain_styles import (
    INK,
    PAPER,
    RULE,
    SWATCH,
    Look,
    from_below,
    grounds_of,
    inside,
    label_of,
    layers,
    look_of,
    looks_of,
)
from tabletop.geometry.primitives.polygons import Polygon
from tabletop.geometry.primitives.vectors import Point
from tabletop.heraldry.paths import Path
from tabletop.work import go_on

OPACITY = 0.6
BADGE = 0.85


class Key(Struct, frozen=True):
    """A line of the legend: a pattern's name, and a sample of it as inline SVG."""

    label: str
    sample: str


def svg(table: Table, *, width: int = 720) -> str:
    """The map, its width in CSS pixels: every piece with its pattern and ref, `!` where it hurts those inside.

    What belongs to a piece has its ref in `data-piece`.
    """
    wide, high = table.size
    parts = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="terrain" width="{width}" '
        f'height="{_number(width * high / wide)}" viewBox="0 0 {_number(wide)} {_number(high)}" '
        f'font-family="sans-serif" font-size="0.9" role="img"><title>{escape(table.name or "A table")}</title>',
        *_ground(wide, high),
        *pieces(table),
        "</svg>\n",
    )
    return "\n".join(parts)


def pieces(table: Table) -> Iterator[str]:
    """Every piece with its pattern, and above them all their refs."""
    high = table.size[1]
    yield from (_piece(terrain, high) for terrain in from_below(table))
    yield from (_badge(terrain, high) for terrain in table.terrain)


def keys(table: Table) -> tuple[Key, ...]:
    """The legend: every pattern on this table once, in the order of their kinds."""
    return tuple(Key(look.label, sample(look)) for look in looks_of(table))


def sample(look: Look) -> str:
    """A pattern as a small picture; its name stands beside it."""
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


def _piece(terrain: Terrain, high: float) -> str:
    grounds = grounds_of(terrain)
    drawn = (element for ground in grounds for element in _drawn(_flipped(ground.polygon, high), look_of(ground)))
    return f'<g data-piece="{terrain.ref}">{"".join(drawn)}</g>'


def _drawn(polygon: Polygon, look: Look) -> Iterator[str]:
    for layer in layers(polygon, look):
        go_on()
        if layer.fill:
            yield f'<path fill="{layer.fill}" d="{_steps(layer.path)}"/>'
            continue
        faint = f' stroke-opacity="{OPACITY}" stroke-linecap="round"' if layer.faint else ""
        dashes = f' stroke-dasharray="{layer.dashes}"' if layer.dashes else ""
        width = _number(layer.width)
        yield f'<path fill="none" stroke="{INK}" stroke-width="{width}"{faint}{dashes} d="{_steps(layer.path)}"/>'


def _badge(terrain: Terrain, high: float) -> str:
    """The piece's ref on a disc, above every pattern."""
    x, y = (_number(value) for value in _flipped((inside(terrain.polygon),), high)[0])
    name = escape(f"{terrain.name or terrain.kind} ({terrain.ref})")
    return (
        f'<g data-piece="{terrain.ref}"><title>{name}</title><circle cx="{x}" cy="{y}" r="{BADGE}" fill="{PAPER}" '
        f'stroke="{INK}" stroke-width="0.06"/><text x="{x}" y="{y}" fill="{INK}" text-anchor="middle" '
        f'dominant-baseline="central">{escape(label_of(terrain))}</text></g>'
    )


def _flipped(points: Iterable[Point], high: float) -> Polygon:
    """Points of the table as points of a page that is `high` inches high, y running down."""
    return tuple((x, high - y) for x, y in points)


def _steps(path: Path) -> str:
    return "".join(segment.kind + "".join(map(_pair, segment.points)) for segment in path)


def _pair(point: Point) -> str:
    return f"{_number(point[0])} {_number(point[1])}"


def _number(value: float) -> str:
    return number(value, 2)
