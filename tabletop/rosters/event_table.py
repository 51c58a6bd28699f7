"""An organiser's table: one row for each file that was handed in, with what to ask its player."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from typing import Any

from msgspec import Struct

from tabletop.findings import Severity
from tabletop.rosters.problems import ProblemLine, problem_text
from tabletop.rosters.verdict import Verdict
from tabletop.spreadsheet import written_rows

COLUMNS = ("file", "name", "army", "points", "limit", "rules", "verdict", "code", "questions")
WORDS = {True: "legal", False: "not legal", None: "unreadable"}
TO_CHECK = "to check"


class RowOrder(StrEnum):
    """What the rows of an event are sorted by."""

    VERDICT = "verdict"
    FILE = "file"
    NAME = "name"
    ARMY = "army"
    POINTS = "points"


class EventRow(Struct, frozen=True, kw_only=True):
    """A file's verdict; `legal` is None where it couldn't be read, and then `questions` are its problems.

    As long as `unsettled` lines of it were only guessed or not read at all, it is neither legal nor not.
    """

    file: str
    legal: bool | None
    questions: tuple[str, ...] = ()
    name: str = ""
    army: str = ""
    points: int | None = None
    limit: int | None = None
    rules: str = ""
    code: str = ""
    figures_from: str = ""
    unsettled: int = 0

    @property
    def verdict(self) -> str:
        return TO_CHECK if self.unsettled else WORDS[self.legal]


def unreadable_row(file: str, problems: Sequence[ProblemLine]) -> EventRow:
    return EventRow(file=file, legal=None, questions=tuple(map(problem_text, problems)))


def event_row(file: str, verdict: Verdict, *, code: str) -> EventRow:
    """The verdict on a file's roster; what isn't merely advice becomes a question to its player."""
    report, listed = verdict.report, verdict.listed
    return EventRow(
        file=file,
        legal=report.is_legal,
        questions=tuple(
            f"{finding.code}: {finding.message}" for finding in report.findings if finding.severity > Severity.NOTE
        ),
        name=verdict.roster.name,
        army=listed.army,
        points=verdict.points,
        limit=listed.points_limit,
        rules=listed.rules_name,
        code=code,
        figures_from=verdict.figures_from,
    )


def sorted_rows(rows: Iterable[EventRow], order: RowOrder) -> list[EventRow]:
    """By verdict the worst come first, by points the dearest; rows that are alike stay as they were."""
    keys: dict[RowOrder, Callable[[EventRow], Any]] = {
        RowOrder.VERDICT: lambda row: (row.legal is not None, not row.unsettled, row.legal, -len(row.questions)),
        RowOrder.FILE: lambda row: row.file.casefold(),
        RowOrder.NAME: lambda row: row.name.casefold(),
        RowOrder.ARMY: lambda row: row.army.casefold(),
        RowOrder.POINTS: lambda row: -(row.points or 0),
    }
    return sorted(rows, key=keys[order])


def write_event_table(rows: Iterable[EventRow]) -> str:
    """The table as CSV, a question on each line of the last cell."""
    cells = ([getattr(row, column) for column in COLUMNS[:-1]] + ["\n".join(row.questions)] for row in rows)
    return written_rows([COLUMNS, *cells])
