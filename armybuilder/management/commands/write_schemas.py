"""Write the JSON Schemas of the files that people exchange."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

import msgspec
from django.conf import settings
from django.core.management.base import BaseCommand

from armybuilder.core.api.fields import with_inline_enums
from tabletop.arcana.army.event_pack import Pack
from tabletop.arcana.army.roster import Roster
from tabletop.arcana.battlefield import Table
from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.profiles import BASE_SIZES
from tabletop.arcana.creation.design_files import FORMAT
from tabletop.arcana.creation.own_lists import ListPack
from tabletop.arcana.odds.situations import AnySituation
from tabletop.arcana.simulation.experiments import KINDS_OF_LINES as KINDS_OF_EXPERIMENT_LINES
from tabletop.arrakhar.force import Force
from tabletop.arrakhar.pack import Pack as ArrakharPack
from tabletop.arrakhar.situations import AnySituation as ArrakharSituation
from tabletop.battle.file import KINDS_OF_LINES
from tabletop.boards.files import Board
from tabletop.greyhawk.force import Force as GreyhawkForce
from tabletop.greyhawk.pack import Pack as GreyhawkPack
from tabletop.greyhawk.situations import AnySituation as GreyhawkSituation
from tabletop.rosters.collection import Collection
from tabletop.tournament.file import WholeEvent
from tabletop.wizardkings.force import Force as KingsForce
from tabletop.wizardkings.pack import Pack as KingsPack
from tabletop.wizardkings.situations import AnySituation as KingsSituation
from tabletop.wizwar.pack import Pack as WizWarPack
from tabletop.wizwar.situations import AnySituation as WizWarSituation
from tabletop.wizwar.spellbook import Spellbook

REFERENCE = "#/$defs/{name}"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
FORMATS: dict[str, Any] = {  # a type; of files with one JSON value a line, the types of their lines
    "muster-battle-1.json": KINDS_OF_LINES,
    "muster-board-1.json": Board,
    "muster-collection-1.json": Collection,
    "muster-design-1.json": Design,
    "muster-event-1.json": WholeEvent,
    "muster-experiment-1.json": KINDS_OF_EXPERIMENT_LINES,
    "muster-pack-1-arcana.json": ListPack,
    "muster-pack-1-arrakhar.json": ArrakharPack,
    "muster-pack-1-wiz-war.json": WizWarPack,
    "muster-pack-1-wizard-kings.json": KingsPack,
    "muster-pack-1-greyhawk.json": GreyhawkPack,
    "muster-pack-1.json": Pack,
    "muster-roster-1-arrakhar.json": Force,
    "muster-roster-1-wiz-war.json": Spellbook,
    "muster-roster-1-wizard-kings.json": KingsForce,
    "muster-roster-1-greyhawk.json": GreyhawkForce,
    "muster-roster-1.json": Roster,
    "muster-situation-1-arrakhar.json": ArrakharSituation,
    "muster-situation-1-wiz-war.json": WizWarSituation,
    "muster-situation-1-wizard-kings.json": KingsSituation,
    "muster-situation-1-greyhawk.json": GreyhawkSituation,
    "muster-situation-1.json": AnySituation,
    "muster-table-1.json": Table,
}


class Command(BaseCommand):
    help = "Write the JSON Schemas in docs/schema from the types that read the files."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", nargs="?", type=Path, default=settings.ROOT / "docs" / "schema")

    def handle(self, *args: Any, **options: Any) -> None:
        for name, shape in FORMATS.items():
            path: Path = options["folder"] / name
            path.write_bytes(written(shape))
            self.stdout.write(f"wrote {path}")


def written(shape: Any) -> bytes:
    """The schema's text, indented, with a newline at its end."""
    return msgspec.json.format(msgspec.json.encode(schema_of(shape)), indent=2) + b"\n"


def schema_of(shape: Any) -> dict[str, Any]:
    """The type's schema with what only its reader knows: the base sizes that there are."""
    if isinstance(shape, tuple):
        lines, components = msgspec.json.schema_components(shape, ref_template=REFERENCE)
        whole: dict[str, Any] = {"anyOf": list(lines), "$defs": components}
    else:
        whole = msgspec.json.schema(shape)
    schema = {"$schema": DIALECT, **whole}
    schema["$defs"] = with_inline_enums(schema["$defs"], REFERENCE)
    for definition in schema["$defs"].values():
        if base := definition["properties"].get("base"):
            base["enum"] = [*BASE_SIZES, *([None] if base.get("default", 1) is None else [])]
    if shape is Design:
        _make_a_file_of_its_own(schema["$defs"]["Design"])
    return schema


def _make_a_file_of_its_own(design: dict[str, Any]) -> None:
    """A design in a roster may leave its format out; its own file says it."""
    design["properties"]["format"] = {"enum": [FORMAT]}
    design["required"] = ["format", *design["required"]]
