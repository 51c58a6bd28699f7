"""A spellbook on paper, and as text: its schools with their cards, what is agreed on, what the rules say, its seal."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.pdf.document import Sheet, content_box
from tabletop.pdf.flow import Block, Column, Gap, Hairline, Section, Stack, TableRow, cell, paginate
from tabletop.pdf.paper import Paper
from tabletop.pdf.surface import Pen
from tabletop.pdf.typography import INK, Style
from tabletop.rosters.printed_findings import findings_section, verdict
from tabletop.rosters.printed_seal import seal_section
from tabletop.rosters.verdict import Verdict, VerdictSeal
from tabletop.wizwar.catalogue import OPTION_WORDS, Option
from tabletop.wizwar.pack import School
from tabletop.wizwar.pricing import PricedBook

TITLE, LINE, HEADING, WORDS = Style(20, "title"), Style(10), Style(12.5, "title"), Style(9.5)


def book_sheet(priced: PricedBook, judged: Verdict, *, paper: Paper, seal: VerdictSeal) -> Sheet:
    """The spellbook on pages; whose cards these are stands at the head of each."""
    mark = priced.sentence
    box = content_box(paper, mark)
    sections = (
        Section(tuple(_head(priced, judged, seal, box.width))),
        *(Section((_school(school, box.width),)) for school in priced.schools),
        findings_section(judged.report, box.width),
        *seal_section(seal, box.width),
    )
    return Sheet(
        title=priced.book.name,
        subject=f"Wiz-War, {verdict(judged.report).lower()}, {seal.date}",
        paper=paper,
        pages=paginate(sections, box),
        mark=mark,
    )


def _head(priced: PricedBook, judged: Verdict, seal: VerdictSeal, width: float) -> Iterator[Block]:
    whole = Column(0, width)
    sign = "✓" if judged.report.is_legal else "×"
    yield TableRow((cell(whole, priced.book.name, TITLE),), below=0.8)
    yield TableRow((cell(whole, described(priced), LINE),))
    yield TableRow((cell(whole, f"{sign} {verdict(judged.report)} · {seal.when}", LINE),), below=1.5)
    if priced.book.notes:
        yield TableRow((cell(whole, priced.book.notes, LINE),), below=1.5)
    yield Hairline(width, Pen(0.5, INK))
    yield Gap(2)


def described(priced: PricedBook) -> str:
    """`Wiz-War for 2 points, a deck of 84 cards; heavy items`."""
    book = priced.book
    options = [OPTION_WORDS[option][0].lower() for option in book.options]
    agreed = f"; {', '.join(options)}" if options else ""
    return f"Wiz-War for {book.points} points, a deck of {priced.count} cards{agreed}"


def _school(school: School, width: float) -> Stack:
    cards = ", ".join(f"{card.copies} × {card.name}" if card.copies > 1 else card.name for card in school.cards)
    return Stack((
        TableRow((cell(Column(0, width), f"{school.name}, {school.count} cards", HEADING),), below=0.8),
        TableRow((cell(Column(0, width), cards, WORDS),), below=1.2),
        Gap(1.2),
    ))  # fmt: skip


def text_of(priced: PricedBook) -> str:
    """The spellbook as people paste it."""
    book = priced.book
    lines = [book.name, described(priced), ""]
    lines += [f"{school.name}: {school.count} cards" for school in priced.schools]
    if book.has(Option.CUSTOM) and book.theirs:
        lines.append(f"Theirs: {', '.join(priced.name(name) for name in book.theirs)}")
    return "\n".join([*lines, *(["", book.notes] if book.notes else []), ""])
