"""Can one unit charge another: the inches needed, the way, where it is declared, against which side, or why not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.battlefield.causes import Cause
from tabletop.arcana.battlefield.reasons import Reason, because
from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit, apart
from tabletop.arcana.battlefield.schema import RankAndFile, Side
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
from tabletop.arcana.rules.charge.planning.block_search import Way
from tabletop.arcana.rules.charge.planning.reaching import Field, fields_of, reached
from tabletop.arcana.rules.formation.changing import CHARGES, QUARTER
from tabletop.arcana.rules.movement.motions import wheel_angle
from tabletop.arcana.rules.movement.orders import Hand, Order, orders_text
from tabletop.arcana.rules.movement.terrain_cost import Leg, legs_of, unit_after
from tabletop.geometry.primitives.tolerances import CONTACT, RANGE

FLYERS = BOOK.section("Flyers & Melee")
ENGAGED = BOOK.section("Manoeuvres for Engaged Units")
FINEST = 1e-6  # inches to which the first sight of a target along a wheel is found


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
    side: Side = "front"
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
        return misses(self.target, self.begun, self.allowance) if self.needed is not None else ()

    @property
    def pivot(self) -> Hand | None:
        return self.way.hand if self.way and self.way.wheels else None

    @property
    def wheel(self) -> tuple[float, float]:
        """Inches and degrees."""
        if not (self.way and self.pivot and isinstance(self.charger.formation, RankAndFile)):
            return 0.0, 0.0
        return self.way.arc, wheel_angle(self.charger.formation.files * self.charger.size[0], self.way.arc)

    @property
    def words(self) -> str:
        return orders_text(self.orders)


def solve(
    scene: PlacedTable, ref: str, target_ref: str, *, sees: Sight = open_view, first: Manoeuvre | None = None
) -> Charge:
    """The cheapest charge of one unit against another; `first` is a manoeuvre made before the way is looked for.

    MalformedError where either isn't on the table. Whether a nearer enemy must be charged is asked elsewhere.
    """
    charger, target = scene.unit(ref), scene.unit(target_ref)
    if reason := barred(scene, charger, target):
        return _refused(charger, target, reason)
    found = [_solved(scene, field, sees, first) for field in fields_of(scene, charger, target)]
    return min(found, key=lambda each: (not each.possible, each.needed is None, each.needed or 0.0))


def barred(scene: PlacedTable, charger: PlacedUnit, target: PlacedUnit) -> Reason | None:
    """Why there is nothing to measure at all."""
    if charger.side == target.side:
        return because(Cause.CHARGES_A_FRIEND, CHARGES, ref=target.ref)
    if scene.is_engaged(charger.ref):
        return because(Cause.ENGAGED_UNITS_DO_NOT_CHARGE, ENGAGED, ref=charger.ref)
    if target.altitude == "high" and charger.fly is None:
        return because(Cause.TARGET_FLIES_HIGH, FLYERS, ref=target.ref, target=target.called)
    return None


def _refused(charger: PlacedUnit, target: PlacedUnit, reason: Reason) -> Charge:
    move = float((charger.ground if charger.altitude == "ground" else charger.fly) or 0)
    return Charge(
        possible=False,
        charger=charger,
        target=target,
        allowance=move,
        unit=charger,
        begun=charger,
        reason=reason,
    )


def _solved(scene: PlacedTable, field: Field, sees: Sight, first: Manoeuvre | None) -> Charge:
    begun = _after(field, first)
    priced = reached(begun) if begun else None
    charger, target = scene.unit(field.unit.ref), field.target
    found = _refused(charger, target, because(Cause.OUT_OF_TOUCH, CHARGES, ref=target.ref, target=target.called))
    if priced is None:
        return replace(found, allowance=field.allowance)
    orders = (*first.orders, *priced.orders) if first else priced.orders
    spent = priced.inches + (first.inches if first else 0.0)
    known = () if first else priced.legs
    legs = known or legs_of(field.unit, orders, field.slow, flying=field.flying)
    found = replace(found, allowance=field.allowance, orders=orders, unit=unit_after(field.unit, legs, spent))
    found = replace(found, way=priced.way if isinstance(priced.way, Way) else None, reason=priced.reason)
    found = replace(found, legs=legs, begun=field.unit, flying=field.flying)
    if priced.reason:
        return found
    begun_at = first.inches if first else 0.0
    return _declared(scene, replace(found, needed=spent), field, legs, (begun_at, sees))


def _after(field: Field, first: Manoeuvre | None) -> Field | None:
    """The field with a first manoeuvre made; None where it is blocked."""
    if first is None:
        return field
    if field.price_orders(first.orders).reason:
        return None
    return replace(field, unit=first.unit, allowance=field.allowance - first.inches)


def _declared(
    scene: PlacedTable, found: Charge, field: Field, legs: Sequence[Leg], view: tuple[float, Sight]
) -> Charge:
    """With where it can be declared, the side, and what still forbids it."""
    window, zones = found.window, zones_of(field.target)
    begun_at, sees = view
    first = _first_seen(scene, field, legs, (begun_at, window, sees))
    place = unit_after(field.unit, legs, first if first is not None else 0.0)
    counted = tally(zones, place.centres) if zones else None
    found = replace(
        found,
        declared=None if first is None else Declared(first, window, place),
        tally=counted,
        side=counted.side if counted else "front",
    )
    reason = next(_forbidding(found, window), None)
    return replace(found, reason=reason, possible=reason is None)


def _first_seen(
    scene: PlacedTable, field: Field, legs: Sequence[Leg], view: tuple[float, float, Sight]
) -> float | None:
    """The inches, not before the first given, after which the target is seen; None for not within the window."""
    begun_at, window, sees = view

    def seen(spent: float) -> bool:
        unit = unit_after(field.unit, legs, spent)
        unit = replace(unit, altitude="high") if field.flying else unit
        return in_arc(unit, field.target.blocks) and sees(scene, unit, field.target)

    stops = [begun_at, *(leg.after for leg in legs if begun_at < leg.after < window), max(window, begun_at)]
    hit = next((number for number, stop in enumerate(stops) if seen(stop)), None)
    if hit is None or hit == 0:
        return None if hit is None else begun_at
    low, high = stops[hit - 1], stops[hit]
    while high - low > FINEST:
        middle = (low + high) / 2
        low, high = (low, middle) if seen(middle) else (middle, high)
    return high


def _forbidding(found: Charge, window: float) -> Iterator[Reason]:
    needed = found.needed or 0.0
    target = found.target
    if needed > found.allowance + RANGE:
        short = needed - found.allowance
        yield because(
            Cause.TOO_FAR_TO_CHARGE, CHARGES, ref=target.ref, needed=needed, move=found.allowance, short=short
        )
    if found.declared is None:
        yield because(Cause.NOT_SEEN_IN_TIME, CHARGES, ref=target.ref, target=target.called, quarter=window)


def touches(found: Charge) -> bool:
    """Whether the two stood in contact from the start."""
    return found.straight <= CONTACT
