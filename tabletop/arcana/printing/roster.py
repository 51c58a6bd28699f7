"""A roster on paper: title, shares and verdict, units with their printed rows, spells, findings."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from tabletop.arcana.army.pricing import ArmyPrice
from tabletop.arcana.army.resolve import Army
from tabletop.arcana.printing.errata import footnotes
from tabletop.arcana.printing.findings import findings_section, many, verdict
from tabletop.arcana.printing.seal import proof_section
from tabletop.arcana.printing.shares import ShareBar
from tabletop.arcana.printing.spells import spell_sections
from tabletop.arcana.printing.statlines import table_head
from tabletop.arcana.printing.units import NOTED, UnitSheet
from tabletop.findings import Report
from tabletop.heraldry import picture
from tabletop.pdf.document import Sheet, content_box, render
from tabletop.pdf.flow import Block, Column, Emblem, Gap, Hairline, Section, Stack, TableRow, cell, paginated
from tabletop.pdf.paper import Paper
from tabletop.pdf.surface import Pen
from tabletop.pdf.typography import ACCENT, FADED, INK, Style
from tabletop.rosters.verdict import Judged

TITLE = Style(23, "title", leading=1.08)
SUBTITLE = Style(10)
CONTINGENT = Style(14, "title")
DATES = Style(8, colour=FADED)
VERDICT_WIDTH = 52.0
SHIELD_WIDTH = 11.0
SHIELD_ROOM = 14.5


def roster_sheet(army: Army, report: Report, price: ArmyPrice, *, paper: Paper, judged: Judged) -> bytes:
    """The roster as PDF, with what lets a reader check it again."""
    return render(full_roster(army, report, price, paper=paper, judged=judged))


def full_roster(army: Army, report: Report, price: ArmyPrice, *, paper: Paper, judged: Judged) -> Sheet:
    """The roster on pages, with what lets a reader check it again."""
    mark = "" if report.is_legal else f"× {verdict(report)}"
    box = content_box(paper, mark)
    sections = RosterSheet(army=army, report=report, price=price, width=box.width, judged=judged).sections()
    return Sheet(
        title=army.name,
        subject=f"{army.own.army.name}, {price.points:,} points, {verdict(report).lower()}, {judged.date}",
        paper=paper,
        pages=paginated(sections, box),
        mark=mark,
    )


class RosterSheet(Struct, frozen=True, kw_only=True):
    """All that the roster's pages are made of; `width` is the content's, in millimetres."""

    army: Army
    report: Report
    price: ArmyPrice
    width: float
    judged: Judged

    def sections(self) -> tuple[Section, ...]:
        """The title, the units under the table's head, the chosen schools' spells, the findings, the proof."""
        title = Section((Stack(tuple(self._title())),))
        spells = spell_sections(self.army, self.width)
        findings = findings_section(self.report, self.width)
        return (title, *self._contingents(), *spells, findings, *proof_section(self.judged, self.width))

    def _title(self) -> Iterator[Block]:
        aside = Column(self.width - VERDICT_WIDTH, VERDICT_WIDTH, "right")
        main = Column(SHIELD_ROOM, self.width - SHIELD_ROOM - VERDICT_WIDTH - 4)
        sign, colour = ("✓", INK) if self.report.is_legal else ("×", ACCENT)
        judgement = cell(aside, f"{sign} {verdict(self.report)}", Style(13, "bold", colour, leading=1.9))
        yield Emblem(picture(self.army.own.army.shield, hatched=True), SHIELD_WIDTH)
        yield TableRow((cell(main, self.army.name, TITLE), judgement))
        yield TableRow((cell(main, self._subtitle(), SUBTITLE), cell(aside, self.judged.when, DATES)), below=1.6)
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
                    number=number + index, unit=unit, price=cost, report=self.report, notes=notes, width=self.width
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
