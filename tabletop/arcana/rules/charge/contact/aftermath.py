"""What follows contact, as both are formed: lining up, pushing, wrapping or meeting, and the answer of the charged.

A block that charged a block in ranks turns about the point of contact until its front is flush with the side that it
charged, and closes up along it as far as its move lasts, if more fight so. On that last wheel it pushes loose enemies
on and runs over those blocks that it is strong enough for; what else it comes to stops it in imperfect contact, and it
falls into skirmish (reading T77). Blocks push loose enemies (`pushing`), loose models wrap around blocks (`wrapping`)
and go among loose ones (`meeting`). Whoever is stood upon makes room.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum, auto

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.battlefield.reasons import Reason
from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit, between
from tabletop.arcana.battlefield.schema import Altitude, Column, RankAndFile, Side
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.rules.charge.contact.meeting import Met, meet
from tabletop.arcana.rules.charge.contact.pushing import Pushed, push
from tabletop.arcana.rules.charge.contact.wrapping import Wrapped, wrap
from tabletop.arcana.rules.charge.declaration.sides import TURNED, Zones, zones_of
from tabletop.arcana.rules.charge.overrun.strength import overrun
from tabletop.arcana.rules.charge.planning.solving import Charge
from tabletop.arcana.rules.formation.legality import loosened
from tabletop.arcana.rules.movement.blocking import Obstacle, check_room, obstacles, touched_enemies
from tabletop.arcana.rules.movement.execute import CLOSING
from tabletop.arcana.rules.movement.making_way import aside, giving_way, holds, stood_upon
from tabletop.geometry.distance.distances import are_within
from tabletop.geometry.motion.sweeps import Contact, Swing, first_contact
from tabletop.geometry.primitives.polygons import overlapping
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

    Stopped short, it falls into skirmish formation and has spent its extra inches (`wrap`). `charges` are enemies
    besides the target that it came to on the way, `overruns` those of them that it ran over; `moved` made room.
    """

    unit: PlacedUnit
    degrees: float
    reason: Reason | None = None
    own_models: int = 0
    their_models: int = 0
    charges: tuple[str, ...] = ()
    overruns: tuple[str, ...] = ()
    moved: tuple[PlacedUnit, ...] = ()
    wrap: Wrapped | None = None


class After(Struct, frozen=True, kw_only=True):
    """Where both and `others`, who made room, stand once all that follows contact is done; no units where nothing did.

    One of `lining_up`, `push`, `wrap` and `meet` says how they came together; in `closing` the charged come nearer.
    Both fight at `altitude`. `also_touched` are other enemies whom the charger touches in the end: charged only if
    that was declared too. `gave_way` are the friends among the others.
    """

    unit: PlacedUnit | None = None
    target: PlacedUnit | None = None
    others: tuple[PlacedUnit, ...] = ()
    lining_up: Lined | None = None
    push: Pushed | None = None
    wrap: Wrapped | None = None
    meet: Met | None = None
    closing: Wrapped | Met | None = None
    altitude: Altitude = Altitude.GROUND
    also_touched: tuple[str, ...] = ()
    gave_way: tuple[PlacedUnit, ...] = ()


def aftermath(scene: PlacedTable, charge: Charge) -> After:
    """A charge that isn't possible is followed all the same; a column that is charged is one no more (reading T74).

    They fight on the ground where either is, or else as high as the charged.
    """
    altitude: Altitude = charge.target.altitude if charge.flying else Altitude.GROUND
    target = loosened(charge.target) if isinstance(charge.target.formation, Column) else charge.target
    scene = scene.with_unit(charge.unit).with_unit(target)
    after = _charged_home(scene, charge, target, altitude)
    unit = replace(after.unit or charge.unit, altitude=altitude)
    charged = replace(after.target or target, altitude=altitude)
    ends = scene
    for moved in (after.unit, after.target, *after.others):
        ends = ends.with_unit(moved) if moved else ends
    touched = touched_enemies(ends, ends.unit(charge.unit.ref))
    has_friends = any(other.side == unit.side for other in scene.others(unit))
    friends = giving_way(scene, (unit, charged, *after.others)) if has_friends else ()
    return replace(
        after,
        unit=unit,
        target=charged,
        others=(*after.others, *friends),
        altitude=altitude,
        also_touched=tuple(ref for ref in touched if ref != charge.target.ref),
        gave_way=friends,
    )


def _charged_home(scene: PlacedTable, charge: Charge, target: PlacedUnit, altitude: Altitude) -> After:
    """Those who come down to the ground for the fight get none of the extra inches of skirmishers."""
    left = max(charge.allowance - (charge.needed or 0.0), 0.0)
    if lined := line_up(scene, charge.unit, target, charge.side, left=left):
        return After(unit=lined.unit, lining_up=lined, others=lined.moved)
    if pushed := push(scene, charge.unit, target, left):
        return _closed(scene, After(unit=pushed.unit, target=pushed.target, push=pushed), charge, altitude)
    comes_down = charge.flying and target.altitude == Altitude.GROUND
    budget, unit = charge.allowance + (0.0 if comes_down else CLOSING), _off_friends(scene, charge)
    scene = scene.with_unit(unit)
    if wrapped := wrap(scene, unit, target, budget, charged=charge.side):
        return After(unit=wrapped.unit, wrap=wrapped)
    if met := meet(scene, unit, target, budget):
        return _closed(scene, After(unit=met.unit, target=target, meet=met), charge, altitude)
    return After()


def _off_friends(scene: PlacedTable, charge: Charge) -> PlacedUnit:
    """Where the first would come to stand on friends who don't give way, all choose their places from the start."""
    friends = [other for other in scene.others(charge.unit) if other.side == charge.unit.side]
    held = [block for friend in friends if holds(scene, friend) for block in friend.blocks]
    return charge.begun if any(overlapping(charge.unit.bases, held)) else charge.unit


def _closed(scene: PlacedTable, after: After, charge: Charge, altitude: Altitude) -> After:
    """With the three inches of the charged, spent to fight with more; not theirs who were brought down."""
    if charge.target.altitude != altitude or not (after.unit and after.target):
        return after
    scene = scene.with_unit(after.unit).with_unit(after.target)
    if closing := wrap(scene, after.target, after.unit, CLOSING) or meet(scene, after.target, after.unit, CLOSING):
        return replace(after, target=closing.unit, closing=closing)
    return after


class _Effect(Enum):
    """What the last wheel makes of something that it comes to."""

    STOPS_IT = auto()
    IS_PUSHED = auto()
    IS_OVERRUN = auto()


class _Wheel(Struct, frozen=True, kw_only=True):
    """The turn about the point of contact, in degrees clockwise, and in order what it comes to up to where it stops."""

    pivot: Point
    turn: float
    passed: tuple[tuple[str, _Effect], ...] = ()
    stop: Obstacle | None = None
    at: Contact | None = None

    @property
    def overruns(self) -> tuple[str, ...]:
        return tuple(ref for ref, effect in self.passed if effect is _Effect.IS_OVERRUN)


def line_up(scene: PlacedTable, unit: PlacedUnit, target: PlacedUnit, side: Side, *, left: float = 0.0) -> Lined | None:
    """The free wheel of a block in contact, and along the side with what is left of its move if more fight so.

    None where either isn't in rank and file.
    """
    zones, block = zones_of(target), unit.formation
    if zones is None or not isinstance(block, RankAndFile):
        return None
    gap = between(unit, target).gap
    contact = midpoint(gap.start, gap.end)
    flush = _flush(unit, block, zones, side, contact)
    around = [obstacle for obstacle in obstacles(scene, unit, flying=False) if obstacle.ref != target.ref]
    wheel = _wheel(scene, unit, around, contact, turn_between(block.facing, flush.formation.facing))
    if wheel.stop and wheel.at:
        return _stopped(scene, unit, target, wheel, wheel.stop, wheel.at)
    in_the_way = _in_the_way(scene, unit, around, wheel)
    fuller = _fuller(flush, target, zones.edge(side), left)
    aligned = flush if check_room(fuller, in_the_way) else fuller
    met = check_room(aligned, in_the_way)
    if met:
        aligned = _swung(unit, wheel, 1.0)
    own, theirs = in_contact(aligned, target)
    return Lined(
        unit=aligned,
        degrees=wheel.turn,
        reason=met,
        own_models=own,
        their_models=theirs,
        charges=tuple(ref for ref, _ in wheel.passed),
        overruns=wheel.overruns,
        moved=tuple(_make_room(scene.with_unit(aligned), wheel)),
    )


def _stopped(
    scene: PlacedTable, unit: PlacedUnit, target: PlacedUnit, wheel: _Wheel, stop: Obstacle, at: Contact
) -> Lined:
    """In imperfect contact: skirmishers, with the extra inches of these (reading T77)."""
    loose = loosened(_swung(unit, wheel, at.share))
    after = scene.with_unit(loose)
    moved = tuple(_make_room(after, wheel))
    for other in moved:
        after = after.with_unit(other)
    wrapped = wrap(after, loose, target, CLOSING)
    ends = wrapped.unit if wrapped else loose
    own, theirs = in_contact(ends, target)
    is_enemy = stop.ref in scene.units and scene.units[stop.ref].side != unit.side
    return Lined(
        unit=ends,
        degrees=wheel.turn * at.share,
        reason=stop.reason(at.where),
        own_models=own,
        their_models=theirs,
        charges=(*(ref for ref, _ in wheel.passed), *((stop.ref,) if is_enemy else ())),
        overruns=wheel.overruns,
        moved=moved,
        wrap=wrapped,
    )


def _wheel(scene: PlacedTable, unit: PlacedUnit, around: Sequence[Obstacle], pivot: Point, turn: float) -> _Wheel:
    """Loose enemies are pushed on, blocks run over where it is strong enough; anything else stops it."""
    if abs(turn) <= CONTACT:
        return _Wheel(pivot=pivot, turn=turn)
    motion = [Swing(shape, pivot, turn) for shape in unit.blocks]
    met = [(contact, obstacle) for obstacle in around if (contact := first_contact(motion, obstacle.parts))]
    passed: list[tuple[str, _Effect]] = []
    for contact, obstacle in sorted(met, key=lambda pair: pair[0].share):
        effect = _effect(scene, unit, obstacle)
        if effect is _Effect.STOPS_IT:
            return _Wheel(pivot=pivot, turn=turn, passed=tuple(passed), stop=obstacle, at=contact)
        passed.append((obstacle.ref, effect))
    return _Wheel(pivot=pivot, turn=turn, passed=tuple(passed))


def _effect(scene: PlacedTable, unit: PlacedUnit, met: Obstacle) -> _Effect:
    other = scene.units.get(met.ref)
    if other is None or other.side == unit.side:
        return _Effect.STOPS_IT
    if not other.is_ranked:
        return _Effect.IS_PUSHED
    return _Effect.IS_OVERRUN if overrun(scene, unit.ref, [other.ref]).possible else _Effect.STOPS_IT


def _in_the_way(scene: PlacedTable, unit: PlacedUnit, around: Sequence[Obstacle], wheel: _Wheel) -> list[Obstacle]:
    """What a block can't come to stand on, besides those whom its wheel passed and those who give way."""
    passed = {ref for ref, _ in wheel.passed}
    others = (obstacle for obstacle in around if obstacle.ref not in passed)
    return [obstacle for obstacle in others if _effect(scene, unit, obstacle) is _Effect.STOPS_IT]


def _make_room(scene: PlacedTable, wheel: _Wheel) -> Iterator[PlacedUnit]:
    """Those on whom it came to stand: the pushed touch it still, the overrun stand off."""
    for ref, effect in wheel.passed:
        other = scene.unit(ref)
        if under := stood_upon(scene, other):
            moved = aside(scene, other, under, apart=APART if effect is _Effect.IS_OVERRUN else 0.0)
            scene = scene.with_unit(moved)
            yield moved


def _swung(unit: PlacedUnit, wheel: _Wheel, share: float) -> PlacedUnit:
    """The block after a share of the wheel."""
    block, turn = unit.formation, wheel.turn * share
    assert isinstance(block, RankAndFile)
    corner = rotate_point(block.corner, wheel.pivot, turn)
    return unit.standing(RankAndFile(files=block.files, corner=corner, facing=normalized_angle(block.facing + turn)))


def _flush(unit: PlacedUnit, block: RankAndFile, zones: Zones, side: Side, contact: Point) -> PlacedUnit:
    """The block with its front along a side.

    The point of contact stays where it is along the side and along the front, as far as both have it. A front that
    only touches a corner moves on until all fight that can (reading T62).
    """
    left, right = zones.edge(side)
    wide, long = block.files * unit.size[0], distance(left, right)
    along = min(max(_along(left, right, contact), 0.0), long)
    start = along - min(max(local_point(contact, block.corner, block.facing)[0], 0.0), wide)
    if start + wide <= GRAZE or start >= long - GRAZE:
        start = _beside(start, wide, long)
    facing = normalized_angle(zones.facing + TURNED[side] + 180)
    return unit.standing(RankAndFile(files=block.files, corner=ahead(left, facing + 90, start), facing=facing))


def _fuller(flush: PlacedUnit, target: PlacedUnit, edge: tuple[Point, Point], left: float) -> PlacedUnit:
    """So many inches along the side at most, until as many fight as can; where it is if that makes no more."""
    block, (start, end) = flush.formation, edge
    assert isinstance(block, RankAndFile)
    at, wide, long = _along(start, end, block.corner), block.files * flush.size[0], distance(start, end)
    way = min(max(_beside(at, wide, long) - at, -left), left)
    corner = ahead(block.corner, block.facing + 90, way)
    fuller = flush.standing(RankAndFile(files=block.files, corner=corner, facing=block.facing))
    return fuller if sum(in_contact(fuller, target)) > sum(in_contact(flush, target)) else flush


def _beside(start: float, wide: float, long: float) -> float:
    """The nearest beginning of a front where the shorter of it and the side is all beside the other; in inches."""
    return min(max(start, 0.0), long - wide) if long > wide else min(max(start, long - wide), 0.0)


def _along(left: Point, right: Point, point: Point) -> float:
    """How far along an edge a point is, in inches from its left end."""
    return dot(minus(point, left), minus(right, left)) / distance(left, right)


def in_contact(first: PlacedUnit, second: PlacedUnit) -> tuple[int, int]:
    """How many bases of each touch any of the other's, corners too."""
    own = sum(are_within([base], second.blocks, CONTACT) for base in first.bases)
    return own, sum(are_within([base], first.blocks, CONTACT) for base in second.bases)
