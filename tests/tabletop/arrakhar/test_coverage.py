"""Every rule of the game is ours or the players', as docs/arrakhar.md says, and ours is covered by its name."""

from __future__ import annotations

import re
from pathlib import Path

from tests.catalogue import PROJECT

ROW = re.compile(r"^\| AW-(\d+) \| .+ \| (checked|counted|judged|yours) \|$", re.MULTILINE)
NAMED = re.compile(r"aw_(\d+)(?:_(and|to)_(\d+))?")
RULES = [
    *range(1, 7), *range(10, 17), *range(20, 26), 30, 31, 40, *range(45, 54), *range(55, 65), *range(70, 76),
    *range(80, 86), 90, 91, *range(95, 99), 100,
]  # fmt: skip


def covered() -> set[int]:
    """The rules that tests of this folder are named after: `aw_46_to_50` is five of them."""
    rules: set[int] = set()
    for file in Path(__file__).parent.glob("test_*.py"):
        for first, word, last in NAMED.findall(file.read_text(encoding="utf-8")):
            rules |= set(range(int(first), int(last) + 1)) if word == "to" else {int(first), int(last or first)}
    return rules


def test_every_rule_is_covered_by_name_or_the_players() -> None:
    rows = {int(rule): who for rule, who in ROW.findall((PROJECT / "docs" / "arrakhar.md").read_text("utf-8"))}
    assert list(rows) == RULES
    ours = {rule for rule, who in rows.items() if who != "yours"}
    assert ours - covered() == set()
