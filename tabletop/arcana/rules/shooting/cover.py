"""Which models of a target stand in cover from whom.

A model is in cover with any part of its base inside ground that covers, or within an inch of a wall (ruling T46) that
the line from the shooter's middle to its own crosses. Only the heaviest cover counts.
"""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.arcana.battlefield.scene import Piece, PlacedTable, PlacedUnit
from tabletop.arcana.battlefield.schema import Altitude, Cover
from tabletop.arcana.rules.visibility.eyes import overlaps
from tabletop.arcana.terrain.effects import COVER_PENALTY
from tabletop.arcana.terrain.kinds import TERRAIN_KINDS, cover_of
from tabletop.geometry.distance.distances import are_within
from tabletop.geometry.primitives.polygons import Polygon, centroid
from tabletop.geometry.primitives.segments import span_inside
from tabletop.geometry.primitives.tolerances import RANGE

BEHIND = 1.0  # inches from a wall at which it still covers (ruling T46)


def penalty(scene: PlacedTable, shooter: Polygon, target: PlacedUnit, place: int) -> int:
    """The heaviest cover that one model of a target has from a shooter; who flies has none (reading T95)."""
    if target.altitude != Altitude.GROUND:
        return 0
    return min((COVER_PENALTY[cover] for cover in _covers(scene, shooter, target.bases[place])), default=0)


def _covers(scene: PlacedTable, shooter: Polygon, model: Polygon) -> Iterator[Cover]:
    """Every cover that a model has from a shooter: any part of it inside, or close behind a wall."""
    for piece in scene.pieces.values():
        cover = cover_of(piece.terrain)
        if cover and (overlaps(piece, model) or _is_behind(piece, shooter, model)):
            yield cover


def _is_behind(piece: Piece, shooter: Polygon, model: Polygon) -> bool:
    if not TERRAIN_KINDS[piece.terrain.kind].covers_behind or not are_within((model,), piece.parts, BEHIND + RANGE):
        return False
    line = centroid(shooter), centroid(model)
    return any(span_inside(line, part) for part in piece.parts)
