"""Arrows point toward the games, and the contracts that say so bite."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LINT_IMPORTS = Path(sys.executable).with_name("lint-imports")
BOOK = "tabletop.arcana.catalogue.book"
FOREIGN = ("django", "rest_framework", "yaml", "armybuilder", "config")


def lint_imports(tree: Path) -> subprocess.CompletedProcess[str]:
    command = [LINT_IMPORTS, "--no-cache", "--config", tree / "pyproject.toml"]
    return subprocess.run(command, cwd=tree, capture_output=True, text=True, check=False)


def test_every_import_keeps_the_contracts() -> None:
    result = lint_imports(ROOT)
    assert result.returncode == 0, result.stdout + result.stderr


# What is wrong, the contract that says so, and the module that imports what.
ARROWS = [
    ("an arrow upward in an area", "Areas of the site", "armybuilder.rosters.models", "armybuilder.rosters.queries"),
    ("an arrow between areas", "Inside the website", "armybuilder.catalogue.queries", "armybuilder.rosters.models"),
    ("a game named elsewhere", "Only rooms that draw", "armybuilder.sharing.services", "tabletop.arcana.army.roster"),
    ("django in the games", "The games know no framework", "tabletop.findings", "django"),
    ("yaml in the games", "The games know no framework", BOOK, "yaml"),
    ("an arrow upward", "Inside the games", "tabletop.findings", "tabletop.rulebook"),
    ("the games use the site", "Arrows point", BOOK, "armybuilder.core.rates"),
    ("reportlab outside pdf", "Only pdf", BOOK, "reportlab"),
    ("rapidfuzz outside the reader of mails", "Only the reader of mails", BOOK, "rapidfuzz"),
    ("shapely outside geometry", "Only geometry", BOOK, "shapely"),
    ("networkx outside boards", "Only boards", BOOK, "networkx"),
]
UNPLACED = [
    ("Inside the games", "tabletop.extras"),
    ("Inside the website", "armybuilder.extras"),
    ("Areas of the site", "armybuilder.rosters.extras"),
]


def test_every_broken_contract_is_named_with_the_line_that_breaks_it(tmp_path: Path) -> None:
    for package in ("armybuilder", "config", "tabletop"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("static", "__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for module, line in [(module, f"import {imported}") for _, _, module, imported in ARROWS] + [
        (module, "") for _, module in UNPLACED
    ]:
        with (tmp_path / module.replace(".", "/")).with_suffix(".py").open("a") as source:
            source.write(f"\n{line}\n")
    result = lint_imports(tmp_path)
    assert result.returncode == 1
    summary, _, details = result.stdout.partition("Broken contracts\n")
    said = dict(re.findall(r"^(\S[^\n]*)\n-+\n\n(.*?)(?=^\S[^\n]*\n-+\n|\Z)", details, re.MULTILINE | re.DOTALL))
    named = {name: words for name, words in said.items() if f"\n{name} BROKEN" in summary}
    breaks = [(what, contract, f"- {module} -> {imported} (l.") for what, contract, module, imported in ARROWS]
    breaks += [("nobody placed it", contract, f"- {module}\n") for contract, module in UNPLACED]
    for what, contract, line in breaks:
        (words,) = [words for name, words in named.items() if name.startswith(contract)]
        assert line in re.sub("- +", "- ", words), what


def test_the_games_import_without_a_framework() -> None:
    modules = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in (ROOT / "tabletop").rglob("*.py")]
    script = f"import sys, {', '.join(modules)}; print(*sorted({{*{FOREIGN}}} & {{*sys.modules}}))"
    result = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert result.stdout.strip() == ""
