"""What the rules of vehicles read, and the edits that mend its parts."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.creation.vehicles.parts import Vehicle
from tabletop.findings import Culprit, Remedy


class Subject(Struct, frozen=True):
    """A vehicle's parts and the profile that claims to be made of them."""

    vehicle: Vehicle
    design: Design

    def remedy(self, label: str, **changes: Any) -> Remedy:
        """Other parts; the edit is the whole `VehicleParts` with the change made."""
        return Remedy(label, replace(self.vehicle.parts, **changes))


def in_parts(field: str) -> Culprit:
    """A field of the parts, as `crew[1]`."""
    return Culprit("part", field)


def in_design(field: str) -> Culprit:
    """A field of the profile, as `movement.fly`."""
    return Culprit("design", field)
