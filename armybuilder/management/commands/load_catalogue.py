"""Load the reference data from fixtures."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from armybuilder.catalogue.loaders.reference import (
    Changes,
    FixtureError,
    load_catalogue,
    read_list_files,
    read_spell_files,
)
from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.designs.services import keep_audit

FIXTURES = settings.ROOT / "fixtures" / "arcana"


class Command(BaseCommand):
    help = "Load the catalogue from its fixtures and report what changed. One transaction; safe to repeat."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", nargs="?", type=Path, default=FIXTURES / "rows")
        parser.add_argument("--spells", type=Path, default=FIXTURES / "spells", help="The folder of the schools.")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            changes = load_catalogue(
                files=read_list_files(options["folder"]), spells=read_spell_files(options["spells"])
            )
        except FixtureError as error:
            raise CommandError(str(error)) from error
        keep_audit(current_catalogue())
        self.stdout.write(_summary(changes))
        for slug in changes.changed:
            self.stdout.write(f"changed: {slug}")
        for slug in changes.unmentioned:
            self.stdout.write(self.style.WARNING(f"in no file, kept: {slug}"))


def _summary(changes: Changes) -> str:
    entries = f"{changes.rows} profiles and {changes.spells} spells"
    return f"{entries}: {len(changes.added)} new, {len(changes.changed)} changed, {changes.unchanged} unchanged."
