"""The command that plays a battle on: by itself, by commands, and what it refuses."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from tabletop.battle.file import written_battle
from tests.battles import SAMPLES
from tests.played import play
from tests.sandboxes_by_lot import table_log

ARMIES = (str(SAMPLES / "dwarves.json"), str(SAMPLES / "orcs.json"))


def played(*arguments: str) -> tuple[int | str | None, str, str]:
    """The exit code, what was printed and what was complained of."""
    out, complaints = StringIO(), StringIO()
    try:
        call_command("play", *arguments, stdout=out, stderr=complaints)
    except SystemExit as end:
        return end.code, out.getvalue(), complaints.getvalue()
    return 0, out.getvalue(), complaints.getvalue()


def commands(tmp_path: Path, *lines: dict[str, Any]) -> str:
    file = tmp_path / "commands.jsonl"
    file.write_text("\n".join(json.dumps(line) for line in lines))
    return str(file)


def test_a_battle_is_played_to_its_end_and_the_same_seed_plays_it_again(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("one.jsonl", "two.jsonl")]
    runs = [played(*ARMIES, "--seed", "7", "--out", str(file)) for file in files]
    assert runs[0] == runs[1]
    assert runs[0][0] == 0
    assert " won: " in runs[0][1].splitlines()[-1]
    assert files[0].read_bytes() == files[1].read_bytes()
    again = played(str(files[0]), "--seed", "1")
    assert again == (0, "", "")


def test_commands_of_a_file_come_first_and_faces_are_taken_as_typed(tmp_path: Path) -> None:
    file = commands(
        tmp_path,
        {"seat": "red", "command": {"command": "deploy"}},
        {"seat": "red", "command": {"command": "finish"}},
        {"seat": "blue", "command": {"command": "deploy"}},
        {"seat": "blue", "command": {"command": "finish"}},
        {"seat": "red", "command": {"command": "roll_initiative"}, "faces": [6, 1]},
    )
    out = tmp_path / "battle.jsonl"
    code, said, _ = played(*ARMIES, "--seed", "1", "--commands", file, "--no-policies", "--out", str(out))
    assert code == 0
    assert said.splitlines()[-1].endswith("won the initiative  [initiative: 6 1]")
    code, said, _ = played(str(out), "--seed", "1", "--format", "json")
    assert code == 0
    assert json.loads(said.splitlines()[-1])["kind"] == "battle_ended"


@pytest.mark.parametrize(
    ("line", "code", "why"),
    [
        ({"seat": "red", "command": {"command": "finish"}}, 1, "Left undone: The Old Guard may set up"),
        ({"seat": "red", "command": {"command": "dance"}}, 2, "line 1"),
        ({"seat": "red", "command": {"command": "deploy"}, "faces": [6]}, 1, "0 dice are thrown, not 1"),
    ],
)
def test_what_is_refused_says_why_and_nothing_is_written(
    tmp_path: Path, line: dict[str, Any], code: int, why: str
) -> None:
    out = tmp_path / "battle.jsonl"
    found = played(*ARMIES, "--seed", "1", "--commands", commands(tmp_path, line), "--out", str(out))
    assert found[0] == code
    assert why in found[2]
    assert not out.exists()


def test_a_tampered_battle_is_refused_at_its_first_wrong_line(tmp_path: Path) -> None:
    file = tmp_path / "battle.jsonl"
    assert played(*ARMIES, "--seed", "3", "--out", str(file))[0] == 0
    lines = file.read_bytes().split(b"\n")
    lines[30] = lines[30].replace(b'"turn":1', b'"turn":2')
    file.write_bytes(b"\n".join(lines))
    code, _, complaint = played(str(file), "--seed", "3")
    assert code == 2
    assert "line 31" in complaint or "line 32" in complaint


def test_a_table_without_phases_is_played_by_commands_and_by_nobody_else(tmp_path: Path) -> None:
    table = tmp_path / "table.jsonl"
    table.write_bytes(written_battle(table_log(play())))
    order = {"command": "move", "unit": "r1", "orders": "forward 2"}
    file = commands(tmp_path, {"seat": "red", "command": {"command": "on_table", "order": order}})
    code, told, _ = played(str(table), "--seed", "1", "--commands", file, "--no-policies")
    assert (code, told.splitlines()) == (0, ["Turn 1", '    2  Spears (r1) forward 2: 2" spent, 10" left'])
    assert played(str(table), "--seed", "1")[0] == 1
