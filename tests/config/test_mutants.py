"""Mutants that no test can tell from the original are named by lines that still stand in their modules."""

from __future__ import annotations

from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent.parent


def test_lines_of_mutants_stand_in_their_modules() -> None:
    named = yaml.safe_load((ROOT / "tests" / "mutants.yaml").read_text(encoding="utf-8"))
    assert named
    for mutant in named:
        lines = (ROOT / mutant["module"]).read_text(encoding="utf-8").splitlines()
        assert mutant["line"] in map(str.strip, lines), mutant["module"]
