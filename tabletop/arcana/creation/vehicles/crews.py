"""Who rides on a vehicle: crew, war machines, cargo, and how they fight."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.counted_names import counted
from tabletop.arcana.catalogue.lists import list_slug
from tabletop.arcana.catalogue.profiles import Melee, Missile, Row, Section
from tabletop.arcana.creation.vehicles import derived_values
from tabletop.arcana.creation.vehicles.building import MODELS_A_SPACE
from tabletop.arcana.creation.vehicles.context import Subject, in_design, in_parts
from tabletop.arcana.creation.vehicles.parts import Aboard, Vehicle
from tabletop.arcana.creation.vehicles.tables import TOWED_VEHICLES
from tabletop.findings import Remedy
from tabletop.rulebook import Breach, Pass, rule

MOUNTED_CHARACTERS = BOOK.section("Mounted Characters")

GENERAL_CREW = ("monsters",)
GENERAL_MACHINES = ("war-machines",)


@rule("VEH-09", TOWED_VEHICLES)
def room_for_all(subject: Subject) -> Iterator[Breach | Pass]:
    """Crew, war machines and cargo take up no more base units than the type has room for; each of cargo carries two."""
    vehicle = subject.vehicle
    taken, room, cargo = vehicle.space_taken, vehicle.type.crew, vehicle.parts.cargo
    if taken <= room:
        riding = f"; cargo space {cargo} carries {cargo * MODELS_A_SPACE}" if cargo else ""
        yield Pass(f"{taken} of {room} base units taken{riding}.")
        return
    message = f"{taken} base units are aboard; a {vehicle.type.name} has room for {room}."
    yield Breach(message, in_parts("crew"), taken, room, tuple(_ways_to_make_room(subject, taken - room)))


def _ways_to_make_room(subject: Subject, excess: int) -> Iterator[Remedy]:
    parts = subject.vehicle.parts
    if parts.cargo >= excess:
        yield subject.remedy(f"Lower the cargo space to {parts.cargo - excess}", cargo=parts.cargo - excess)
    for number, aboard in enumerate(subject.vehicle.crew):
        leaving = min(-(-excess * aboard.count // aboard.space), aboard.count)
        if leaving * aboard.space >= excess * aboard.count:
            fewer = replace(parts.crew[number], count=aboard.count - leaving)
            left = (fewer,) if fewer.count else ()
            crew = (*parts.crew[:number], *left, *parts.crew[number + 1 :])
            yield subject.remedy(f"Leave {counted(aboard.row.name, leaving)} behind", crew=crew)


@rule("VEH-29", MOUNTED_CHARACTERS)
def room_for_riders_is_there(subject: Subject) -> Iterator[Breach | Pass]:
    """The room for characters is no more than crew, war machines and cargo leave free."""
    stated, left = subject.design.room, derived_values.room(subject.vehicle)
    if stated is not None and stated > left:
        yield Breach(
            f"Its profile says room for {counted('rider', stated)}; its parts leave {left}.",
            in_design("room"),
            stated,
            left,
        )


@rule("VEH-10", TOWED_VEHICLES)
def crew_fights_on_foot(subject: Subject) -> Iterator[Breach | Pass]:
    """The crew are troops that fight on foot, or monsters; none are mounted or built like horses."""
    for number, aboard in enumerate(subject.vehicle.crew):
        if reason := _unfit(aboard.row):
            message = f"{aboard.row.name} {reason}."
            yield Breach(message, in_parts(f"crew[{number}]"), remedies=_dismissed(subject, number))


def _unfit(row: Row) -> str:
    if row.section not in (Section.TROOPS, Section.MONSTERS):
        return "is neither a trooper nor a monster"
    if row.mounted:
        return "rides, and the crew fights on foot"
    return "is built like a horse, and the crew fights on foot" if row.horse_like else ""


def _dismissed(subject: Subject, number: int) -> tuple[Remedy, ...]:
    crew = subject.vehicle.parts.crew
    label = f"Leave {subject.vehicle.crew[number].row.name} behind"
    return (subject.remedy(label, crew=(*crew[:number], *crew[number + 1 :])),)


@rule("VEH-11", TOWED_VEHICLES)
def crew_of_one_army(subject: Subject) -> Iterator[Breach | Pass]:
    """The crew come from the vehicle's army or from the monsters open to all."""
    for number, each in strangers(subject.vehicle, subject.vehicle.crew, GENERAL_CREW):
        message = f"{each.row.name} doesn't belong to this vehicle's army."
        yield Breach(message, in_parts(f"crew[{number}]"), remedies=_dismissed(subject, number))


def strangers(vehicle: Vehicle, aboard: Iterable[Aboard], general: tuple[str, ...]) -> Iterator[tuple[int, Aboard]]:
    """Members of the crew, with their number, who are neither of the vehicle's army nor of a list open to all."""
    for number, member in enumerate(aboard):
        if list_slug(member.row.slug) not in (*general, vehicle.army):
            yield number, member


@rule("VEH-12", TOWED_VEHICLES)
def war_machines_of_the_army(subject: Subject) -> Iterator[Breach | Pass]:
    """War machines aboard are standard ones or the army's own."""
    vehicle = subject.vehicle
    foreign = {number for number, _ in strangers(vehicle, vehicle.machines, GENERAL_MACHINES)}
    for number, aboard in enumerate(vehicle.machines):
        if aboard.row.section != Section.WAR_MACHINES or number in foreign:
            machines = vehicle.parts.war_machines
            left = (*machines[:number], *machines[number + 1 :])
            remedies = (subject.remedy(f"Take the {aboard.row.name} off", war_machines=left),)
            message = f"{aboard.row.name} isn't a war machine of this vehicle's army."
            yield Breach(message, in_parts(f"war_machines[{number}]"), remedies=remedies)


@rule("VEH-13", TOWED_VEHICLES)
def one_attack_each(subject: Subject) -> Iterator[Breach | Pass]:
    """In melee each of the crew attacks once, and the beasts with all their attacks."""
    beasts = subject.vehicle.beasts
    crew = sum(aboard.count for aboard in subject.vehicle.crew)
    limit = crew + (beasts.count * _blows(beasts.row.melee) if beasts else 0)
    actual = _blows(subject.design.melee)
    if actual > limit:
        message = f"It has {counted('melee attack', actual)}; its crew and beasts have {limit} between them."
        yield Breach(message, in_design("melee"), actual, limit)


def _blows(lines: Iterable[Melee]) -> int:
    return sum(line.attacks * line.sweeps for line in lines)


@rule("VEH-14", TOWED_VEHICLES)
def missiles_are_natural(subject: Subject) -> Iterator[Breach | Pass]:
    """Missiles of the crew and of war machines aboard become natural, and are paid for as such."""
    beasts = subject.vehicle.beasts
    own = {_kind(line) for line in beasts.row.missile} if beasts else set()
    for number, line in enumerate(subject.design.missile):
        if not line.natural and _kind(line) not in own:
            message = f"{line.name or 'The missile'} isn't natural; every missile shot from a vehicle is."
            yield Breach(message, in_design(f"missile[{number}].natural"))


def _kind(line: Missile) -> Missile:
    return replace(line, name="", attacks=1)
