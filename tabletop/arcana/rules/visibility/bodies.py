"""Everything on a table that can be in the way of sight, as arrays made once for any number of questions.

Bodies are units on or low above the ground, and terrain that hides. A block is in the way with its bases. Skirmishers
are in the way with all the ground between them, the hull of their bases, and two bodies say so: the hull counts unless
either unit that is asked about stands among them; then their bases alone do (ruling T41).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from tabletop.arcana.battlefield.scene import Piece, PlacedTable, PlacedUnit, once_a_table
from tabletop.arcana.battlefield.schema import Altitude
from tabletop.arcana.catalogue.profiles import FOOTPRINTS
from tabletop.arcana.rules.visibility.eyes import Eyes, eyes_of
from tabletop.arcana.rules.visibility.heights import depth_of, hidden_below, hides, level_of, near, standing_on
from tabletop.geometry.primitives.polygons import Polygon, hull
from tabletop.geometry.visibility.batched import Blockers, blockers_of

# “Line of Sight”, ruling T2: enemy skirmishers of so many base units hide what is behind them.
CROWD = 12


class Body(Struct, frozen=True, kw_only=True):
    """A unit or a piece of terrain in the way: who is higher than its `top` sees over it.

    Several skirmishers have a body for the `ground` between them and one, `apart`, for their bases alone (ruling T41).
    """

    unit: PlacedUnit | None = None
    piece: Piece | None = None
    top: float
    parts: tuple[Polygon, ...]
    ground: Polygon | None = None
    apart: bool = False

    @property
    def ref(self) -> str:
        thing = self.unit or self.piece
        return thing.ref if thing else ""

    @property
    def called(self) -> str:
        thing = self.unit or self.piece
        return thing.called if thing else ""

    @property
    def depth(self) -> float | None:
        return depth_of(self.piece.terrain) if self.piece else None

    @property
    def is_loose(self) -> bool:
        return self.unit is not None and not self.unit.is_ranked


class View(Struct, frozen=True):
    """A table as sight has it: everything in the way, by its words and as shapes, and each unit's eyes."""

    scene: PlacedTable
    bodies: tuple[Body, ...]
    blockers: Blockers
    eyes: Mapping[str, tuple[Eyes, ...]]


@once_a_table
def view_of(scene: PlacedTable) -> View:
    bodies = tuple(body for body in _bodies(scene) if body.parts)
    eyes = {unit.ref: eyes_of(scene, unit) for unit in scene.units.values()}
    return View(scene, bodies, blockers_of([body.parts for body in bodies]), eyes)


def _bodies(scene: PlacedTable) -> Iterator[Body]:
    for unit in scene.units.values():
        if unit.altitude != Altitude.HIGH:
            ground = near(scene, unit)
            top = max(level_of(standing_on(ground, centre)) for centre in unit.centres) if ground else 0.0
            yield from _of_unit(unit, top)
    for piece in scene.pieces.values():
        if hides(piece.terrain):
            yield Body(piece=piece, top=hidden_below(piece.terrain), parts=piece.parts)


def _of_unit(unit: PlacedUnit, top: float) -> Iterator[Body]:
    if unit.is_block or unit.models == 1:
        yield Body(unit=unit, top=top, parts=unit.blocks)
        return
    ground = hull(corner for base in unit.blocks for corner in base)
    yield Body(unit=unit, top=top, parts=(ground,), ground=ground)
    yield Body(unit=unit, top=top, parts=unit.blocks, ground=ground, apart=True)


def base_units(unit: PlacedUnit) -> int:
    """Models counted by the base units they stand on (rulings T13, T14)."""
    return unit.models * FOOTPRINTS[unit.base][2]
