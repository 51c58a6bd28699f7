"""The printed catalogue for tests, read from the fixtures without Django."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from tabletop.arcana.catalogue.list_files import read_list_file
from tabletop.arcana.catalogue.lists import Catalogue, catalogue
from tabletop.arcana.catalogue.spells.spellfile import read_spell_file
from tabletop.arcana.creation.equipment import Equipment, read_equipment
from tabletop.arcana.creation.vehicles import VehicleParts, read_printed_vehicles

PROJECT = Path(__file__).resolve().parent.parent
ROWS = PROJECT / "fixtures" / "arcana" / "rows"
SPELLS = PROJECT / "fixtures" / "arcana" / "spells"
SAMPLES = PROJECT / "fixtures" / "arcana" / "rosters"
CASES = PROJECT / "tests" / "cases"


def read_yaml(path: Path) -> Any:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return yaml.load(path.read_text(encoding="utf-8"), loader)


@cache
def printed_catalogue() -> Catalogue:
    """Every list, row, erratum and spell of the fixtures, in load order."""
    files = [read_list_file(read_yaml(path)) for path in sorted(ROWS.glob("*.yaml"))]
    schools = [read_spell_file(read_yaml(path)) for path in sorted(SPELLS.glob("*.yaml"))]
    return catalogue(
        [file.list for file in files],
        [row for file in files for row in file.rows],
        [erratum for file in files for erratum in file.errata],
        [spell for school in schools for spell in school.spells],
        version="printed",
    )


@cache
def equipment() -> Equipment:
    return read_equipment(read_yaml(ROWS.parent / "equipment.yaml"))


@cache
def printed_vehicles() -> Mapping[str, VehicleParts]:
    return read_printed_vehicles(read_yaml(ROWS.parent / "vehicles.yaml"))
