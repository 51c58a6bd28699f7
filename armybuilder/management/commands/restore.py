"""Put back everything as a backup has it."""

from __future__ import annotations

from argparse import ArgumentParser, BooleanOptionalAction
from pathlib import Path
from time import perf_counter
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from armybuilder.management.files import ask_leave
from armybuilder.operations.backups import BackupError, check_backup, restore_backup


class Command(BaseCommand):
    help = "Restores everything from a backup, in place of all that is here: all of it or nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE")
        parser.add_argument("--yes", action="store_true", help="don't ask before replacing what is here")
        parser.add_argument(
            "--forget-sessions",
            action=BooleanOptionalAction,
            default=None,
            help="sign everybody out and revoke all keys and links; the default for a backup of another site",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        path, start = Path(options["file"]), perf_counter()
        try:
            head = check_backup(path)
            here = connection.settings_dict["NAME"]
            ask_leave(f"Replace everything in {here} with the backup of {head.made_at}?", yes=options["yes"])
            forget = head.is_of_another_site if options["forget_sessions"] is None else options["forget_sessions"]
            rows = restore_backup(path, forget_access=forget)
        except BackupError as error:
            raise CommandError(f"{path}: {error}") from error
        self.stdout.write(f"{path}: restored {rows:,} rows of {head.made_at} in {perf_counter() - start:.1f} s")
        if forget:
            self.stdout.write("Everybody is signed out, and all keys and links are revoked.")
