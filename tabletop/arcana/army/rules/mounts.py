"""Mounts: what a character rides."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from tabletop.arcana.army.edits import SetMount
from tabletop.arcana.army.resolve import Contingent, FieldedCharacter, FieldedUnit
from tabletop.arcana.army.roster import MOST_MODELS
from tabletop.arcana.army.rules.context import Subject, character_culprit
from tabletop.arcana.army.rules.traits import Trait
from tabletop.arcana.army.rules.units import MOUNTED_CHARACTERS
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.counted_names import named
from tabletop.arcana.catalogue.lists import is_design
from tabletop.arcana.catalogue.profiles import Row, Section
from tabletop.findings import Culprit, Remedy
from tabletop.languages import say, say_counted
from tabletop.rulebook import Breach, Pass, rule

PURCHASING_MONSTERS = BOOK.section("Purchasing Monsters")

Rider = tuple[Contingent, FieldedUnit, FieldedCharacter, Row]
RIDEABLE = (Section.MOUNTS, Section.MONSTERS, Section.VEHICLES)


def riders(subject: Subject) -> Iterator[Rider]:
    """Every mounted character with its contingent, its unit and its mount."""
    for contingent in subject.army.contingents:
        for unit in contingent.units:
            mounted = ((character, character.mount) for character in unit.characters)
            yield from ((contingent, unit, character, mount) for character, mount in mounted if mount)


@rule("MNT-01", MOUNTED_CHARACTERS, of=Trait.MOUNT)
def mount_can_be_ridden(subject: Subject) -> Iterator[Breach | Pass]:
    """Characters ride mounts, monsters and vehicles, not troops, characters or war machines."""
    for _, _, character, mount in riders(subject):
        if not carries(mount):
            text = say(
                "{character} can't ride {mount}: it isn't a mount, a monster or a vehicle.",
                character=character.row.name,
                mount=mount.name,
            )
            yield Breach(text, _culprit(character), remedies=(on_foot(character),))


def carries(mount: Row) -> bool:
    """Mounts, monsters and vehicles carry riders, and so do creatures of a player's own."""
    return mount.section in RIDEABLE or (is_design(mount) and mount.section == Section.TROOPS)


@rule("MNT-02", MOUNTED_CHARACTERS, of=Trait.MOUNT)
def mount_is_larger_than_its_rider(subject: Subject) -> Iterator[Breach | Pass]:
    """A mount stands on a larger base than its rider."""
    for _, _, character, mount in riders(subject):
        base = max(mount.base, mount.other_base or 0)
        if base <= character.row.base:
            yield Breach(
                say(
                    "{mount} has base {base}, no larger than {character}'s {rider}.",
                    mount=mount.name,
                    base=f"{base:g}",
                    character=character.row.name,
                    rider=f"{character.row.base:g}",
                ),
                _culprit(character),
                remedies=(on_foot(character),),
            )


@rule("MNT-03", MOUNTED_CHARACTERS, of=Trait.MOUNT)
def some_characters_never_ride(subject: Subject) -> Iterator[Breach | Pass]:
    """Giants, centaurs and others whose profile says so can't ride."""
    for _, _, character, mount in riders(subject):
        if character.row.cannot_mount:
            text = say(
                "{character} can't ride, so {mount} can't be its mount.", character=character.row.name, mount=mount.name
            )
            yield Breach(text, _culprit(character), remedies=(on_foot(character),))


@rule("MNT-04", MOUNTED_CHARACTERS, of=Trait.MOUNT)
def vehicle_has_room_for_its_riders(subject: Subject) -> Iterator[Breach | Pass]:
    """A vehicle has room beside its crew for every character who rides on it, where its profile says how much."""
    for unit in subject.army.units:
        for mount, bought, aboard in _vehicles(unit):
            for character in _left_behind(mount, bought, aboard):
                own = (_bought_for(character, mount),) if character.rides_along else ()
                yield Breach(
                    say("{vehicle}; {needed}.", vehicle=_room(mount), needed=_needed(character, aboard)),
                    _culprit(character),
                    remedies=(on_foot(character), *own),
                )


def _room(vehicle: Row) -> str:
    return say_counted(
        "{vehicle} has room for {count} base beside its crew",
        "{vehicle} has room for {count} bases beside its crew",
        vehicle.room or 0,
        vehicle=vehicle.name,
    )


Vehicle = tuple[Row, int, list[FieldedCharacter]]


def _vehicles(unit: FieldedUnit) -> Iterator[Vehicle]:
    """Each kind of vehicle of known room that a unit's characters ride, how many they bought, and who is aboard."""
    aboard: dict[str, list[FieldedCharacter]] = {}
    for character in unit.characters:
        mount = character.mount
        if mount and mount.section == Section.VEHICLES and mount.room is not None:
            aboard.setdefault(mount.slug, []).append(character)
    for characters in aboard.values():
        bought = sum(not character.rides_along for character in characters)
        yield next(character.mount for character in characters if character.mount), max(bought, 1), characters


def _left_behind(mount: Row, bought: int, aboard: list[FieldedCharacter]) -> Iterator[FieldedCharacter]:
    """The riders without room: first-fit decreasing, exact because each size of base divides the larger ones."""
    places = [mount.room or 0] * bought
    for character in sorted(aboard, key=lambda rider: (-rider.row.base, rider.rides_along, rider.choice.ref)):
        place = next((number for number, left in enumerate(places) if left >= _space(character)), None)
        if place is None:
            yield character
        else:
            places[place] -= _space(character)


def _space(character: FieldedCharacter) -> int:
    """Base units that a rider takes; a base ½ takes a whole one (ruling T14)."""
    return ceil(character.row.base)


def _needed(character: FieldedCharacter, aboard: list[FieldedCharacter]) -> str:
    name, own = character.row.name, _space(character)
    others = sum(map(_space, aboard)) - own
    if others:
        return say("{character} needs {own}, and the others take {others}", character=name, own=own, others=others)
    return say("{character} needs {own}", character=name, own=own)


@rule("MNT-06", MOUNTED_CHARACTERS, of=Trait.MOUNT)
def vehicles_alone_are_shared(subject: Subject) -> Iterator[Breach | Pass]:
    """Several characters may ride one vehicle that one of their unit has bought; a beast carries one."""
    for _, unit, character, mount in riders(subject):
        if not character.rides_along:
            continue
        if mount.section != Section.VEHICLES:
            text = say(
                "{mount} carries one character; {character} can't ride along.",
                mount=mount.name,
                character=character.row.name,
            )
        elif not any(character.mount == mount and not character.rides_along for character in unit.characters):
            text = say(
                "{character} rides along on {mount}, but nobody in {unit} has bought it.",
                character=character.row.name,
                mount=mount.name,
                unit=unit.name,
            )
        else:
            continue
        yield Breach(text, _culprit(character), remedies=(_bought_for(character, mount), on_foot(character)))


def _bought_for(character: FieldedCharacter, mount: Row) -> Remedy:
    edit = SetMount(character=character.choice.ref, profile=mount.slug)
    return Remedy(say("Give {character} its own {mount}", character=character.row.name, mount=mount.name), edit)


@rule("MNT-05", PURCHASING_MONSTERS, of=Trait.MOUNT)
def monsters_are_led_from_their_own_kind(subject: Subject) -> Iterator[Breach | Pass]:
    """A leader of monsters is on foot, on a monster of the same kind, or on a vehicle that such monsters draw."""
    for _, unit, character, mount in riders(subject):
        led = [models.row for models in unit.models if models.row.section == Section.MONSTERS]
        if led and not _is_own_vehicle(mount) and all(row.slug not in (mount.slug, mount.drawn_by) for row in led):
            yield Breach(
                say(
                    "{character} rides {mount}; to lead {models}, it has to be on foot or ride one of them.",
                    character=character.row.name,
                    mount=mount.name,
                    models=named(led[0].name, MOST_MODELS),
                ),
                _culprit(character),
                remedies=(on_foot(character), *_on_the_same(character, led[0])),
            )


def _is_own_vehicle(mount: Row) -> bool:
    """A vehicle of the player's own whose file gives figures alone: it doesn't say which beasts draw it."""
    return is_design(mount) and mount.vehicle_type is None and mount.section == Section.VEHICLES


def on_foot(character: FieldedCharacter) -> Remedy:
    label = (
        say("{character} off the {mount}", character=character.row.name, mount=character.mount.name)
        if character.mount
        else say("{character} on foot", character=character.row.name)
    )
    return Remedy(label, SetMount(character=character.choice.ref, profile=None))


def _on_the_same(character: FieldedCharacter, monster: Row) -> Iterator[Remedy]:
    if monster.base > character.row.base:
        edit = SetMount(character=character.choice.ref, profile=monster.slug)
        yield Remedy(say("{character} on {monster}", character=character.row.name, monster=monster.name), edit)


def _culprit(character: FieldedCharacter) -> Culprit:
    return character_culprit(character.choice.ref)
