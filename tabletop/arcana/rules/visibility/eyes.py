"""Who looks and who is looked at: the bases of a unit that stand alike, on one level and in the same woods.

A base's middle says on what ground it stands, and so its level; any part of it in a wood is in that wood. From high
above, a base is hidden that is wholly under one wood's trees, or in a building.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import chain
from math import inf

from msgspec import Struct

from tabletop.arcana.battlefield.scene import Piece, PlacedTable, PlacedUnit
from tabletop.arcana.battlefield.schema import Altitude
from tabletop.arcana.rules.visibility.heights import depth_of, level_of, near, standing_on
from tabletop.arcana.terrain.kinds import TERRAIN_KINDS
from tabletop.geometry.primitives.polygons import Polygon, box, boxes_meet, contains, overlapping
from tabletop.geometry.visibility.batched import Ends, ends_of
from tabletop.work import go_on


class Stand(Struct, frozen=True):
    """How a base stands: its level, the pieces under its middle, the woods that any part of it is in.

    `hidden_by` is the wood or the building that hides it from high above.
    """

    level: float
    on: frozenset[str]
    woods: frozenset[str]
    hidden_by: str | None = None


class Eyes(Struct, frozen=True, dict=True):
    """Bases of one unit that stand alike, as convex parts."""

    unit: PlacedUnit
    stand: Stand
    parts: tuple[Polygon, ...]

    @property
    def is_high(self) -> bool:
        return self.unit.altitude == Altitude.HIGH

    @cached_property
    def ends(self) -> Ends:
        return ends_of(self.parts)


def eyes_of(scene: PlacedTable, unit: PlacedUnit, models: Iterable[int] | None = None) -> tuple[Eyes, ...]:
    """The unit, or some of its models by their places, in as few groups as stand alike."""
    ground = near(scene, unit)
    if not ground and models is None:
        return (Eyes(unit, ALOFT if unit.altitude == Altitude.HIGH else GROUND, unit.blocks),)
    groups: dict[Stand, list[Polygon]] = {}
    for place in range(unit.models) if models is None else models:
        go_on()
        groups.setdefault(_stand(ground, unit, place), []).append(unit.bases[place])
    if len(groups) == 1 and models is None:
        return (Eyes(unit, next(iter(groups)), unit.blocks),)
    return tuple(Eyes(unit, stand, tuple(parts)) for stand, parts in groups.items())


def _stand(ground: Sequence[Piece], unit: PlacedUnit, place: int) -> Stand:
    if unit.altitude == Altitude.HIGH:
        return ALOFT
    under = standing_on(ground, unit.centres[place])
    base = unit.bases[place]
    woods = [piece for piece in ground if _in_wood(piece, base)]
    hidden_by = _hidden_by(base, woods, under)
    on, within = (frozenset(piece.ref for piece in pieces) for pieces in (under, woods))
    return Stand(level_of(under), on, within, hidden_by)


GROUND = Stand(0.0, frozenset(), frozenset())
ALOFT = Stand(inf, frozenset(), frozenset())


def _in_wood(piece: Piece, base: Polygon) -> bool:
    return depth_of(piece.terrain) is not None and overlaps(piece, base)


def overlaps(piece: Piece, base: Polygon) -> bool:
    """Whether any part of a base is inside the piece."""
    own = box(base)
    if not boxes_meet(own, piece.box):
        return False
    return any(boxes_meet(own, box(part)) and any(overlapping((base,), (part,))) for part in piece.parts)


def _hidden_by(base: Polygon, woods: Sequence[Piece], under: Sequence[Piece]) -> str | None:
    """What hides it from flyers high above: the building that it is in, or trees that it is wholly under."""
    roofs = (piece.ref for piece in under if TERRAIN_KINDS[piece.terrain.kind].roofed)
    trees = (wood.ref for wood in woods if all(_is_in(wood, corner) for corner in base))
    return next(chain(roofs, trees), None)


def _is_in(piece: Piece, point: tuple[float, float]) -> bool:
    return any(contains(part, point) for part in piece.parts)
