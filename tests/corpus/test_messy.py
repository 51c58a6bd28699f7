"""Lists as people write them, made by hand for every army: what must come out of each stands in messy/expected.yaml."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tabletop.arcana.army.roster import read_roster
from tabletop.arcana.catalogue.lists import ListKind
from tabletop.arcana.formats.listing.writer import write_text
from tabletop.arcana.formats.registry import read_any, read_loosely
from tabletop.rosters.reading import ReadList
from tests.catalogue import SAMPLES, printed_catalogue, read_yaml
from tests.laws import law_of

MESSY = Path(__file__).with_name("messy")
EXPECTED: dict[str, Any] = read_yaml(MESSY / "expected.yaml")
LEFT_OUT = "left out: "


@cache
def read(name: str) -> ReadList:
    return read_loosely(name, (MESSY / name).read_bytes(), printed_catalogue())


def outcomes(name: str) -> list[tuple[int, bool, bool]]:
    """Each line that says something: its number, whether it came out right, whether it came out wrong and unmarked."""
    wanted, got = EXPECTED[name], read(name)
    unread = {line.line for line in got.unread}
    readings = {
        reading.line: reading for reading in got.readings if reading.line and not reading.read_as.startswith(LEFT_OUT)
    }
    lines = {*wanted["lines"], *wanted.get("unread", ()), *readings, *unread}
    told = []
    for line in sorted(lines):
        reading = readings.get(line)
        if line in wanted["lines"]:
            right = reading is not None and line not in unread and reading.read_as == wanted["lines"][line]
        else:
            right = line in wanted.get("unread", ()) and line in unread and reading is None
        told.append((line, right, not right and reading is not None and reading.exact))
    return told


def test_the_corpus_has_sixty_lists_of_every_army() -> None:
    armies = {army.slug for army in printed_catalogue().lists.values() if army.kind == ListKind.ARMY}
    assert sorted(EXPECTED) == sorted(path.name for path in MESSY.glob("*.txt"))
    assert len(EXPECTED) >= 60
    assert {wanted["army"] for wanted in EXPECTED.values()} == armies


def test_of_a_hundred_lines_ninety_five_are_read_right_at_first() -> None:
    told = [(name, line, right) for name in EXPECTED for line, right, _ in outcomes(name)]
    wrong = [(name, line) for name, line, right in told if not right]
    assert len(wrong) <= len(told) * 0.05, wrong


@law_of(EXPECTED)
def test_nothing_is_wrong_without_a_mark(name: str) -> None:
    assert [line for line, _, unmarked in outcomes(name) if unmarked] == []


@law_of(EXPECTED)
def test_army_and_prices_come_out(name: str) -> None:
    wanted, got = EXPECTED[name], read(name)
    assert got.roster is not None
    assert got.roster.army == wanted["army"]
    assert {price.line: price.ours for price in got.prices} == wanted.get("prices", {})


@law_of(EXPECTED)
def test_no_line_is_lost(name: str) -> None:
    """Every line that isn't empty is read, left out with a word why, or unread."""
    got = read(name)
    said = {reading.line for reading in got.readings} | {line.line for line in got.unread}
    lines = (MESSY / name).read_text(encoding="utf-8").splitlines()
    assert {number for number, line in enumerate(lines, 1) if line.strip(" =-")} <= said


@pytest.mark.parametrize("sample", sorted(SAMPLES.glob("*.json")), ids=lambda path: path.stem)
def test_a_strict_list_is_read_as_before_and_exactly(sample: Path) -> None:
    catalogue = printed_catalogue()
    text = write_text(read_roster(sample.read_bytes()), catalogue).encode()
    strict, loose = read_any("list.txt", text, catalogue), read_loosely("list.txt", text, catalogue)
    assert loose.roster == strict.roster
    assert (loose.unread, loose.prices) == ((), ())
    assert all(reading.exact for reading in loose.readings)


@pytest.mark.parametrize(
    ("line", "likely"),
    [
        ("5 bear cavalry", "5 Bear Cavalry with Lance"),
        ("10 slings", "10 Halfling Slings"),
        ("3 Wyverns", "3 Wyvern, Adult"),
    ],
)
def test_what_is_not_read_is_one_choice_from_its_likeliest_meanings(line: str, likely: str) -> None:
    """A likely line put in its place is read exactly."""
    army = "Dwarves" if "bear" in line else "Halflings and Centaurs"
    catalogue = printed_catalogue()
    (unread,) = read_loosely("x", f"{army}\n1 Troll\n{line}".encode(), catalogue).unread
    assert (unread.line, unread.text) == (3, line)
    assert likely in unread.likely
    for meaning in unread.likely:
        chosen = read_loosely("x", f"{army}\n1 Troll\n{meaning}".encode(), catalogue)
        assert chosen.unread == ()
        assert [reading.exact for reading in chosen.readings] == [True, True, True]


def test_a_list_without_an_army_is_no_roster() -> None:
    got = read_loosely("x.txt", b"Hello\n3 Trolls\n", printed_catalogue())
    assert got.roster is None
    assert [reading.read_as for reading in got.readings] == ["left out: greeting", "3 Troll"]


@pytest.mark.parametrize(
    "content",
    [
        "Orcs\nbrave\x01:\n3 Trolls",
        "Orcs\nUnit: brave\x01\n3 Trolls",
        "Dwarves\nDesign: {}\n5 Axemen",
        "# \x01\nOrcs\n3 Trolls",
    ],
)
def test_a_line_that_no_file_could_say_stops_nothing(content: str) -> None:
    got = read_loosely("\x01.txt", content.encode(), printed_catalogue())
    assert got.roster is not None
    assert got.unread
