"""How many lists, rows and spells there are is counted by code and pages, and compared where prose says it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from armybuilder.catalogue.loaders.lists import count_printed_rows
from armybuilder.templatetags.muster import in_words
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
    (re.compile(r"\b([0-9][0-9,]*) (?:printed rows|rows of the (?:book|catalogue))"), ROWS),
    (re.compile(r"\b([0-9][0-9,]*) spells\b"), SPELLS),
    (re.compile(r"\b(\w+) (?:army )?lists, add"), ARMIES),
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


@pytest.mark.parametrize(("pattern", "count"), SAID, ids=["rows", "spells", "lists"])
def test_prose_says_what_is_counted(pattern: re.Pattern[str], count: int) -> None:
    found = {(path.name, word) for path in PROSE for word in pattern.findall(_text(path))}
    wrong = [place for place in found if place[1].replace(",", "").lower() not in {str(count), in_words(count)}]
    assert found
    assert wrong == []


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")
