"""Chariots, wagons and howdahs made from parts: one profile, and every limit of the book checked."""

from tabletop.arcana.catalogue.vehicle_parts import Beasts, Crew, Machines, VehicleParts
from tabletop.arcana.creation.vehicles.building import Built, build
from tabletop.arcana.creation.vehicles.differences import Difference, differences
from tabletop.arcana.creation.vehicles.parts import Vehicle, look_up, read_parts
from tabletop.arcana.creation.vehicles.printed import read_printed_vehicles
from tabletop.arcana.creation.vehicles.review import VEHICLE_RULES, review
from tabletop.arcana.creation.vehicles.tables import TYPES, VehicleType

__all__ = [
    "TYPES",
    "VEHICLE_RULES",
    "Beasts",
    "Built",
    "Crew",
    "Difference",
    "Machines",
    "Vehicle",
    "VehicleParts",
    "VehicleType",
    "build",
    "differences",
    "look_up",
    "read_parts",
    "read_printed_vehicles",
    "review",
]
