"""Every rule is ours or the players', as docs/wiz-war.md says, and ours is covered by a test of its name."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

from tabletop.wizwar.battle.commands import AnyCommand
from tabletop.wizwar.battle.facts import AnyFact
from tests.catalogue import PROJECT
from tests.tabletop.wizardkings.test_coverage import numbers_in

ROW = re.compile(r"^\| WW-(\d+) \| .+ \| (checked|played|printed|yours) \|$", re.MULTILINE)
NAMED = re.compile(r"ww((?:_(?:\d+|and|to))+)")
CASES = re.compile(r"worked_cases?((?:_(?:\d+|and|to))+)")
RULES = [
    1, 2, 3, 4, *range(10, 15), *range(20, 24), *range(30, 36), *range(40, 47), *range(50, 56), *range(60, 63),
    *range(70, 75), *range(80, 87),
]  # fmt: skip
WORKED = {1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15, 17, 18, 19, 21, 22, 23}
PAGE = PROJECT / "docs" / "wiz-war.md"


def files_here() -> list[str]:
    return [file.read_text(encoding="utf-8") for file in Path(__file__).parent.glob("test_*.py")]


def test_every_rule_is_covered_by_name_or_the_players() -> None:
    rows = {int(rule): who for rule, who in ROW.findall(PAGE.read_text("utf-8"))}
    assert list(rows) == RULES
    covered = {rule for text in files_here() for named in NAMED.findall(text) for rule in numbers_in(named)}
    assert {rule for rule, who in rows.items() if who != "yours"} - covered == set()


def test_the_page_names_every_command_and_every_kind_of_event() -> None:
    page = PAGE.read_text("utf-8")
    tags = [kind.__struct_config__.tag for kind in (*get_args(AnyCommand), *get_args(AnyFact))]
    assert [tag for tag in tags if f"`{tag}`" not in page] == []


def test_every_worked_case_is_a_test_by_its_number() -> None:
    named = {number for text in files_here() for words in CASES.findall(text) for number in numbers_in(words)}
    assert WORKED - named == set()
