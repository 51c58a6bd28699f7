"""The rulings are read from their document, each with its question and our reading."""

from __future__ import annotations

import re

from tabletop.arcana.reference.rulings import Ruling, read_rulings
from tests.catalogue import PROJECT

DOCUMENT = (PROJECT / "docs" / "rulings.md").read_text(encoding="utf-8")


def test_every_row_with_a_code_is_a_ruling() -> None:
    rulings = read_rulings(DOCUMENT)
    codes = [line.split("|")[1].strip() for line in DOCUMENT.splitlines() if line.startswith("| ")]
    assert [ruling.code for ruling in rulings] == [code for code in codes if code[-1:].isdigit()]
    assert len({ruling.code for ruling in rulings}) == len(rulings)
    assert all(ruling.chapter and ruling.question for ruling in rulings)
    assert [ruling.code for ruling in rulings if not ruling.reading] == ["P17"]  # one statement in one cell
    assert not any("**" in ruling.reading + ruling.why for ruling in rulings)


def test_a_rows_cells_are_plain() -> None:
    text = (
        "# Rulings\n| # | question |\n\n## Points (CCF)\n| # | question | we use | why |\n|---|---|---|---|\n"
        "| P1 | *up* or `down`? | **up**, once | it says so |\n| P2 | x | y |\n"
    )
    assert read_rulings(text) == (
        Ruling("P1", "Points", "*up* or down?", "up, once", "it says so"),
        Ruling("P2", "Points", "x", "y"),
    )


def test_no_reading_of_the_battle_is_left_out() -> None:
    """BR1 to BR80 are the questions that the book's battle leaves open, later ones those of its resolvers."""
    numbers = [int(ruling.code[2:]) for ruling in read_rulings(DOCUMENT) if re.fullmatch(r"BR\d+", ruling.code)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) >= 80
