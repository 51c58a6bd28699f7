"""Malformed files of every format: a clear reason each, nothing raised, within seconds and megabytes."""

from __future__ import annotations

import json
import time
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.arcana.formats.registry import read_any
from tabletop.rosters.files import ReadFile
from tabletop.rosters.problems import MOST_PROBLEMS, MOST_SUGGESTED
from tabletop.spelling import Spellings
from tests.laws import law_of
from tests.tabletop.arcana.formats.spoilt import (
    CATALOGUE,
    CSV,
    ENCODED_CASES,
    JSON,
    JSON_CASES,
    MARKDOWN,
    MIXED_CASES,
    ROS,
    ROSZ,
    TEXT,
    XML_CASES,
    ZIP_CASES,
)
from tests.tabletop.arcana.formats.spoilt_lines import LINES, ROWS

WHOLE = {
    f"{kind}: {name}": case
    for kind, cases in {
        "json": JSON_CASES,
        "encoding": ENCODED_CASES,
        "mixed": MIXED_CASES,
        "xml": XML_CASES,
        "zip": ZIP_CASES,
    }.items()
    for name, case in cases.items()
}
BY_LINE = {f"text: {name}": case for name, case in LINES.items()} | {
    f"csv: {name}": case for name, case in ROWS.items()
}
LARGE = {name: content for name, (content, _) in WHOLE.items() if len(content) > 50_000}
LARGE |= {name: case[0].encode() for name, case in BY_LINE.items() if len(case[0]) > 50_000}
LARGE |= {name: case[0] for name, case in WHOLE.items() if "bomb" in name}
SECONDS = 5.0
BYTES = 64_000_000


def refused(content: bytes) -> ReadFile:
    read = read_any("a file", content, CATALOGUE)
    assert read.roster is None
    assert 0 < len(read.problems) <= MOST_PROBLEMS
    assert all(problem.reason for problem in read.problems)
    return read


def test_there_are_more_than_two_hundred_malformed_files() -> None:
    assert len(WHOLE) + len(BY_LINE) >= 300


@law_of(WHOLE)
def test_a_malformed_file_is_refused_with_its_reason(name: str) -> None:
    content, reason = WHOLE[name]
    told = " / ".join(f"{problem.text}: {problem.reason}" for problem in refused(content).problems)
    assert reason in told


@law_of(BY_LINE)
def test_a_malformed_line_is_named_with_its_reason_and_what_was_meant(name: str) -> None:
    content, line, reason, suggestion = BY_LINE[name]
    (told, *_) = [problem for problem in refused(content.encode()).problems if problem.line == line]
    assert reason in f"{told.text}: {told.reason}"
    assert told.suggestion == suggestion


@pytest.mark.parametrize("name", LARGE)
def test_a_bomb_costs_little_time_and_memory(name: str) -> None:
    """Read once: it is slower while its memory is noted."""
    tracemalloc.start()
    started = time.process_time()
    read_any(name, LARGE[name], CATALOGUE)
    seconds = time.process_time() - started
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert seconds < SECONDS
    assert peak < BYTES


def test_every_bad_line_is_told_and_not_only_the_first() -> None:
    text = "Roster: A\nArmy: Dwarfs\nLimit: x\n\nUnit: B\n- 17 Axmen\n- 8 Berserker\n- Champion: crosbow\n"
    read = refused(text.encode())
    assert [problem.line for problem in read.problems] == [2, 3, 6, 8, 8]


@given(st.binary(max_size=300))
def test_noise_is_never_a_roster(content: bytes) -> None:
    refused(content)


@st.composite
def mutilated(draw: st.DrawFn) -> bytes:
    """A good file with a few bytes changed, taken out, doubled or put in."""
    content = bytearray(draw(st.sampled_from([JSON, TEXT, MARKDOWN, CSV, ROS, ROSZ])))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(content)))
        end = start + draw(st.integers(0, 12))
        content[start:end] = draw(st.binary(max_size=8) | st.just(bytes(content[start:end]) * 2))
    return bytes(content)


@given(mutilated())
def test_a_mutilated_file_is_read_or_refused_but_never_a_fault(content: bytes) -> None:
    read = read_any("a file", content, CATALOGUE)
    assert (read.roster is None) == bool(read.problems)


LINES = "".join(f"{number + 1} Axmen{number}\n" for number in range(80))
PARTS = [{"ref": f"u{number}", "models": [{"profile": "dwarves/axmen", "count": 1}]} for number in range(80)]
MISSPELT = {
    "text": f"Roster: Wrong\nArmy: Dwarves\n{LINES}",
    "json": json.dumps({"format": "muster-roster/1", "game": "arcana", "name": "A", "army": "dwarves", "units": PARTS}),
}


@pytest.mark.parametrize("kind", MISSPELT)
def test_the_first_problems_of_a_file_alone_are_told_what_was_meant(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    closest = Spellings.closest
    monkeypatch.setattr(Spellings, "closest", lambda known, word: asked.append(word) or closest(known, word))
    read = read_any("a file", MISSPELT[kind].encode(), CATALOGUE)
    assert len(read.problems) == 80
    assert [bool(problem.suggestion) for problem in read.problems] == [True] * MOST_SUGGESTED + [False] * 70
    assert len(asked) == MOST_SUGGESTED


def test_the_names_of_a_catalogue_are_prepared_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read_any("a file", MISSPELT["text"].encode(), CATALOGUE)
    monkeypatch.setattr("tabletop.arcana.formats.naming.Spellings", lambda words: pytest.fail("prepared again"))
    assert read_any("a file", MISSPELT["text"].encode(), CATALOGUE).problems
