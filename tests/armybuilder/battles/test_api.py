"""Tables asked by other programs: the command's answers, refusals by field, limits of size and of how often."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.management import call_command
from django.http import HttpResponse
from django.test import Client

from armybuilder.core.rates import a_minute
from tabletop.arcana.queries.questions import QUESTIONS
from tests.tables import Plain, block, loose, plain_table
from tests.throttles import tightened

pytestmark = pytest.mark.usefixtures("db")
TABLE = plain_table(
    block(corner=(30, 10), profile="barbarians/barbarian-with-bow"), loose("b1", (32, 25), (34, 26)), name="The ford"
)
WORDS: dict[str, list[str]] = {
    "measure": ["r1", "b1"],
    "formation": ["r1"],
    "move": ["r1", "wheel left 2; forward 1"],
    "sight": ["r1", "b1"],
    "shoot": ["r1", "b1", "moved 2"],
    "template": ["r1", "circle 3; at 32,25; scatter d6"],
}


def ask(client: Client, content: Any, content_type: str = "application/json") -> HttpResponse:
    body = content if isinstance(content, bytes) else json.dumps(content)
    return client.post("/api/table/", body, content_type=content_type)


def asked(question: str, *words: str, **more: Any) -> Plain:
    return {"table": TABLE, "question": question, "words": words, **more}


@pytest.mark.parametrize("question", WORDS)
def test_an_answer_is_the_commands(client: Client, tmp_path: Path, question: str) -> None:
    file, out = tmp_path / "table.json", StringIO()
    file.write_text(json.dumps(TABLE))
    call_command("ask_table", str(file), question, *WORDS[question], stdout=out)
    found = ask(client, asked(question, *WORDS[question]))
    assert found.status_code == 200
    assert found.json()["answer"] == json.loads(out.getvalue())
    assert found.json()["picture"] is None
    assert question in QUESTIONS


def test_a_picture_comes_where_it_is_wanted(client: Client) -> None:
    found = ask(client, asked("sight", "r1", "b1", picture=True)).json()
    assert found["picture"].startswith("<svg")
    assert "The ford" in found["picture"]


def changed(**unit: Any) -> Plain:
    first, *others = TABLE["units"]
    return {**asked("sight", "r1", "b1"), "table": {**TABLE, "units": [{**first, **unit}, *others]}}


CROWD = [[x / 2, y] for x in range(70) for y in range(2, 4)]


@pytest.mark.parametrize(
    ("content", "field"),
    [
        (asked("dance", "r1"), "question"),
        (asked("sight", "r1"), "question"),
        (asked("sight", "r1", "x9"), ""),
        (asked("sight", "r1", "r1"), ""),
        (asked("shoot", "r1", "b1", "moved far"), "conditions"),
        (asked("shoot", "b1", "r1"), "weapon"),
        (asked("shoot", "r1", "b1", "weapon sling"), "weapon"),
        (asked("template", "r1", "star 5"), "template[0]"),
        (asked("sight", "r1", "b1", weather="rain"), "weather"),
        (changed(base=3), "table.units[0].base"),
        (changed(models=0), "table.units[0].models"),
        (changed(profile="barbarians/nobody"), "table.units[0].profile"),
        (changed(models=700), "table.units"),
        ({"question": "sight"}, "table"),
        (b"", ""),
        (b"{", ""),
        (b"[" * 100_000, ""),
    ],
)
def test_what_is_no_question_is_refused_by_its_field(client: Client, content: Any, field: str) -> None:
    answer = ask(client, content)
    assert answer.status_code == 400
    assert answer.json()["field"] == field
    assert answer.json()["detail"]


def test_crowds_that_would_keep_a_machine_busy_are_refused(client: Client) -> None:
    crowds = [loose("r1", *CROWD), loose("b1", *([x, y + 30] for x, y in CROWD))]
    answer = ask(client, {"table": plain_table(*crowds), "question": "sight", "words": ["r1", "b1"]})
    assert (answer.status_code, answer.json()["field"]) == (400, "words")


def test_a_large_body_is_refused_unread(client: Client) -> None:
    assert ask(client, b" " * 1_000_001).status_code == 413


def test_only_json_is_read(client: Client) -> None:
    assert ask(client, b"table", content_type="text/plain").status_code == 415


def test_too_many_questions_in_a_minute_are_put_off(client: Client, settings: LazySettings) -> None:
    settings.THROTTLES = tightened("tables", address=a_minute(2))
    assert [ask(client, asked("measure", "r1", "b1")).status_code for _ in range(3)] == [200, 200, 429]
