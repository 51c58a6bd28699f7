"""List every printed row beside its price by the formula."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError

from armybuilder.catalogue.snapshots import CatalogueMissingError, current_catalogue
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.creation.points.audit import Audited, audit, receipt_of
from tabletop.arcana.creation.points.audit_summary import as_tables, figures_of
from tabletop.arcana.creation.points.sums import format_amount


class Command(BaseCommand):
    help = "List every printed profile beside its price by the formula, with the likely cause where they differ."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--format", choices=["table", "json", "figures"], default="table")
        parser.add_argument("--receipt", metavar="SLUG", help="one profile's price line by line, as dwarves/axemen")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            catalogue = current_catalogue()
        except CatalogueMissingError as error:
            raise CommandError(str(error)) from error
        if options["receipt"]:
            self.stdout.write("\n".join(_receipt(options["receipt"], catalogue)))
            return
        rows = audit(catalogue)
        self.stdout.write(WRITTEN[options["format"]](rows))


def _receipt(slug: str, catalogue: Catalogue) -> Iterator[str]:
    """The lines of a row's price with their sources, and the sum."""
    row = catalogue.rows.get(slug)
    if row is None:
        raise CommandError(f"There is no printed profile “{slug}”.")
    receipt = receipt_of(row, catalogue)
    for line in receipt.lines:
        yield f"{format_amount(line.amount):>9}  {line.label}  ({line.citation.section})"
    yield f"{format_amount(receipt.exact):>9}  Together, exactly; printed {row.points}"


def _as_json(rows: Sequence[Audited]) -> str:
    return msgspec.json.format(msgspec.json.encode([_plain(row) for row in rows])).decode()


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


def _as_table(rows: Sequence[Audited]) -> str:
    """A line for every row, and the sums."""
    figures = figures_of(rows)
    roundings = f"{figures.rounded_up} rounded up, {figures.to_nearest} to the nearest"
    counted = f"{figures.agree} agree ({roundings}), {figures.explained} explained, {figures.left} left."
    return "\n".join([*map(_line, rows), f"{figures.rows} profiles: {counted}"])


def _as_figures(rows: Sequence[Audited]) -> str:
    return as_tables(figures_of(rows))


WRITTEN: dict[str, Callable[[Sequence[Audited]], str]] = {
    "table": _as_table,
    "json": _as_json,
    "figures": _as_figures,
}
