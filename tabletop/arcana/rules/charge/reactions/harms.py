"""Ground that may hurt who crosses it: an enemy behind it may be left out, and the berserk go around it."""

from __future__ import annotations

from msgspec.structs import replace

from tabletop.arcana.battlefield.scene import Piece, PlacedTable, PlacedUnit
from tabletop.arcana.rules.charge.declaration.arcs import Sight
from tabletop.arcana.rules.charge.planning.solving import Charge, solve
from tabletop.arcana.terrain.kinds import going_of
from tabletop.geometry.motion.sweeps import overlap_spans
from tabletop.geometry.primitives.polygons import overlapping


def hurts(unit: PlacedUnit, piece: Piece) -> bool:
    """Whether a piece may harm a unit on foot: a hazard (walls of fire, too), or rough ground to towed vehicles."""
    return piece.terrain.effects.hazard is not None or (unit.towed and going_of(piece.terrain) != "open")


def spared(scene: PlacedTable, unit: PlacedUnit) -> PlacedTable:
    """The table with all such ground closed that the unit isn't in; the same one where there is none."""
    harmful = {ref: piece for ref, piece in scene.pieces.items() if hurts(unit, piece) and not _is_in(unit, piece)}
    if not harmful:
        return scene
    closed = {ref: _closed(piece) for ref, piece in harmful.items()}
    return PlacedTable(scene.table, scene.units, {**scene.pieces, **closed})


def unhurt(scene: PlacedTable, found: Charge, sees: Sight) -> Charge:
    """The same charge where its way harms nobody, or else the cheapest that doesn't (reading T92)."""
    if found.flying or not any(_crosses(found, piece) for piece in scene.pieces.values()):
        return found
    return solve(spared(scene, found.charger), found.charger.ref, found.target.ref, sees=sees)


def _crosses(found: Charge, piece: Piece) -> bool:
    return hurts(found.charger, piece) and any(overlap_spans(leg.motion.sweep, piece.parts) for leg in found.legs)


def _is_in(unit: PlacedUnit, piece: Piece) -> bool:
    return any(overlapping(unit.blocks, piece.parts))


def _closed(piece: Piece) -> Piece:
    return Piece(replace(piece.terrain, going="impassable", nature="rocky"), piece.parts)
