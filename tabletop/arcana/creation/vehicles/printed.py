"""The parts that the printed vehicles were probably made of, each the rows whose figures come nearest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tabletop.arcana.catalogue.vehicle_parts import VehicleParts
from tabletop.decoding import converted
from tabletop.values import Slug, Value


class _File(Value, frozen=True, kw_only=True):
    vehicles: dict[Slug, VehicleParts]


def read_printed_vehicles(plain: Any) -> Mapping[str, VehicleParts]:
    """The parts of each printed vehicle by its row's slug, from the plain values of `fixtures/arcana/vehicles.yaml`.

    MalformedError names the field.
    """
    return converted(plain, _File).vehicles
