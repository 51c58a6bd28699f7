"""What pulls or carries a vehicle."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tabletop.arcana.catalogue.counted_names import counted
from tabletop.arcana.catalogue.profiles import MovementWay, Section
from tabletop.arcana.creation.vehicles.context import Subject, in_parts
from tabletop.arcana.creation.vehicles.crews import GENERAL_CREW, strangers
from tabletop.arcana.creation.vehicles.parts import Aboard
from tabletop.arcana.creation.vehicles.tables import HOWDAHS, TOWED_VEHICLES
from tabletop.findings import Remedy
from tabletop.rulebook import Breach, Pass, rule


@rule("VEH-15", TOWED_VEHICLES)
def something_moves_it(subject: Subject) -> Iterator[Breach | Pass]:
    """A vehicle has beasts to move it, or moves by itself; a howdah always has its beast."""
    if subject.vehicle.beasts is None and subject.vehicle.type.is_howdah:
        yield Breach("No beast carries the howdah.", in_parts("beasts"), actual=0, limit=1)
    elif all(getattr(subject.design.movement, way) is None for way in MovementWay):
        yield Breach("Nothing pulls it, and it has no movement of its own.", in_parts("movement"))


@rule("VEH-16", TOWED_VEHICLES)
def beasts_of_the_army(subject: Subject) -> Iterator[Breach | Pass]:
    """Beasts are monsters open to all, or monsters and steeds of the vehicle's army."""
    beasts = subject.vehicle.beasts
    if beasts is None:
        return
    if beasts.row.section not in (Section.MONSTERS, Section.MOUNTS):
        yield Breach(f"{beasts.row.name} is neither a monster nor a steed.", in_parts("beasts"))
    elif _is_foreign(subject, beasts):
        yield Breach(f"{beasts.row.name} doesn't belong to this vehicle's army.", in_parts("beasts"))


def _is_foreign(subject: Subject, beasts: Aboard) -> bool:
    """Beasts without any crew or army beside them are of nobody's army but their own."""
    if subject.vehicle.army is None:
        return False
    return any(strangers(subject.vehicle, (beasts,), GENERAL_CREW))


@rule("VEH-17", TOWED_VEHICLES)
def beasts_within_the_base(subject: Subject) -> Iterator[Breach | Pass]:
    """The beasts that tow a vehicle are all of one kind and take up no more base units than its smallest base has."""
    beasts, kind = subject.vehicle.beasts, subject.vehicle.type
    if beasts is None or kind.is_howdah:
        return
    width, depth = kind.least_base
    if beasts.space <= width * depth:
        yield Pass(f"Beasts take {beasts.space} of {width * depth} base units.")
        return
    message = (
        f"{counted(beasts.row.name, beasts.count)} take up {beasts.space} base units; its base has {width * depth}."
    )
    fitting = width * depth * beasts.count // beasts.space
    yield Breach(message, in_parts("beasts"), beasts.space, width * depth, tuple(_fewer(subject, fitting)))


def _fewer(subject: Subject, count: int) -> Iterator[Remedy]:
    beasts = subject.vehicle.parts.beasts
    if beasts is not None and count:
        yield subject.remedy(f"Harness only {count}", beasts=replace(beasts, count=count))


@rule("VEH-18", HOWDAHS)
def beast_large_enough(subject: Subject) -> Iterator[Breach | Pass]:
    """A howdah rides on one beast with at least the base and the wounds in the table."""
    beast, kind = subject.vehicle.beasts, subject.vehicle.type
    if beast is None or not kind.is_howdah:
        return
    if beast.count > 1:
        message = f"{beast.count} beasts carry the howdah; only one can."
        yield Breach(message, in_parts("beasts.count"), beast.count, 1, tuple(_fewer(subject, 1)))
    width, depth = kind.least_base
    if beast.row.base < width * depth:
        message = f"{beast.row.name} stands on base {beast.row.base:g}; a {kind.name} needs {width * depth}."
        yield Breach(message, in_parts("beasts.profile"), int(beast.row.base), width * depth)
    if beast.row.wounds < kind.beast_wounds:
        message = f"{beast.row.name} has {counted('wound', beast.row.wounds)}; a {kind.name} needs {kind.beast_wounds}."
        yield Breach(message, in_parts("beasts.profile"), beast.row.wounds, kind.beast_wounds)
