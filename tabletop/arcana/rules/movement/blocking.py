"""What a unit can't move through or stand on: other units, terrain, the edge of the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import inf

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.battlefield.causes import Cause
from tabletop.arcana.battlefield.reasons import Reason, because
from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit
from tabletop.arcana.battlefield.schema import LARGEST_SIDE, Altitude
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.rules.formation.changing import CHARGES, RAF_MOVEMENT
from tabletop.arcana.rules.formation.legality import SKIRMISHED
from tabletop.arcana.terrain.going import FLYING, TERRAIN_AND_MOVEMENT, slowing
from tabletop.geometry.distance.distances import are_within
from tabletop.geometry.motion.sweeps import Contact, Motion, first_contact, motion_box
from tabletop.geometry.primitives.polygons import Box, Polygon, boxes_meet, overlapping, widen_box
from tabletop.geometry.primitives.tolerances import CONTACT
from tabletop.geometry.primitives.vectors import Point

MOVING = BOOK.section("Moving Units")
AT_ONCE = 9  # decimals of a share
EVERYWHERE: Box = (-inf, -inf, inf, inf)


class Obstacle(Struct, frozen=True, kw_only=True):
    """Convex ground that stops a unit, and why; `ref` is of the unit or the piece, empty for the table's edge."""

    parts: tuple[Polygon, ...]
    box: Box
    why: Reason

    @property
    def ref(self) -> str:
        return self.why.ref

    def reason(self, where: Point | None = None) -> Reason:
        """Why it stops a unit that meets it there."""
        return replace(self.why, where=where)


class Collision(Struct, frozen=True):
    """What a motion meets first, at which share of it and where."""

    obstacle: Obstacle
    contact: Contact

    @property
    def share(self) -> float:
        return self.contact.share

    @property
    def reason(self) -> Reason:
        return self.obstacle.reason(self.contact.where)


def first_collision(motion: Motion, obstacles: Iterable[Obstacle]) -> Collision | None:
    """What the motion meets first; of several at once, the first of the table."""
    around = motion_box(motion)
    near = (obstacle for obstacle in obstacles if boxes_meet(around, obstacle.box))
    met = [Collision(obstacle, contact) for obstacle in near if (contact := first_contact(motion, obstacle.parts))]
    return min(met, key=lambda collision: round(collision.share, AT_ONCE), default=None)


def obstacles(scene: PlacedTable, unit: PlacedUnit, *, flying: bool, within: Box = EVERYWHERE) -> tuple[Obstacle, ...]:
    """Everything that stops this unit as it is now formed and moving: other units, terrain, the table's edges.

    What doesn't meet the box is left out.
    """
    others = (
        _other(scene, unit, other)
        for other in scene.others(unit)
        if not flying and other.altitude != Altitude.HIGH and boxes_meet(within, other.box)
    )
    cause, citation = (Cause.OBSTRUCTS_FLIGHT, FLYING) if flying else (Cause.IMPASSABLE, TERRAIN_AND_MOVEMENT)
    pieces = (
        Obstacle(parts=piece.parts, box=piece.box, why=because(cause, citation, ref=piece.ref, piece=piece.called))
        for piece in scene.pieces.values()
        if boxes_meet(within, piece.box) and slowing(unit, piece.terrain, flying=flying) is None
    )
    width, depth = scene.table.size
    on_the_table = within[0] > 0 and within[1] > 0 and within[2] < width and within[3] < depth
    return (*filter(None, others), *pieces, *(() if on_the_table else _edges(width, depth)))


def _other(scene: PlacedTable, unit: PlacedUnit, other: PlacedUnit) -> Obstacle | None:
    """Another unit, where it stops this one: any enemy, and friends through whom ranks don't pass."""
    if other.side != unit.side:
        return enemy(other)
    if not unit.is_ranked or not (other.is_ranked or scene.is_engaged(other.ref)):
        return None
    cause = Cause.RANKS_IN_THE_WAY if other.is_ranked else Cause.ENGAGED_FRIEND_IN_THE_WAY
    why = because(cause, RAF_MOVEMENT, ref=other.ref, unit=other.called)
    return Obstacle(parts=other.blocks, box=other.box, why=why)


def enemy(other: PlacedUnit) -> Obstacle:
    """An enemy isn't passed, and touched only in a charge or an overrun."""
    why = because(Cause.ENEMY_MET, CHARGES, ref=other.ref, unit=other.called)
    return Obstacle(parts=other.blocks, box=other.box, why=why)


@lru_cache(maxsize=100)
def _edges(width: float, depth: float) -> tuple[Obstacle, ...]:
    """Four oblongs around a table of a size in inches."""
    far = 2 * LARGEST_SIDE
    boxes: dict[str, Box] = {
        "left": (-far, -far, 0.0, depth + far),
        "right": (width, -far, width + far, depth + far),
        "near": (-far, -far, width + far, 0.0),
        "far": (-far, depth, width + far, depth + far),
    }
    return tuple(
        Obstacle(
            parts=(((x1, y1), (x2, y1), (x2, y2), (x1, y2)),),
            box=(x1, y1, x2, y2),
            why=because(Cause.TABLE_ENDS, MOVING, edge=name),
        )
        for name, (x1, y1, x2, y2) in boxes.items()
    )


def check_room(unit: PlacedUnit, obstacles: Iterable[Obstacle]) -> Reason | None:
    """Why the unit can't stand where it is; None where it can."""
    for obstacle in obstacles:
        if pair := next(overlapping(unit.blocks, obstacle.parts), None):
            return obstacle.reason(unit.blocks[pair[0]][0])
    return None


def touched_enemies(scene: PlacedTable, unit: PlacedUnit) -> tuple[str, ...]:
    """The refs of the enemies in contact at the unit's own level: high in the air, or at most low above the ground."""
    around, high = widen_box(unit.box, CONTACT), unit.altitude == Altitude.HIGH
    return tuple(
        other.ref
        for other in scene.others(unit)
        if other.side != unit.side
        and (other.altitude == Altitude.HIGH) == high
        and boxes_meet(around, other.box)
        and are_within(unit.blocks, other.blocks, CONTACT)
    )


def stands_on(scene: PlacedTable, unit: PlacedUnit) -> Iterator[PlacedUnit]:
    """The units at the same level, high in the air or not, under any base of this one."""
    for other in scene.others(unit):
        on_a_level = (other.altitude == Altitude.HIGH) == (unit.altitude == Altitude.HIGH)
        if on_a_level and boxes_meet(unit.box, other.box) and any(overlapping(unit.blocks, other.blocks)):
            yield other


def no_room_on(other: PlacedUnit) -> Reason:
    return because(Cause.ENDS_ON_A_UNIT, SKIRMISHED, ref=other.ref, unit=other.called)
