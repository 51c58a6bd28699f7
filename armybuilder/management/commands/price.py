"""Price a design file by the creature creation formula."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import msgspec
from django.core.management.base import BaseCommand

from armybuilder.catalogue.loaders.printed import printed_catalogue
from armybuilder.management.files import content_of, shown
from tabletop.arcana.creation.design_files import read_design
from tabletop.arcana.creation.design_rules import review_design
from tabletop.arcana.creation.points import Receipt, RefusedError, price
from tabletop.arcana.creation.points.plain import plain_price
from tabletop.arcana.creation.points.sums import format_amount
from tabletop.decoding import MalformedError
from tabletop.findings import Report

NO_PRICE = 2


class Command(BaseCommand):
    help = (
        "Price a design file, line by line, and review it by the rules of designing; an illegal one has a price too. "
        "Exit code 2: malformed, or refused by the formula; the field is named."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="a muster-design/1 file, or - for standard input")
        parser.add_argument("--format", choices=["text", "json"], default="text")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            receipt = price(read_design(content_of(options["file"])))
            report = review_design(receipt.design, printed_catalogue())
        except MalformedError as error:
            self._refuse(options["file"], [(error.field, error.reason)])
        except RefusedError as error:
            self._refuse(options["file"], [(refusal.field, refusal.reason) for refusal in error.refusals])
        else:
            text = _as_json(receipt, report) if options["format"] == "json" else "\n".join(_as_text(receipt, report))
            self.stdout.write(text)

    def _refuse(self, file: str, problems: list[tuple[str, str]]) -> None:
        for places in problems:
            self.stderr.write(": ".join(place for place in (shown(file), *places) if place))
        sys.exit(NO_PRICE)


def _as_json(receipt: Receipt, report: Report) -> str:
    return msgspec.json.format(msgspec.json.encode(plain_price(receipt, report))).decode()


def _as_text(receipt: Receipt, report: Report) -> Iterator[str]:
    """The lines of the receipt, the sum and the price, then what the rules of designing say."""
    for line in receipt.breakdown.lines:
        yield _row(line.label, line.amount, line.citation.section)
    yield _row("Together, exactly", receipt.exact)
    standing = "special" if receipt.is_special() else "normal"
    yield f"{receipt.design.name}: {receipt.points:,} points, {'elite, ' * receipt.elite}{standing}"
    for finding in report.findings:
        yield f"{finding.severity.name.lower()} {finding.code}: {finding.message} ({finding.citation.section})"


def _row(label: str, amount: Fraction, source: str = "") -> str:
    return f"{format_amount(amount):>9}  {label}{f'  ({source})' if source else ''}"
