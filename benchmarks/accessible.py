"""Every kind of sheet before a judge of PDF/UA-1 (ISO 14289-1) that isn't ours, where one is installed.

The judge is the package page-validation, which keeps veraPDF's corpus of tests; it belongs to no environment of the
project.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from tabletop.arcana.army.pricing import price
from tabletop.arcana.army.resolve import resolve
from tabletop.arcana.army.roster import read_roster
from tabletop.arcana.army.rules import review
from tabletop.arcana.printing.orders import SHEET_NAMES, PrintContent, PrintOptions, sheets_of
from tabletop.arcana.printing.rosters.printed_roster import PrintedRoster
from tabletop.arrakhar.game import ARRAKHAR
from tabletop.pdf.document import bind, render
from tabletop.pdf.paper import A4
from tabletop.rosters.verdict import VerdictSeal
from tests.catalogue import SAMPLES, printed_catalogue
from tests.charts import base_kinds, printed_charts
from tests.valley import PACKS

JUDGE, PROFILE = "page", "ua1"


def documents() -> Iterator[tuple[str, bytes]]:
    """A document of each kind for every sample, and the other game's papers."""
    rosters = []
    for path in sorted(SAMPLES.glob("*.json")):
        army = resolve(read_roster(path.read_bytes()), printed_catalogue())
        priced = price(army)
        seal = VerdictSeal(date="today", rules_version="core")
        rosters.append(PrintedRoster(army, review(army, priced), priced, seal))
    charts, ground = tuple(printed_charts().values()), tuple(base_kinds().values())
    content = PrintContent(printed_catalogue(), tuple(rosters), charts, ground)
    for kind, name in SHEET_NAMES.items():
        yield name, bind(name, [sheet for _, sheet in sheets_of(PrintOptions(kinds=(kind,)), content)])
    for paper in ARRAKHAR.papers:
        yield f"{ARRAKHAR.name}: {paper}", render(ARRAKHAR.printed(paper, None, PACKS, paper=A4))


def main() -> int:
    if find_spec(JUDGE) is None:
        print("page-validation isn't installed; nothing was judged")
        return 0
    judge: Any = import_module(JUDGE)
    missed = 0
    for name, pdf in documents():
        report = judge.validate_pdf_bytes(pdf, profile=PROFILE)
        missed += not report.is_compliant
        print(f"{name:<32} {report.rules.passed} of {report.rules.total} rules kept")
        for failure in report.failures[:5]:
            print(f"    {failure.rule_id}: {failure.message}")
    print(
        f"{missed} documents break PDF/UA-1." if missed else "Every document keeps PDF/UA-1, as far as a machine sees."
    )
    return int(bool(missed))


if __name__ == "__main__":
    sys.exit(main())
