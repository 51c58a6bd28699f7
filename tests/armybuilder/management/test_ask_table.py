"""The command that asks a table: JSON, refusals with the field, pictures, and the page about it."""

from __future__ import annotations

import json
import re
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from benchmarks.hostile import MANY_BANDS
from tabletop.arcana.battlefield import lay, read_table
from tabletop.arcana.queries.questions import QUESTIONS, ask
from tests.catalogue import printed_catalogue
from tests.explained import check_explained
from tests.tables import Plain, block, loose, plain_table

PAGE: Path = settings.ROOT / "docs" / "table.md"
ASKED = re.compile(r"```sh\nmanage\.py ask_table (\S+) (.+?)(?: --picture (\S+))?\n```\n+```json\n(.*?)```", re.DOTALL)


def asked(*words: object) -> Any:
    out = StringIO()
    call_command("ask_table", *map(str, words), stdout=out)
    return json.loads(out.getvalue())


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return written(tmp_path, plain_table(block(corner=(30, 20)), loose("b1", (32, 25))))


def written(folder: Path, plain: Plain) -> Path:
    path = folder / "table.json"
    path.write_text(json.dumps(plain))
    return path


def test_a_table_without_profiles_is_asked_without_a_catalogue(file: Path) -> None:
    assert asked(file, "measure", "r1", "b1")["inches"] == 4.5
    assert asked(file, "move", "r1", "wheel left 2.5; forward 1")["spent"] == 3.5


def test_a_profile_needs_the_catalogue(unloaded: None, tmp_path: Path) -> None:
    path = written(tmp_path, plain_table(block(corner=(30, 20), profile="dwarves/axemen")))
    with pytest.raises(CommandError, match="load_catalogue") as caught:
        asked(path, "formation", "r1")
    assert caught.value.returncode == 3


def test_a_picture_is_written_beside_the_answer(file: Path, tmp_path: Path) -> None:
    asked(file, "move", "r1", "forward 2", "--picture", tmp_path / "move.svg")
    assert (tmp_path / "move.svg").read_text().startswith("<svg")


@pytest.mark.parametrize(
    ("change", "words", "text"),
    [
        ({"size": [0, 48]}, ["measure", "r1", "b1"], "size[0]"),
        ({}, ["measure", "r1", "z9"], "z9"),
        ({}, ["dance", "r1"], "question"),
        ({}, ["move", "r1", "forward"], "orders[0]"),
    ],
)
def test_what_is_malformed_is_named(tmp_path: Path, change: Plain, words: list[str], text: str) -> None:
    path = written(tmp_path, plain_table(block(corner=(30, 20)), loose("b1", (32, 25))) | change)
    with pytest.raises(CommandError) as caught:
        asked(path, *words)
    assert text in str(caught.value)
    assert caught.value.returncode == 2


def test_a_file_that_isnt_there_is_named() -> None:
    with pytest.raises(CommandError, match=r"nowhere\.json"):
        asked("nowhere.json", "formation", "r1")


EXAMPLES = ASKED.findall(PAGE.read_text(encoding="utf-8")) if PAGE.exists() else []


def test_the_page_asks_every_question() -> None:
    assert {words.split()[0] for _, words, _, _ in EXAMPLES} == set(QUESTIONS)


def words_of(words: str) -> list[str]:
    return [quoted or plain for quoted, plain in re.findall(r'"([^"]*)"|(\S+)', words)]


@pytest.mark.parametrize(("path", "words"), [each[:2] for each in EXAMPLES], ids=[words for _, words, _, _ in EXAMPLES])
def test_every_answer_on_the_page_is_explained(path: str, words: str) -> None:
    question, *rest = words_of(words)
    table = read_table((settings.ROOT / path).read_bytes())
    check_explained(ask(lay(table, printed_catalogue()), question, rest))


@pytest.mark.parametrize(("path", "words", "picture", "answer"), EXAMPLES, ids=[words for _, words, _, _ in EXAMPLES])
def test_the_page_shows_what_is_answered(
    db: None, path: str, words: str, picture: str, answer: str, tmp_path: Path
) -> None:
    question, *rest = words_of(words)
    drawn = tmp_path / "picture.svg"
    found = asked(settings.ROOT / path, question, *rest, "--picture", drawn)
    shown = json.loads(answer)
    assert {key: found[key] for key in shown} == shown
    assert (settings.ROOT / picture).read_text(encoding="utf-8") == drawn.read_text(encoding="utf-8")
    assert f"]({Path(picture).relative_to('docs')})" in PAGE.read_text(encoding="utf-8")


def test_a_question_that_takes_too_long_is_refused(tmp_path: Path) -> None:
    crowds = tmp_path / "crowds.json"
    crowds.write_text(json.dumps(MANY_BANDS), encoding="utf-8")
    with pytest.raises(CommandError, match="more than the 0 seconds") as refused:
        call_command("ask_table", str(crowds), "sight", "u0", "u1", "--seconds", "0")
    assert refused.value.returncode == 2
