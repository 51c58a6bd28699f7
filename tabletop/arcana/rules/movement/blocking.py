"""What a unit can't move through or stand on: other units, terrain, the edge of the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.battlefield.causes import Cause
from tabletop.arcana.battlefield.reasons import Reason, because
from tabletop.arcana.battlefield.scene import Piece, PlacedTable, PlacedUnit
from tabletop.arcana.battlefield.schema import LARGEST_SIDE
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
    obstacle: Obstacle
    contact: Contact


def first_collision(motion: Motion, obstacles: Iterable[Obstacle]) -> Collision | None:
    """What the motion meets first; of several at once, the first of the table."""
    around = motion_box(motion)
    near = (each for each in obstacles if boxes_meet(around, each.box))
    met = [Collision(each, found) for each in near if (found := first_contact(motion, each.parts))]
    return min(met, key=lambda collision: round(collision.contact.share, AT_ONCE), default=None)


def obstacles(scene: PlacedTable, unit: PlacedUnit, *, flying: bool) -> tuple[Obstacle, ...]:
    """Everything that stops this unit as it is now formed and moving."""
    units = () if flying else tuple(_units(scene, unit))
    return (*units, *_terrain(scene.pieces.values(), unit, flying=flying), *_edges(scene.table.size))


def _units(scene: PlacedTable, unit: PlacedUnit) -> Iterator[Obstacle]:
    for other in scene.others(unit):
        if other.altitude != "high" and (obstacle := _unit(scene, unit, other)):
            yield obstacle


def _unit(scene: PlacedTable, unit: PlacedUnit, other: PlacedUnit) -> Obstacle | None:
    if other.side != unit.side:
        return enemy(other)
    if unit.is_ranked and other.is_ranked:
        cause = Cause.RANKS_IN_THE_WAY
    elif unit.is_ranked and scene.is_engaged(other.ref):
        cause = Cause.ENGAGED_FRIEND_IN_THE_WAY
    else:
        return None
    why = because(cause, RAF_MOVEMENT, ref=other.ref, unit=other.called)
    return Obstacle(parts=other.blocks, box=other.box, why=why)


def enemy(other: PlacedUnit) -> Obstacle:
    """An enemy isn't passed, and touched only in a charge or an overrun."""
    why = because(Cause.ENEMY_MET, CHARGES, ref=other.ref, unit=other.called)
    return Obstacle(parts=other.blocks, box=other.box, why=why)


def _terrain(pieces: Iterable[Piece], unit: PlacedUnit, *, flying: bool) -> Iterator[Obstacle]:
    for piece in pieces:
        if slowing(unit, piece.terrain, flying=flying) is None:
            cause, citation = (Cause.OBSTRUCTS_FLIGHT, FLYING) if flying else (Cause.IMPASSABLE, TERRAIN_AND_MOVEMENT)
            why = because(cause, citation, ref=piece.ref, piece=piece.called)
            yield Obstacle(parts=piece.parts, box=piece.box, why=why)


def _edges(size: tuple[float, float]) -> Iterator[Obstacle]:
    """Four oblongs around the table."""
    (width, depth), far = size, 2 * LARGEST_SIDE
    columns, rows = (-far, 0.0, width, width + far), (-far, 0.0, depth, depth + far)
    sides = (
        ("left", columns[0:2], rows[0::3]),
        ("right", columns[2:4], rows[0::3]),
        ("near", columns[0::3], rows[0:2]),
        ("far", columns[0::3], rows[2:4]),
    )
    for name, (x1, x2), (y1, y2) in sides:
        corners = ((x1, y1), (x2, y1), (x2, y2), (x1, y2))
        yield Obstacle(parts=(corners,), box=(x1, y1, x2, y2), why=because(Cause.TABLE_ENDS, MOVING, edge=name))


def check_room(unit: PlacedUnit, obstacles: Iterable[Obstacle]) -> Reason | None:
    """Why the unit can't stand where it is; None where it can."""
    for each in obstacles:
        if pair := next(overlapping(unit.blocks, each.parts), None):
            return each.reason(unit.blocks[pair[0]][0])
    return None


def touched_enemies(scene: PlacedTable, unit: PlacedUnit) -> tuple[str, ...]:
    """The refs of the enemies in contact at the unit's own level: high in the air, or at most low above the ground."""
    return tuple(
        other.ref
        for other in scene.others(unit)
        if other.side != unit.side and on_a_level(unit, other) and _touch(unit, other)
    )


def _touch(unit: PlacedUnit, other: PlacedUnit) -> bool:
    return boxes_meet(widen_box(unit.box, CONTACT), other.box) and are_within(unit.blocks, other.blocks, CONTACT)


def on_a_level(unit: PlacedUnit, other: PlacedUnit) -> bool:
    return (unit.altitude == "high") == (other.altitude == "high")


def stands_on(scene: PlacedTable, unit: PlacedUnit) -> Iterator[PlacedUnit]:
    """The units at the same level under any base of this one."""
    for other in scene.others(unit):
        near = on_a_level(unit, other) and boxes_meet(unit.box, other.box)
        if near and any(overlapping(unit.blocks, other.blocks)):
            yield other


def no_room_on(other: PlacedUnit) -> Reason:
    return because(Cause.ENDS_ON_A_UNIT, SKIRMISHED, ref=other.ref, unit=other.called)
