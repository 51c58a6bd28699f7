"""The limits of the two tables: speed, wounds, armour, ramming, base."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.profiles import Armour, Melee, MovementWay
from tabletop.arcana.creation.vehicles import derived_values
from tabletop.arcana.creation.vehicles.context import Subject, in_design, in_parts
from tabletop.arcana.creation.vehicles.parts import Vehicle
from tabletop.arcana.creation.vehicles.tables import HOWDAHS, TOWED_VEHICLES
from tabletop.findings import Remedy
from tabletop.rulebook import Breach, Pass, rule

MOVING_VEHICLES = BOOK.section("Moving Vehicles")
ADJUSTMENT = 1


@rule("VEH-01", TOWED_VEHICLES)
def speed_within_its_type(subject: Subject) -> Iterator[Breach | Pass]:
    """On the ground and in water a vehicle is no faster than its type allows, and no faster than its beasts."""
    yield from _too_fast(subject, MovementWay.GROUND)
    yield from _too_fast(subject, MovementWay.SWIM)


@rule("VEH-02", HOWDAHS)
def flight_within_its_type(subject: Subject) -> Iterator[Breach | Pass]:
    """A howdah's beast flies a quarter less far, rounded down; a towed vehicle flies no faster than its type allows."""
    yield from _too_fast(subject, MovementWay.FLY)


def _too_fast(subject: Subject, way: MovementWay) -> Iterator[Breach | Pass]:
    inches, limit = getattr(subject.design.movement, way), derived_values.top_speed(subject.vehicle, way)
    if inches is None or inches <= limit:
        return
    own = subject.vehicle.parts.movement
    remedies: tuple[Remedy, ...] = ()
    if own is not None:
        remedies = (subject.remedy(f"Slow it to {limit}″", movement=replace(own, **{way: limit})),)
    name = subject.vehicle.type.name
    message = f"{inches}″ is too fast: this {name} moves {limit}″ at most."
    yield Breach(message, in_design(f"movement.{way}"), inches, limit, remedies)


@rule("VEH-03", TOWED_VEHICLES)
def terrain_as_the_beasts(subject: Subject) -> Iterator[Breach | Pass]:
    """A vehicle crosses difficult ground only as its beasts do."""
    beasts = subject.vehicle.beasts
    if beasts is None:
        return
    for number, ability in enumerate(subject.design.movement.abilities):
        if ability not in beasts.row.movement.abilities:
            message = f"{beasts.row.name} doesn't have “{ability.replace('-', ' ')}”, so the vehicle doesn't either."
            yield Breach(message, in_design(f"movement.abilities[{number}]"))


@rule("VEH-04", TOWED_VEHICLES)
def wounds_within_its_type(subject: Subject) -> Iterator[Breach | Pass]:
    """A towed vehicle has at most its type's wounds; a howdah adds its bonus to its beast's."""
    wounds, limit = subject.design.wounds, derived_values.most_wounds(subject.vehicle)
    if wounds <= limit:
        yield Pass(f"{wounds} of at most {limit} wounds.")
        return
    remedies: tuple[Remedy, ...] = ()
    if subject.vehicle.parts.wounds is not None:
        remedies = (subject.remedy(f"Lower the wounds to {limit}", wounds=None),)
    message = f"It has {wounds} wounds; a {subject.vehicle.type.name} has {limit} at most."
    yield Breach(message, in_design("wounds"), wounds, limit, remedies)


@rule("VEH-05", TOWED_VEHICLES)
def armour_within_its_type(subject: Subject) -> Iterator[Breach | Pass]:
    """Armour is that of the type, fixed, give or take a point; a howdah may use its beast's instead or as well."""
    design, kind = subject.design, subject.vehicle.type
    for field, suit in (("armour", design.armour or Armour()), ("second_armour", design.second_armour)):
        if suit is not None and suit not in _wearable(subject.vehicle, field):
            message = f"It has armour {_words(suit)}; a {kind.name} has {kind.armour} fixed, give or take {ADJUSTMENT}."
            yield Breach(message, in_design(field), suit.value, kind.armour + ADJUSTMENT)


def _wearable(vehicle: Vehicle, field: str) -> list[Armour | None]:
    """What may stand in the field: only a howdah combines two suits, its own and its beast's."""
    steps = range(-ADJUSTMENT, ADJUSTMENT + 1)
    own: list[Armour | None] = [Armour(value=vehicle.type.armour + step, fixed=True) for step in steps]
    if vehicle.type.is_howdah and vehicle.beasts:
        return [*own, vehicle.beasts.row.armour or Armour(), vehicle.beasts.row.second_armour]
    return own if field == "armour" else []


def _words(suit: Armour) -> str:
    return f"{suit.value} fixed" if suit.fixed else str(suit.value)


@rule("VEH-06", TOWED_VEHICLES)
def ram_of_its_type(subject: Subject) -> Iterator[Breach | Pass]:
    """A towed vehicle rams as its type does, whatever pulls it; under a howdah the beast rams, if it can."""
    ram, allowed = subject.design.ramming, derived_values.ramming(subject.vehicle)
    if _nameless(ram) == _nameless(allowed) or (ram is None and subject.vehicle.type.is_howdah):
        return
    actual, limit = (ram.attacks if ram else 0), (allowed.attacks if allowed else 0)
    yield Breach(f"It rams with {_ram(ram)}, not {_ram(allowed)}.", in_design("ramming"), actual, limit)


def _nameless(ram: Melee | None) -> Melee | None:
    return replace(ram, name="") if ram else None


def _ram(ram: Melee | None) -> str:
    return f"{ram.attacks}/{ram.skill} strength {ram.strength}" if ram else "nothing"


@rule("VEH-07", TOWED_VEHICLES)
def base_no_smaller(subject: Subject) -> Iterator[Breach | Pass]:
    """A vehicle's base is at least as wide and deep as its type's smallest, a howdah's as that of its beast."""
    vehicle = subject.vehicle
    (width, depth), (least_width, least_depth) = vehicle.base, vehicle.least_base
    if width < least_width or depth < least_depth:
        message = f"Its base is {width} × {depth}; it needs at least {least_width} × {least_depth}."
        remedies = (subject.remedy(f"Use a base of {least_width} × {least_depth}", base=None),)
        yield Breach(message, in_parts("base"), width * depth, least_width * least_depth, remedies)


@rule("VEH-08", MOVING_VEHICLES)
def base_counts_as_its_type(subject: Subject) -> Iterator[Breach | Pass]:
    """Light chariots count as base 4 and other towed vehicles as base 9; a howdah stands on its beast's base."""
    base, counted = subject.design.base, derived_values.base(subject.vehicle)
    if base != counted:
        yield Breach(f"It counts as base {counted:g}, not {base:g}.", in_design("base"), int(base), int(counted))
