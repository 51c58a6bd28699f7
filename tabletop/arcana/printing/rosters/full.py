"""A roster on paper: title, shares and verdict, units with their printed rows, spells, findings."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from tabletop.arcana.army.pricing import ArmyPrice
from tabletop.arcana.army.resolve import Army
from tabletop.arcana.printing.errata import footnotes
from tabletop.arcana.printing.rosters.findings import findings_section, many, verdict
from tabletop.arcana.printing.rosters.printed_roster import PrintedRoster
from tabletop.arcana.printing.rosters.seal import seal_section
from tabletop.arcana.printing.rosters.share_bar import ShareBar
from tabletop.arcana.printing.rosters.spells import spell_sections
from tabletop.arcana.printing.rosters.statlines import table_head
from tabletop.arcana.printing.rosters.units import NOTED, UnitSheet
from tabletop.heraldry import picture
from tabletop.pdf.document import Sheet, content_box
from tabletop.pdf.flow import Block, Column, Emblem, Gap, Hairline, Section, Stack, TableRow, cell, paginate
from tabletop.pdf.paper import Paper
from tabletop.pdf.surface import Pen
from tabletop.pdf.typography import ACCENT, FADED, INK, Style

TITLE = Style(23, "title", leading=1.08)
SUBTITLE = Style(10)
CONTINGENT = Style(14, "title")
DATES = Style(8, colour=FADED)
VERDICT_WIDTH = 52.0
SHIELD_WIDTH = 11.0
SHIELD_ROOM = 14.5


def roster_sheet(roster: PrintedRoster, *, paper: Paper) -> Sheet:
    """The roster on pages, with the seal that lets a reader check it again."""
    box = content_box(paper, roster.mark)
    army, price, report = roster.army, roster.price, roster.report
    return Sheet(
        title=army.name,
        subject=f"{army.own.army.name}, {price.points:,} points, {verdict(report).lower()}, {roster.seal.date}",
        paper=paper,
        pages=paginate(_RosterPages(roster, box.width).sections(), box),
        mark=roster.mark,
        attachments=roster.attachments,
    )


class _RosterPages(Struct, frozen=True):
    """All that the roster's pages are made of; `width` is the content's, in millimetres."""

    roster: PrintedRoster
    width: float

    @property
    def army(self) -> Army:
        return self.roster.army

    @property
    def price(self) -> ArmyPrice:
        return self.roster.price

    def sections(self) -> tuple[Section, ...]:
        """The title, the units under the table's head, the chosen schools' spells, the findings, the seal."""
        title = Section((Stack(tuple(self._title())),))
        spells = spell_sections(self.army, self.width)
        findings = findings_section(self.roster.report, self.width)
        return (title, *self._contingents(), *spells, findings, *seal_section(self.roster.seal, self.width))

    def _title(self) -> Iterator[Block]:
        aside = Column(self.width - VERDICT_WIDTH, VERDICT_WIDTH, "right")
        main = Column(SHIELD_ROOM, self.width - SHIELD_ROOM - VERDICT_WIDTH - 4)
        sign, colour = ("✓", INK) if self.roster.report.is_legal else ("×", ACCENT)
        verdict_cell = cell(aside, f"{sign} {verdict(self.roster.report)}", Style(13, "bold", colour, leading=1.9))
        yield Emblem(picture(self.army.own.army.shield, hatched=True), SHIELD_WIDTH)
        yield TableRow((cell(main, self.army.name, TITLE), verdict_cell))
        yield TableRow((cell(main, self._subtitle(), SUBTITLE), cell(aside, self.roster.seal.when, DATES)), below=1.6)
        yield Hairline(self.width, Pen(0.5, INK))
        yield Gap(1)
        if len(self.army.contingents) == 1:
            yield ShareBar(self.price.shares[0], self.army.own.points, self.width)
        if self.army.notes:
            yield TableRow((cell(Column(0, self.width), self.army.notes, NOTED),), above=1.5)
        yield Gap(2)

    def _subtitle(self) -> str:
        limit = self.army.points_limit
        spent = f"{self.price.points:,}" + (f" of {limit:,}" if limit is not None else "") + " points"
        lists = " with ".join(contingent.army.name for contingent in self.army.contingents)
        models = many(sum(unit.size for unit in self.army.units), "model")
        return f"{lists} · {spent} · {many(len(self.price.units), 'unit')}, {models} · {self.army.rules_name}"

    def _contingents(self) -> Iterator[Section]:
        notes = footnotes(self.army)
        number = 0
        for place, contingent in enumerate(self.army.contingents):
            prices = self.price.contingents[place]
            sheets = [
                UnitSheet(
                    number=number + index,
                    unit=unit,
                    price=cost,
                    report=self.roster.report,
                    notes=notes,
                    width=self.width,
                )
                for index, (unit, cost) in enumerate(zip(contingent.units, prices, strict=True), 1)
            ]
            number += len(sheets)
            yield Section(tuple(sheet.block() for sheet in sheets), Stack(tuple(self._head(place))))

    def _head(self, place: int) -> Iterator[Block]:
        contingent = self.army.contingents[place]
        if len(self.army.contingents) > 1:
            yield TableRow((cell(Column(0, self.width), contingent.army.name, CONTINGENT),))
            yield ShareBar(self.price.shares[place], contingent.points, self.width)
            yield Gap(1)
        yield table_head(self.width)
        yield Gap(0.1)
