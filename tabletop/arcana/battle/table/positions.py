"""Units put where players want them: anywhere on the table, turned about their middle, in so many files."""

from __future__ import annotations

from msgspec.structs import replace

from tabletop.arcana.battlefield import PlacedTable, PlacedUnit, RankAndFile, Skirmish
from tabletop.arcana.battlefield.causes import Cause
from tabletop.arcana.battlefield.reasons import ForbiddenError, forbidden
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.counted_names import counted
from tabletop.arcana.rules.formation import settled
from tabletop.decoding import MalformedError
from tabletop.geometry.primitives.polygons import box, overlapping
from tabletop.geometry.primitives.tolerances import GRAZE
from tabletop.geometry.primitives.vectors import Point, minus, plus, rotate_point

PLACING = BOOK.section("Placing units")


def middle_of(unit: PlacedUnit) -> Point:
    """The middle of a unit's models."""
    xs, ys = zip(*unit.centres, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def put(scene: PlacedTable, unit: PlacedUnit, place: Point, facing: float | None = None) -> PlacedUnit:
    """The unit with its middle there, facing that way if one is given.

    ForbiddenError for a place off the table or on others.
    """
    swung = turned_about(unit, unit.formation.facing if facing is None else facing % 360)
    away = minus(place, middle_of(swung))
    there = shifted(swung, away)
    _check(scene, there)
    return there


def shifted(unit: PlacedUnit, by: Point) -> PlacedUnit:
    block = unit.formation
    if isinstance(block, Skirmish):
        return unit.standing(replace(block, positions=tuple(plus(place, by) for place in block.positions)))
    return unit.standing(RankAndFile(files=block.files, corner=plus(block.corner, by), facing=block.facing))


def turned_about(unit: PlacedUnit, facing: float) -> PlacedUnit:
    """The whole unit turned about its middle."""
    block, middle = unit.formation, middle_of(unit)
    angle = facing - block.facing

    def swung(point: Point) -> Point:
        return rotate_point(point, middle, angle)

    if isinstance(block, Skirmish):
        return unit.standing(Skirmish(positions=tuple(map(swung, block.positions)), facing=facing))
    return unit.standing(RankAndFile(files=block.files, corner=swung(block.corner), facing=facing))


def in_files(unit: PlacedUnit, files: int) -> PlacedUnit:
    """The unit as a block so wide about the same middle; ForbiddenError where that isn't legal."""
    if not 1 <= files <= unit.models:
        raise MalformedError("command", f"{counted('model', unit.models)} can have 1 to {counted('file', unit.models)}")
    middle = middle_of(unit)
    block = unit.standing(RankAndFile(files=files, corner=(0.0, 0.0), facing=unit.formation.facing))
    _, reason = settled(block)
    if reason:
        raise ForbiddenError(reason)
    return shifted(block, minus(middle, middle_of(block)))


def _check(scene: PlacedTable, unit: PlacedUnit) -> None:
    x1, y1, x2, y2 = box(point for block in unit.blocks for point in block)
    wide, high = scene.table.size
    if x1 < -GRAZE or y1 < -GRAZE or x2 > wide + GRAZE or y2 > high + GRAZE:
        raise forbidden(Cause.PUT_OFF_THE_TABLE, PLACING)
    for other in scene.others(unit):
        if any(overlapping(unit.blocks, other.blocks)):
            raise forbidden(Cause.PUT_ON_A_UNIT, PLACING, ref=other.ref, unit=other.called)
