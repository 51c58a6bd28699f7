"""A creature, vehicle or war machine of a player's own, exactly as a `muster-design/1` file states it."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from msgspec.structs import replace

from tabletop.arcana.catalogue.profiles import Missile, MissileSkill, Statistics
from tabletop.arcana.catalogue.vehicle_parts import VehicleParts
from tabletop.values import Count, Name


class DesignKind(StrEnum):
    """What is designed, and so how it is priced and fielded; a creature is a trooper."""

    CREATURE = "creature"
    MONSTER = "monster"
    CHARACTER = "character"
    VEHICLE = "vehicle"
    WAR_MACHINE = "war-machine"


class Magic(StrEnum):
    """The spells of a caster of one's own: a school beside the general ones, or these alone."""

    SCHOOLS = "schools"
    GENERAL = "general"


class Design(Statistics, frozen=True, kw_only=True):
    """Statistics with a name and the choices that only designs have; priced by the formula, never by the file.

    A `creature` is a trooper. `mounted` says that it is a rider with its beast. `missile_skill` is a character's, in
    parentheses in the lists: it costs nothing and lets it buy a missile weapon. A vehicle states its `parts`, or
    figures alone, which are then held against every type; `room` is what its crew leaves to riders, in base units,
    None where the file doesn't say.
    """

    format: Literal["muster-design/1"] | None = None
    name: Name
    kind: DesignKind = DesignKind.CREATURE
    spellcaster: Magic | None = None
    infiltrates: bool = False
    mounted: bool = False
    missile_skill: MissileSkill | None = None
    room: Count | None = None
    parts: VehicleParts | None = None

    @property
    def shots(self) -> tuple[Missile, ...]:
        """Its missile attacks as they are paid for and played, whatever the file says.

        A war machine's are artillery (ruling P11); those from a vehicle are natural (ruling P14), all of them where
        the file doesn't tell the beasts' from the crew's by its parts.
        """
        if self.kind == DesignKind.WAR_MACHINE:
            return tuple(replace(line, artillery=True) for line in self.missile)
        if self.kind == DesignKind.VEHICLE and self.parts is None:
            return tuple(replace(line, natural=True) for line in self.missile)
        return self.missile
