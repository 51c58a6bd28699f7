"""A creature, vehicle or war machine of a player's own, exactly as a `muster-design/1` file states it."""

from __future__ import annotations

from typing import Literal

from tabletop.arcana.catalogue.profiles import Statistics
from tabletop.values import Count, Name


class Design(Statistics, frozen=True, kw_only=True):
    """Statistics with a name and the choices that only designs have; priced by the formula, never by the file.

    `room` is what a vehicle's crew leaves to riders, in base units; None where the file doesn't say.
    """

    format: Literal["muster-design/1"] | None = None
    name: Name
    kind: Literal["creature", "vehicle", "war-machine"] = "creature"
    spellcaster: Literal["schools", "general"] | None = None
    infiltrates: bool = False
    room: Count | None = None
