"""A unit on the board: its bases true to scale, its front, its emblem, who leads it, and its name behind it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from html import escape

from tabletop.arcana.battle.table.positions import middle_of
from tabletop.arcana.battle.table.state import Play
from tabletop.arcana.battlefield import Formation, PlacedTable, PlacedUnit
from tabletop.arcana.battlefield.footprints import Footprint, bases_of, blocks_of, lattice_of
from tabletop.arcana.battlefield.schema import Altitude, Skirmish
from tabletop.arcana.pictures.emblems import KINDS, emblem, kind_of
from tabletop.arcana.pictures.svg import Canvas, number
from tabletop.arcana.pictures.table import side_colour
from tabletop.arcana.pictures.terrain_styles import INK, PAPER
from tabletop.arcana.rules.movement.terrain_cost import factor_under
from tabletop.geometry.primitives.polygons import box
from tabletop.geometry.primitives.vectors import Point, ahead
from tabletop.heraldry.pictures import COLOURS
from tabletop.heraldry.values import Tincture
from tabletop.work import go_on

GOLD = COLOURS[Tincture.OR]
SHADE = 'fill="#1d1a17" fill-opacity="0.2" transform="translate(.18 .24)"'
LARGEST_EMBLEM = 2.2
BESIDE = 1.6  # inches that a name may be wider than its unit
LETTER = 0.5
LABEL = 'text-anchor="middle" dominant-baseline="central" font-size="1.05"'
HALO = f'stroke="{PAPER}" stroke-width="0.35" paint-order="stroke" stroke-linejoin="round"'


def unit_group(play: Play, scene: PlacedTable, unit: PlacedUnit, *, chosen: bool) -> str:
    """The unit as a group of its own, its figures as data."""
    go_on()
    canvas, words = Canvas(scene.table.size[1]), "unit chosen" if chosen else "unit"
    colour, opacity = side_colour(scene, unit.side), "1" if unit.altitude == Altitude.GROUND else "0.6"
    ground, ranks, front = _shape(unit.formation, unit.models, unit.size, canvas.high)
    ring = f'<path class="ring" d="{ground}" fill="none" stroke="{INK}" stroke-width="1"/>' if chosen else ""
    ring += f'<path d="{ground}" fill="none" stroke="{GOLD}" stroke-width="0.7"/>' if chosen else ""
    dashes = ' stroke-dasharray="0.35 0.25"' if unit.broken else ""
    return (
        f'<g class="{words}" {_figures(play, scene, unit)}><title>{escape(f"{unit.called}: {kind_of(unit)}")}</title>'
        f'<path d="{ground}" {SHADE}/>{ring}<path d="{ground}" fill="{colour}" fill-opacity="{opacity}"/>{ranks}'
        f'<path class="outline" d="{ground}" fill="none" stroke="{INK}" stroke-width="0.11"{dashes}/>'
        f"{front}{''.join(_members(unit, canvas))}{_emblem(unit, canvas)}{_name(unit, canvas)}</g>"
    )


@lru_cache(maxsize=2_000)
def _shape(formation: Formation, models: int, size: Footprint, high: float) -> tuple[str, str, str]:
    """The ground as the data of a path; the lines between bases; the front. Units that stand still are drawn once."""
    canvas = Canvas(high)
    ground = canvas.closed(blocks_of(formation, models, size))
    if isinstance(formation, Skirmish):
        ticks = (
            (ahead(at, formation.facing, size[1] * 0.2), ahead(at, formation.facing, size[1] / 2))
            for at in formation.positions
        )
        return ground, "", f'<path d="{canvas.lines(ticks)}" stroke="{PAPER}" stroke-width="0.14"/>'
    bases = canvas.closed(bases_of(formation, models, size))
    ranks = f'<path d="{bases}" fill="none" stroke="{PAPER}" stroke-opacity="0.45" stroke-width="0.05"/>'
    lattice, facing = lattice_of(formation, size), formation.facing
    first = canvas.closed((lattice.block((0, min(formation.files, models)), (0, 1)),))
    ranks += f'<path d="{first}" fill="{PAPER}" fill-opacity="0.16"/>'
    edge = canvas.lines(((lattice.point(0, 0), lattice.point(formation.files, 0)),))
    front = lattice.point(formation.files / 2, 0)
    head = tuple(ahead(front, facing + angle, far) for angle, far in ((-90, 0.45), (0, 0.65), (90, 0.45)))
    drawn = f'<path d="{edge}" stroke="{INK}" stroke-width="0.26"/><path d="{canvas.closed((head,))}" fill="{INK}"/>'
    return ground, ranks, drawn


def _figures(play: Play, scene: PlacedTable, unit: PlacedUnit) -> str:
    """What a hand needs to know of a unit, as data of its group."""
    ledger = play.turn.get(unit.ref)
    whole = (unit.fly or 0.0) if unit.altitude != Altitude.GROUND else unit.ground
    x, y = middle_of(unit)
    figures: dict[str, object] = {
        "unit": unit.ref,
        "name": unit.name,
        "kind": "block" if unit.is_block else "loose",
        "x": number(x),
        "y": number(y),
        "facing": f"{unit.formation.facing % 360:.6g}",
        "left": number(ledger.left if ledger else whole),
        "engaged": "1" if scene.is_engaged(unit.ref) else "",
    }
    if unit.altitude == Altitude.GROUND and (factor := factor_under(unit, scene.pieces.values())) > 1:
        figures["factor"] = number(factor)
    if not isinstance(unit.formation, Skirmish):
        lattice = lattice_of(unit.formation, unit.size)
        ends = (*lattice.point(0, 0), *lattice.point(unit.formation.files, 0))
        figures["front"] = " ".join(map(number, ends))
    return " ".join(f'data-{name}="{escape(str(value))}"' for name, value in figures.items())


def _members(unit: PlacedUnit, canvas: Canvas) -> Iterator[str]:
    """Leaders as stars in the front rank from its middle out, other troops as dots from the back."""
    front = min(unit.formation.files, unit.models) if not isinstance(unit.formation, Skirmish) else unit.models
    places = sorted(range(front), key=lambda place: (abs(place - (front - 1) / 2), place))
    leaders = sum(member.count for member in unit.members if member.leads)
    others = sum(member.count for member in unit.members if not member.leads)
    wide = min(unit.size)
    for place in places[:leaders]:
        at = canvas.pair(unit.centres[place])
        yield (
            f'<path class="leader" d="{emblem("star")}" fill="{GOLD}" stroke="{INK}" stroke-width="0.1" '
            f'transform="translate({at}) scale({number(wide * 0.8)})"/>'
        )
    for x, y in unit.centres[max(unit.models - others, leaders) :]:
        yield f'<circle cx="{number(x)}" cy="{number(canvas.high - y)}" r="{number(wide * 0.14)}" fill="{PAPER}"/>'


def _emblem(unit: PlacedUnit, canvas: Canvas) -> str:
    """The charge of its kind on the middle of the ground that it has behind its front rank."""
    at, room = _room(unit)
    size = min(room * 0.78, LARGEST_EMBLEM)
    return (
        f'<path class="emblem" d="{emblem(KINDS[kind_of(unit)])}" fill="{PAPER}" fill-rule="evenodd" stroke="{INK}" '
        f'stroke-width="{number(0.12 / size)}" stroke-linejoin="round" paint-order="stroke" '
        f'transform="translate({canvas.pair(at)}) scale({number(size)})"/>'
    )


def _room(unit: PlacedUnit) -> tuple[Point, float]:
    """Where an emblem stands, and how large it may be: on a loose unit's model nearest to its middle."""
    block = unit.formation
    if isinstance(block, Skirmish):
        x, y = middle_of(unit)
        nearest = min(unit.centres, key=lambda centre: (centre[0] - x) ** 2 + (centre[1] - y) ** 2)
        return nearest, min(unit.size)
    full = max(unit.models // block.files, 1)
    led = 1 if full > 1 and any(member.leads for member in unit.members) else 0
    files = min(block.files, unit.models)
    middle = lattice_of(block, unit.size).point(files / 2, (led + full) / 2)
    return middle, min(files * unit.size[0], (full - led) * unit.size[1])


def _name(unit: PlacedUnit, canvas: Canvas) -> str:
    """The ref, and the name where it fits, behind the unit's back."""
    x1, y1, x2, y2 = box(point for block in unit.blocks for point in block)
    downwards = 90 < unit.formation.facing % 360 < 270
    y = y2 + 0.85 if downwards else y1 - 0.85
    y = min(max(y, 0.7), canvas.high - 0.7)
    fits = (len(unit.name) + len(unit.ref) + 1) * LETTER <= x2 - x1 + BESIDE
    name = f'<tspan class="name" dx="0.35">{escape(unit.name)}</tspan>' if unit.name and fits else ""
    return (
        f'<text x="{number((x1 + x2) / 2)}" y="{number(canvas.high - y)}" {LABEL} fill="{INK}" {HALO}>'
        f'<tspan font-weight="700">{escape(unit.ref)}</tspan>{name}</text>'
    )
