"""The command that asks a board: the answers of its page, and refusals that name what is wrong."""

from __future__ import annotations

import json
import re
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from jsonschema import Draft202012Validator

PAGE: Path = settings.ROOT / "docs" / "formats.md"
BOARD: Path = settings.ROOT / "docs" / "boards" / "pass.json"
SQUARES: Path = BOARD.with_name("labyrinth.json")
AREAS: Path = BOARD.with_name("river.json")
SCHEMA: Path = settings.ROOT / "docs" / "schema" / "muster-board-1.json"
ASKED = re.compile(r"```sh\nmanage\.py ask_board (\S+) (.+?)\n```\n+```json\n(.*?)```", re.DOTALL)


def asked(*words: object) -> Any:
    out = StringIO()
    call_command("ask_board", *map(str, words), stdout=out)
    return json.loads(out.getvalue())


def test_the_page_shows_what_the_command_answers() -> None:
    examples = ASKED.findall(PAGE.read_text(encoding="utf-8"))
    assert len(examples) == 6
    for file, words, answer in examples:
        assert asked(settings.ROOT / file, *words.split()) == json.loads(answer), words


@pytest.mark.parametrize("file", [BOARD, SQUARES, AREAS], ids=lambda file: file.stem)
def test_the_boards_of_the_page_are_the_files_beside_it_and_keep_to_their_schema(file: Path) -> None:
    plain = json.loads(file.read_bytes())
    assert file.read_text(encoding="utf-8") in PAGE.read_text(encoding="utf-8")
    Draft202012Validator(json.loads(SCHEMA.read_bytes())).validate(plain)


def test_a_hex_that_nobody_comes_to_has_no_path() -> None:
    assert asked(BOARD, "distance", "0,0", "1,3") == {"distance": 4, "path": None}


def test_doors_are_closed_unless_somebody_opens_them() -> None:
    assert asked(SQUARES, "distance", "0,1", "0,2")["distance"] == 3
    assert asked(SQUARES, "distance", "0,1", "0,2", "--opens", "ALL")["distance"] == 1
    assert asked(SQUARES, "distance", "0,1", "0,2", "--opens", "0,1|0,2")["distance"] == 1
    assert asked(SQUARES, "reach", "0,1", "1")["reach"] == {"0,0": 1, "0,1": 0, "1,1": 1}


def test_what_blocks_sight_between_squares_has_its_kind_and_its_words(tmp_path: Path) -> None:
    closed = tmp_path / "closed.json"
    closed.write_text(SQUARES.read_text(encoding="utf-8").replace('"wrap": true', '"wrap": false'))
    wall = {"kind": "door", "squares": ["0,1", "0,2"], "said": "the door between 0,1 and 0,2"}
    assert asked(closed, "sight", "0,0", "0,2") == {"visible": False, "blocked_by": [wall]}
    assert asked(closed, "sight", "0,0", "0,2", "--opens", "ALL") == {"visible": True, "blocked_by": []}


def test_areas_know_who_moves() -> None:
    nowhere = {"distance": None, "moves": None, "way": None}
    assert asked(AREAS, "distance", "Ash", "kelp", "--troop", "infantry") == nowhere
    assert asked(AREAS, "reach", "ash", "3") == {"reach": {"ash": 0, "birch": 2, "fell": 3}}


@pytest.mark.parametrize(
    ("file", "words", "says"),
    [
        (SQUARES, ("sight", "0,0", "7,7"), "B: “7,7” is no square of this board; it has 2 rows of 3, the first is 0,0"),
        (SQUARES, ("distance", "0,0", "0,1", "--opens", "0,0|0,1"), "--opens: there is no door at “0,0|0,1”"),
        (AREAS, ("sight", "ash", "fell"), "QUESTION: there is no line of sight between areas; ask distance or reach"),
        (AREAS, ("distance", "ash", "rohan"), "B: “rohan” is no area of this board; it has 4"),
    ],
)
def test_a_question_that_a_board_cannot_answer_is_refused(file: Path, words: tuple[str, ...], says: str) -> None:
    with pytest.raises(CommandError, match=re.escape(says)) as refused:
        asked(file, *words)
    assert refused.value.returncode == 2


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("distance", "0,0", "9,9"), "B: “9,9” is no hex of this board; it has 3 rows of 5, the first is 0,0"),
        (("sight", "zero", "0,1"), "A: “zero” is no hex"),
        (("reach", "0,0", "-1"), "N: must be a whole number of points from 0 to 1000, not “-1”"),
    ],
)
def test_a_question_that_cannot_be_answered_is_refused_by_its_word(words: tuple[str, ...], says: str) -> None:
    with pytest.raises(CommandError, match=re.escape(says)) as refused:
        asked(BOARD, *words)
    assert refused.value.returncode == 2


def test_a_file_that_is_no_board_is_refused_by_its_field(tmp_path: Path) -> None:
    broken = tmp_path / "board.json"
    broken.write_text(BOARD.read_text(encoding="utf-8").replace('"M . M M ."', '"M . M"'))
    with pytest.raises(CommandError, match=r"rows\[1\]: has 3 hexes where the first row has 5"):
        asked(broken, "reach", "0,0", "1")
