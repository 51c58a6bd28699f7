"""Can one unit charge another: the inches needed, the way, where it is declared, against which side, or why not.

What is computed: the cheapest orders that bring a charger into contact with its target, on foot and, where it can fly,
on the wing. A block wheels once and goes straight (`block_search`); of loose models the one that needs least goes
(`model_paths`); columns charge as skirmishers. The cheapest way on open ground is priced on the ground as it is, by the
same motions and tolls that carry out moves; only where something stops or slows it, another way is searched.

Only ways that see the target within the first quarter of the move count: a block wheels until it is in its arc
(`seeing_in_time`). Where something hides it from the cheapest way, a few steps and wheels within that quarter are
looked from (`_looks`), and the charge goes on from there.

Then: where the target is first seen, which is where the charge is declared, and against which side. Guarantee: the way
found can be carried out at its price; on open ground it is the least, else that of the searches, which say what they
may miss. Tolerance: RANGE for the inches of the move, FINEST for the inches after which the target is first seen (a
bisection between the ends of orders: a target that is seen and hidden again within one order may be missed). Cost:
docs/table.md has the figures of `benchmarks/charge.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import combinations
from math import inf
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.battlefield.causes import Cause
from tabletop.arcana.battlefield.reasons import Reason, because
from tabletop.arcana.battlefield.scene import Piece, PlacedTable, PlacedUnit, apart, between
from tabletop.arcana.battlefield.schema import Altitude, Going, RankAndFile, Side, Skirmish
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.rules.charge.declaration.arcs import Sight, in_arc, open_view
from tabletop.arcana.rules.charge.declaration.sides import (
    Manoeuvre,
    Miss,
    Stretch,
    Tally,
    misses,
    stretches,
    tally,
    zones_of,
)
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
from tabletop.arcana.rules.formation.changing import CHARGES, QUARTER
from tabletop.arcana.rules.formation.legality import loosened
from tabletop.arcana.rules.movement.blocking import Obstacle, first_collision, obstacles
from tabletop.arcana.rules.movement.making_way import holds
from tabletop.arcana.rules.movement.motions import Travel, UnitMotion, motion_of, wheel_angle
from tabletop.arcana.rules.movement.orders import (
    Diagonal,
    Fly,
    Forward,
    Hand,
    Heading,
    Loosen,
    Order,
    Wheel,
    orders_text,
)
from tabletop.arcana.rules.movement.terrain_cost import Leg, legs_of, tolls, unit_after
from tabletop.arcana.terrain.going import TERRAIN_AND_MOVEMENT, slowing
from tabletop.arcana.terrain.kinds import going_of
from tabletop.geometry.motion.sweeps import first_overlap, motion_box
from tabletop.geometry.primitives.polygons import Box, Polygon, box, boxes_meet, overlapping
from tabletop.geometry.primitives.tolerances import CONTACT, RANGE
from tabletop.geometry.primitives.vectors import direction, distance, minus, normalized_angle

FLYERS = BOOK.section("Flyers & Melee")
ENGAGED = BOOK.section("Manoeuvres for Engaged Units")
IN_THE_WAY = because(Cause.SOMETHING_IN_THE_WAY, CHARGES)
ON_A_FRIEND = because(Cause.ENDS_ON_A_FRIEND, CHARGES)
# From where a hidden target is looked for: even steps in the first quarter of the move, aslant and around in degrees.
GLANCES = 3
ASLANT = (22.5, 45.0)
AROUND = (0.0, 45.0, -45.0, 90.0, -90.0)
HANDS = (Hand.LEFT, Hand.RIGHT)
FINEST = 1e-6  # inches to which the first sight of a target along a wheel is found

Ground = TypeVar("Ground", Obstacle, Piece)


class Declared(Struct, frozen=True):
    """Where a charge can be declared: from and until how many inches of the move, and the unit at the first of them."""

    start: float
    end: float
    unit: PlacedUnit


class Charge(Struct, frozen=True, kw_only=True, dict=True):
    """A charge as it would be carried out; inches of the charger's move, None where nothing leads to contact.

    `begun` is the charger as it is formed for its way, `unit` stands in contact, not yet lined up.
    """

    possible: bool
    charger: PlacedUnit
    target: PlacedUnit
    allowance: float
    needed: float | None = None
    orders: tuple[Order, ...] = ()
    way: Way | None = None
    unit: PlacedUnit
    begun: PlacedUnit
    declared: Declared | None = None
    side: Side = Side.FRONT
    tally: Tally | None = None
    reason: Reason | None = None
    legs: tuple[Leg, ...] = ()
    flying: bool = False

    @cached_property
    def straight(self) -> float:
        """The inches that part the two from the start."""
        return apart(self.charger, self.target)

    @property
    def window(self) -> float:
        """The inches of the way within which it is declared."""
        return min(self.allowance * float(QUARTER), self.needed or 0.0)

    @cached_property
    def sides(self) -> tuple[Stretch, ...]:
        """The stretches of the move in which a declaration is against each side of a block."""
        zones = zones_of(self.target)
        return stretches(zones, self.legs, self.window) if zones and self.needed is not None else ()

    @cached_property
    def misses(self) -> tuple[Miss, ...]:
        """How far the other sides are."""
        before = self.allowance * float(QUARTER)
        return misses(self.target, self.begun, before) if self.needed is not None else ()

    @property
    def pivot(self) -> Hand | None:
        """The hand of the front corner about which a block wheels; None where it doesn't."""
        return self.way.hand if self.way and self.way.wheels else None

    @property
    def wheel(self) -> tuple[float, float]:
        """The inches and degrees of the wheel, 0 where there is none."""
        if not (self.way and self.pivot and isinstance(self.charger.formation, RankAndFile)):
            return 0.0, 0.0
        return self.way.arc, wheel_angle(self.charger.formation.files * self.charger.size[0], self.way.arc)

    @property
    def words(self) -> str:
        """The orders in words."""
        return orders_text(self.orders)


class PricedOrders(Struct, frozen=True):
    """Orders with what they cost of the move, or why they can't be followed to contact."""

    orders: tuple[Order, ...]
    inches: float
    way: Way | Walk | None = None
    reason: Reason | None = None
    legs: tuple[Leg, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether it costs no more than on open ground."""
        return self.reason is None and (self.way is None or self.inches <= self.way.inches + RANGE)

    def better(self, other: PricedOrders) -> PricedOrders:
        """The other where that leads to contact for less, or where this doesn't lead there."""
        if other.reason or (self.reason is None and self.inches <= other.inches):
            return self
        return other


class RunUp(Struct, frozen=True, dict=True):
    """A charger before its move, all that can stop it but the target, the terrain that slows it, its inches.

    `before` are orders that come first and cost nothing. On friends who hold their ground (`held`) loose models may
    pass, not end.
    """

    unit: PlacedUnit
    target: PlacedUnit
    obstacles: tuple[Obstacle, ...]
    slow: tuple[Piece, ...]
    allowance: float
    flying: bool = False
    before: tuple[Order, ...] = ()
    held: tuple[Obstacle, ...] = ()

    def price(self, way: Way | Walk, *, explain: bool = True) -> PricedOrders:
        """A way followed to its end, or to what stops it; in words what that is only where it is to be explained."""
        if isinstance(way, Way):
            return self.price_orders(way.orders, way, explain=explain)
        priced = self.price_orders(way.orders(self.unit), way, explain=explain)
        if priced.reason is None and self.held:
            after = unit_after(self.unit, priced.legs, priced.inches)
            near = (friend for friend in self.held if boxes_meet(after.box, friend.box))
            if any(any(overlapping(after.bases, friend.parts)) for friend in near):
                return replace(priced, reason=ON_A_FRIEND)
        return priced

    def price_orders(
        self, orders: tuple[Order, ...], way: Way | Walk | None = None, *, explain: bool = True
    ) -> PricedOrders:
        """Travels followed to their end, or to what stops them, without any way or with the one that they come from."""
        unit, legs, spent, whole = self.unit, list[Leg](), 0.0, (*self.before, *orders)
        for order in orders:
            assert isinstance(order, Travel)
            motion = motion_of(unit, order)
            if reason := self._stopped(motion, explain=explain):
                return PricedOrders(whole, spent, way, reason)
            legs.append(Leg(unit, motion, tolls(unit, motion.sweep, self.slow, flying=self.flying), spent))
            unit, spent = unit.standing(motion.formation_at(1.0)), legs[-1].after
        return PricedOrders(whole, spent, way, legs=tuple(legs))

    def _stopped(self, motion: UnitMotion, *, explain: bool) -> Reason | None:
        """What a motion meets before its end."""
        around = motion_box(motion.sweep)
        near = [part for obstacle in self.obstacles if boxes_meet(around, obstacle.box) for part in obstacle.parts]
        met = first_overlap(motion.sweep, near) if near else None
        if met is None or (1 - met) * max(motion.inches, 1.0) <= RANGE:
            return None
        collision = first_collision(motion.sweep, self.obstacles) if explain else None
        return collision.reason if collision else IN_THE_WAY

    def nearby(self) -> RunUp:
        """The run-up with only what a wheel and a straight move to the target could meet."""
        own = [point for shape in self.unit.blocks for point in shape]
        x1, y1, x2, y2 = box(own + [point for shape in self.target.blocks for point in shape])
        far = max(distance(*pair) for pair in combinations(own, 2))
        reach = x1 - far, y1 - far, x2 + far, y2 + far

        def within(grounds: tuple[Ground, ...]) -> tuple[Ground, ...]:
            return tuple(ground for ground in grounds if boxes_meet(reach, ground.box))

        return replace(self, obstacles=within(self.obstacles), slow=within(self.slow))


def solve(
    scene: PlacedTable,
    ref: str,
    target_ref: str,
    *,
    sees: Sight = open_view,
    first: Manoeuvre | None = None,
    flying_only: bool = False,
) -> Charge:
    """The cheapest charge of one unit against another; `first` is a manoeuvre made before the way is looked for.

    MalformedError where either isn't on the table, ValueError where a unit without wings is to fly. Whether a nearer
    enemy must be charged is asked elsewhere.
    """
    charger, target = scene.unit(ref), scene.unit(target_ref)
    if reason := _reason_against(scene, charger, target):
        move = float((charger.ground if charger.altitude == Altitude.GROUND else charger.fly) or 0)
        return _no_charge(charger, target, move, reason)
    tries = (run_up for run_up in run_ups(scene, charger, target) if run_up.flying or not flying_only)
    charges = [_solve(scene, run_up, sees, first) for run_up in tries]
    return min(charges, key=lambda charge: (not charge.possible, charge.needed is None, charge.needed or 0.0))


def _reason_against(scene: PlacedTable, charger: PlacedUnit, target: PlacedUnit) -> Reason | None:
    """Why there is nothing to measure at all."""
    if charger.side == target.side:
        return because(Cause.CHARGES_A_FRIEND, CHARGES, ref=target.ref)
    if scene.is_engaged(charger.ref):
        return because(Cause.ENGAGED_UNITS_DO_NOT_CHARGE, ENGAGED, ref=charger.ref)
    if target.altitude == Altitude.HIGH and charger.fly is None:
        return because(Cause.TARGET_FLIES_HIGH, FLYERS, ref=target.ref, target=target.called)
    return None


def _no_charge(charger: PlacedUnit, target: PlacedUnit, move: float, reason: Reason) -> Charge:
    return Charge(
        possible=False, charger=charger, target=target, allowance=move, unit=charger, begun=charger, reason=reason
    )


def run_ups(scene: PlacedTable, unit: PlacedUnit, target: PlacedUnit) -> tuple[RunUp, ...]:
    """The ways of moving that a charger chooses from: as it is, and on the wing where it can take off."""
    level: Altitude = Altitude.HIGH if target.altitude == Altitude.HIGH else Altitude.LOW
    if unit.altitude != Altitude.GROUND:
        change: tuple[Order, ...] = () if level == unit.altitude else (Fly(level),)
        return (run_up(scene, replace(unit, altitude=level), target, before=change),)
    walking = () if target.altitude == Altitude.HIGH else (run_up(scene, unit, target),)
    if not unit.fly:
        return walking
    loose = unit if isinstance(unit.formation, Skirmish) else loosened(unit)
    first: tuple[Order, ...] = (Fly(level),) if loose is unit else (Loosen(), Fly(level))
    return (*walking, run_up(scene, replace(loose, altitude=level), target, before=first))


def run_up(scene: PlacedTable, unit: PlacedUnit, target: PlacedUnit, *, before: tuple[Order, ...] = ()) -> RunUp:
    """A unit's run-up to its target: on foot for units on the ground, on the wing for those in the air."""
    flying = unit.altitude != Altitude.GROUND
    slow = () if flying else tuple(piece for piece in scene.pieces.values() if _slows(unit, piece))
    around = tuple(obstacle for obstacle in obstacles(scene, unit, flying=flying) if obstacle.ref != target.ref)
    held = () if isinstance(unit.formation, RankAndFile) else tuple(_held(scene, unit))
    move = float((unit.fly if flying else unit.ground) or 0)
    return RunUp(unit, target, around, slow, move, flying, before, held)


def _slows(unit: PlacedUnit, piece: Piece) -> bool:
    factor = slowing(unit, piece.terrain)
    return factor is not None and factor != 1 and going_of(piece.terrain) != Going.OPEN


def _held(scene: PlacedTable, unit: PlacedUnit) -> Iterator[Obstacle]:
    """Friends who don't give way; they may be touched."""
    for other in scene.others(unit):
        if other.side == unit.side and holds(scene, other):
            yield _hedge("", other.blocks, other.box)


def _hedge(ref: str, parts: tuple[Polygon, ...], around: Box) -> Obstacle:
    why = because(Cause.SOMETHING_IN_THE_WAY, TERRAIN_AND_MOVEMENT, ref=ref)
    return Obstacle(parts=parts, box=around, why=why)


def cheapest_contact(run_up: RunUp, window: float | None = None) -> PricedOrders | None:
    """The cheapest way into contact; with a reason where all in reach is blocked, None where nothing touches.

    Within the inches of a window the target has to come into the arc of a block, where it can.
    """
    straight = apart(run_up.unit, run_up.target)
    if straight <= CONTACT:
        return PricedOrders(run_up.before, 0.0)
    if run_up.unit.is_ranked:
        return _contact_of_block(run_up, straight, window)
    if not isinstance(run_up.unit.formation, Skirmish):
        run_up = replace(run_up, unit=loosened(run_up.unit), before=(*run_up.before, Loosen()))
    return _contact_of_models(run_up)


def _contact_of_block(run_up: RunUp, straight: float, window: float | None) -> PricedOrders | None:
    near, approach = run_up.nearby(), Approach(run_up.unit, run_up.target.blocks)
    if window is not None and not in_arc(run_up.unit, run_up.target.blocks):
        contact = _least_contact(near, seeing_in_time(near, approach, window), straight)
        if contact and not contact.reason:
            return contact
    return _least_contact(near, approach, straight)


def seeing_in_time(run_up: RunUp, approach: Approach, window: float) -> Approach:
    """An approach by wheels alone that bring the target into the arc within the inches of a window."""

    def least(hand: Hand, turn: float) -> float:
        if approach.width * turn > window + RANGE:
            return inf
        wheel = run_up.price_orders((Wheel(hand, approach.width * turn),), explain=False)
        return turn if wheel.reason is None and wheel.inches <= window + RANGE else inf

    left, right = approach.turns_to_see()
    return replace(approach, least=(least(Hand.LEFT, left), least(Hand.RIGHT, right)))


def _least_contact(near: RunUp, approach: Approach, straight: float) -> PricedOrders | None:
    best = cheapest_on_open_ground(approach, straight)
    if best is None:
        return None
    about = near.price(best, explain=False)
    if about.reason:
        return _otherwise(near, approach, about) or near.price(best)
    fine = near.price(refined(best, approach), explain=False) if best.wheels else about
    return fine if fine.is_open else _otherwise(near, approach, about.better(fine)) or about.better(fine)


def _otherwise(run_up: RunUp, approach: Approach, first: PricedOrders) -> PricedOrders | None:
    """Another way where the cheapest on open ground is blocked or slow; None where there is none."""
    known = PricedWay(first.inches, first.way) if first.reason is None and isinstance(first.way, Way) else None
    ground = obstructed(run_up, approach, known.inches if known else run_up.allowance + RANGE)
    best = search_on_real_ground(ground, known, run_up.allowance)
    return first.better(run_up.price(best.way)) if best else None


def obstructed(run_up: RunUp, approach: Approach, most: float) -> ObstructedApproach:
    """A block's approach through what is in its way, for ways of at most so many inches."""
    stops = tuple(part for obstacle in run_up.obstacles for part in obstacle.parts)
    return ObstructedApproach(approach, stops, run_up.slow, most)


def _contact_of_models(run_up: RunUp) -> PricedOrders:
    """The model that needs least, around what it can't pass; around slow ground too where that is cheaper."""
    target, straight = run_up.target.blocks, straight_walk(run_up.unit, run_up.target.blocks)
    best = run_up.price(straight, explain=False)
    if best.is_open:
        return best
    for around in _detours(run_up, best):
        most = run_up.allowance if best.reason else min(best.inches, run_up.allowance)
        for walk in walks(run_up.unit, target, around, most):
            for way in (walk, walk.direct) if run_up.held else (walk,):
                best = best.better(run_up.price(way, explain=False))
    return run_up.price(straight) if best.reason else best


def _detours(run_up: RunUp, best: PricedOrders) -> Iterable[tuple[Obstacle, ...]]:
    """What to go around, one after the other: what stops models, friends who hold their ground, slow ground."""
    if best.reason:
        yield run_up.obstacles
    if best.reason and run_up.held:
        yield (*run_up.obstacles, *run_up.held)
    if run_up.slow:
        yield (*run_up.obstacles, *(_hedge(piece.ref, piece.parts, piece.box) for piece in run_up.slow))


def _solve(scene: PlacedTable, run_up: RunUp, sees: Sight, first: Manoeuvre | None) -> Charge:
    """The cheapest charge by one way of moving, after a first manoeuvre if there is one."""
    charge = _charge(scene, run_up, sees, first)
    hidden = charge.reason is not None and charge.reason.cause is Cause.NOT_SEEN_IN_TIME
    if first or not hidden or run_up.flying:
        return charge
    after = (_charge(scene, run_up, sees, look) for look in _looks(scene, run_up, sees))
    return min((found for found in after if found.possible), key=lambda found: found.needed or 0.0, default=charge)


def _looks(scene: PlacedTable, run_up: RunUp, sees: Sight) -> Iterator[Manoeuvre]:
    """Steps and wheels within the first quarter of the move after which a hidden target is seen, one a direction."""

    def seen(orders: Iterable[Travel]) -> Iterator[Manoeuvre]:
        for order in orders:
            motion = motion_of(run_up.unit, order)
            unit = run_up.unit.standing(motion.formation_at(1.0))
            if motion.inches + apart(unit, run_up.target) > run_up.allowance + RANGE:
                return
            if in_arc(unit, run_up.target.blocks) and sees(scene, unit, run_up.target):
                priced = run_up.price_orders((order,), explain=False)
                if priced.reason is None and priced.inches <= window + RANGE:
                    yield Manoeuvre((order,), priced.inches, unit)

    window = run_up.allowance * float(QUARTER)
    firsts = (next(seen(orders), None) for orders in _glances(run_up, window))
    return (first for first in firsts if first)


def _glances(run_up: RunUp, window: float) -> Iterator[list[Travel]]:
    """For each direction that is tried a few steps of it, the shortest first."""
    steps = [window * (number + 1) / GLANCES for number in range(GLANCES)]
    if run_up.unit.is_ranked:
        yield [Forward(step) for step in steps]
        for hand in HANDS:
            yield [Wheel(hand, step) for step in steps]
            for angle in ASLANT:
                yield [Diagonal(hand, angle, step) for step in steps]
    elif isinstance(run_up.unit.formation, Skirmish):
        gap = between(run_up.unit, run_up.target).gap
        there = direction(minus(gap.end, gap.start))
        for angle in AROUND:
            yield [Heading(normalized_angle(there + angle), step) for step in steps]


def _charge(scene: PlacedTable, run_up: RunUp, sees: Sight, first: Manoeuvre | None) -> Charge:
    """The cheapest charge by ways that nothing hides, or why there is none."""
    charger, target, priced = scene.unit(run_up.unit.ref), run_up.target, None
    window = run_up.allowance * float(QUARTER)
    if first is None:
        priced = cheapest_contact(run_up, window)
    elif not run_up.price_orders(first.orders, explain=False).reason:
        begun = replace(run_up, unit=first.unit, allowance=run_up.allowance - first.inches)
        priced = cheapest_contact(begun, window - first.inches)
    if priced is None:
        reason = because(Cause.OUT_OF_TOUCH, CHARGES, ref=target.ref, target=target.called)
        return _no_charge(charger, target, run_up.allowance, reason)
    orders = (*first.orders, *priced.orders) if first else priced.orders
    spent = priced.inches + (first.inches if first else 0.0)
    legs = () if first else priced.legs
    legs = legs or legs_of(run_up.unit, orders, run_up.slow, flying=run_up.flying)
    charge = Charge(
        possible=False,
        charger=charger,
        target=target,
        allowance=run_up.allowance,
        needed=None if priced.reason else spent,
        orders=orders,
        way=priced.way if isinstance(priced.way, Way) else None,
        unit=unit_after(run_up.unit, legs, spent),
        begun=run_up.unit,
        reason=priced.reason,
        legs=legs,
        flying=run_up.flying,
    )
    return charge if priced.reason else _declared(scene, charge, sees, after=first.inches if first else 0.0)


def _declared(scene: PlacedTable, charge: Charge, sees: Sight, *, after: float) -> Charge:
    """The charge with where it can be declared, not before so many inches, the side, and what still forbids it."""
    target, window, zones = charge.target, charge.window, zones_of(charge.target)
    seen = _first_seen(scene, charge, sees, after)
    declares_at = unit_after(charge.begun, charge.legs, seen if seen is not None else 0.0)
    counted = tally(zones, declares_at.centres) if zones else None
    needed, move, reason = charge.needed or 0.0, charge.allowance, None
    if needed > move + RANGE:
        far = Cause.TOO_FAR_TO_CHARGE
        reason = because(far, CHARGES, ref=target.ref, needed=needed, move=move, short=needed - move)
    elif seen is None:
        reason = because(Cause.NOT_SEEN_IN_TIME, CHARGES, ref=target.ref, target=target.called, quarter=window)
    return replace(
        charge,
        declared=None if seen is None else Declared(seen, window, declares_at),
        tally=counted,
        side=counted.side if counted else Side.FRONT,
        reason=reason,
        possible=reason is None,
    )


def _first_seen(scene: PlacedTable, charge: Charge, sees: Sight, after: float) -> float | None:
    """The inches of the move, not before some, after which the target is seen; None for not within the window."""

    def seen(spent: float) -> bool:
        unit = unit_after(charge.begun, charge.legs, spent)
        unit = replace(unit, altitude=Altitude.HIGH) if charge.flying else unit
        return in_arc(unit, charge.target.blocks) and sees(scene, unit, charge.target)

    window = charge.window
    stops = [after, *(leg.after for leg in charge.legs if after < leg.after < window), max(window, after)]
    hit = next((index for index, stop in enumerate(stops) if seen(stop)), None)
    if hit is None or hit == 0:
        return None if hit is None else after
    low, high = stops[hit - 1], stops[hit]
    while high - low > FINEST:
        middle = (low + high) / 2
        low, high = (low, middle) if seen(middle) else (middle, high)
    return high
