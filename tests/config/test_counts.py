"""How many lists, rows and spells there are is counted by code and pages, and compared where prose says it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from armybuilder.catalogue.loaders.lists import count_printed_rows
from armybuilder.templatetags.muster import NUMBER_WORDS, in_words
from tests.catalogue import PROJECT, printed_catalogue

CATALOGUE = printed_catalogue()
ROWS = len(CATALOGUE.rows)
ARMIES = sum(army.kind == "army" for army in CATALOGUE.lists.values())
SPELLS = len(CATALOGUE.spells)
PROSE = sorted({PROJECT / "README.md", *(PROJECT / "docs").glob("*.md")})
CODE = [
    path
    for room in ("tabletop", "armybuilder", "templates", "benchmarks")
    for path in sorted((PROJECT / room).rglob("*"))
    if path.suffix in {".py", ".html", ".txt", ".js"} and "fonts" not in path.parts
]
SAID = (
    (re.compile(r"\b([0-9][0-9,]*) (?:printed )?rows of the (?:book|catalogue)"), ROWS),
    (re.compile(r"\b(?:all|the) ([0-9][0-9,]*) printed rows", re.IGNORECASE), ROWS),
    (re.compile(r"\b([0-9][0-9,]*) spells\b"), SPELLS),
    (re.compile(rf"\b([0-9]+|{'|'.join(NUMBER_WORDS)}) army lists\b"), ARMIES),
)


def test_the_rows_are_counted() -> None:
    assert count_printed_rows() == ROWS


def test_counts_are_said_in_words() -> None:
    words = [in_words(count) for count in (0, 3, 17, 20, 29, 30)]
    assert words == ["none", "three", "seventeen", "twenty", "twenty-nine", "30"]


def test_code_and_templates_count_the_catalogue() -> None:
    written = re.compile(rf"\b({ROWS}|{in_words(ARMIES)} (?:army )?lists|{SPELLS} spells)\b", re.IGNORECASE)
    culprits = [str(path.relative_to(PROJECT)) for path in CODE if written.search(path.read_text(encoding="utf-8"))]
    assert culprits == []


def wrongly_said(prose: str) -> list[str]:
    """What a text says of the catalogue's counts that isn't so."""
    return [
        found[0]
        for pattern, count in SAID
        for found in pattern.finditer(prose)
        if found[1].replace(",", "").lower() not in {str(count), in_words(count)}
    ]


@pytest.mark.parametrize("path", PROSE, ids=lambda path: path.name)
def test_prose_says_what_is_counted(path: Path) -> None:
    assert wrongly_said(path.read_text(encoding="utf-8")) == []


def test_a_wrong_count_is_seen() -> None:
    assert wrongly_said(f"All {ROWS} printed rows, {SPELLS} spells in ten lists.") == []
    wrong = "All 398 printed rows; 90 spells; eighteen army lists."
    assert wrongly_said(wrong) == ["All 398 printed rows", "90 spells", "eighteen army lists"]
