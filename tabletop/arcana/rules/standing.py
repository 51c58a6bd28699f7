"""Who stands where nobody can: on others, over the table's edge, in closed ground, or in a formation that isn't legal.

A table is answered as it is stated, whatever stands on it; `misplaced` says what in it contradicts the rules. Units
overlap where their ground does deeper than GRAZE, at the same altitude: who flies is over whoever is below. The cost is
a look at the boxes of every two units, and at the shapes of those whose boxes meet.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from msgspec import Struct

from tabletop.arcana.battlefield.causes import Cause
from tabletop.arcana.battlefield.reasons import Reason, because
from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit, once_a_table
from tabletop.arcana.battlefield.schema import Altitude
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.rules.formation import faults
from tabletop.arcana.terrain.going import TERRAIN_AND_MOVEMENT, slowing
from tabletop.geometry.primitives.polygons import Polygon, box, boxes_meet, overlapping
from tabletop.geometry.primitives.tolerances import GRAZE

PLACING = BOOK.section("Placing units")


class Misplaced(Struct, frozen=True):
    """A unit by its ref, and why it can't stand as it does."""

    ref: str
    reason: Reason


@once_a_table
def misplaced(scene: PlacedTable) -> tuple[Misplaced, ...]:
    """Everything on the table that can't stand so, in the order of its units; infiltrators put off beside it can."""
    units = [unit for unit in scene.units.values() if not is_withheld(scene, unit)]
    order = {unit.ref: place for place, unit in enumerate(units)}
    wrong = [*_overlaps(units), *(Misplaced(unit.ref, reason) for unit in units for reason in _reasons(scene, unit))]
    return tuple(sorted(wrong, key=lambda misplaced: order[misplaced.ref]))


def whole_table(scene: PlacedTable) -> Polygon:
    """The table's outline."""
    wide, deep = scene.table.size
    return (0.0, 0.0), (wide, 0.0), (wide, deep), (0.0, deep)


def is_withheld(scene: PlacedTable, unit: PlacedUnit) -> bool:
    """Whether an infiltrator is put off to the side, no part of it on the table."""
    return unit.infiltrating and not any(overlapping((whole_table(scene),), unit.bases))


def holds(oblong: Polygon, base: Polygon) -> bool:
    """Whether an upright oblong has all of a base in it."""
    x1, y1, x2, y2 = box(oblong)
    bx1, by1, bx2, by2 = box(base)
    return bx1 >= x1 - GRAZE and by1 >= y1 - GRAZE and bx2 <= x2 + GRAZE and by2 <= y2 + GRAZE


def _overlaps(units: list[PlacedUnit]) -> Iterator[Misplaced]:
    for first, second in combinations(units, 2):
        if first.altitude != second.altitude or not boxes_meet(first.box, second.box):
            continue
        for _, block in overlapping(first.blocks, second.blocks):
            where, cause = second.blocks[block][0], Cause.STANDS_ON_A_UNIT
            why = because(cause, PLACING, ref=second.ref, where=where, unit=first.called, other=second.called)
            yield Misplaced(first.ref, why)
            break


def _reasons(scene: PlacedTable, unit: PlacedUnit) -> Iterator[Reason]:
    table, called = whole_table(scene), unit.called
    if over := next((base for base in unit.bases if not holds(table, base)), None):
        yield because(Cause.OVER_THE_TABLES_EDGE, PLACING, ref=unit.ref, where=over[0], unit=called)
    for piece in scene.pieces.values():
        if not boxes_meet(unit.box, piece.box):
            continue
        closed = slowing(unit, piece.terrain, flying=unit.altitude != Altitude.GROUND) is None
        if closed and any(overlapping(unit.blocks, piece.parts)):
            why = because(
                Cause.STANDS_IN_CLOSED_GROUND, TERRAIN_AND_MOVEMENT, ref=piece.ref, unit=called, piece=piece.called
            )
            yield why
    for fault in faults(unit, engaged=scene.is_engaged(unit.ref)):
        yield fault.leading_to(Cause.FORMED_WRONGLY, unit=called)
