"""A design's receipt on paper: the card, every line of the price with its source, the words of its abilities."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from msgspec import Struct

from tabletop.arcana.catalogue.abilities import abilities_of
from tabletop.arcana.catalogue.design import DesignKind
from tabletop.arcana.catalogue.profiles import Row
from tabletop.arcana.creation.design_files import row_of
from tabletop.arcana.creation.points import Formula, Receipt, reinforcement
from tabletop.arcana.creation.points.sums import format_amount
from tabletop.arcana.printing.rosters.statlines import stat_row, table_head
from tabletop.arcana.printing.rosters.used import as_used
from tabletop.pdf.document import Sheet, content_box, render
from tabletop.pdf.flow import Block, Column, Gap, Hairline, RowKind, Section, Stack, TableRow, cell, paginate
from tabletop.pdf.paper import Paper
from tabletop.pdf.surface import Pen
from tabletop.pdf.typography import INK, Style
from tabletop.receipts import Line

TITLE = Style(23, "title", leading=1.08)
PRICE = Style(18, "title", leading=1.38)
SUBTITLE = Style(10)
HEADING = Style(12.5, "title")
HEADS = Style(7, "bold")
TEXT = Style(9)
STRONG = Style(9, "bold")
SOURCE = Style(8, "italic")
ASIDE = Style(8)
WARNING = Style(9, "bold")
PRICE_WIDTH = 46.0
AMOUNT_WIDTH = 19.0
SOURCE_WIDTH = 46.0
NAME_WIDTH = 38.0
KINDS = {
    DesignKind.CREATURE: "Creature",
    DesignKind.MONSTER: "Monster",
    DesignKind.CHARACTER: "Character",
    DesignKind.VEHICLE: "Vehicle",
    DesignKind.WAR_MACHINE: "War machine",
}


def receipt_sheet(receipt: Receipt, formula: Formula, *, paper: Paper, date: str) -> bytes:
    """The receipt as PDF; a formula that isn't the book's is named at the head of every page."""
    mark = "" if receipt.is_book else f"By “{receipt.formula}”, not by the book"
    box = content_box(paper, mark)
    row = row_of(receipt.design, formula)
    parts = ReceiptSheet(receipt=receipt, formula=formula, row=row, width=box.width, date=date)
    sheet = Sheet(
        title=f"{receipt.design.name}: receipt",
        subject=f"Own design, {receipt.points:,} points by {receipt.formula}, {date}",
        paper=paper,
        pages=paginate(parts.sections(), box),
        mark=mark,
    )
    return render(sheet)


class ReceiptSheet(Struct, frozen=True, kw_only=True):
    """All that a receipt's pages are made of; `width` is the content's, in millimetres."""

    receipt: Receipt
    formula: Formula
    row: Row
    width: float
    date: str

    def sections(self) -> tuple[Section, ...]:
        """The title with the card, the lines of the price, the abilities in words."""
        lines = (*self._lines(), *self._total())
        abilities = tuple(self._abilities())
        sections = [Section((Stack(tuple(self._title())),)), Section(lines, Stack(tuple(self._lines_head())))]
        if abilities:
            sections.append(Section(abilities, Stack((Gap(3), self._heading("What it means"), Gap(0.8)))))
        return tuple(sections)

    def _title(self) -> Iterator[Block]:
        aside = Column(self.width - PRICE_WIDTH, PRICE_WIDTH, "right")
        main = Column(0, self.width - PRICE_WIDTH - 4)
        yield TableRow(
            (cell(main, self.receipt.design.name, TITLE), cell(aside, f"{self.receipt.points:,} points", PRICE))
        )
        yield TableRow((cell(main, self._subtitle(), SUBTITLE), cell(aside, self.date, ASIDE)), below=1.6)
        if not self.receipt.is_book:
            yield self._text(f"Priced by “{self.receipt.formula}”. This isn't the book's price.", WARNING)
        yield Hairline(self.width, Pen(0.5, INK))
        yield Gap(2)
        yield table_head(self.width)
        yield stat_row(self.width, as_used(self.row, self.row.name), count="", points=(f"{self.row.points:,}",))
        yield Gap(2)

    def _subtitle(self) -> str:
        standing = "special" if self.receipt.is_special() else "normal, special in tournaments"
        parts = [f"Own {KINDS[self.receipt.design.kind].lower()}", *["elite"] * self.receipt.elite, standing]
        return " · ".join([*parts, "the opponent may refuse it"])

    def _lines_head(self) -> Iterator[Block]:
        yield self._heading(f"The price, by {self.receipt.formula}")
        yield Gap(0.6)
        texts = ("", "where it stands", "points", "so far")
        cells = zip(self._columns(), texts, strict=True)
        yield TableRow(tuple(cell(column, text, HEADS) for column, text in cells), below=0.6, kind=RowKind.HEAD)
        yield Hairline(self.width, Pen(0.35, INK))

    def _columns(self) -> tuple[Column, ...]:
        label = self.width - SOURCE_WIDTH - 2 * AMOUNT_WIDTH
        return (
            Column(0, label - 3),
            Column(label, SOURCE_WIDTH - 2),
            Column(label + SOURCE_WIDTH, AMOUNT_WIDTH - 2, "right"),
            Column(label + SOURCE_WIDTH + AMOUNT_WIDTH, AMOUNT_WIDTH, "right"),
        )

    def _lines(self) -> Iterator[Block]:
        lines = self.receipt.breakdown.lines
        for line, so_far in zip(lines, accumulate(line.amount for line in lines), strict=True):
            yield self._line(line, format_amount(so_far))

    def _line(self, line: Line, so_far: str) -> TableRow:
        label, source, amount, total = self._columns()
        cells = (
            cell(label, line.label, TEXT),
            cell(source, line.citation.section, SOURCE),
            cell(amount, format_amount(line.amount).replace("-", "−"), TEXT),
            cell(total, so_far, ASIDE),
        )
        return TableRow(cells, above=0.3, below=0.3, kind=RowKind.BODY)

    def _total(self) -> Iterator[Block]:
        yield Hairline(self.width, Pen(0.35, INK))
        yield self._sum("Together, exactly", format_amount(self.receipt.exact))
        yield self._sum("Rounded up, once", f"{self.receipt.points:,}")
        if self.row.infiltrate_cost is not None:
            yield self._sum("Without infiltrating", f"{self.row.points:,}")
        second = reinforcement(self.receipt.design, self.formula)
        if second is not None:
            yield self._sum("A second crew, exactly", format_amount(second))

    def _sum(self, words: str, amount: str) -> TableRow:
        label, _, _, total = self._columns()
        return TableRow((cell(label, words, STRONG), cell(total, amount, STRONG)), above=0.4, kind=RowKind.BODY)

    def _abilities(self) -> Iterator[Block]:
        for ability in abilities_of(self.row):
            name = cell(Column(0, NAME_WIDTH - 3), ability.name, STRONG)
            text = cell(Column(NAME_WIDTH, self.width - NAME_WIDTH), ability.text, TEXT)
            yield TableRow((name, text), below=0.8)

    def _heading(self, text: str) -> TableRow:
        return self._text(text, HEADING)

    def _text(self, text: str, style: Style) -> TableRow:
        return TableRow((cell(Column(0, self.width), text, style),), below=0.4)
