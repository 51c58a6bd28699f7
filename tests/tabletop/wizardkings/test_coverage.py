"""Every rule of the variant is ours or the players', as docs/wizard-kings.md says, and ours is covered by its name."""

from __future__ import annotations

import re
from pathlib import Path

from tests.catalogue import PROJECT

ROW = re.compile(r"^\| WK-(\d+) \| .+ \| (checked|counted|judged|played|yours) \|$", re.MULTILINE)
NAMED = re.compile(r"wk((?:_(?:\d+|and|to))+)")
RULES = [1, 2, 3, 4, *range(10, 17), 20, *range(30, 36), 40, 41, 42, *range(50, 54), 60, 70, 71, 72]


def covered() -> set[int]:
    """The rules that tests of this folder are named after: `wk_10_to_13_and_15` is five of them."""
    rules: set[int] = set()
    for file in Path(__file__).parent.glob("test_*.py"):
        for named in NAMED.findall(file.read_text(encoding="utf-8")):
            words = named.strip("_").split("_")
            for place, word in enumerate(words):
                if word == "to":
                    rules |= set(range(int(words[place - 1]), int(words[place + 1]) + 1))
                elif word != "and":
                    rules.add(int(word))
    return rules


def test_every_rule_is_covered_by_name_or_the_players() -> None:
    rows = {int(rule): who for rule, who in ROW.findall((PROJECT / "docs" / "wizard-kings.md").read_text("utf-8"))}
    assert list(rows) == RULES
    ours = {rule for rule, who in rows.items() if who != "yours"}
    assert ours - covered() == set()
