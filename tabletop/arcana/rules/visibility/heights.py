"""How high things stand: the tops of terrain, the ground under a base, and which terrain hides what is behind it."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf

from tabletop.arcana.battlefield.scene import Piece, PlacedTable, PlacedUnit
from tabletop.arcana.battlefield.schema import Terrain, TerrainKind
from tabletop.geometry.primitives.polygons import boxes_meet
from tabletop.geometry.primitives.vectors import Point

# “Terrain and Movement”: inches that one sees within a forest, into it and out of it.
DEPTHS: dict[TerrainKind, float] = {"light-forest": 3, "dense-forest": 2}

# Ruling T43, where a file states no height: ours.
HILL = 1.0
BUILDING = 3.0
MODEL = 1.0  # what is no higher than a model is seen over, unless it is a hill


def depth_of(terrain: Terrain) -> float | None:
    """How far one sees inside; None for what is no forest."""
    return DEPTHS.get(terrain.kind)


def top_of(terrain: Terrain) -> float:
    """How high the ground on it is, or what stands there: hills and buildings have a height, stated or not."""
    if terrain.kind == "hill":
        return terrain.height or HILL
    if terrain.kind == "building":
        return terrain.height or BUILDING
    return terrain.height


def hides(terrain: Terrain) -> bool:
    """Whether it stops a line of sight between two units on level ground."""
    if terrain.effects.blocks_sight or terrain.kind == "hill" or depth_of(terrain) is not None:
        return True
    return top_of(terrain) > MODEL


def hidden_below(terrain: Terrain) -> float:
    """Who stands higher than this sees over it."""
    return inf if terrain.effects.blocks_sight else top_of(terrain)


def near(scene: PlacedTable, unit: PlacedUnit) -> tuple[Piece, ...]:
    """The pieces that any of its models may stand on."""
    return tuple(piece for piece in scene.pieces.values() if boxes_meet(piece.box, unit.box))


def standing_on(pieces: Iterable[Piece], point: Point) -> tuple[Piece, ...]:
    """Those under a point."""
    return tuple(piece for piece in pieces if piece.is_under(point))


def level_of(pieces: tuple[Piece, ...]) -> float:
    """How high one stands on these: as high as the highest that raises; trees and walls don't."""
    return max((top_of(piece.terrain) for piece in pieces if raises(piece.terrain)), default=0.0)


def raises(terrain: Terrain) -> bool:
    return terrain.kind not in DEPTHS and terrain.kind not in {"wall", "obstacle"}
