"""Every rule of the game is ours or the players', as docs/arrakhar.md says, and ours is covered by its name."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

from tabletop.arrakhar.battle.commands import AnyCommand
from tabletop.arrakhar.battle.facts import AnyFact, ForceSealed, WandSealed
from tests.catalogue import PROJECT

ROW = re.compile(r"^\| AW-(\d+) \| .+ \| (checked|counted|judged|yours) \|$", re.MULTILINE)
NAMED = re.compile(r"aw_(\d+)(?:_(and|to)_(\d+))?")
RULES = [
    *range(1, 7), *range(10, 17), *range(20, 26), 30, 31, 40, *range(45, 54), *range(55, 65), *range(70, 76),
    *range(80, 86), 90, 91, *range(95, 99), 100,
]  # fmt: skip

# The digest's worked cases, by their numbers: odds, forces, haunts, movement, summons, haste, fireballs, the wand.
WORKED = {
    1, 2, 3, 5, 6, 7, 9, 10, 11, 13, 14, 15, 17, 18, 19, 21, 22, 23, 25, 26, 27, 29, 30, 31, 33, 34, 35, 37, 38, 39,
    41, 42, 43, 45, 46, 47, 49, 50,
}  # fmt: skip
CASES, NUMBERED = re.compile(r"worked_cases?((?:_and|_\d+)+)"), re.compile(r"^    \((\d+), ", re.MULTILINE)


def files_here() -> list[str]:
    return [file.read_text(encoding="utf-8") for file in Path(__file__).parent.glob("test_*.py")]


def covered() -> set[int]:
    """The rules that tests of this folder are named after: `aw_46_to_50` is five of them."""
    rules: set[int] = set()
    for text in files_here():
        for first, word, last in NAMED.findall(text):
            rules |= set(range(int(first), int(last) + 1)) if word == "to" else {int(first), int(last or first)}
    return rules


def test_every_rule_is_covered_by_name_or_the_players() -> None:
    rows = {int(rule): who for rule, who in ROW.findall((PROJECT / "docs" / "arrakhar.md").read_text("utf-8"))}
    assert list(rows) == RULES
    ours = {rule for rule, who in rows.items() if who != "yours"}
    assert ours - covered() == set()


def test_programs_are_told_of_every_command_and_every_kind_of_event() -> None:
    told = set(re.findall(r"`([a-z_]+)`", (PROJECT / "docs" / "arrakhar.md").read_text("utf-8")))
    kinds = (*get_args(AnyCommand), *get_args(AnyFact), ForceSealed, WandSealed)
    assert {kind.__struct_config__.tag for kind in kinds} - told == set()


def test_every_worked_case_is_a_test_by_its_number() -> None:
    """Named after it, or a row of a table of cases that begins with it."""
    found = {int(number) for text in files_here() for number in NUMBERED.findall(text)}
    named = " ".join(names for text in files_here() for names in CASES.findall(text))
    assert WORKED - found - {int(number) for number in re.findall(r"\d+", named)} == set()
