"""An organiser's table: every file a row, nothing run as a formula, in the order that is asked for."""

from __future__ import annotations

import csv
import io

import pytest
from msgspec.structs import replace

from tabletop.arcana.army.roster import read_roster
from tabletop.arcana.game import judge
from tabletop.findings import Severity
from tabletop.rosters.event_table import (
    COLUMNS,
    EventRow,
    RowOrder,
    event_row,
    sorted_rows,
    unreadable_row,
    write_event_table,
)
from tabletop.rosters.problems import ProblemLine, problem_text
from tests.catalogue import SAMPLES, printed_catalogue
from tests.tabletop.arcana.printing.samples import ILLEGAL, LEGAL

GOOD = EventRow(file="b.json", legal=True, name="Bears", army="Orcs", points=900, limit=1000, rules="core rules")
BAD = EventRow(file="c.json", legal=False, name="ants", army="Dwarves", points=1200, questions=("A: b", "C: d"))
WORSE = EventRow(file="d.json", legal=False, name="Cats", army="Marr", points=100, questions=("A: b", "C: d", "E: f"))
LOST = EventRow(file="a.txt", legal=None, questions=("line 2: no",))


@pytest.mark.parametrize(
    ("order", "files"),
    [("verdict", "adcb"), ("file", "abcd"), ("name", "acbd"), ("army", "acdb"), ("points", "cbda")],
)
def test_rows_stand_in_the_order_that_is_asked_for(order: str, files: str) -> None:
    assert "".join(row.file[0] for row in sorted_rows([GOOD, BAD, WORSE, LOST], RowOrder(order))) == files


def test_every_order_is_tried() -> None:
    assert set(RowOrder) == {"verdict", "file", "name", "army", "points"}


def test_errors_and_warnings_become_questions_and_advice_does_not() -> None:
    verdict = judge(read_roster((SAMPLES / "dwarves.json").read_bytes()), printed_catalogue())
    advice = replace(ILLEGAL.findings[0], severity=Severity.NOTE, message="Well done.")
    report = replace(ILLEGAL, findings=(advice, *ILLEGAL.findings))
    row = event_row("a.json", replace(verdict, report=report), code="X")
    assert row.questions == tuple(f"{finding.code}: {finding.message}" for finding in ILLEGAL.findings)
    assert (row.legal, row.verdict, row.points) == (False, "not legal", verdict.points)
    assert event_row("a.json", replace(verdict, report=LEGAL), code="X").verdict == "legal"


@pytest.mark.parametrize(
    ("problem", "words"),
    [
        (ProblemLine(4, "- 1 Axmen", "no such", "Axemen"), "line 4, “- 1 Axmen”: no such (did you mean “Axemen”?)"),
        (ProblemLine(0, "units[0].ref", "is used twice"), "units[0].ref: is used twice"),
        (ProblemLine(0, "", "the zip is broken"), "the zip is broken"),
        (ProblemLine(3, "", "can't be read"), "line 3, “”: can't be read"),
    ],
)
def test_a_problem_is_told_in_one_line(problem: ProblemLine, words: str) -> None:
    assert problem_text(problem) == words
    assert unreadable_row("x", [problem]).questions == (words,)


def test_the_table_is_a_spreadsheet_that_runs_nothing() -> None:
    evil = EventRow(file="=1+1.json", legal=False, name="@cmd", army="-x", points=-5, questions=("+a", "b"))
    head, good, bad = csv.reader(io.StringIO(write_event_table([GOOD, evil])))
    assert head == list(COLUMNS)
    assert good == ["b.json", "Bears", "Orcs", "900", "1000", "core rules", "legal", "", ""]
    assert bad == ["'=1+1.json", "'@cmd", "'-x", "'-5", "", "", "not legal", "", "'+a\nb"]
