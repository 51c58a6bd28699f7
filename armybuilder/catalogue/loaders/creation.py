"""Reading the fixture files of the creation formula: equipment, and the parts of printed vehicles."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from django.conf import settings

from armybuilder.catalogue.loaders.lists import read_file
from tabletop.arcana.creation.equipment import Equipment, read_equipment
from tabletop.arcana.creation.vehicles import VehicleParts, read_printed_vehicles


@cache
def equipment() -> Equipment:
    """The equipment that comes with the project, in the book's order."""
    return read_file(_fixtures() / "equipment.yaml", read_equipment)


@cache
def printed_vehicles() -> Mapping[str, VehicleParts]:
    """The parts of the printed vehicles, by the slugs of their rows."""
    return read_file(_fixtures() / "vehicles.yaml", read_printed_vehicles)


def _fixtures() -> Path:
    root: Path = settings.ROOT
    return root / "fixtures" / "arcana"
