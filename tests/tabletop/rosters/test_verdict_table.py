"""An organiser's table on paper: every army and every question there, nothing clipped or covered."""

from __future__ import annotations

import re

import pytest

from tabletop.pdf.paper import PAPERS, Paper
from tabletop.rosters.event_table import EventRow
from tabletop.rosters.verdict_table import count_of_verdicts, verdict_sheet
from tests.tabletop.pdf.measuring import outside, overlaps, pages_of, text_of

LONG = "x" * 150
ROWS = (
    EventRow(file="a.json", legal=True, name="Bears", army="Orcs", points=900, limit=1000, code="AAAAA-BBBBB"),
    EventRow(file=LONG, legal=None, questions=tuple(f"line {n}, “{LONG}”: no such profile" for n in range(100))),
    *(
        EventRow(
            file=f"{n}.txt",
            legal=False,
            name=f"Дружина {n}",
            army="Halflings & Centaurs",
            points=n * 1000,
            limit=4000,
            questions=(f"COMP-01: Normal troops cost {n}.", "TOUR-05: A unit costs too much."),
        )
        for n in range(40)
    ),
)


@pytest.mark.parametrize("paper", PAPERS.values(), ids=PAPERS)
def test_every_army_is_there_and_nothing_is_clipped_or_covered(paper: Paper) -> None:
    pages = pages_of(verdict_sheet(ROWS, paper=paper, date="21 November 2026"))
    assert len(pages) > 2
    for page in pages:
        assert outside(page) == []
        assert overlaps(page) == []
    text = re.sub(r"\s", "", "".join(map(text_of, pages)))
    assert all(f"Дружина{n}Half" in text for n in range(40))
    assert text.count("nosuchprofile") == 100
    assert all(words in text for words in ("✓legal", "×notlegal", "?unreadable", "900of1,000", "AAAAA-BBBBB"))


def test_the_head_counts_the_verdicts() -> None:
    assert count_of_verdicts(ROWS) == "42 files: 1 legal, 40 not legal, 1 unreadable"
    assert count_of_verdicts(ROWS[:1]) == "1 file: 1 legal"
    assert count_of_verdicts(()) == "0 files: none"


def test_the_same_table_prints_the_same_bytes() -> None:
    first, second = (verdict_sheet(ROWS[:3], paper=PAPERS["a4"], date="today") for _ in range(2))
    assert first == second
