"""Every command works on a new clone, or says in one sentence what is missing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import get_commands, load_command_class

from manage import WITHOUT_SITE

ROOT = Path(__file__).resolve().parents[2]
ROSTER = "fixtures/arcana/rosters/dwarves.json"
# Each command with arguments that it takes; FOLDER is one of the test's own.
COMMANDS = {
    "ask_board": ["FOLDER/none.json", "distance", "0,0", "1,1"],
    "ask_table": ["FOLDER/none.json", "measure", "a", "b"],
    "audit_points": [],
    "backup": ["FOLDER/made.backup"],
    "check_pairings": ["FOLDER/none.json"],
    "check_pack": ["fixtures/arrakhar/house-pack.json"],
    "check_roster": [ROSTER],
    "clean": ["--dry-run"],
    "judge_event": [ROSTER],
    "load_catalogue": [],
    "odds": ["FOLDER/none.json"],
    "play": ["FOLDER/none.jsonl", "--seed", "1"],
    "odds_matrix": ["FOLDER/none.json", "FOLDER/none.json"],
    "price": ["FOLDER/none.json"],
    "print": ["roster", ROSTER, "--paper", "a4", "--out", "FOLDER/roster.pdf"],
    "purge_deleted": [],
    "read_list": [ROSTER],
    "resolve": ["FOLDER/none.json", "--seed", "1"],
    "restore": ["FOLDER/none.backup", "--yes"],
    "simulate": ["FOLDER/none.jsonl"],
    "roll_terrain": ["forests", "--pieces", "3", "--seed", "1"],
    "write_rulebook": ["FOLDER/rules.md"],
    "write_schemas": ["FOLDER"],
}
EACH = """
import contextlib, io, json, sys
from environ import Env
Env.read_env = lambda *_: None  # as in a clone: there is no .env
import manage
rounds, worked = [], []
for commands in json.loads(sys.argv[1]):
    ends = {}
    for words in commands:
        if words in worked:
            continue
        said = io.StringIO()
        try:
            with contextlib.redirect_stderr(said), contextlib.redirect_stdout(io.StringIO()):
                manage.main(["manage.py", *words])
            worked.append(words)
        except SystemExit as end:
            ends[words[0]] = end.code if isinstance(end.code, str) else said.getvalue()
    rounds.append(ends)
print(json.dumps(rounds))
"""


def ends(*rounds: list[list[str]], **environment: str) -> list[dict[str, str]]:
    """What each command of each round that doesn't work says, run one after the other in a process without .env.

    What worked in one round isn't run in another.
    """
    given = {"PATH": os.environ["PATH"]} | environment
    command = [sys.executable, "-c", EACH, json.dumps(rounds)]
    result = subprocess.run(command, cwd=ROOT, env=given, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    said: list[dict[str, str]] = json.loads(result.stdout)
    return said


def commands(folder: Path) -> dict[str, list[str]]:
    return {name: [name, *(word.replace("FOLDER", str(folder)) for word in words)] for name, words in COMMANDS.items()}


def test_every_command_is_run_here() -> None:
    assert sorted(COMMANDS) == sorted(name for name, app in get_commands().items() if app == "armybuilder")


def test_without_settings_every_command_says_how_they_are_made_unless_it_needs_none(tmp_path: Path) -> None:
    (said,) = ends([*commands(tmp_path).values()])
    asks = {
        name
        for name, sentence in said.items()
        if sentence.startswith("Set the SECRET_KEY environment variable: `make .env` writes")
    }
    assert asks >= set(COMMANDS) - WITHOUT_SITE
    assert asks >= {"roll_terrain", "write_rulebook"}


def test_commands_that_need_no_database_load_nothing_of_the_site_until_a_sister_games_packs_are_asked_for(
    tmp_path: Path,
) -> None:
    for name in WITHOUT_SITE:
        assert load_command_class("armybuilder", name).requires_system_checks == []
    strikes = {"game": "arcana", "kind": "strikes", "attacks": 2, "needed": 3, "save": 2}
    fireball = {"game": "arrakhar", "kind": "fireball", "target": {"orc": 4}}
    files = [tmp_path / "arcana.json", tmp_path / "arrakhar.json"]
    for file, moment in zip(files, (strikes, fireball), strict=True):
        file.write_text(json.dumps({"format": "muster-situation/1"} | moment))
    script = """
import sys
import manage
from django.apps import apps
manage.main(["manage.py", "odds", sys.argv[1]])
assert not apps.ready
assert "armybuilder.models" not in sys.modules
manage.main(["manage.py", "odds", sys.argv[2]])
assert apps.ready
"""
    settings = {"PATH": os.environ["PATH"], "SECRET_KEY": "for-tests-" * 6, "DATABASE_URL": "sqlite:///:memory:"}
    command = [sys.executable, "-c", script, *map(str, files)]
    result = subprocess.run(command, cwd=ROOT, env=settings, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    assert "hits" in result.stdout
    assert "by the house pack" in result.stdout


@pytest.mark.long
def test_on_a_new_database_every_command_works_or_says_what_is_missing(tmp_path: Path) -> None:
    """Before its tables are made, and before its rows are loaded: what works without any of them isn't run twice."""
    settings = {"SECRET_KEY": "for-tests-" * 6, "DATABASE_URL": f"sqlite:///{tmp_path / 'new.sqlite3'}"}
    every = [words for name, words in commands(tmp_path).items() if name != "load_catalogue"]
    new, made, migrated = ends(every, [["migrate", "--verbosity", "0"]], every, **settings)
    assert made == {}
    needs_tables = {
        "audit_points",
        "backup",
        "check_roster",
        "clean",
        "judge_event",
        "print",
        "purge_deleted",
        "read_list",
    }
    needs_rows = {"audit_points", "check_roster", "judge_event", "print", "read_list"}
    for said, needs, missing in (
        (new, needs_tables, "`manage.py migrate`"),
        (migrated, needs_rows, "`manage.py load_catalogue`"),
    ):
        assert sorted(said) == sorted(
            {
                "ask_board",
                "ask_table",
                "check_pairings",
                "odds",
                "odds_matrix",
                "play",
                "price",
                "resolve",
                "restore",
                "simulate",
            }
            | needs
        )
        for name in needs:
            assert missing in said[name], name
        for name, sentence in said.items():
            assert len(sentence.strip().splitlines()) == 1, name
