"""List every printed row beside its price by the formula."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError

from armybuilder.catalogue.snapshots import CatalogueMissingError, current_catalogue
from armybuilder.management.files import MALFORMED, content_of
from tabletop.arcana.catalogue.lists import Catalogue, OwnList, is_design
from tabletop.arcana.creation.own_lists import audit_list, read_list_pack, with_own_list
from tabletop.arcana.creation.points.audit import Audited, audit, receipt_of
from tabletop.arcana.creation.points.audit_summary import as_tables, figures_of
from tabletop.arcana.creation.points.sums import format_amount
from tabletop.decoding import MalformedError


class Command(BaseCommand):
    help = (
        "List every printed profile beside its price by the formula, with the likely cause where they differ; or every "
        "row of an army list of a player's own."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--format", choices=["table", "json", "figures"], default="table")
        parser.add_argument("--receipt", metavar="SLUG", help="one profile's price line by line, as dwarves/axemen")
        parser.add_argument(
            "--list", metavar="FILE", help="a muster-pack/1 file of an own list, or - for standard input"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            catalogue = current_catalogue()
        except CatalogueMissingError as error:
            raise CommandError(str(error)) from error
        own = _own_list(options["list"], catalogue) if options["list"] else None
        if options["receipt"]:
            tables = with_own_list(catalogue, own) if own else catalogue
            self.stdout.write("\n".join(_receipt(options["receipt"], tables)))
            return
        rows = audit_list(own, catalogue) if own else audit(catalogue)
        self.stdout.write(WRITTEN[options["format"]](rows))


def _own_list(file: str, catalogue: Catalogue) -> OwnList:
    try:
        own = read_list_pack(content_of(file)).list
        with_own_list(catalogue, own)
    except MalformedError as error:
        raise CommandError(f"{file}: {error}", returncode=MALFORMED) from error
    return own


def _receipt(slug: str, catalogue: Catalogue) -> Iterator[str]:
    """The lines of a row's price with their sources, and the sum."""
    row = catalogue.rows.get(slug)
    if row is None:
        raise CommandError(f"There is no profile “{slug}”.")
    receipt = receipt_of(row, catalogue)
    for line in receipt.lines:
        yield f"{format_amount(line.amount):>9}  {line.label}  ({line.citation.section})"
    source = "stated" if is_design(row) else "printed"
    yield f"{format_amount(receipt.exact):>9}  Together, exactly; {source} {row.points}"


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
