"""What a unit can't move through or stand on: other units, terrain, the edge of the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from tabletop.arcana.battlefield.reasons import Reason
from tabletop.arcana.battlefield.scene import Piece, PlacedTable, PlacedUnit
from tabletop.arcana.battlefield.schema import LARGEST_SIDE
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.rules.formation.changing import CHARGES, RAF_MOVEMENT
from tabletop.arcana.rules.formation.legality import SKIRMISHED
from tabletop.arcana.terrain.going import FLYING, TERRAIN_AND_MOVEMENT, slowing
from tabletop.citations import Citation
from tabletop.geometry.distance.distances import are_within
from tabletop.geometry.motion.sweeps import Contact, Motion, first_contact, motion_box
from tabletop.geometry.primitives.polygons import Box, Polygon, boxes_meet, overlapping, widen_box
from tabletop.geometry.primitives.tolerances import CONTACT
from tabletop.geometry.primitives.vectors import Point

MOVING = BOOK.section("Moving Units")
AT_ONCE = 9  # decimals of a share


class Obstacle(Struct, frozen=True, kw_only=True):
    """Convex ground that stops a unit, and why."""

    ref: str = ""
    parts: tuple[Polygon, ...]
    box: Box
    text: str
    citation: Citation
    opens: str

    def reason(self, where: Point | None = None) -> Reason:
        return Reason(text=self.text, citation=self.citation, ref=self.ref, where=where, opens=self.opens)


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
        text = f"{other.called} is in the way: rank and file doesn't pass through rank and file"
        return Obstacle(
            ref=other.ref,
            parts=other.blocks,
            box=other.box,
            text=text,
            citation=RAF_MOVEMENT,
            opens="adopt skirmish formation",
        )
    if unit.is_ranked and scene.is_engaged(other.ref):
        text = f"{other.called} is in the way: only unengaged skirmishers let rank and file through"
        return Obstacle(
            ref=other.ref, parts=other.blocks, box=other.box, text=text, citation=RAF_MOVEMENT, opens="go around it"
        )
    return None


def enemy(other: PlacedUnit) -> Obstacle:
    """An enemy isn't passed, and touched only in a charge or an overrun."""
    return Obstacle(
        ref=other.ref,
        parts=other.blocks,
        box=other.box,
        text=f"{other.called} is met: contact with an enemy takes a declared charge",
        citation=CHARGES,
        opens="declare a charge within the first quarter of the move",
    )


def _terrain(pieces: Iterable[Piece], unit: PlacedUnit, *, flying: bool) -> Iterator[Obstacle]:
    for piece in pieces:
        if slowing(unit, piece.terrain, flying=flying) is None:
            text = f"{piece.called} {'obstructs flight' if flying else 'is impassable'}"
            citation = FLYING if flying else TERRAIN_AND_MOVEMENT
            yield Obstacle(
                ref=piece.ref, parts=piece.parts, box=piece.box, text=text, citation=citation, opens="go around it"
            )


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
        text = f"the {name} edge of the table is met"
        yield Obstacle(parts=(corners,), box=(x1, y1, x2, y2), text=text, citation=MOVING, opens="stay on the table")


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
    text = f"it would end on {other.called}"
    return Reason(text=text, citation=SKIRMISHED, ref=other.ref, opens="stop short of it or move on past it")
