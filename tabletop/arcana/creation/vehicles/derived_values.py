"""What a vehicle's figures are by the text, worked out from its parts."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from tabletop.arcana.catalogue.profiles import (
    FOOTPRINTS,
    PRICED_ELEMENTS,
    Armour,
    Defence,
    Melee,
    Missile,
    Morale,
    MoraleKind,
    Movement,
    MovementWay,
    Row,
)
from tabletop.arcana.catalogue.vehicle_parts import Wears
from tabletop.arcana.creation.vehicles.parts import Vehicle
from tabletop.arcana.creation.vehicles.tables import Footprint

SHARED_DEFENCES = ("shield", "regeneration", "negates_long_weapons", "testudo", "charmer")


def top_speed(vehicle: Vehicle, way: MovementWay) -> int:
    """The most inches on one way: the type's, and no more than the beasts'; under a howdah flight loses a quarter.

    The quarter comes off a flight as the beast has it; the table's speed is for the ground and water.
    """
    if vehicle.beasts is None:
        return vehicle.type.speed
    own = getattr(vehicle.beasts.row.movement, way) or 0
    if vehicle.type.is_howdah and way is MovementWay.FLY:
        return int(own) * 3 // 4
    return min(int(own), vehicle.type.speed)


def movement(vehicle: Vehicle) -> Movement:
    """As the beasts move, slowed to the type; what moves by itself moves as stated."""
    if vehicle.beasts is None:
        return vehicle.parts.movement or Movement()
    own = vehicle.beasts.row.movement
    ways = {way: None if getattr(own, way) is None else top_speed(vehicle, way) for way in MovementWay}
    return Movement(**ways, abilities=own.abilities)


def most_wounds(vehicle: Vehicle) -> int:
    """The type's wounds, on top of the beast's for a howdah."""
    carried = vehicle.type.is_howdah and vehicle.beasts
    return vehicle.type.wounds + (carried.row.wounds if carried else 0)


def suits(vehicle: Vehicle) -> tuple[Armour | None, Armour | None]:
    """The vehicle's armour or, of a howdah, its beast's or both."""
    if vehicle.beasts is None or vehicle.parts.wears == Wears.VEHICLE:
        return vehicle.own_armour, None
    if vehicle.parts.wears == Wears.BEAST:
        return vehicle.beasts.row.armour, vehicle.beasts.row.second_armour
    return vehicle.beasts.row.armour or Armour(), vehicle.own_armour


def defence(vehicle: Vehicle) -> Defence:
    """The best magic resistance aboard, what all share (of elements, those with a price), and never evasion."""
    return Defence(
        magic_resistance=magic_resistance(vehicle),
        missile_armour=min((row.defence.missile_armour for row in vehicle.members), default=0),
        missile_immune=vehicle.shared(lambda row: row.defence.missile_immune),
        slow=is_slow(vehicle),
        sensitive=tuple(element for element in PRICED_ELEMENTS if _all_have(vehicle, "sensitive", element)),
        immune=tuple(element for element in PRICED_ELEMENTS if _all_have(vehicle, "immune", element)),
        **{field: _all_defend(vehicle, field) for field in SHARED_DEFENCES},
    )


def _all_have(vehicle: Vehicle, field: Literal["sensitive", "immune"], element: str) -> bool:
    return vehicle.shared(lambda row: element in getattr(row.defence, field))


def _all_defend(vehicle: Vehicle, field: str) -> bool:
    return vehicle.shared(lambda row: bool(getattr(row.defence, field)))


def magic_resistance(vehicle: Vehicle) -> int:
    return max((row.defence.magic_resistance for row in vehicle.members), default=0)


def is_slow(vehicle: Vehicle) -> bool:
    """A howdah is as slow as its beast; anything else only where all aboard are."""
    if vehicle.type.is_howdah and vehicle.beasts:
        return vehicle.beasts.row.defence.slow
    return vehicle.shared(lambda row: row.defence.slow)


def morale(vehicle: Vehicle) -> Morale | None:
    """The best of the crew, fearless or berserk if all of the crew are; without a crew the beasts'."""
    spirits = [aboard.row.morale for aboard in vehicle.crew if aboard.row.morale]
    if not vehicle.crew and vehicle.beasts and vehicle.beasts.row.morale:
        spirits = [vehicle.beasts.row.morale]
    if not spirits:
        return None
    kinds = {spirit.kind for spirit in spirits}
    disciplined = vehicle.shared(lambda row: bool(row.morale and row.morale.disciplined))
    kind = kinds.pop() if len(kinds) == 1 else MoraleKind.NATURAL
    return Morale(value=max(spirit.value for spirit in spirits), kind=kind, disciplined=disciplined)


def ramming(vehicle: Vehicle) -> Melee | None:
    """The type's ram or, under a howdah, the beast's."""
    if vehicle.type.is_howdah:
        return vehicle.beasts.row.ramming if vehicle.beasts else None
    return vehicle.type.ramming


def melee(vehicle: Vehicle) -> tuple[Melee, ...]:
    """One blow for each of the crew, and everything the beasts have."""
    crew = [
        crew_blow(aboard.row.melee[aboard.attack], aboard.count, _whose(vehicle, aboard.row))
        for aboard in vehicle.crew
        if aboard.row.melee
    ]
    if vehicle.beasts is None:
        return tuple(crew)
    count = vehicle.beasts.count
    plain = "Beasts" if count > 1 else "Beast"
    return (*crew, *(beast_blows(line, count, line.name or plain) for line in vehicle.beasts.row.melee))


def _whose(vehicle: Vehicle, row: Row) -> str:
    return "Crew" if len(vehicle.crew) == 1 else row.name


def crew_blow(line: Melee, count: int, name: str) -> Melee:
    """One attack each: there is no room to sweep, and a phalanx isn't formed on a vehicle."""
    return replace(
        line, name=name, attacks=count, per_wound=False, sweep=False, sweeps=1, phalanx=False, alternative=False
    )


def beast_blows(line: Melee, count: int, name: str) -> Melee:
    """The blows of so many beasts; sweeps are made once by each."""
    if line.sweep:
        return replace(line, name=name, sweeps=line.sweeps * count)
    return replace(line, name=name, attacks=line.attacks * count)


def missile(vehicle: Vehicle) -> tuple[Missile, ...]:
    """Every shot of crew, war machines and beasts; all but the beasts' become natural (ruling P14)."""
    beasts = [vehicle.beasts] if vehicle.beasts else []
    natural = [_shots(line, aboard.row, aboard.count) for aboard in vehicle.crew for line in aboard.row.missile]
    natural += [_shots(line, aboard.row, aboard.count) for aboard in vehicle.machines for line in aboard.row.missile]
    own = [_shots(line, beast.row, beast.count) for beast in beasts for line in beast.row.missile]
    return (*(replace(line, natural=True) for line in natural), *own)


def _shots(line: Missile, row: Row, count: int) -> Missile:
    return replace(line, name=line.name or row.name, attacks=line.attacks * count)


def base(vehicle: Vehicle) -> float:
    """What a towed vehicle counts as (ruling T13); a howdah stands on its beast's base."""
    if vehicle.type.is_howdah and vehicle.beasts:
        return vehicle.beasts.row.base
    return vehicle.type.counts_as


def room(vehicle: Vehicle) -> int:
    """Base units that crew, war machines and cargo leave to characters."""
    return max(vehicle.type.crew - vehicle.space_taken, 0)


def footprint(vehicle: Vehicle) -> Footprint | None:
    """What it stands on, in base units, where that is more than the usual base of what it counts as."""
    width, depth, _ = FOOTPRINTS[base(vehicle)]
    larger = vehicle.base[0] >= width and vehicle.base[1] >= depth and vehicle.base != (width, depth)
    return vehicle.base if larger else None
