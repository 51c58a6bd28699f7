"""Every command works on a new clone, or says in one sentence what is missing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import get_commands

ROOT = Path(__file__).resolve().parents[2]
ROSTER = "fixtures/arcana/rosters/dwarves.json"
# Each command with arguments that it takes; FOLDER is one of the test's own.
COMMANDS = {
    "ask_board": ["FOLDER/none.json", "distance", "0,0", "1,1"],
    "ask_table": ["FOLDER/none.json", "measure", "a", "b"],
    "audit_points": [],
    "backup": ["FOLDER/made.backup"],
    "check_roster": [ROSTER],
    "clean": ["--dry-run"],
    "load_catalogue": [],
    "odds": ["FOLDER/none.json"],
    "odds_matrix": ["FOLDER/none.json", "FOLDER/none.json"],
    "price": ["FOLDER/none.json"],
    "print": ["roster", ROSTER, "--paper", "a4", "--out", "FOLDER/roster.pdf"],
    "purge_deleted": [],
    "read_list": [ROSTER],
    "resolve": ["FOLDER/none.json", "--seed", "1"],
    "restore": ["FOLDER/none.backup", "--yes"],
    "roll_terrain": ["forests", "--pieces", "3", "--seed", "1"],
    "write_rulebook": ["FOLDER/rules.md"],
    "write_schemas": ["FOLDER"],
}
EACH = """
import contextlib, io, json, sys
from environ import Env
Env.read_env = lambda *_: None  # as in a clone: there is no .env
import manage
ends = {}
for words in json.loads(sys.argv[1]):
    said = io.StringIO()
    try:
        with contextlib.redirect_stderr(said), contextlib.redirect_stdout(io.StringIO()):
            manage.main(["manage.py", *words])
    except SystemExit as end:
        ends[words[0]] = end.code if isinstance(end.code, str) else said.getvalue()
print(json.dumps(ends))
"""


def ends(folder: Path, *names: str, **environment: str) -> dict[str, str]:
    """What each command that doesn't work says, run one after the other in a process without an .env."""
    commands = [[name, *(word.replace("FOLDER", str(folder)) for word in COMMANDS[name])] for name in names]
    given = {"PATH": os.environ["PATH"]} | environment
    command = [sys.executable, "-c", EACH, json.dumps(commands)]
    result = subprocess.run(command, cwd=ROOT, env=given, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    said: dict[str, str] = json.loads(result.stdout)
    return said


def test_every_command_is_run_here() -> None:
    assert sorted(COMMANDS) == sorted(name for name, app in get_commands().items() if app == "armybuilder")


def test_without_settings_every_command_says_how_they_are_made(tmp_path: Path) -> None:
    said = ends(tmp_path, *COMMANDS)
    assert sorted(said) == sorted(COMMANDS)
    for name, sentence in said.items():
        assert sentence.startswith("Set the SECRET_KEY environment variable: `make .env` writes"), name


@pytest.mark.parametrize("is_migrated", [False, True])
def test_on_a_new_database_every_command_works_or_says_what_is_missing(tmp_path: Path, is_migrated: bool) -> None:
    settings = {"SECRET_KEY": "for-tests-" * 6, "DATABASE_URL": f"sqlite:///{tmp_path / 'new.sqlite3'}"}
    if is_migrated:
        migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
        subprocess.run(migrate, cwd=ROOT, env={"PATH": os.environ["PATH"]} | settings, check=True)
    said = ends(tmp_path, *(name for name in COMMANDS if name != "load_catalogue"), **settings)
    needs_tables = {"audit_points", "backup", "check_roster", "clean", "print", "purge_deleted", "read_list"}
    needs_rows = {"audit_points", "check_roster", "print", "read_list"}
    assert sorted(said) == sorted(
        {"ask_board", "ask_table", "odds", "odds_matrix", "price", "resolve", "restore"}
        | (needs_rows if is_migrated else needs_tables)
    )
    missing = "`manage.py load_catalogue`" if is_migrated else "`manage.py migrate`"
    for name in needs_rows if is_migrated else needs_tables:
        assert missing in said[name], name
    for name, sentence in said.items():
        assert len(sentence.strip().splitlines()) == 1, name
