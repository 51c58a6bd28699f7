"""The organiser's page to check an army by: verdict, units, findings, lines to sign and the seal."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from tabletop.arcana.army.pricing import ArmyPrice
from tabletop.arcana.army.resolve import FieldedUnit
from tabletop.arcana.printing.rosters.findings import findings_section, many, verdict
from tabletop.arcana.printing.rosters.printed_roster import PrintedRoster, heading, unit_text
from tabletop.arcana.printing.rosters.seal import seal_section
from tabletop.pdf.document import Sheet, content_box
from tabletop.pdf.flow import Block, Column, Gap, Hairline, Section, Stack, TableRow, cell
from tabletop.pdf.paper import Paper
from tabletop.pdf.surface import Pen, Surface
from tabletop.pdf.typography import FADED, Style

TITLE = Style(16, "title", leading=1.1)
SUBTITLE = Style(9)
STAMP = Style(7.5, colour=FADED)
VERDICT = Style(11, "bold")
FIELD = Style(9, "bold")
SHIELD, SHIELD_ROOM = 9.0, 12.0
POINTS = 18.0
NAME_SHARE = 0.32
LINE_TO_FILL = 11.0


def _unit(unit: FieldedUnit, price: ArmyPrice, width: float, points: float) -> Stack:
    bold, text = Style(points, "bold", leading=1.14), Style(points, leading=1.14)
    x = width * NAME_SHARE
    row = TableRow(
        (
            cell(Column(0, x - 3), unit.name, bold),
            cell(Column(x, width - x - POINTS), unit_text(unit), text),
            cell(Column(width - POINTS, POINTS, "right"), f"{price.units[unit.ref].points:,}", bold),
        ),
        above=0.4,
        below=0.4,
    )
    return Stack((row, Hairline(width)))


def organiser_sheet(roster: PrintedRoster, *, paper: Paper) -> Sheet:
    """What an organiser checks: the verdict, the units, every finding, lines to sign, the code and its square."""
    width = content_box(paper, roster.mark).width
    units = tuple(_unit(unit, roster.price, width, 8.5) for unit in roster.army.units)
    sections = [
        Section((Stack((*heading(roster, width), *_identity(roster, width))),)),
        Section(units),
        findings_section(roster.report, width),
        Section((Stack(tuple(_signatures(width))),)),
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
        yield TableRow((cell(Column(0, 24), lead, FIELD), cell(Column(24, width - 24), text, SUBTITLE)), below=0.4)
    yield Gap(1.5)


def _signatures(width: float) -> Iterator[Block]:
    left, right = Column(0, width / 2 - 5), Column(width / 2 + 5, width / 2 - 5)
    yield Gap(LINE_TO_FILL)
    yield Rules((left, right))
    yield TableRow((cell(left, "Player", STAMP), cell(right, "Checked by, and when", STAMP)))


class Rules(Struct, frozen=True):
    """Lines to write on, side by side."""

    columns: tuple[Column, ...]
    height: float = 0.0

    def draw(self, surface: Surface, x: float, y: float) -> None:
        for column in self.columns:
            surface.line((x + column.x, y), (x + column.x + column.width, y), Pen(0.2, FADED))
