"""What a vehicle takes over from those aboard: only what all of them share."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.design import DesignKind
from tabletop.arcana.catalogue.profiles import Defence
from tabletop.arcana.creation.vehicles import derived_values
from tabletop.arcana.creation.vehicles.context import Subject, in_design
from tabletop.arcana.creation.vehicles.tables import HOWDAHS, TOWED_VEHICLES
from tabletop.rulebook import Breach, Pass, rule

VEHICLE_CREATION = BOOK.section("Vehicle Creation")


@rule("VEH-19", TOWED_VEHICLES)
def magic_resistance_of_the_best(subject: Subject) -> Iterator[Breach | Pass]:
    """Magic resistance is the best of crew and beasts."""
    actual, limit = subject.design.defence.magic_resistance, derived_values.magic_resistance(subject.vehicle)
    if actual > limit:
        message = f"It has magic resistance {actual}; the best aboard is {limit}."
        yield Breach(message, in_design("defence.magic_resistance"), actual, limit)


@rule("VEH-20", TOWED_VEHICLES)
def morale_of_the_crew(subject: Subject) -> Iterator[Breach | Pass]:
    """Morale is the best of the crew's; it is fearless or berserk only if all the crew are."""
    stated, best = subject.design.morale, derived_values.morale(subject.vehicle)
    if stated is None or best is None:
        return
    if stated.value > best.value:
        message = f"It has morale {stated.value}; the best of the crew is {best.value}."
        yield Breach(message, in_design("morale.value"), stated.value, best.value)
    if stated.kind != best.kind:
        yield Breach(f"The crew's morale is {best.kind}, not {stated.kind}.", in_design("morale.kind"))


@rule("VEH-21", TOWED_VEHICLES)
def elements_that_all_share(subject: Subject) -> Iterator[Breach | Pass]:
    """A vehicle is immune or sensitive to an element only if its crew and beasts all are."""
    stated, shared = subject.design.defence, derived_values.defence(subject.vehicle)
    for field in ("immune", "sensitive"):
        for element in set(getattr(stated, field)) - set(getattr(shared, field)):
            message = f"Not all aboard are {field} to {element}, so the vehicle isn't."
            yield Breach(message, in_design(f"defence.{field}"))


@rule("VEH-22", TOWED_VEHICLES)
def missile_immune_together(subject: Subject) -> Iterator[Breach | Pass]:
    """A vehicle is missile immune only if its crew and beasts all are."""
    if subject.design.defence.missile_immune and not derived_values.defence(subject.vehicle).missile_immune:
        yield Breach("Not all aboard are missile immune, so the vehicle isn't.", in_design("defence.missile_immune"))


@rule("VEH-23", TOWED_VEHICLES)
def never_evasive(subject: Subject) -> Iterator[Breach | Pass]:
    """No vehicle has evasion, whoever rides or carries it."""
    actual = subject.design.defence.evasion
    if actual:
        yield Breach("A vehicle can't have evasion.", in_design("defence.evasion"), actual, 0)


@rule("VEH-24", HOWDAHS)
def slow_under_a_slow_howdah(subject: Subject) -> Iterator[Breach | Pass]:
    """A howdah is slow if its beast is; a towed vehicle only if all aboard are."""
    slow = derived_values.is_slow(subject.vehicle)
    if subject.design.defence.slow != slow:
        message = (
            "Its beast is slow, so the howdah is too." if slow else "Not all aboard are slow, so the vehicle isn't."
        )
        yield Breach(message, in_design("defence.slow"))


@rule("VEH-25", TOWED_VEHICLES)
def other_abilities_shared(subject: Subject) -> Iterator[Breach | Pass]:
    """Any other ability counts only if crew and beasts all have it."""
    for field in _unshared(subject.design.defence, derived_values.defence(subject.vehicle)):
        yield Breach(f"Not all aboard have {field.replace('_', ' ')}.", in_design(f"defence.{field}"))
    if subject.design.fearsome and not subject.vehicle.shared(lambda row: row.fearsome):
        yield Breach("Not all aboard are fearsome.", in_design("fearsome"))
    morale, best = subject.design.morale, derived_values.morale(subject.vehicle)
    if morale and morale.disciplined and not (best and best.disciplined):
        yield Breach("Not all aboard are disciplined.", in_design("morale.disciplined"))


def _unshared(stated: Defence, shared: Defence) -> Iterator[str]:
    for field in (*derived_values.SHARED_DEFENCES, "missile_armour"):
        if getattr(stated, field) > getattr(shared, field):
            yield field


@rule("VEH-26", TOWED_VEHICLES)
def never_infiltrates(subject: Subject) -> Iterator[Breach | Pass]:
    """Vehicles don't infiltrate."""
    if subject.design.infiltrates:
        yield Breach("A vehicle can't infiltrate.", in_design("infiltrates"))


@rule("VEH-27", VEHICLE_CREATION)
def priced_as_a_vehicle(subject: Subject) -> Iterator[Breach | Pass]:
    """A vehicle is designed as a vehicle, so it is special whatever it costs."""
    if subject.design.kind != DesignKind.VEHICLE:
        yield Breach(
            f"It is designed as a {subject.design.kind.replace('-', ' ')}, not as a vehicle.", in_design("kind")
        )


@rule("VEH-28", TOWED_VEHICLES)
def casts_no_spells(subject: Subject) -> Iterator[Breach | Pass]:
    """A vehicle can't cast spells; characters who ride on it may."""
    if subject.design.spellcaster:
        yield Breach("A vehicle can't cast spells.", in_design("spellcaster"))
