"""Arrows point toward the games, and the contracts that say so bite."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LINT_IMPORTS = Path(sys.executable).with_name("lint-imports")
BOOK = "tabletop/arcana/catalogue/book.py"
FOREIGN = ("django", "rest_framework", "yaml", "armybuilder", "config")


def lint_imports(tree: Path) -> subprocess.CompletedProcess[str]:
    command = [LINT_IMPORTS, "--no-cache", "--config", tree / "pyproject.toml"]
    return subprocess.run(command, cwd=tree, capture_output=True, text=True, check=False)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The project's sources in a folder that may be spoilt."""
    for package in ("armybuilder", "config", "tabletop"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("static", "__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_every_import_keeps_the_contracts() -> None:
    result = lint_imports(ROOT)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize(
    ("module", "line", "contract"),
    [
        pytest.param("tabletop/odds.py", "", "Inside the games", id="a module of the games that nobody placed"),
        pytest.param(
            "armybuilder/extras.py", "", "Inside the website", id="a module of the website that nobody placed"
        ),
        pytest.param("armybuilder/rosters/extras.py", "", "Areas of the site", id="a module nobody placed in its area"),
        pytest.param(
            "armybuilder/rosters/models.py",
            "import armybuilder.rosters.queries",
            "Areas of the site",
            id="an arrow upward in an area",
        ),
        pytest.param(
            "armybuilder/catalogue/queries.py",
            "import armybuilder.rosters.models",
            "Inside the website",
            id="an arrow upward between areas",
        ),
        pytest.param(
            "armybuilder/sharing/services.py",
            "import tabletop.arcana.army.roster",
            "Only rooms that draw",
            id="a game named outside its rooms",
        ),
        pytest.param("tabletop/findings.py", "import django", "The games know no framework", id="django in the games"),
        pytest.param(BOOK, "import yaml", "The games know no framework", id="yaml in the games"),
        pytest.param("tabletop/findings.py", "import tabletop.rulebook", "Inside the games", id="an arrow upward"),
        pytest.param(BOOK, "import armybuilder.apps", "Arrows point", id="the games use the site"),
        pytest.param(BOOK, "import reportlab", "Only pdf", id="reportlab outside pdf"),
        pytest.param(BOOK, "import rapidfuzz", "Only the reader of mails", id="rapidfuzz outside the reader of mails"),
        pytest.param(BOOK, "import shapely", "Only geometry", id="shapely outside geometry"),
        pytest.param(BOOK, "import networkx", "Only boards", id="networkx outside boards"),
    ],
)
def test_a_broken_contract_is_named(copy: Path, module: str, line: str, contract: str) -> None:
    with (copy / module).open("a") as source:
        source.write(f"\n{line}\n")
    result = lint_imports(copy)
    assert result.returncode == 1
    assert any(
        found.startswith(contract) and found.partition(" (")[0].endswith("BROKEN")
        for found in result.stdout.splitlines()
    )


def test_the_games_import_without_a_framework() -> None:
    modules = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in (ROOT / "tabletop").rglob("*.py")]
    script = f"import sys, {', '.join(modules)}; print(*sorted({{*{FOREIGN}}} & {{*sys.modules}}))"
    result = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert result.stdout.strip() == ""
