"""What lets anybody check a printed roster again: when and by what it was judged, its code, and a square to scan."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.pdf.flow import Block, Column, Gap, Hairline, Section, Stack, TableRow, cell
from tabletop.pdf.qr import QrCode
from tabletop.pdf.surface import Pen
from tabletop.pdf.typography import INK, Style
from tabletop.rosters.verdict import VerdictSeal

SQUARE = 24.0
BESIDE = SQUARE + 3.0
HEADING = Style(12.5, "title")
CODE = Style(11, "bold")
TEXT = Style(9)
ADDRESS = Style(8)
CODE_STANDS_FOR = (
    "The code stands for every choice printed here. The square leads to a page that checks the army again:"
)


def seal_section(seal: VerdictSeal, width: float) -> tuple[Section, ...]:
    """The code and the square, kept on one page; nothing where the roster has no page that checks it."""
    if not seal.address:
        return ()
    return (Section((Stack(tuple(_seal(seal, width))),)),)


def _seal(seal: VerdictSeal, width: float) -> Iterator[Block]:
    beside = Column(BESIDE, width - BESIDE)
    yield Gap(3)
    yield Hairline(width, Pen(0.5, INK))
    yield Gap(1.2)
    yield QrCode(seal.address, SQUARE)
    rows = (
        TableRow((cell(beside, "To check this sheet", HEADING),), below=0.6),
        TableRow((cell(beside, seal.digest, CODE),), below=0.6),
        TableRow((cell(beside, f"Judged {seal.when}.", TEXT),)),
        TableRow((cell(beside, CODE_STANDS_FOR, TEXT),)),
        TableRow((cell(beside, seal.address, ADDRESS),)),
    )
    yield from rows
    yield Gap(max(0.0, SQUARE - sum(row.height for row in rows)))
