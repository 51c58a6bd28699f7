"""The commands that answer odds, set unit against unit and play a situation once."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

STRIKES = {"format": "muster-situation/1", "game": "arcana", "kind": "strikes", "attacks": 2, "needed": 3, "save": 2}


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "strikes.json"
    path.write_text(json.dumps(STRIKES | {"models": 5}), encoding="utf-8")
    return str(path)


def said(*words: str) -> str:
    out = StringIO()
    call_command(*words, stdout=out)
    return out.getvalue()


def test_odds_are_answered_as_json_and_in_words(file: str, tmp_path: Path) -> None:
    assert json.loads(said("odds", file, "--format", "json"))["results"]["fallen"]["mean"] == "2/3"
    assert said("odds", file).splitlines() == [
        "hits: 1.000 on average, mostly 0 to 2",
        "wounds: 0.667 on average, mostly 0 to 2",
        "fallen: 0.667 on average, mostly 0 to 2",
        "destroyed: 0.00%",
    ]
    harmless = {"models": [{"figures": {"armour": {"value": 6}, "melee": [{"attacks": 1, "skill": 1}]}}]}
    fight = {"format": "muster-situation/1", "game": "arcana", "kind": "fight-on", "sides": [harmless, harmless]}
    path = tmp_path / "fight.json"
    path.write_text(json.dumps(fight), encoding="utf-8")
    lines = said("odds", str(path)).splitlines()
    assert lines[0] == "a, blows: to hit: 1 (skill 1)"
    assert lines[-1] == "rounds: never ends"


def test_what_a_spell_changes_is_told_in_words(tmp_path: Path) -> None:
    men = {"models": [{"figures": {}, "count": 6}], "spells": [{"spell": "life/holy-armor"}]}
    path = tmp_path / "curse.json"
    head = {"format": "muster-situation/1", "game": "arcana"}
    path.write_text(json.dumps(head | {"kind": "cast", "spell": "death/curse", "target": men}), encoding="utf-8")
    assert said("odds", str(path)).splitlines() == [
        "cast: 100.00%",
        "saved: 0.00%",
        "target, life/holy-armor, changes abilities: ability fixed-armour, value 2",
        "changes figures: stat melee-skill, by -1",
        "changes figures: stat missile-skill, by -1",
    ]


def test_a_seed_and_typed_dice_play_once(file: str) -> None:
    assert said("resolve", file, "--seed", "3") == said("resolve", file, "--seed", "3")
    once = json.loads(said("resolve", file, "--dice", "1,5,4"))
    assert once["results"] == {"hits": 1, "wounds": 1, "fallen": 1, "destroyed": False}
    assert [step["faces"] for step in once["steps"]] == [[1, 5], [4]]


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--dice", "1,5"], "dice[2]: attacks, saves asks for 1 dice, and 0 of 2 are left"),
        (["--dice", "1,5,4,2"], "dice[3]: 3 dice are thrown, not 4"),
        (["--dice", "1,7,4"], "dice[1]: die 2 shows 7: a die shows 1 to 6"),
        (["--dice", ""], "dice[0]: attacks, to hit asks for 2 dice, and 0 of 0 are left"),
    ],
)
def test_wrong_dice_are_refused_with_their_place(
    file: str, words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        call_command("resolve", file, *words)
    assert end.value.code == 2
    assert capsys.readouterr().err.strip() == complaint


def test_what_is_no_situation_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in (["odds"], ["resolve", "--seed", "1"]):
        with pytest.raises(SystemExit) as end:
            call_command(command[0], str(tmp_path / "none.json"), *command[1:])
        assert end.value.code == 2
        assert "none.json: can't be read" in capsys.readouterr().err
    with pytest.raises(CommandError, match="whole numbers with commas"):
        call_command("resolve", "x.json", "--dice", "a")


def test_a_matrix_is_answered_as_csv_and_json(tmp_path: Path) -> None:
    armies = "fixtures/arcana/rosters/dwarves.json", "fixtures/arcana/rosters/orcs.json"
    heads, *lines = said("odds_matrix", *armies).splitlines()
    assert heads.startswith("own unit,own points,own points lost,")
    assert lines[0].startswith("The Old Guard,400,")
    plain = json.loads(said("odds_matrix", *armies, "--format", "json"))
    assert len(plain["cells"]) == len(plain["rows"])
    assert plain["cells"][0][0]["own"]["breaks"]["exact"].count("/") <= 1
    broken = tmp_path / "broken.json"
    broken.write_text("{}", encoding="utf-8")
    complaints = StringIO()
    with pytest.raises(SystemExit, match="2"):
        call_command("odds_matrix", armies[0], str(broken), stderr=complaints)
    assert str(broken) in complaints.getvalue()
