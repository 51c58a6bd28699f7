"""How high things stand: the tops of terrain, the ground under a base, and which terrain hides what is behind it."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf

from tabletop.arcana.battlefield.scene import Piece, PlacedTable, PlacedUnit
from tabletop.arcana.battlefield.schema import Terrain
from tabletop.arcana.terrain.kinds import TERRAIN_KINDS
from tabletop.geometry.primitives.polygons import boxes_meet
from tabletop.geometry.primitives.vectors import Point

MODEL = 1.0  # what is no higher than a model is seen over, unless it is a hill


def depth_of(terrain: Terrain) -> float | None:
    """How many inches one sees within it, into it and out of it; None for what is no forest."""
    sight = TERRAIN_KINDS[terrain.kind].sight
    return float(sight.inside) if sight else None


def top_of(terrain: Terrain) -> float:
    """How many inches high the ground on it is, or what stands there: as the piece states, or as its kind is."""
    return terrain.height or TERRAIN_KINDS[terrain.kind].height


def hides(terrain: Terrain) -> bool:
    """Whether it stops a line of sight between two units on level ground."""
    kind = TERRAIN_KINDS[terrain.kind]
    hiding = kind.raised or (kind.sight is not None and kind.sight.hides_what_is_behind)
    return terrain.effects.blocks_sight or hiding or top_of(terrain) > MODEL


def hidden_below(terrain: Terrain) -> float:
    """The height in inches above which one sees over a piece; infinity where nobody does."""
    return inf if terrain.effects.blocks_sight else top_of(terrain)


def near(scene: PlacedTable, unit: PlacedUnit) -> tuple[Piece, ...]:
    """The pieces that any of its models may stand on."""
    return tuple(piece for piece in scene.pieces.values() if boxes_meet(piece.box, unit.box))


def standing_on(pieces: Iterable[Piece], point: Point) -> tuple[Piece, ...]:
    """The pieces of terrain under a point."""
    return tuple(piece for piece in pieces if piece.is_under(point))


def level_of(pieces: tuple[Piece, ...]) -> float:
    """How high one stands on these: as high as the highest that raises; trees and walls don't."""
    return max((top_of(piece.terrain) for piece in pieces if TERRAIN_KINDS[piece.terrain.kind].stood_on), default=0.0)
