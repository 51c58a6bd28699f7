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
SCHEMA: Path = settings.ROOT / "docs" / "schema" / "muster-board-1.json"
ASKED = re.compile(r"```sh\nmanage\.py ask_board (\S+) (.+?)\n```\n+```json\n(.*?)```", re.DOTALL)


def asked(*words: object) -> Any:
    out = StringIO()
    call_command("ask_board", *map(str, words), stdout=out)
    return json.loads(out.getvalue())


def test_the_page_shows_what_the_command_answers() -> None:
    examples = ASKED.findall(PAGE.read_text(encoding="utf-8"))
    assert len(examples) == 3
    for file, words, answer in examples:
        assert asked(settings.ROOT / file, *words.split()) == json.loads(answer), words


def test_the_board_of_the_page_is_the_file_beside_it_and_keeps_to_its_schema() -> None:
    plain = json.loads(BOARD.read_bytes())
    assert BOARD.read_text(encoding="utf-8") in PAGE.read_text(encoding="utf-8")
    Draft202012Validator(json.loads(SCHEMA.read_bytes())).validate(plain)


def test_a_hex_that_nobody_comes_to_has_no_path() -> None:
    assert asked(BOARD, "distance", "0,0", "1,3") == {"distance": 4, "path": None}


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
