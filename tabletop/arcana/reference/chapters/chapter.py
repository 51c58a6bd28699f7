"""What a chapter of the reference is made of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum

from msgspec import Struct

from tabletop.arcana.reference.short import PARTS, Part
from tabletop.citations import Citation

LINK = re.compile(r"\[([^\]]+)\]\(([^)\s]+)\)")


class Table(Struct, frozen=True):
    """Rows under heads; the first cell of a row is its name."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Figure(Struct, frozen=True, kw_only=True):
    """A question to an example table, by the name of its file; the answer is drawn, its figures are in the caption."""

    table: str
    question: str
    words: tuple[str, ...]
    title: str
    caption: str


class DiagramKind(Enum):
    """What is drawn that is no part of a table."""

    PHASES = "phases"
    LOSSES = "losses"


class Diagram(Struct, frozen=True, kw_only=True):
    """A picture of what happens on no table."""

    kind: DiagramKind
    title: str
    caption: str


class Section(Struct, frozen=True, kw_only=True):
    """A heading with its text; `lines` are where the book's text has it, `rulings` the readings that it rests on.

    Text may link: `[words](charging)`, `[words](charging#reach)` for a chapter or a section of one,
    `[words](ability:fearsome)`, `[words](word:unit-save)`, `[words](spell:general/dispel)`.
    """

    slug: str
    title: str
    lines: str
    text: tuple[str, ...] = ()
    points: tuple[str, ...] = ()
    table: Table | None = None
    figure: Figure | Diagram | None = None
    rulings: tuple[str, ...] = ()


class Chapter(Struct, frozen=True, kw_only=True):
    """A page of the reference; `keys` are its figures at a glance, `short` the parts of the short rules that it has.

    `number` is that of the phase, 0 for the whole turn; `under` the chapter that it is a part of; `see` leads to other
    chapters and abilities.
    """

    slug: str
    title: str
    source: Citation
    lead: str
    keys: tuple[tuple[str, str], ...]
    sections: tuple[Section, ...]
    number: int | None = None
    under: str = ""
    short: tuple[str, ...] = ()
    see: tuple[str, ...] = ()

    @property
    def numbered(self) -> str:
        """`2 Movement`."""
        return f"{self.number} {self.title}" if self.number else self.title

    @property
    def parts(self) -> tuple[Part, ...]:
        """Its parts of the short rules, which the reference sheet prints, too."""
        return tuple(part for part in PARTS if part.title in self.short)

    @property
    def rulings(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(code for section in self.sections for code in section.rulings))

    def texts(self) -> Iterator[str]:
        """All that it says, as it is written."""
        yield self.lead
        yield from (value for _, value in self.keys)
        for section in self.sections:
            yield from (*section.text, *section.points)
            if section.table:
                yield from (cell for row in section.table.rows for cell in row)
            if section.figure:
                yield section.figure.caption


def without_links(text: str) -> str:
    """A text with the words of its links alone."""
    return LINK.sub(r"\1", text)


def links_in(text: str) -> Iterator[str]:
    """Where a text leads to."""
    yield from (link[2] for link in LINK.finditer(text))
