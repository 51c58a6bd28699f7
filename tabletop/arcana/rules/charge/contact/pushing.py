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
    for each in sorted(_ahead(unit, block, target), key=lambda model: (model.inches, model.model)):
        if each.inches > most + CONTACT:
            break
        if full := _room(met, wide) + GRAZE < each.width:
            break
        met.append(each)
        most -= _hindered(target.bases[each.model], (block.facing, most - max(each.inches, 0.0)), closed)
    full = full or _room(met, wide) + GRAZE < min(target.size)
    way = max((each.inches for each in met), default=0.0) if full or not met else most
    moved = unit.standing(_advanced(block, max(way, 0.0)))
    lined = _lined(target, loose, moved, met)
    return Pushed(max(way, 0.0), moved, _given_way(scene, moved, lined, met), tuple(each.model for each in met), full)


def _closed(scene: PlacedTable, mover: PlacedUnit, other: PlacedUnit) -> list[Polygon]:
    """What stops one unit besides another: whom or what it can't pass, enemies short of contact, every block."""
    around = [each for each in obstacles(scene, mover, flying=False) if each.ref != other.ref]
    foes = {each.ref for each in scene.others(mover) if each.side != mover.side}
    ranks = (each for each in scene.others(mover) if each.ref != other.ref and each.is_block)
    parts = [with_margin(part) if each.ref in foes else part for each in around for part in each.parts]
    return parts + [block for each in ranks for block in each.blocks]


def _unhindered(shapes: Sequence[Polygon], vector: Vector, closed: Sequence[Polygon]) -> float:
    hit = first_contact([Drift(shape, vector) for shape in shapes], closed)
    return hit.share if hit else 1.0


def _hindered(shape: Polygon, push: tuple[float, float], closed: Sequence[Polygon]) -> float:
    """The inches of a push in some direction that are left when the pushed one is stopped."""
    facing, way = push
    return max(way, 0.0) * (1 - _unhindered([shape], times(heading(facing), max(way, 0.0)), closed))


def _given_way(scene: PlacedTable, unit: PlacedUnit, target: PlacedUnit, met: Sequence[_Before]) -> PlacedUnit:
    """Comrades on whom those in front, or the block itself, were pushed."""
    pushed = {each.model for each in met}
    after = scene.with_unit(unit)
    under = {place for place, _ in overlapping(target.bases, [target.bases[model] for model in pushed])} - pushed
    return aside(after, target, sorted(under | (set(stood_upon(after, target)) - pushed)))


def _ahead(unit: PlacedUnit, block: RankAndFile, target: PlacedUnit) -> list[_Before]:
    """The models whose bases the front will meet."""
    wide = block.files * unit.size[0]
    found = []
    for number, base in enumerate(target.bases):
        xs, ys = zip(*(local_point(point, block.corner, block.facing) for point in base), strict=True)
        if min(xs) < wide - GRAZE and max(xs) > GRAZE and max(ys) > 0:
            found.append(_Before(number, min(ys), min(xs), max(xs)))
    return found


def _room(met: Sequence[_Before], wide: float) -> float:
    return wide - sum(each.width for each in met)


def _advanced(block: RankAndFile, way: float) -> RankAndFile:
    return RankAndFile(files=block.files, corner=ahead(block.corner, block.facing, way), facing=block.facing)


def _lined(target: PlacedUnit, loose: Skirmish, unit: PlacedUnit, met: Sequence[_Before]) -> PlacedUnit:
    """The met ones side by side along the front, in their order, each as near to its own place as there is room."""
    block = unit.formation
    assert isinstance(block, RankAndFile)
    lattice = Lattice(block.corner, block.facing, 1.0, 1.0)
    places = list(loose.positions)
    for each, left in zip(*_spread(sorted(met, key=lambda model: model.left), block.files * unit.size[0]), strict=True):
        half = _reach(target, each.model, block)
        places[each.model] = lattice.point(left + each.width / 2, -half)
    return target.standing(Skirmish(positions=tuple(places), facing=loose.facing))


def _spread(met: list[_Before], wide: float) -> tuple[list[_Before], list[float]]:
    """Left edges without overlaps: pushed right in order, then back from the right end."""
    lefts: list[float] = []
    edge = 0.0
    for each in met:
        edge = max(each.left, edge)
        lefts.append(edge)
        edge += each.width
    end = wide
    for number in range(len(met) - 1, -1, -1):
        lefts[number] = min(lefts[number], end - met[number].width)
        end = lefts[number]
    return met, lefts


def _reach(target: PlacedUnit, model: int, block: RankAndFile) -> float:
    """From the nearest edge of a model's base to its middle, as the block sees it."""
    ys = [local_point(point, block.corner, block.facing)[1] for point in target.bases[model]]
    return (max(ys) - min(ys)) / 2
