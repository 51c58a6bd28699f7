"""Every rule is ours or the players', as docs/greyhawk.md says, and covered by its name; every case is a test."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

from tabletop.greyhawk.battle.commands import AnyCommand
from tabletop.greyhawk.battle.facts import AnyFact
from tests.catalogue import PROJECT

ROW = re.compile(r"^\| GW-(\d+) \| .+ \| (checked|counted|played|yours) \|$", re.MULTILINE)
RULES = [
    *range(1, 8), 10, *range(20, 25), *range(30, 36), *range(40, 45), 50, 51, *range(60, 72), *range(75, 78), 80, 81,
    *range(85, 94),
]  # fmt: skip
WORKED = {1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15, 17, 18, 19, 21, 22, 23}
GUIDE = (PROJECT / "docs" / "greyhawk.md").read_text("utf-8")


def numbers_in(words: str) -> set[int]:
    """`_30_to_32_and_35` is four numbers."""
    found: set[int] = set()
    parts = words.strip("_").split("_")
    for place, word in enumerate(parts):
        if word == "to":
            found |= set(range(int(parts[place - 1]), int(parts[place + 1]) + 1))
        elif word.isdecimal():
            found.add(int(word))
    return found


def named(pattern: str) -> set[int]:
    """The numbers that tests of this folder are named after."""
    texts = [file.read_text("utf-8") for file in Path(__file__).parent.glob("test_*.py")]
    return {number for text in texts for words in re.findall(pattern, text) for number in numbers_in(words)}


def test_every_rule_is_covered_by_name_or_the_players() -> None:
    rows = {int(rule): who for rule, who in ROW.findall(GUIDE)}
    assert list(rows) == RULES
    ours = {rule for rule, who in rows.items() if who != "yours"}
    assert ours - named(r"gw((?:_(?:\d+|and|to))+)") == set()


def test_every_worked_case_is_a_test_by_its_number() -> None:
    assert WORKED - named(r"_cases?((?:_(?:\d+|and|to))+)\(") == set()


def test_the_page_names_every_command_and_every_kind_of_event() -> None:
    tags = [kind.__struct_config__.tag for kind in (*get_args(AnyCommand), *get_args(AnyFact))]
    assert [tag for tag in tags if f"`{tag}`" not in GUIDE] == []
