"""What the rules say about a roster, on paper: always a word and a sign, never colour alone."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.findings import Explanation, Finding, Report, Severity
from tabletop.pdf.flow import Block, Column, Gap, Hairline, RowKind, Section, Stack, TableRow, cell
from tabletop.pdf.surface import Pen
from tabletop.pdf.typography import INK, Style

WORDS = {Severity.ERROR: "× Error", Severity.WARNING: "! Warning", Severity.NOTE: "· Note"}

HEADING = Style(12.5, "title")
MESSAGE = Style(9)
WORD = Style(9, "bold")
CITATION = Style(8, "italic")
CODE = Style(8, leading=1.35)
WORD_WIDTH = 17.0
CODE_WIDTH = 22.0


def finding_row(finding: Finding, x: float, width: float) -> TableRow:
    """A finding in one sentence, its severity as a word before it."""
    cells = (
        cell(Column(x, WORD_WIDTH), WORDS[finding.severity], WORD),
        cell(Column(x + WORD_WIDTH, width - x - WORD_WIDTH - CODE_WIDTH), finding.message, MESSAGE),
        cell(Column(width - CODE_WIDTH, CODE_WIDTH, "right"), finding.code, CODE),
    )
    return TableRow(cells, above=0.4, below=0.3, kind=RowKind.BODY)


def verdict(report: Report) -> str:
    """The verdict in words: `NOT LEGAL: 2 errors`, `LEGAL, 1 warning`."""
    errors, warnings = _count(report, Severity.ERROR), _count(report, Severity.WARNING)
    if not report.is_legal:
        return f"NOT LEGAL: {many(errors, 'error')}"
    return f"LEGAL, {many(warnings, 'warning')}" if warnings else "LEGAL"


def findings_section(report: Report, width: float) -> Section:
    """Every finding with its code and source, then what the met rules measured."""
    heading = TableRow((cell(Column(0, width), "Findings", HEADING),))
    head = Stack((Hairline(width, Pen(0.5, INK)), Gap(1.2), heading, Gap(0.8)))
    blocks = (*_findings(report, width), *_passes(report.passes, width))
    return Section(blocks, head)


def _findings(report: Report, width: float) -> Iterator[Block]:
    if not report.findings:
        yield TableRow((cell(Column(0, width), "Nothing to remark.", MESSAGE),))
    column = Column(WORD_WIDTH, width - WORD_WIDTH - CODE_WIDTH)
    for finding in report.findings:
        citation = TableRow((cell(column, str(finding.citation), CITATION),), kind=RowKind.BODY)
        yield Stack((finding_row(finding, 0, width), citation, Gap(1)))


def _passes(passes: tuple[Explanation, ...], width: float) -> Iterator[Block]:
    for number, met in enumerate(passes):
        cells = (
            cell(Column(0, WORD_WIDTH), "✓ Met", MESSAGE),
            cell(Column(WORD_WIDTH, width - WORD_WIDTH - CODE_WIDTH), met.message, MESSAGE),
            cell(Column(width - CODE_WIDTH, CODE_WIDTH, "right"), met.code, CODE),
        )
        yield TableRow(cells, above=0.3 if number else 1.2, kind=RowKind.BODY)


def _count(report: Report, severity: Severity) -> int:
    return sum(finding.severity == severity for finding in report.findings)


def many(number: int, thing: str) -> str:
    """`1 error`, `2 errors`."""
    return f"{number} {thing}" + "s" * (number != 1)
