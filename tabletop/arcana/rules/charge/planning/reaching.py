"""The cheapest way into contact with a target that the ground and the others leave, as orders for the mover."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import combinations
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.battlefield.causes import Cause
from tabletop.arcana.battlefield.reasons import Reason, because
from tabletop.arcana.battlefield.scene import Piece, PlacedTable, PlacedUnit, apart
from tabletop.arcana.battlefield.schema import Altitude, RankAndFile, Skirmish
from tabletop.arcana.rules.charge.planning.block_search import (
    Approach,
    ObstructedApproach,
    PricedWay,
    Way,
    cheapest_on_open_ground,
    refined,
    search_on_real_ground,
)
from tabletop.arcana.rules.charge.planning.model_paths import Walk, straight_walk, walks
from tabletop.arcana.rules.formation.changing import CHARGES
from tabletop.arcana.rules.formation.legality import loosened
from tabletop.arcana.rules.movement.blocking import Obstacle, first_collision, obstacles
from tabletop.arcana.rules.movement.making_way import holds
from tabletop.arcana.rules.movement.motions import Travel, UnitMotion, motion_of
from tabletop.arcana.rules.movement.orders import Fly, Loosen, Order
from tabletop.arcana.rules.movement.terrain_cost import Leg, tolls, unit_after
from tabletop.arcana.terrain.going import TERRAIN_AND_MOVEMENT, slowing
from tabletop.arcana.terrain.kinds import going_of
from tabletop.geometry.motion.sweeps import first_overlap, motion_box
from tabletop.geometry.primitives.polygons import Box, Polygon, box, boxes_meet, overlapping
from tabletop.geometry.primitives.tolerances import CONTACT, RANGE
from tabletop.geometry.primitives.vectors import distance

Ground = TypeVar("Ground", Obstacle, Piece)

IN_THE_WAY = because(Cause.SOMETHING_IN_THE_WAY, CHARGES)
ON_A_FRIEND = because(Cause.ENDS_ON_A_FRIEND, CHARGES)


class Priced(Struct, frozen=True):
    """Orders with what they cost of the move, or why they can't be followed to contact."""

    orders: tuple[Order, ...]
    inches: float
    way: Way | Walk | None = None
    reason: Reason | None = None
    legs: tuple[Leg, ...] = ()

    @property
    def wheels(self) -> bool:
        return isinstance(self.way, Way) and self.way.wheels

    @property
    def is_open(self) -> bool:
        """Whether it costs no more than on open ground."""
        return self.reason is None and (self.way is None or self.inches <= self.way.inches + RANGE)


class Field(Struct, frozen=True, dict=True):
    """A charger before its move, all that can stop it but the target, the terrain that slows it, its inches.

    On friends who hold their ground loose models may pass, not end.
    """

    unit: PlacedUnit
    target: PlacedUnit
    obstacles: tuple[Obstacle, ...]
    slow: tuple[Piece, ...]
    allowance: float
    flying: bool = False
    before: tuple[Order, ...] = ()
    held: tuple[Obstacle, ...] = ()
    explains: bool = True

    @cached_property
    def parts(self) -> tuple[tuple[Box, Polygon], ...]:
        """Every convex part of an obstacle with its box."""
        return tuple((box(part), part) for each in self.obstacles for part in each.parts)

    @property
    def quietly(self) -> Field:
        """The same, without words for what stops a way."""
        return replace(self, explains=False)

    def price(self, way: Way | Walk) -> Priced:
        """A way followed to its end, or to what stops it."""
        if isinstance(way, Way):
            return self.price_orders(way.orders, way)
        priced = self.price_orders(way.orders(self.unit), way)
        return replace(priced, reason=ON_A_FRIEND) if self._ends_on_a_friend(priced) else priced

    def _ends_on_a_friend(self, priced: Priced) -> bool:
        if priced.reason or not self.held:
            return False
        bases = unit_after(self.unit, priced.legs, priced.inches).bases
        return any(any(overlapping(bases, each.parts)) for each in self.held)

    def price_orders(self, orders: tuple[Order, ...], way: Way | Walk | None = None) -> Priced:
        """The same of travels without any way."""
        unit, legs, whole = self.unit, list[Leg](), (*self.before, *orders)
        for order in orders:
            assert isinstance(order, Travel)
            motion = motion_of(unit, order)
            spent = legs[-1].after if legs else 0.0
            if reason := self._stopped(motion):
                return Priced(whole, spent, way, reason)
            legs.append(Leg(unit, motion, tolls(unit, motion.sweep, self.slow, flying=self.flying), spent))
            unit = unit.standing(motion.formation_at(1.0))
        return Priced(whole, legs[-1].after if legs else 0.0, way, legs=tuple(legs))

    def _stopped(self, motion: UnitMotion) -> Reason | None:
        """What a motion meets before its end; in words only where they are asked for."""
        around = motion_box(motion.sweep)
        near = [part for each, part in self.parts if boxes_meet(around, each)]
        met = first_overlap(motion.sweep, near) if near else None
        if met is None or (1 - met) * max(motion.inches, 1.0) <= RANGE:
            return None
        hit = first_collision(motion.sweep, self.obstacles) if self.explains else None
        return hit.reason if hit else IN_THE_WAY


def field_of(scene: PlacedTable, unit: PlacedUnit, target: PlacedUnit) -> Field:
    """On foot for units on the ground, on the wing for those in the air."""
    flying = unit.altitude != "ground"
    slow = () if flying else tuple(piece for piece in scene.pieces.values() if _slows(unit, piece))
    around = tuple(each for each in obstacles(scene, unit, flying=flying) if each.ref != target.ref)
    held = () if isinstance(unit.formation, RankAndFile) else tuple(_held(scene, unit))
    return Field(unit, target, around, slow, float((unit.fly if flying else unit.ground) or 0), flying, held=held)


def _held(scene: PlacedTable, unit: PlacedUnit) -> Iterator[Obstacle]:
    """Friends who don't give way; they may be touched."""
    for other in scene.others(unit):
        if other.side == unit.side and holds(scene, other):
            yield _hedge("", other.blocks, other.box)


def fields_of(scene: PlacedTable, unit: PlacedUnit, target: PlacedUnit) -> tuple[Field, ...]:
    """The ways of moving that a charger chooses from: as it is, and on the wing where it can take off."""
    level: Altitude = "high" if target.altitude == "high" else "low"
    if unit.altitude != "ground":
        up = replace(unit, altitude=level)
        change: tuple[Order, ...] = () if level == unit.altitude else (Fly(level),)
        return (replace(field_of(scene, up, target), before=change),)
    walking = () if target.altitude == "high" else (field_of(scene, unit, target),)
    if not unit.fly:
        return walking
    loose = unit if isinstance(unit.formation, Skirmish) else loosened(unit)
    first: tuple[Order, ...] = (Fly(level),) if loose is unit else (Loosen(), Fly(level))
    return (*walking, replace(field_of(scene, replace(loose, altitude=level), target), before=first))


def _slows(unit: PlacedUnit, piece: Piece) -> bool:
    factor = slowing(unit, piece.terrain)
    return factor is not None and factor != 1 and going_of(piece.terrain) != "open"


def reached(field: Field) -> Priced | None:
    """The cheapest way into contact; with a reason where everything in reach is blocked, None where nothing touches."""
    straight = apart(field.unit, field.target)
    if straight <= CONTACT:
        return Priced(field.before, 0.0)
    ranked = isinstance(field.unit.formation, RankAndFile)
    return _by_ranks(field, straight) if ranked else _one_by_one(_loose(field))


def _loose(field: Field) -> Field:
    """Columns charge as skirmishers."""
    if isinstance(field.unit.formation, Skirmish):
        return field
    return replace(field, unit=loosened(field.unit), before=(*field.before, Loosen()))


def _by_ranks(field: Field, straight: float) -> Priced | None:
    approach = Approach(field.unit, field.target.blocks)
    best = cheapest_on_open_ground(approach, straight)
    if best is None:
        return None
    near = nearby(field)
    about = near.quietly.price(best)
    if about.reason:
        return _otherwise(near, approach, about) or near.price(best)
    fine = near.quietly.price(refined(best, approach)) if about.wheels else about
    return fine if fine.is_open else _otherwise(near, approach, _better(about, fine)) or _better(about, fine)


def nearby(field: Field) -> Field:
    """The field with what a wheel and a straight move to the target could meet."""
    own = [point for shape in field.unit.blocks for point in shape]
    x1, y1, x2, y2 = box(own + [point for shape in field.target.blocks for point in shape])
    far = max(distance(*pair) for pair in combinations(own, 2))
    reach = x1 - far, y1 - far, x2 + far, y2 + far
    return replace(field, obstacles=_within(reach, field.obstacles), slow=_within(reach, field.slow))


def _within(reach: Box, grounds: Iterable[Ground]) -> tuple[Ground, ...]:
    """Some obstacles or pieces without those that lie outside a box."""
    return tuple(each for each in grounds if boxes_meet(reach, each.box))


def _otherwise(field: Field, approach: Approach, first: Priced) -> Priced | None:
    """Another way where the cheapest on open ground is blocked or slow; None where there is none."""
    known = PricedWay(first.inches, first.way) if first.reason is None and isinstance(first.way, Way) else None
    ground = obstructed(field, approach, known.inches if known else field.allowance + RANGE)
    best = search_on_real_ground(ground, known, field.allowance)
    return _better(first, field.price(best.way)) if best else None


def obstructed(field: Field, approach: Approach, most: float) -> ObstructedApproach:
    """A block's approach through its field, for ways of at most so many inches."""
    return ObstructedApproach(approach, tuple(part for _, part in field.parts), field.slow, most)


def _better(first: Priced, second: Priced) -> Priced:
    if second.reason or (first.reason is None and first.inches <= second.inches):
        return first
    return second


def _one_by_one(field: Field) -> Priced:
    """The model that needs least, around what it can't pass; around slow ground too where that is cheaper."""
    target, quiet = field.target.blocks, field.quietly
    straight = straight_walk(field.unit, target)
    best = quiet.price(straight)
    if best.is_open:
        return best
    for around in _hedges(field, best):
        most = field.allowance if best.reason else min(best.inches, field.allowance)
        for walk in walks(field.unit, target, around, most):
            for way in (walk, walk.direct) if field.held else (walk,):
                best = _better(best, quiet.price(way))
    return field.price(straight) if best.reason else best


def _hedges(field: Field, best: Priced) -> Iterable[tuple[Obstacle, ...]]:
    if best.reason:
        yield field.obstacles
    if best.reason and field.held:
        yield (*field.obstacles, *field.held)
    if field.slow:
        yield (*field.obstacles, *(_hedge(piece.ref, piece.parts, piece.box) for piece in field.slow))


def _hedge(ref: str, parts: tuple[Polygon, ...], around: Box) -> Obstacle:
    why = because(Cause.SOMETHING_IN_THE_WAY, TERRAIN_AND_MOVEMENT, ref=ref)
    return Obstacle(parts=parts, box=around, why=why)
