"""The organiser's page to check an army by: verdict, units, findings, lines to sign and the seal."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.arcana.army.pricing import ArmyPrice
from tabletop.arcana.army.resolve import FieldedUnit
from tabletop.arcana.printing.rosters.head import roster_head
from tabletop.arcana.printing.rosters.printed_roster import PrintedRoster, unit_text
from tabletop.pdf.document import Sheet, content_box
from tabletop.pdf.flow import Block, Column, Gap, Hairline, RowKind, Section, Stack, TableRow, cell
from tabletop.pdf.paper import Paper
from tabletop.pdf.typography import Style
from tabletop.rosters.printed_findings import findings_section, many, verdict
from tabletop.rosters.printed_lines import Lines
from tabletop.rosters.printed_seal import seal_section

SUBTITLE = Style(10)
FIELD = Style(10, "bold")
POINTS = 18.0
NOTE = Style(9)
FOR_WHOM = "For the organiser: what was bought, every finding, the code. Figures and spells stand on the roster sheet."
NAME_SHARE = 0.32
SIGNED = (("Player", 1.0), ("Checked by, and when", 1.0))
SIGN_HEIGHT = 17.0


def _unit(unit: FieldedUnit, price: ArmyPrice, width: float, points: float) -> Stack:
    bold, text = Style(points, "bold", leading=1.14), Style(points, leading=1.14)
    x = width * NAME_SHARE
    row = TableRow(
        (
            cell(Column(0, x - 3), unit.name, bold),
            cell(Column(x, width - x - POINTS), unit_text(unit), text),
            cell(Column(width - POINTS, POINTS, "right"), f"{price.units[unit.ref].points:,}", bold),
        ),
        above=0.6,
        below=0.6,
        kind=RowKind.BODY,
    )
    return Stack((row, Hairline(width)))


def organiser_sheet(roster: PrintedRoster, *, paper: Paper) -> Sheet:
    """What an organiser checks: the verdict, the units, every finding, lines to sign, the code and its square."""
    width = content_box(paper, roster.mark).width
    units = tuple(_unit(unit, roster.price, width, 10.0) for unit in roster.army.units)
    sections = [
        Section((Stack((*roster_head(roster, width), *_identity(roster, width))),)),
        Section(units),
        findings_section(roster.report, width),
        Section((Lines(SIGNED, width, SIGN_HEIGHT, gap=10.0, above=False),)),
        *seal_section(roster.seal, width),
    ]
    return roster.sheet("organiser's copy", sections, paper)


def _identity(roster: PrintedRoster, width: float) -> Iterator[Block]:
    models = many(sum(unit.size for unit in roster.army.units), "model")
    lines = (
        ("Verdict", verdict(roster.report)),
        ("Code", roster.seal.digest),
        ("Built by", roster.army.rules_name),
        ("Judged", roster.seal.when),
        ("Strength", f"{many(len(roster.price.units), 'unit')}, {models}"),
    )
    for lead, text in lines:
        cells = (cell(Column(0, 24), lead, FIELD), cell(Column(24, width - 24), text, SUBTITLE))
        yield TableRow(cells, below=0.4, kind=RowKind.BODY)
    yield TableRow((cell(Column(0, width), FOR_WHOM, NOTE),), above=0.8)
    yield Gap(1.5)
