"""Write everything that the site keeps into one file."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from armybuilder.management.files import ask_leave
from armybuilder.operations.backups import write_backup


class Command(BaseCommand):
    help = "Writes everything that the site keeps into one file, as of one moment, while the site goes on serving."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", nargs="?", metavar="FILE", help="where it goes; muster-DATE-TIME.backup here by default"
        )
        parser.add_argument("--yes", action="store_true", help="replace a file that exists")

    def handle(self, *args: Any, **options: Any) -> None:
        path = Path(options["file"] or f"muster-{timezone.now():%Y-%m-%d-%H%M%S}.backup")
        if path.exists():
            ask_leave(f"{path} exists already. Replace it?", yes=options["yes"])
        try:
            rows = write_backup(path)
        except OSError as error:
            raise CommandError(f"{path}: can't be written: {error.strerror}") from error
        self.stdout.write(f"{path}: {rows:,} rows, {path.stat().st_size:,} bytes")
