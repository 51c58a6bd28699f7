"""A table in play as SVG that hands can take hold of: each unit a group with its figures as data, and overlays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from msgspec import Struct

from tabletop.arcana.playing.placing import middle_of
from tabletop.arcana.playing.play import Play
from tabletop.arcana.table import PlacedTable, PlacedUnit
from tabletop.arcana.table.footprints import lattice_of
from tabletop.arcana.table.values import Skirmish
from tabletop.arcana.tablepicture import FOOT, INK, PAPER, RULE, SIDE_NAMES, SIDE_ORDER, Line, Mark, Outline, Ring
from tabletop.arcana.terrainpicture import pieces
from tabletop.geometry.polygons import Polygon, box
from tabletop.geometry.vectors import Point, ahead
from tabletop.heraldry.pictures import COLOURS

FINE, BOLD = 0.02, 0.07
ARC, ARC_STEP = 45, 9
FLANK_LINE = 6.0
SIGHT, NO_SIGHT, REACH = "#1f6b3a", "#9c1c1c", "#8a5a00"


class Ray(Struct, frozen=True):
    """A line of an overlay: a measure, a free line of sight, or one that ends where it is blocked."""

    start: Point
    end: Point
    kind: str
    label: str = ""


class Overlay(Struct, frozen=True, kw_only=True):
    """What is drawn over the table for one unit: its lines, how far it shoots, its charge, a template."""

    chosen: str = ""
    rays: tuple[Ray, ...] = ()
    ranges: tuple[float, ...] = ()
    charge: bool = False
    marks: tuple[Mark, ...] = ()


NOTHING = Overlay()


def board(play: Play, scene: PlacedTable, overlay: Overlay = NOTHING) -> str:
    """The whole table, an inch a unit of length; what belongs to a unit has its ref in `data-unit`."""
    drawing = _Board(play, scene)
    wide, high = scene.table.size
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="0 0 {_number(wide)} {_number(high)}" '
            f'width="1080" height="{_number(1080 * high / wide)}" font-family="sans-serif" role="group" '
            f'aria-label="{escape(scene.table.name or "A table")}">',
            *drawing.ground(),
            *pieces(scene.table),
            *drawing.under(overlay),
            *(drawing.unit(unit, chosen=unit.ref == overlay.chosen) for unit in scene.units.values()),
            *(drawing.ray(ray) for ray in overlay.rays),
            *(drawing.mark(mark) for mark in overlay.marks),
            '<g class="hands"></g></svg>',
        )
    )


def side_colour(scene: PlacedTable, side: str) -> str:
    sides = list(dict.fromkeys(unit.side for unit in scene.units.values()))
    return COLOURS[SIDE_NAMES.get(side, SIDE_ORDER[sides.index(side) % len(SIDE_ORDER)])]


class _Board:
    """Elements of one picture; on a page y runs down."""

    def __init__(self, play: Play, scene: PlacedTable) -> None:
        self.play, self.scene = play, scene
        self.wide, self.high = scene.table.size

    def ground(self) -> Iterator[str]:
        """Paper with a line for every inch, a heavier one for every foot."""
        across, up = _number(self.wide), _number(self.high)
        yield f'<rect class="paper" width="{across}" height="{up}" fill="{PAPER}"/>'
        for every, width in ((1, FINE), (FOOT, BOLD)):
            lines = "".join(f"M{x} 0V{up}" for x in range(every, int(self.wide), every))
            lines += "".join(f"M0 {_number(self.high - y)}H{across}" for y in range(every, int(self.high), every))
            yield f'<path d="{lines}" stroke="{RULE}" stroke-width="{width}" fill="none"/>'

    def unit(self, unit: PlacedUnit, *, chosen: bool) -> str:
        colour = side_colour(self.scene, unit.side)
        opacity = "0.9" if unit.altitude == "ground" else "0.5"
        bases = f'<path d="{self._closed(unit.bases)}" fill="{colour}" fill-opacity="{opacity}" stroke="{PAPER}" '
        outline = f'<path d="{self._closed(unit.blocks)}" fill="none" stroke="{INK}" stroke-width="0.1"/>'
        words = "unit chosen" if chosen else "unit"
        return (
            f'<g class="{words}" {self._figures(unit)}><title>{escape(unit.called)}</title>'
            f'{bases}stroke-width="0.05"/>{outline}{self._front(unit)}{self._label(unit)}</g>'
        )

    def _figures(self, unit: PlacedUnit) -> str:
        """What a hand needs to know of a unit, as data of its group."""
        ledger = self.play.turn.get(unit.ref)
        whole = (unit.fly or 0.0) if unit.altitude != "ground" else unit.ground
        x, y = middle_of(unit)
        figures: dict[str, object] = {
            "unit": unit.ref,
            "name": unit.name,
            "kind": "block" if unit.is_block else "loose",
            "x": _number(x),
            "y": _number(y),
            "facing": f"{unit.formation.facing % 360:.6g}",
            "left": _number(ledger.left if ledger else whole),
            "engaged": "1" if self.scene.is_engaged(unit.ref) else "",
        }
        if not isinstance(unit.formation, Skirmish):
            lattice = lattice_of(unit.formation, unit.size)
            ends = (*lattice.point(0, 0), *lattice.point(unit.formation.files, 0))
            figures["front"] = " ".join(map(_number, ends))
        return " ".join(f'data-{name}="{escape(str(value))}"' for name, value in figures.items())

    def _front(self, unit: PlacedUnit) -> str:
        """A heavy front edge with an arrowhead; of loose models a notch on each."""
        if isinstance(unit.formation, Skirmish):
            deep = unit.size[1] / 2
            facing = unit.formation.facing
            ticks = ((ahead(at, facing, deep * 0.4), ahead(at, facing, deep)) for at in unit.centres)
            lines = "".join(f"M{self._pair(start)}L{self._pair(end)}" for start, end in ticks)
            return f'<path d="{lines}" stroke="{PAPER}" stroke-width="0.12"/>'
        lattice, facing = lattice_of(unit.formation, unit.size), unit.formation.facing
        left, right = lattice.point(0, 0), lattice.point(unit.formation.files, 0)
        front = lattice.point(unit.formation.files / 2, 0)
        head = tuple(ahead(front, facing + angle, far) for angle, far in ((-90, 0.4), (0, 0.6), (90, 0.4)))
        edge = f'<path d="M{self._pair(left)}L{self._pair(right)}" stroke="{INK}" stroke-width="0.24"/>'
        return f'{edge}<path d="{self._closed((head,))}" fill="{INK}"/>'

    def _label(self, unit: PlacedUnit) -> str:
        """The ref on the middle of the models; what a colour alone would say is its first letter, too."""
        x1, y1, x2, y2 = box(point for block in unit.blocks for point in block)
        x, y = _number((x1 + x2) / 2), _number(self.high - (y1 + y2) / 2)
        style = f'text-anchor="middle" dominant-baseline="central" font-size="1.1" font-weight="700" fill="{PAPER}"'
        halo = f'stroke="{INK}" stroke-width="0.22" paint-order="stroke" stroke-linejoin="round"'
        return f'<text x="{x}" y="{y}" {style} {halo}>{escape(unit.ref)}</text>'

    def under(self, overlay: Overlay) -> Iterator[str]:
        """How far the chosen unit shoots, the fan that it charges into, the flank lines of its enemies."""
        if overlay.chosen not in self.scene.units:
            return
        unit = self.scene.unit(overlay.chosen)
        for reach in sorted(overlay.ranges, reverse=True):
            yield (
                f'<path class="range" d="{self._closed(unit.blocks)}" fill="{REACH}" stroke="{REACH}" opacity="0.12" '
                f'stroke-width="{_number(2 * reach)}" stroke-linejoin="round"/>'
            )
        if overlay.charge:
            yield from self._fan(unit)
            foes = (other for other in self.scene.units.values() if other.side != unit.side and other.is_ranked)
            yield from (self._flank_lines(foe) for foe in foes)

    def _fan(self, unit: PlacedUnit) -> Iterator[str]:
        """The ground before a block's front within 45° of its corners, as far as its whole move."""
        if isinstance(unit.formation, Skirmish):
            return
        lattice, facing = lattice_of(unit.formation, unit.size), unit.formation.facing
        left, right = lattice.point(0, 0), lattice.point(unit.formation.files, 0)
        rim = [ahead(left, facing - angle, unit.ground) for angle in range(ARC, -1, -ARC_STEP)]
        rim += [ahead(right, facing + angle, unit.ground) for angle in range(0, ARC + 1, ARC_STEP)]
        path = self._closed(((left, *rim, right),))
        yield f'<path class="fan" d="{path}" fill="{REACH}" fill-opacity="0.14" stroke="{REACH}" stroke-width="0.1"/>'

    def _flank_lines(self, unit: PlacedUnit) -> str:
        block = unit.formation
        assert not isinstance(block, Skirmish)
        lattice, back = lattice_of(block, unit.size), -(-unit.models // block.files)
        corners = ((0, 0, -45), (block.files, 0, 45), (block.files, back, 135), (0, back, -135))
        starts = ((lattice.point(file, row), block.facing + angle) for file, row, angle in corners)
        lines = "".join(f"M{self._pair(at)}L{self._pair(ahead(at, angle, FLANK_LINE))}" for at, angle in starts)
        return f'<path class="flanks" d="{lines}" stroke="{INK}" stroke-width="0.08" stroke-dasharray="0.4 0.3"/>'

    def ray(self, ray: Ray) -> str:
        colour = {"seen": SIGHT, "blocked": NO_SIGHT}.get(ray.kind, INK)
        dashes = ' stroke-dasharray="0.5 0.35"' if ray.kind == "blocked" else ""
        line = (
            f'<path d="M{self._pair(ray.start)}L{self._pair(ray.end)}" stroke="{colour}" stroke-width="0.16"{dashes}/>'
        )
        return f'<g class="ray {ray.kind}">{line}{self._end(ray, colour)}</g>'

    def mark(self, mark: Mark) -> str:
        """A template: its circle or its wall, dashed where it may drift; and the line to its middle."""
        match mark:
            case Ring(middle=(x, y), radius=radius, dashed=dashed):
                look = 'fill="none" stroke-dasharray="0.4 0.3"' if dashed else f'fill="{REACH}" fill-opacity="0.2"'
                at = f'cx="{_number(x)}" cy="{_number(self.high - y)}" r="{_number(radius)}"'
                return f'<circle class="template" {at} {look} stroke="{REACH}" stroke-width="0.15"/>'
            case Outline(corners=corners):
                path = self._closed((corners,))
                return f'<path class="template" d="{path}" fill="{REACH}" fill-opacity="0.2" stroke="{REACH}"/>'
            case Line(start=start, end=end):
                return self.ray(Ray(start, end, "measure"))
            case _:
                return ""

    def _end(self, ray: Ray, colour: str) -> str:
        x, y = ray.end[0], self.high - ray.end[1]
        if ray.kind == "blocked":
            arms = f"M{_number(x - 0.4)} {_number(y - 0.4)}l.8 .8m0 -.8l-.8 .8"
            return f'<path d="{arms}" stroke="{colour}" stroke-width="0.24" fill="none"/>'
        if ray.kind == "seen":
            return f'<circle cx="{_number(x)}" cy="{_number(y)}" r="0.3" fill="{colour}"/>'
        middle = (ray.start[0] + ray.end[0]) / 2, self.high - (ray.start[1] + ray.end[1]) / 2
        halo = f'stroke="{PAPER}" stroke-width="0.4" paint-order="stroke" text-anchor="middle" font-weight="700"'
        return (
            f'<text x="{_number(middle[0])}" y="{_number(middle[1] - 0.4)}" font-size="1.4" fill="{INK}" {halo}>'
            f"{escape(ray.label)}</text>"
        )

    def _closed(self, polygons: Iterable[Polygon]) -> str:
        return "".join("M" + "L".join(map(self._pair, polygon)) + "Z" for polygon in polygons)

    def _pair(self, point: Point) -> str:
        return f"{_number(point[0])} {_number(self.high - point[1])}"


def _number(value: float) -> str:
    """Three decimals at most, and never a negative zero."""
    return f"{round(value, 3) + 0:.3f}".rstrip("0").rstrip(".")
