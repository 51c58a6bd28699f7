"""Remove rosters that were deleted long ago, with their histories, and print jobs older than a day."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from armybuilder.printing.jobs import throw_away_old
from armybuilder.rosters.services import KEPT_FOR, purge_deleted


class Command(BaseCommand):
    help = "Removes rosters that were deleted more than 30 days ago, with all their versions. Run it daily."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--days", type=int, default=KEPT_FOR.days, help="days that a deleted roster is kept")

    def handle(self, *args: Any, **options: Any) -> None:
        throw_away_old()
        removed = purge_deleted(before=timezone.now() - timedelta(days=options["days"]))
        self.stdout.write(f"{removed} roster{'' if removed == 1 else 's'} removed for good")
