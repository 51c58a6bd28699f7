"""Every rule of the variant is ours or the players', as docs/wizard-kings.md says, and ours is covered by its name."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

from tabletop.wizardkings.battle.commands import AnyCommand
from tabletop.wizardkings.battle.facts import AnyFact
from tests.catalogue import PROJECT

ROW = re.compile(r"^\| WK-(\d+) \| .+ \| (checked|counted|judged|played|yours) \|$", re.MULTILINE)
NAMED = re.compile(r"wk((?:_(?:\d+|and|to))+)")
RULES = [1, 2, 3, 4, *range(10, 17), 20, *range(30, 36), 40, 41, 42, *range(50, 54), 60, 70, 71, 72]
# The digest's worked cases, by their numbers, as in `worked_cases_18_and_19`, `case_23` or a row `("5: at 3 …"`.
WORKED = {1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15, 17, 18, 19, 21, 22, 23}
CASES, NUMBERED = (
    re.compile(r"cases?((?:_(?:\d+|and|to))+)"),
    re.compile(r'^    \("(\d+): |\(case (\d+)\)"', re.MULTILINE),
)


def numbers_in(words: str) -> set[int]:
    """`_10_to_13_and_15` is five numbers."""
    found: set[int] = set()
    parts = words.strip("_").split("_")
    for place, word in enumerate(parts):
        if word == "to":
            found |= set(range(int(parts[place - 1]), int(parts[place + 1]) + 1))
        elif word != "and":
            found.add(int(word))
    return found


def covered() -> set[int]:
    """The rules that tests of this folder are named after: `wk_10_to_13_and_15` is five of them."""
    return {rule for text in files_here() for named in NAMED.findall(text) for rule in numbers_in(named)}


def files_here() -> list[str]:
    return [file.read_text(encoding="utf-8") for file in Path(__file__).parent.glob("test_*.py")]


def test_every_rule_is_covered_by_name_or_the_players() -> None:
    rows = {int(rule): who for rule, who in ROW.findall((PROJECT / "docs" / "wizard-kings.md").read_text("utf-8"))}
    assert list(rows) == RULES
    ours = {rule for rule, who in rows.items() if who != "yours"}
    assert ours - covered() == set()


def test_the_page_names_every_command_and_every_kind_of_event() -> None:
    page = (PROJECT / "docs" / "wizard-kings.md").read_text("utf-8")
    tags = [kind.__struct_config__.tag for kind in (*get_args(AnyCommand), *get_args(AnyFact))]
    assert [tag for tag in tags if f"`{tag}`" not in page] == []


def test_every_worked_case_is_a_test_by_its_number() -> None:
    named = {number for text in files_here() for words in CASES.findall(text) for number in numbers_in(words)}
    rows = {int(one or other) for text in files_here() for one, other in NUMBERED.findall(text)}
    assert WORKED - named - rows == set()
