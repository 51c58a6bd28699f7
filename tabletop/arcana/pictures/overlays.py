"""What is drawn over a table for one unit: lines of sight and measures, its charge, its range, an answer's marks."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from html import escape

from msgspec import Struct

from tabletop.arcana.battlefield import PlacedTable, PlacedUnit
from tabletop.arcana.battlefield.footprints import lattice_of
from tabletop.arcana.battlefield.marks import Ghost, Ground, Line, Mark, Outline, Picked, Ring, Spot
from tabletop.arcana.battlefield.schema import Skirmish
from tabletop.arcana.pictures.svg import Canvas, number
from tabletop.arcana.pictures.terrain_styles import INK
from tabletop.arcana.pictures.units import HALO
from tabletop.geometry.primitives.vectors import Point, ahead

ARC, ARC_STEP = 45, 9
FLANK_LINE = 6.0
SIGHT, NO_SIGHT, REACH = "#1f6b3a", "#9c1c1c", "#8a5a00"


class RayKind(StrEnum):
    """What a line of an overlay says; the words are classes of the picture, for style sheets."""

    MEASURE = "measure"
    SEEN = "seen"
    BLOCKED = "blocked"
    FAR = "far"


COLOURS = {RayKind.SEEN: SIGHT, RayKind.BLOCKED: NO_SIGHT, RayKind.FAR: REACH}


class Ray(Struct, frozen=True):
    """A line of an overlay: a measure, a free line of sight, or one that ends where it is blocked.

    What stands in the way is said at `tag`, on the unit that isn't seen, and at more length as `why`. A line out of
    range isn't drawn: only its label is, at `tag`.
    """

    start: Point
    end: Point
    kind: RayKind
    label: str = ""
    why: str = ""
    tag: Point | None = None


class Overlay(Struct, frozen=True, kw_only=True):
    """What is drawn over the table for one unit: its lines, how far it shoots, its charge, an answer's marks."""

    chosen: str = ""
    rays: tuple[Ray, ...] = ()
    ranges: tuple[float, ...] = ()
    charge: float | None = None
    marks: tuple[Mark, ...] = ()


NOTHING = Overlay()


def under(scene: PlacedTable, overlay: Overlay, canvas: Canvas) -> Iterator[str]:
    """Below the units: how far the chosen one shoots, the fan that it charges into, the flank lines of its enemies."""
    if overlay.chosen not in scene.units:
        return
    unit = scene.unit(overlay.chosen)
    for reach in sorted(overlay.ranges, reverse=True):
        yield (
            f'<path class="range" d="{canvas.closed(unit.blocks)}" fill="{REACH}" stroke="{REACH}" opacity="0.12" '
            f'stroke-width="{number(2 * reach)}" stroke-linejoin="round"/>'
        )
    if overlay.charge is not None:
        yield from _fan(unit, overlay.charge, canvas)
        foes = (other for other in scene.units.values() if other.side != unit.side and other.is_ranked)
        yield from (_flank_lines(foe, canvas) for foe in foes)


def over(scene: PlacedTable, overlay: Overlay, canvas: Canvas) -> Iterator[str]:
    """Above the units: lines and marks."""
    yield from (_ray(ray, canvas) for ray in overlay.rays)
    for mark in overlay.marks:
        yield from _mark(mark, canvas)


def _fan(unit: PlacedUnit, way: float, canvas: Canvas) -> Iterator[str]:
    """The ground before a block's front within 45° of its corners, as far as it goes."""
    if isinstance(unit.formation, Skirmish):
        return
    lattice, facing = lattice_of(unit.formation, unit.size), unit.formation.facing
    left, right = lattice.point(0, 0), lattice.point(unit.formation.files, 0)
    rim = [ahead(left, facing - angle, way) for angle in range(ARC, -1, -ARC_STEP)]
    rim += [ahead(right, facing + angle, way) for angle in range(0, ARC + 1, ARC_STEP)]
    path = canvas.closed(((left, *rim, right),))
    yield f'<path class="fan" d="{path}" fill="{REACH}" fill-opacity="0.14" stroke="{REACH}" stroke-width="0.12"/>'


def _flank_lines(unit: PlacedUnit, canvas: Canvas) -> str:
    block = unit.formation
    assert not isinstance(block, Skirmish)
    lattice, back = lattice_of(block, unit.size), -(-unit.models // block.files)
    corners = ((0, 0, -45), (block.files, 0, 45), (block.files, back, 135), (0, back, -135))
    starts = ((lattice.point(file, row), block.facing + angle) for file, row, angle in corners)
    lines = canvas.lines((at, ahead(at, angle, FLANK_LINE)) for at, angle in starts)
    return f'<path class="flanks" d="{lines}" stroke="{INK}" stroke-width="0.1" stroke-dasharray="0.5 0.35"/>'


def _ray(ray: Ray, canvas: Canvas) -> str:
    colour = COLOURS.get(ray.kind, INK)
    dashes = "" if ray.kind in (RayKind.SEEN, RayKind.MEASURE) else ' stroke-dasharray="0.5 0.35"'
    line = f'<path d="{canvas.lines([(ray.start, ray.end)])}" stroke="{colour}" stroke-width="0.18"{dashes}/>'
    line = "" if ray.kind is RayKind.FAR else line
    why = f"<title>{escape(ray.why)}</title>" if ray.why else ""
    return f'<g class="ray {ray.kind}">{why}{line}{_end(ray, colour, canvas)}</g>'


def _end(ray: Ray, colour: str, canvas: Canvas) -> str:
    x, y = ray.end[0], canvas.high - ray.end[1]
    if ray.kind is RayKind.BLOCKED:
        arms = f"M{number(x - 0.4)} {number(y - 0.4)}l.8 .8m0 -.8l-.8 .8"
        at = (ray.tag[0], canvas.high - ray.tag[1] + 1.2) if ray.tag else (x, y)
        return f'<path d="{arms}" stroke="{colour}" stroke-width="0.26" fill="none"/>{_words(ray, at, colour)}'
    if ray.kind is RayKind.SEEN:
        return f'<circle cx="{number(x)}" cy="{number(y)}" r="0.32" fill="{colour}"/>{_words(ray, (x, y), colour)}'
    if ray.kind is RayKind.FAR and ray.tag:
        return _words(ray, (ray.tag[0], canvas.high - ray.tag[1] + 1.2), colour)
    middle = (ray.start[0] + ray.end[0]) / 2, canvas.high - (ray.start[1] + ray.end[1]) / 2
    return _words(ray, (middle[0], middle[1] + 0.5), colour, size=1.4)


def _words(ray: Ray, at: Point, colour: str, *, size: float = 1.0) -> str:
    if not ray.label:
        return ""
    return (
        f'<text x="{number(at[0])}" y="{number(at[1] - 0.8)}" font-size="{size}" fill="{colour}" {HALO} '
        f'text-anchor="middle" font-weight="700">{escape(ray.label)}</text>'
    )


def _mark(mark: Mark, canvas: Canvas) -> Iterator[str]:
    """An answer's own: where a unit would be, a place, a template, an area, a line."""
    tint = f'fill="{REACH}" fill-opacity="0.18" stroke="{REACH}"'
    match mark:
        case Ring(middle=middle, radius=radius, dashed=dashed):
            look = f'fill="none" stroke="{REACH}" stroke-dasharray="0.4 0.3"' if dashed else tint
            at = f'cx="{number(middle[0])}" cy="{number(canvas.high - middle[1])}" r="{number(radius)}"'
            yield f'<circle class="template" {at} {look} stroke-width="0.15"/>'
        case Outline(corners=corners):
            yield f'<path class="template" d="{canvas.closed((corners,))}" {tint} stroke-width="0.15"/>'
        case Picked(corners=corners):
            yield f'<path class="picked" d="{canvas.closed((corners,))}" {tint} stroke-width="0.2"/>'
        case Ground(rings=rings):
            path = canvas.closed(rings)
            yield f'<path class="zone" d="{path}" {tint} fill-rule="evenodd" stroke-width="0.12"/>'
        case Ghost(unit=unit):
            path = canvas.closed(unit.blocks)
            dashes = 'stroke-dasharray="0.5 0.35" stroke-linejoin="round"'
            yield f'<path class="ghost" d="{path}" fill="none" stroke="{INK}" stroke-width="0.2" {dashes}/>'
        case Spot(where=where, label=label):
            yield _ray(Ray(where, where, RayKind.BLOCKED, label), canvas)
        case Line(start=start, end=end, label=label):
            yield _ray(Ray(start, end, RayKind.MEASURE, label), canvas)
