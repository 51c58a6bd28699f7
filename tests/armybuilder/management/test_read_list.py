"""`read_list` and `check_roster --accept-readings`: a mail as it came, line by line, and judged."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tabletop.arcana.army.roster import read_roster
from tabletop.arcana.catalogue.lists import Catalogue
from tests.catalogue import SAMPLES
from tests.corpus.test_messy import MESSY

ROB = MESSY / "rob.txt"
LEGAL = SAMPLES / "dwarf-raiding-party.json"


@pytest.fixture(autouse=True)
def loaded(catalogue: Catalogue) -> None:
    """Every list is read by the catalogue."""


def run(command: str, *arguments: str) -> tuple[str, int]:
    out = io.StringIO()
    try:
        call_command(command, *arguments, stdout=out, stderr=io.StringIO())
    except SystemExit as end:
        return out.getvalue(), int(end.code or 0)
    return out.getvalue(), 0


def read(file: Path) -> Any:
    return json.loads(run("read_list", str(file), "--format", "json")[0])


def test_a_mail_is_answered_line_by_line_with_its_roster() -> None:
    answer = read(ROB)
    assert list(answer) == ["roster", "readings", "unread"]
    assert len(read_roster(json.dumps(answer["roster"])).units) == 7
    assert answer["readings"][4] == {
        "line": 5, "text": "12x crossbow men - 396", "read_as": "12 Crossbowmen", "exact": False,
    }  # fmt: skip
    (unread,) = answer["unread"]
    assert (unread["line"], unread["text"]) == (10, "the usual banner")
    assert list(unread) == ["line", "text", "likely"]


def test_in_words_guesses_are_marked_and_prices_compared() -> None:
    lines = run("read_list", str(ROB))[0].splitlines()
    assert "line 5, “12x crossbow men - 396”: 12 Crossbowmen (check this)" in lines
    assert "line 4, “16 Axemen 320”: 16 Axemen" in lines
    assert lines[-2:] == ["line 9: says 166, is 181", "line 11: says 1,962, is 1,977"]


def test_a_roster_file_is_read_as_ever() -> None:
    answer = read(LEGAL)
    assert answer["roster"]["name"] == "Raiding Party"
    assert (answer["readings"], answer["unread"]) == ([], [])


def test_what_is_no_army_is_no_roster(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("five trolls and a song")
    (tmp_path / "b.json").write_text('{"format": "muster-roster/1", "game": "arcana"}')
    assert read(tmp_path / "a.txt")["roster"] is None
    answer = read(tmp_path / "b.json")
    assert answer["roster"] is None
    assert answer["unread"]


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\xff", b"x" * 1_000_001])
def test_what_is_no_text_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "list.txt").write_bytes(content)
    with pytest.raises(CommandError) as refused:
        run("read_list", str(tmp_path / "list.txt"))
    assert refused.value.returncode == 2


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="can't be read"):
        run("read_list", str(tmp_path / "none.txt"))


def check(*arguments: str) -> tuple[Any, int]:
    out, code = run("check_roster", *arguments, "--format", "json")
    return json.loads(out)[0], code


def test_what_was_read_is_judged_once_the_readings_are_accepted() -> None:
    refused, code = check(str(ROB))
    assert (refused["legal"], code) == (None, 2)
    assert "readings" not in refused
    answer, code = check(str(ROB), "--accept-readings")
    assert (answer["legal"], answer["points"], code) == (True, 1977, 0)
    assert answer["prices"] == [{"line": 9, "says": 166, "is": 181}, {"line": 11, "says": 1962, "is": 1977}]
    assert (answer["readings"], answer["unread"]) == (read(ROB)["readings"], read(ROB)["unread"])


def test_a_judged_mail_says_in_words_what_was_guessed() -> None:
    lines = run("check_roster", str(ROB), "--accept-readings")[0].splitlines()
    assert lines[0].endswith("rob.txt: legal, 1,977 points (1,494 normal, 483 special)")
    assert lines[1:3] == [
        "  line 5, “12x crossbow men - 396”: 12 Crossbowmen (check this)",
        "  line 7, “8 zerkers 192”: 8 Berserker (check this)",
    ]
    assert lines[-2:] == ["  line 9: says 166, is 181", "  line 11: says 1,962, is 1,977"]


def test_lines_that_stay_unread_are_told_beside_the_answer() -> None:
    complaints = io.StringIO()
    call_command("check_roster", str(ROB), "--accept-readings", stdout=io.StringIO(), stderr=complaints)
    assert complaints.getvalue().splitlines() == [f"{ROB}: line 10, “the usual banner”: not read"]


def test_a_strict_file_is_answered_as_before_and_how_it_was_read(tmp_path: Path) -> None:
    strict, _ = check(str(LEGAL))
    loose, _ = check(str(LEGAL), "--accept-readings")
    assert loose == strict | {"readings": [], "unread": [], "prices": []}


def test_what_no_army_was_read_of_is_malformed_as_ever(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("five trolls and a song")
    assert check(str(tmp_path / "a.txt"), "--accept-readings") == check(str(tmp_path / "a.txt"))
