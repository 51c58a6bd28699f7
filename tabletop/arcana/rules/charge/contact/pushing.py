"""A block that charges skirmishers pushes those it meets before it, until its front is full or it went three inches."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit
from tabletop.arcana.battlefield.schema import RankAndFile, Skirmish
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.rules.movement.blocking import obstacles
from tabletop.arcana.rules.movement.execute import CLOSING
from tabletop.arcana.rules.movement.making_way import aside, stood_upon, with_margin
from tabletop.geometry.motion.sweeps import Drift, first_contact
from tabletop.geometry.primitives.lattice import Lattice
from tabletop.geometry.primitives.polygons import Polygon, overlapping
from tabletop.geometry.primitives.tolerances import CONTACT, GRAZE
from tabletop.geometry.primitives.vectors import Vector, ahead, heading, local_point, times

PUSHING = BOOK.section("RaF charging Skirmishers")


class Pushed(Struct, frozen=True):
    """How far the block went on, where both stand, which models fill its front, and whether that is full."""

    inches: float
    unit: PlacedUnit
    target: PlacedUnit
    models: tuple[int, ...]
    full: bool


class _Before(Struct, frozen=True):
    """A loose model ahead of a block, as the block sees its base: how far, and between which sides."""

    model: int
    inches: float
    left: float
    right: float

    @property
    def width(self) -> float:
        return self.right - self.left


def push(scene: PlacedTable, unit: PlacedUnit, target: PlacedUnit, left: float) -> Pushed | None:
    """From first contact on, with so many inches of the move left; None for other formations (reading T64).

    Whatever else the block or those before it meet ends it, and comrades behind them give way (reading T76). With
    nobody before its front it stays where it touches them (reading T89).
    """
    block, loose = unit.formation, target.formation
    if not (isinstance(block, RankAndFile) and isinstance(loose, Skirmish)):
        return None
    wide, most = block.files * unit.size[0], min(CLOSING, max(left, 0.0))
    most = _unhindered(unit.blocks, times(heading(block.facing), most), _closed(scene, unit, target)) * most
    met: list[_Before] = []
    full, closed = False, _closed(scene, target, unit)
    for front in sorted(_ahead(unit, block, target), key=lambda model: (model.inches, model.model)):
        if front.inches > most + CONTACT:
            break
        if full := _room(met, wide) + GRAZE < front.width:
            break
        met.append(front)
        rest = max(most - max(front.inches, 0.0), 0.0)  # what is left of the push when it comes to this one
        most -= rest * (1 - _unhindered([target.bases[front.model]], times(heading(block.facing), rest), closed))
    full = full or _room(met, wide) + GRAZE < min(target.size)
    way = max((front.inches for front in met), default=0.0) if full or not met else most
    moved = unit.standing(_advanced(block, max(way, 0.0)))
    lined = _lined(target, loose, moved, met)
    return Pushed(
        max(way, 0.0),
        moved,
        _given_way(scene, moved, lined, met),
        tuple(front.model for front in met),
        full,
    )


def _closed(scene: PlacedTable, mover: PlacedUnit, other: PlacedUnit) -> list[Polygon]:
    """What stops one unit besides another: whom or what it can't pass, enemies short of contact, every block."""
    foes = {unit.ref for unit in scene.others(mover) if unit.side != mover.side}
    around = [obstacle for obstacle in obstacles(scene, mover, flying=False) if obstacle.ref != other.ref]
    parts = [with_margin(part) if obstacle.ref in foes else part for obstacle in around for part in obstacle.parts]
    blocks = [unit.blocks for unit in scene.others(mover) if unit.ref != other.ref and unit.is_block]
    return parts + [block for own in blocks for block in own]


def _unhindered(shapes: Sequence[Polygon], vector: Vector, closed: Sequence[Polygon]) -> float:
    """The share of a straight motion of some shapes until something closed is met."""
    hit = first_contact([Drift(shape, vector) for shape in shapes], closed)
    return hit.share if hit else 1.0


def _given_way(scene: PlacedTable, unit: PlacedUnit, target: PlacedUnit, met: Sequence[_Before]) -> PlacedUnit:
    """Comrades on whom those in front, or the block itself, were pushed."""
    pushed = {front.model for front in met}
    after = scene.with_unit(unit)
    under = {place for place, _ in overlapping(target.bases, [target.bases[model] for model in pushed])} - pushed
    return aside(after, target, sorted(under | (set(stood_upon(after, target)) - pushed)))


def _ahead(unit: PlacedUnit, block: RankAndFile, target: PlacedUnit) -> list[_Before]:
    """The models whose bases the front will meet."""
    wide = block.files * unit.size[0]
    ahead = []
    for number, base in enumerate(target.bases):
        xs, ys = zip(*(local_point(point, block.corner, block.facing) for point in base), strict=True)
        if min(xs) < wide - GRAZE and max(xs) > GRAZE and max(ys) > 0:
            ahead.append(_Before(number, min(ys), min(xs), max(xs)))
    return ahead


def _room(met: Sequence[_Before], wide: float) -> float:
    return wide - sum(front.width for front in met)


def _advanced(block: RankAndFile, way: float) -> RankAndFile:
    return RankAndFile(files=block.files, corner=ahead(block.corner, block.facing, way), facing=block.facing)


def _lined(target: PlacedUnit, loose: Skirmish, unit: PlacedUnit, met: Sequence[_Before]) -> PlacedUnit:
    """The met ones side by side along the front, in their order, each as near to its own place as there is room."""
    block = unit.formation
    assert isinstance(block, RankAndFile)
    lattice = Lattice(block.corner, block.facing, 1.0, 1.0)
    places = list(loose.positions)
    row = sorted(met, key=lambda front: front.left)
    for front, left in zip(row, _spread(row, block.files * unit.size[0]), strict=True):
        half = _reach(target, front.model, block)
        places[front.model] = lattice.point(left + front.width / 2, -half)
    return target.standing(Skirmish(positions=tuple(places), facing=loose.facing))


def _spread(row: Sequence[_Before], wide: float) -> list[float]:
    """Left edges without overlaps: pushed right in order, then back from the right end; inches from the left."""
    lefts: list[float] = []
    edge = 0.0
    for front in row:
        edge = max(front.left, edge)
        lefts.append(edge)
        edge += front.width
    end = wide
    for index in range(len(row) - 1, -1, -1):
        lefts[index] = min(lefts[index], end - row[index].width)
        end = lefts[index]
    return lefts


def _reach(target: PlacedUnit, model: int, block: RankAndFile) -> float:
    """From the nearest edge of a model's base to its middle, as the block sees it."""
    ys = [local_point(point, block.corner, block.facing)[1] for point in target.bases[model]]
    return (max(ys) - min(ys)) / 2
