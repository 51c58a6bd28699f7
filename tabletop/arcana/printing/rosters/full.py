"""A roster on paper: title, shares and verdict, units with their printed rows, spells, findings."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from tabletop.arcana.army.pricing import ArmyPrice
from tabletop.arcana.army.resolve import Army
from tabletop.arcana.printing.errata import footnotes
from tabletop.arcana.printing.rosters.army_tests import army_tests
from tabletop.arcana.printing.rosters.head import roster_head
from tabletop.arcana.printing.rosters.printed_roster import PrintedRoster
from tabletop.arcana.printing.rosters.share_bar import ShareBar
from tabletop.arcana.printing.rosters.spells import spell_sections
from tabletop.arcana.printing.rosters.statlines import table_head
from tabletop.arcana.printing.rosters.units import NOTED, UnitSheet
from tabletop.pdf.document import Sheet, content_box
from tabletop.pdf.flow import Block, Column, Gap, Section, Stack, TableRow, cell, paginate
from tabletop.pdf.paper import Paper
from tabletop.pdf.typography import Style
from tabletop.rosters.printed_findings import findings_section, verdict
from tabletop.rosters.printed_lines import lines_to_sign
from tabletop.rosters.printed_seal import seal_section

CONTINGENT = Style(14, "title")
FOR_WHOM = Style(9)
FOR_ALL = "For the opponent and the organiser: all that was bought, and who begins hidden. Own notes are left out."
WITH_NOTES = "For the player: own notes stand here. Print it without notes for the opponent and the organiser."


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
        """The head, the units under the table's head, the chosen schools' spells, the findings, and what ends it."""
        title = Section((Stack(tuple(self._title())),))
        spells = spell_sections(self.army, self.width)
        findings = findings_section(self.roster.report, self.width)
        return (title, *self._contingents(), *spells, findings, *self._ends())

    def _title(self) -> Iterator[Block]:
        yield from roster_head(self.roster, self.width)
        own = self.army.notes or any(unit.choice.notes for unit in self.army.units)
        yield TableRow((cell(Column(0, self.width), WITH_NOTES if own else FOR_ALL, FOR_WHOM),), below=1.5)
        if len(self.army.contingents) == 1:
            yield ShareBar(self.price.shares[0], self.army.own.points, self.width)
        if self.army.notes:
            yield TableRow((cell(Column(0, self.width), self.army.notes, NOTED),), above=1.5)
        yield Gap(2)

    def _ends(self) -> Iterator[Section]:
        """When the army tests, lines to sign, the seal."""
        if self.price.points:
            yield army_tests(self.price.points, self.width)
        yield lines_to_sign(self.width)
        yield from seal_section(self.roster.seal, self.width)

    def _contingents(self) -> Iterator[Section]:
        notes = footnotes(self.army)
        number = 0
        for place, contingent in enumerate(self.army.contingents):
            prices = self.price.contingents[place]
            sheets = [
                UnitSheet(
                    number=number + index,
                    catalogue=self.army.catalogue,
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
