"""Remove what nobody needs any more, and say how much of what that was."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from armybuilder.operations.cleaning import DELETED_KEPT_FOR, chores


class Command(BaseCommand):
    help = "Removes what is no longer needed and says how much of each kind. Run it daily; a second run finds nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="only count, remove nothing")
        parser.add_argument(
            "--days", type=int, default=DELETED_KEPT_FOR.days, help="days for which deleted things can be restored"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        says = "to remove" if options["dry_run"] else "removed"
        for chore in chores(timezone.now(), deleted_kept_for=timedelta(days=options["days"])):
            number = chore.count()
            if number and not options["dry_run"]:
                chore.remove()
            self.stdout.write(f"{number} {chore.name} {says}")
