"""After contact: a block lines its front up with the side that it charged, and what its last wheel meets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from tabletop.arcana.battlefield.reasons import Reason
from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit, between
from tabletop.arcana.battlefield.schema import RankAndFile, Side
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.rules.charge.contact.wrapping import Wrapped, wrap
from tabletop.arcana.rules.charge.declaration.sides import TURNED, Zones, zones_of
from tabletop.arcana.rules.charge.overrun.overruns import overrun
from tabletop.arcana.rules.formation.legality import loosened
from tabletop.arcana.rules.movement.blocking import Obstacle, check_room, obstacles
from tabletop.arcana.rules.movement.execute import CLOSING
from tabletop.arcana.rules.movement.making_way import aside, stood_upon
from tabletop.geometry.distance.distances import are_within
from tabletop.geometry.motion.sweeps import Contact, Swing, first_contact
from tabletop.geometry.primitives.polygons import Polygon
from tabletop.geometry.primitives.tolerances import CONTACT, GRAZE
from tabletop.geometry.primitives.vectors import (
    Point,
    ahead,
    distance,
    dot,
    local_point,
    midpoint,
    minus,
    normalized_angle,
    rotate_point,
    turn_between,
)

ENGAGEMENT = BOOK.section("Rank a File charging Rank and File")
APART = 1.0  # inches that those who are overrun are moved off at most, if their place is taken


class Lined(Struct, frozen=True, kw_only=True):
    """A block flush with a side: how far it turned for it, clockwise, and what stopped that turn; models in contact.

    Stopped short, it falls into skirmish formation and has spent its extra inches (`wrapped`). `charges` are enemies
    besides the target that it came to on the way, `overruns` those of them that it ran over; `moved` made room.
    """

    unit: PlacedUnit
    turn: float
    met: Reason | None = None
    own: int = 0
    theirs: int = 0
    charges: tuple[str, ...] = ()
    overruns: tuple[str, ...] = ()
    moved: tuple[PlacedUnit, ...] = ()
    wrapped: Wrapped | None = None


class _Wheel(Struct, frozen=True):
    """The turn about the point of contact, and in order what it comes to up to where it is stopped."""

    pivot: Point
    turn: float
    passed: tuple[Obstacle, ...] = ()
    stop: Obstacle | None = None
    at: Contact | None = None


def line_up(scene: PlacedTable, unit: PlacedUnit, target: PlacedUnit, side: Side, *, left: float = 0.0) -> Lined | None:
    """The free wheel of a block in contact, and along the side with what is left of its move if more fight so.

    None where either isn't in rank and file.
    """
    zones, block = zones_of(target), unit.formation
    if zones is None or not isinstance(block, RankAndFile):
        return None
    gap = between(unit, target).gap
    contact = midpoint(gap.start, gap.end)
    flush = _flush(unit, block, zones, (side, contact))
    wheel = _wheel(scene, unit, target, (contact, turn_between(block.facing, flush.formation.facing)))
    if wheel.stop and wheel.at:
        return _stopped(scene, unit, target, wheel)
    fuller = _fuller(flush, target, zones.edge(side), left)
    return _lined(scene, unit, target, (wheel, flush if _met(scene, unit, fuller, (target, wheel)) else fuller))


def _lined(scene: PlacedTable, unit: PlacedUnit, target: PlacedUnit, done: tuple[_Wheel, PlacedUnit]) -> Lined:
    """Turned all the way, and closed up where nobody stands in the way of that."""
    wheel, flush = done
    if met := _met(scene, unit, flush, (target, wheel)):
        flush = _swung(unit, wheel, 1.0)
    own, theirs = in_contact(flush, target)
    moved = tuple(_made_room(scene.with_unit(flush), unit, wheel))
    return Lined(
        unit=flush,
        turn=wheel.turn,
        met=met,
        own=own,
        theirs=theirs,
        charges=tuple(each.ref for each in wheel.passed),
        overruns=_overruns(scene, unit, wheel),
        moved=moved,
    )


def _met(scene: PlacedTable, unit: PlacedUnit, flush: PlacedUnit, at: tuple[PlacedUnit, _Wheel]) -> Reason | None:
    """What stands where it would, besides those whom the wheel passed and those who give way."""
    target, wheel = at
    passed = {each.ref for each in wheel.passed}
    around = (each for each in _around(scene, unit, target) if each.ref not in passed)
    return check_room(flush, [each for each in around if _effect(scene, unit, each) == ""])


def _fuller(flush: PlacedUnit, target: PlacedUnit, edge: tuple[Point, Point], left: float) -> PlacedUnit:
    """So many inches along the side at most, until as many fight as can; where it is if that makes no more."""
    block, (start, end) = flush.formation, edge
    assert isinstance(block, RankAndFile)
    at, wide, long = _share(start, end, block.corner), block.files * flush.size[0], distance(start, end)
    way = min(max(_within(at, wide, long) - at, -left), left)
    corner = ahead(block.corner, block.facing + 90, way)
    fuller = flush.standing(RankAndFile(files=block.files, corner=corner, facing=block.facing))
    return fuller if sum(in_contact(fuller, target)) > sum(in_contact(flush, target)) else flush


def _stopped(scene: PlacedTable, unit: PlacedUnit, target: PlacedUnit, wheel: _Wheel) -> Lined:
    """In imperfect contact: skirmishers, with the extra inches of these (reading T77)."""
    assert wheel.stop
    assert wheel.at
    loose = loosened(_swung(unit, wheel, wheel.at.share))
    after = scene.with_unit(loose)
    moved = tuple(_made_room(after, unit, wheel))
    for each in moved:
        after = after.with_unit(each)
    wrapped = wrap(after, loose, target, CLOSING)
    ends = wrapped.unit if wrapped else loose
    own, theirs = in_contact(ends, target)
    foes = [each.ref for each in (*wheel.passed, wheel.stop) if _is_enemy(scene, unit, each)]
    return Lined(
        unit=ends,
        turn=wheel.turn * wheel.at.share,
        met=wheel.stop.reason(wheel.at.where),
        own=own,
        theirs=theirs,
        charges=tuple(foes),
        overruns=_overruns(scene, unit, wheel),
        moved=moved,
        wrapped=wrapped,
    )


def _wheel(scene: PlacedTable, unit: PlacedUnit, target: PlacedUnit, turning: tuple[Point, float]) -> _Wheel:
    """Loose enemies are pushed on, blocks run over where it is strong enough; anything else stops it."""
    pivot, turn = turning
    if abs(turn) <= CONTACT:
        return _Wheel(pivot, turn)
    motion = [Swing(shape, pivot, turn) for shape in unit.blocks]
    around = _around(scene, unit, target)
    met = [(found, each) for each in around if (found := first_contact(motion, each.parts))]
    passed: list[Obstacle] = []
    for found, each in sorted(met, key=lambda pair: pair[0].share):
        if not _effect(scene, unit, each):
            return _Wheel(pivot, turn, tuple(passed), each, found)
        passed.append(each)
    return _Wheel(pivot, turn, tuple(passed))


def _around(scene: PlacedTable, unit: PlacedUnit, target: PlacedUnit) -> list[Obstacle]:
    return [each for each in obstacles(scene, unit, flying=False) if each.ref != target.ref]


def _is_enemy(scene: PlacedTable, unit: PlacedUnit, met: Obstacle) -> bool:
    return met.ref in scene.units and scene.units[met.ref].side != unit.side


def _effect(scene: PlacedTable, unit: PlacedUnit, met: Obstacle) -> str:
    """What the wheel makes of it: pushed, overrun, or nothing where it is stopped."""
    if not _is_enemy(scene, unit, met):
        return ""
    if not scene.units[met.ref].is_ranked:
        return "pushed"
    return "overrun" if overrun(scene, unit.ref, [met.ref]).possible else ""


def _overruns(scene: PlacedTable, unit: PlacedUnit, wheel: _Wheel) -> tuple[str, ...]:
    return tuple(each.ref for each in wheel.passed if _effect(scene, unit, each) == "overrun")


def _made_room(scene: PlacedTable, unit: PlacedUnit, wheel: _Wheel) -> Iterator[PlacedUnit]:
    """Those on whom it came to stand: the pushed touch it still, the overrun stand off."""
    for each in wheel.passed:
        apart = APART if _effect(scene, unit, each) == "overrun" else 0.0
        other = scene.unit(each.ref)
        if under := stood_upon(scene, other):
            moved = aside(scene, other, under, apart=apart)
            scene = scene.with_unit(moved)
            yield moved


def _swung(unit: PlacedUnit, wheel: _Wheel, share: float) -> PlacedUnit:
    block, turn = unit.formation, wheel.turn * share
    assert isinstance(block, RankAndFile)
    corner = rotate_point(block.corner, wheel.pivot, turn)
    return unit.standing(RankAndFile(files=block.files, corner=corner, facing=normalized_angle(block.facing + turn)))


def _flush(unit: PlacedUnit, block: RankAndFile, zones: Zones, at: tuple[Side, Point]) -> PlacedUnit:
    """The point of contact stays where it is along the side and along the front, as far as both have it."""
    side, contact = at
    left, right = zones.edge(side)
    wide, long = block.files * unit.size[0], distance(left, right)
    along = _clamped(_share(left, right, contact), long)
    across = _clamped(local_point(contact, block.corner, block.facing)[0], wide)
    facing = normalized_angle(zones.facing + TURNED[side] + 180)
    corner = ahead(left, facing + 90, _closed_up(along - across, wide, long))
    return unit.standing(RankAndFile(files=block.files, corner=corner, facing=facing))


def _closed_up(start: float, wide: float, long: float) -> float:
    """Where a front begins along a side; one that only touches a corner moves on until all fight that can (T62)."""
    if start + wide > GRAZE and start < long - GRAZE:
        return start
    return _within(start, wide, long)


def _within(start: float, wide: float, long: float) -> float:
    """The nearest place for a front where the shorter of it and the side is all beside the other."""
    return _clamped(start, long - wide) if long > wide else min(max(start, long - wide), 0.0)


def _share(left: Point, right: Point, point: Point) -> float:
    """How far along an edge a point is, in inches from its left end."""
    long = distance(left, right)
    return dot(minus(point, left), minus(right, left)) / long


def _clamped(value: float, most: float) -> float:
    return min(max(value, 0.0), most)


def in_contact(first: PlacedUnit, second: PlacedUnit) -> tuple[int, int]:
    """How many bases of each touch any of the other's, corners too."""
    return _touching(first.bases, second.blocks), _touching(second.bases, first.blocks)


def _touching(bases: Sequence[Polygon], shapes: Sequence[Polygon]) -> int:
    return sum(are_within([base], shapes, CONTACT) for base in bases)
