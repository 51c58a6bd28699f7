"""A creature, vehicle or war machine of a player's own, exactly as a `muster-design/1` file states it."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from tabletop.arcana.catalogue.profiles import Statistics
from tabletop.values import Count, Name


class DesignKind(StrEnum):
    """What is designed, and so which formula prices it."""

    CREATURE = "creature"
    VEHICLE = "vehicle"
    WAR_MACHINE = "war-machine"


class Magic(StrEnum):
    """The spells of a caster of one's own: a school beside the general ones, or these alone."""

    SCHOOLS = "schools"
    GENERAL = "general"


class Design(Statistics, frozen=True, kw_only=True):
    """Statistics with a name and the choices that only designs have; priced by the formula, never by the file.

    `room` is what a vehicle's crew leaves to riders, in base units; None where the file doesn't say.
    """

    format: Literal["muster-design/1"] | None = None
    name: Name
    kind: DesignKind = DesignKind.CREATURE
    spellcaster: Magic | None = None
    infiltrates: bool = False
    room: Count | None = None
