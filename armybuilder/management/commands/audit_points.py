"""List every printed row beside its price by the formula."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

import msgspec
from django.core.management.base import BaseCommand

from armybuilder.snapshots import current_catalogue
from tabletop.arcana.points.audit import Audited, audit


class Command(BaseCommand):
    help = "List every printed row beside its price by the formula, with the likely cause where they differ."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--format", choices=["table", "json"], default="table")

    def handle(self, *args: Any, **options: Any) -> None:
        rows = audit(current_catalogue())
        if options["format"] == "json":
            plain = [_plain(row) for row in rows]
            self.stdout.write(msgspec.json.format(msgspec.json.encode(plain)).decode())
            return
        for row in rows:
            self.stdout.write(_line(row))
        self.stdout.write(_summary(rows))


def _plain(row: Audited) -> dict[str, Any]:
    """`exact` is a fraction as text; `agrees` where the print is that rounded up or to the nearest."""
    return {
        "slug": row.slug,
        "list": row.list,
        "name": row.name,
        "printed": row.printed,
        "exact": str(row.exact),
        "points": row.points,
        "agrees": row.agrees,
        "note": row.note,
    }


def _line(row: Audited) -> str:
    return f"{row.slug:60} {row.printed:>6} {row.exact!s:>9}  {row.note}".rstrip()


def _summary(rows: tuple[Audited, ...]) -> str:
    agree, explained = sum(row.agrees for row in rows), sum(row.is_explained for row in rows)
    return f"{len(rows)} rows: {agree} agree, {explained} explained, {len(rows) - agree - explained} left."
