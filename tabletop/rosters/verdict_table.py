"""An organiser's table of verdicts on paper, each army with the questions to ask its player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from tabletop.pdf.document import Sheet, content_box, render
from tabletop.pdf.flow import Block, Column, Gap, Hairline, RowKind, Section, Stack, TableRow, cell, paginate
from tabletop.pdf.paper import Paper
from tabletop.pdf.surface import Pen
from tabletop.pdf.typography import INK, Style
from tabletop.rosters.event_table import EventRow

TITLE = Style(23, "title", leading=1.08)
SUBTITLE = Style(10)
HEADS = Style(7, "bold")
TEXT = Style(9)
STRONG = Style(9, "bold")
REFUSED = Style(9, "bold")
QUESTION = Style(8.5)
CODE = Style(7)
SIGNS = {True: "✓", False: "×", None: "?"}
VERDICT_WIDTH = 28.0
POINTS_WIDTH = 26.0
ARMY_WIDTH = 38.0
GAP = 3.0


def verdict_sheet(rows: Sequence[EventRow], *, paper: Paper, date: str) -> bytes:
    """The rows as PDF, in their order."""
    box = content_box(paper)
    title = f"Verdicts of {date}"
    sheet = Sheet(
        title=title,
        subject=count_of_verdicts(rows),
        paper=paper,
        pages=paginate(_Table(rows=tuple(rows), title=title, width=box.width).sections(), box),
    )
    return render(sheet)


def count_of_verdicts(rows: Sequence[EventRow]) -> str:
    """`5 files: 3 legal, 1 not legal, 1 unreadable`."""
    words = [row.verdict for row in rows]
    counted = [f"{words.count(word)} {word}" for word in dict.fromkeys(sorted(words))]
    return f"{len(rows)} {'file' if len(rows) == 1 else 'files'}: {', '.join(counted) or 'none'}"


class _Table(Struct, frozen=True, kw_only=True):
    """All that the pages are made of; `width` is the content's, in millimetres."""

    rows: tuple[EventRow, ...]
    title: str
    width: float

    def sections(self) -> tuple[Section, ...]:
        title = (
            TableRow((cell(Column(0, self.width), self.title, TITLE),)),
            TableRow((cell(Column(0, self.width), count_of_verdicts(self.rows), SUBTITLE),), below=3),
        )
        rows = tuple(Stack(tuple(self._row(row)), Gap(1)) for row in self.rows)
        return (Section((Stack(title),)), Section(rows, self._head()))

    @property
    def _columns(self) -> tuple[Column, Column, Column, Column]:
        """Army's name, list, points, verdict."""
        verdict, points = self.width - VERDICT_WIDTH, self.width - VERDICT_WIDTH - POINTS_WIDTH
        army = points - ARMY_WIDTH
        return (
            Column(0, army - GAP),
            Column(army, ARMY_WIDTH - GAP),
            Column(points, POINTS_WIDTH - GAP, "right"),
            Column(verdict, VERDICT_WIDTH),
        )

    def _head(self) -> Block:
        words = ("Army", "List", "Points", "Verdict")
        heads = tuple(cell(column, word, HEADS) for column, word in zip(self._columns, words, strict=True))
        return Stack((TableRow(heads, below=0.6, kind=RowKind.HEAD), Hairline(self.width, Pen(0.3, INK)), Gap(0.8)))

    def _row(self, row: EventRow) -> Iterator[Block]:
        spent = "" if row.points is None else f"{row.points:,}" + (f" of {row.limit:,}" if row.limit else "")
        sign = SIGNS[None if row.unsettled else row.legal]
        words = (row.name or row.file, row.army, spent, f"{sign} {row.verdict}")
        styles = (STRONG, TEXT, TEXT, STRONG if row.legal and not row.unsettled else REFUSED)
        cells = zip(self._columns, words, styles, strict=True)
        yield TableRow(tuple(cell(*arguments) for arguments in cells), above=0.6, kind=RowKind.BODY)
        for question in row.questions:
            yield TableRow((cell(Column(4, self.width - 4), f"· {question}", QUESTION),), kind=RowKind.BODY)
        source = " · ".join(filter(None, (row.file if row.name else "", row.rules, row.code)))
        if source:
            yield TableRow((cell(Column(4, self.width - 4), source, CODE),), kind=RowKind.BODY)
        yield Gap(0.8)
        yield Hairline(self.width)
