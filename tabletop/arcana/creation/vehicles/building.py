"""One profile made of a vehicle's parts, and what the text changed on the way."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.catalogue.design import Design, DesignKind
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import MovementWay, Row
from tabletop.arcana.catalogue.vehicle_parts import VehicleParts
from tabletop.arcana.creation.equipment.apply import reread_design
from tabletop.arcana.creation.vehicles import derived_values
from tabletop.arcana.creation.vehicles.parts import Aboard, Vehicle, look_up

MODELS_A_SPACE = 2
WAY_WORDS = {MovementWay.GROUND: "moves", MovementWay.FLY: "flies", MovementWay.SWIM: "swims"}
SHARED_WORDS = {
    "regeneration": "regeneration",
    "missile_immune": "missile immunity",
    "missile_armour": "missile armour",
    "negates_long_weapons": "the gift against long weapons",
    "testudo": "testudo",
    "charmer": "charming",
    "immune": "immunity",
    "sensitive": "sensitivity",
}


class Built(Struct, frozen=True):
    """A vehicle's profile as the text makes it, and notes on what its parts lost or gained by it."""

    vehicle: Vehicle
    design: Design
    notes: tuple[str, ...]

    @property
    def cargo(self) -> int:
        """Base units of crew space left to passengers."""
        return self.vehicle.parts.cargo


def build(parts: VehicleParts, catalogue: Catalogue) -> Built:
    """The vehicle as one design, legal or not: `review` says which limits it breaks.

    MalformedError as `look_up` raises it, or for a field that grows beyond what a design file can hold.
    """
    vehicle = look_up(parts, catalogue)
    return Built(vehicle, reread_design(assemble(vehicle)), tuple(notes(vehicle)))


def assemble(vehicle: Vehicle) -> Design:
    armour, second_armour = derived_values.suits(vehicle)
    return Design(
        name=vehicle.parts.name or vehicle.type.name,
        kind=DesignKind.VEHICLE,
        movement=derived_values.movement(vehicle),
        wounds=vehicle.parts.wounds or derived_values.most_wounds(vehicle),
        armour=armour,
        second_armour=second_armour,
        defence=derived_values.defence(vehicle),
        morale=derived_values.morale(vehicle),
        melee=derived_values.melee(vehicle),
        missile=derived_values.missile(vehicle),
        ramming=derived_values.ramming(vehicle),
        fearsome=vehicle.shared(lambda row: row.fearsome),
        base=derived_values.base(vehicle),
        footprint=derived_values.footprint(vehicle),
        room=derived_values.room(vehicle),
        parts=replace(vehicle.parts, name=""),
    )


def notes(vehicle: Vehicle) -> Iterator[str]:
    """What differs from the parts' own profiles, in words."""
    yield from _slowed(vehicle)
    for aboard in vehicle.crew:
        yield from _crew(aboard)
    yield from _lost(vehicle)
    if not vehicle.crew and vehicle.beasts:
        yield f"Without a crew, the morale is that of {vehicle.beasts.row.name}."
    if vehicle.parts.cargo:
        models = vehicle.parts.cargo * MODELS_A_SPACE
        yield f"Cargo space {vehicle.parts.cargo}: carries up to {models} base units of models from other units."
    if derived_values.base(vehicle) != vehicle.type.counts_as:
        yield f"Counts as base {vehicle.type.counts_as} in overruns."


def _slowed(vehicle: Vehicle) -> Iterator[str]:
    if vehicle.beasts is None:
        return
    row = vehicle.beasts.row
    for way in MovementWay:
        own = getattr(row.movement, way)
        if own is not None and derived_values.top_speed(vehicle, way) < own:
            yield f"{row.name} {WAY_WORDS[way]} {own}″, the vehicle {derived_values.top_speed(vehicle, way)}″."


def _crew(each: Aboard) -> Iterator[str]:
    line = each.row.melee[each.attack] if each.row.melee else None
    if line and (line.attacks > 1 or len(each.row.melee) > 1):
        yield f"{each.row.name}: one attack each from the vehicle."
    if line and line.phalanx:
        yield f"{each.row.name}: no phalanx on a vehicle."
    if any(not shots.natural for shots in each.row.missile):
        yield f"{each.row.name}: missiles become natural."


def _lost(vehicle: Vehicle) -> Iterator[str]:
    """Abilities that some aboard have and others lack."""
    for field, words in SHARED_WORDS.items():
        lacking = [row for row in vehicle.members if not getattr(row.defence, field)]
        if lacking and len(lacking) < len(vehicle.members):
            yield f"Without {words}: {lacking[0].name} lacks it."
    if any(row.defence.evasion for row in vehicle.members):
        yield "Without evasion: no vehicle has any."
    yield from _not_fearsome(vehicle.members)


def _not_fearsome(members: tuple[Row, ...]) -> Iterator[str]:
    lacking = [row for row in members if not row.fearsome]
    if lacking and len(lacking) < len(members):
        yield f"Not fearsome: {lacking[0].name} isn't."
