"""The parts of a vehicle, exactly as a file states them: its type, what moves it, who rides on it."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from msgspec import Meta

from tabletop.arcana.catalogue.identifiers import Label, ListSlug
from tabletop.arcana.catalogue.profiles import Movement, VehicleTypeSlug
from tabletop.values import Count, Slug, Value

Number = Annotated[int, Meta(ge=1, le=20)]
Side = Annotated[int, Meta(ge=1, le=12)]


class Beasts(Value, frozen=True, kw_only=True):
    """What pulls or carries a vehicle, all of one kind."""

    profile: Slug
    count: Number = 1


class Crew(Value, frozen=True, kw_only=True):
    """Models that fight from a vehicle; `attack` is the number of the melee line, from 0, that each uses once."""

    profile: Slug
    count: Number = 1
    attack: Annotated[int, Meta(ge=0, le=20)] = 0


class Machines(Value, frozen=True, kw_only=True):
    """War machines set up on a vehicle."""

    profile: Slug
    count: Number = 1


class Wears(StrEnum):
    """Whose armour a howdah fights in."""

    VEHICLE = "vehicle"
    BEAST = "beast"
    BOTH = "both"


class VehicleParts(Value, frozen=True, kw_only=True):
    """A vehicle as chosen.

    `name` is empty for its type's; `army` is the list the crew comes from, by default the first crew's; `armour` the
    adjustment of the type's armour; `wounds` those wished for, by default the most; `cargo` the base units of crew
    space left to passengers; `movement` is a self-propelled vehicle's; `wears` whose armour a howdah fights in; `base`
    width and depth in base units, by default the least.
    """

    name: Label = ""
    type: VehicleTypeSlug
    army: ListSlug | None = None
    armour: Literal[-1, 0, 1] = 0
    wounds: Annotated[int, Meta(ge=1, le=100)] | None = None
    beasts: Beasts | None = None
    crew: Annotated[tuple[Crew, ...], Meta(max_length=20)] = ()
    cargo: Count = 0
    war_machines: Annotated[tuple[Machines, ...], Meta(max_length=20)] = ()
    movement: Movement | None = None
    wears: Wears = Wears.VEHICLE
    base: tuple[Side, Side] | None = None
