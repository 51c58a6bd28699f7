"""The tests that docs/security.md names are there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NAMED = re.compile(r"`(test_\w+\.py)::(test_\w+)`")


def test_every_test_that_a_promise_names_exists() -> None:
    named = NAMED.findall((ROOT / "docs/security.md").read_text(encoding="utf-8"))
    assert len(named) > 20
    for file, name in named:
        texts = [path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob(file)]
        assert any(f"def {name}(" in text for text in texts), (file, name)


def test_every_row_of_the_table_names_a_test() -> None:
    rows = re.findall(r"^\| (\d+\.\d+\.\d+.*)$", (ROOT / "docs/security.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(rows) > 15
    assert [row for row in rows if not NAMED.search(row)] == []
