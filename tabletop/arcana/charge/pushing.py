"""A block that charges skirmishers pushes those it meets before it, until its front is full or it went three inches."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from tabletop.arcana.book import BOOK
from tabletop.arcana.movement.closing import CLOSING
from tabletop.arcana.table.placed import PlacedUnit
from tabletop.arcana.table.values import RankAndFile, Skirmish
from tabletop.geometry.lattice import Lattice
from tabletop.geometry.reaching import seen_from
from tabletop.geometry.tolerances import CONTACT, GRAZE
from tabletop.geometry.vectors import ahead

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


def push(unit: PlacedUnit, target: PlacedUnit, left: float) -> Pushed | None:
    """From first contact on, with so many inches of the move left; None for other formations (reading T64)."""
    block, loose = unit.formation, target.formation
    if not (isinstance(block, RankAndFile) and isinstance(loose, Skirmish)):
        return None
    wide = block.files * unit.size[0]
    most = min(CLOSING, max(left, 0.0))
    met: list[_Before] = []
    way = 0.0
    for each in sorted(_ahead(unit, block, target), key=lambda model: (model.inches, model.model)):
        if each.inches > most + CONTACT or _room(met, wide) + GRAZE < each.width:
            break
        met.append(each)
        way = max(each.inches, 0.0)
    full = _room(met, wide) + GRAZE < min(target.size)
    way = way if full or not met else most
    moved = unit.standing(_advanced(block, way))
    return Pushed(way, moved, _lined(target, loose, moved, met), tuple(each.model for each in met), full)


def _ahead(unit: PlacedUnit, block: RankAndFile, target: PlacedUnit) -> list[_Before]:
    """The models whose bases the front will meet."""
    wide = block.files * unit.size[0]
    found = []
    for number, base in enumerate(target.bases):
        xs, ys = zip(*(seen_from(point, block.corner, block.facing) for point in base), strict=True)
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
    ys = [seen_from(point, block.corner, block.facing)[1] for point in target.bases[model]]
    return (max(ys) - min(ys)) / 2
