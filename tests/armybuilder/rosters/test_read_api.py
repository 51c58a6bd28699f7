"""`POST /api/read/`: a list as its player wrote it, line by line."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import LazySettings
from django.test import Client

from armybuilder.core.rates import a_minute
from tabletop.arcana.catalogue.lists import Catalogue
from tests.corpus.test_messy import MESSY
from tests.throttles import tightened


@pytest.fixture(autouse=True)
def loaded(catalogue: Catalogue) -> None:
    """Every list is read by the catalogue."""


def ask(client: Client, body: Any, **headers: str) -> Any:
    return client.post("/api/read/", body, content_type="application/json", headers=headers)


def test_a_mail_is_answered_as_the_command_answers_it(client: Client) -> None:
    answer = ask(client, {"text": (MESSY / "rob.txt").read_text(encoding="utf-8"), "name": "rob.txt"})
    assert answer.status_code == 200
    assert sorted(answer.json()) == ["readings", "roster", "unread"]
    assert (answer.json()["roster"]["army"], len(answer.json()["roster"]["units"])) == ("dwarves", 7)
    assert [line["line"] for line in answer.json()["readings"] if not line["exact"]] == [5, 7, 8]
    assert [line["line"] for line in answer.json()["unread"]] == [10]


def test_the_army_may_stand_in_the_files_name(client: Client) -> None:
    text = "20 Axemen\n1 Troll"
    answer = ask(client, {"text": text, "name": "my-dwarves.txt"}).json()
    assert answer["roster"]["army"] == "dwarves"
    assert answer["readings"][0] == {"line": 0, "text": "my-dwarves.txt", "read_as": "Army: Dwarves", "exact": False}


@pytest.mark.parametrize(
    ("body", "field"),
    [({"text": 5}, "text"), ({"name": "a"}, "text"), ({"text": "a", "name": "x" * 201}, "name"), ({"text": ""}, "")],
)
def test_what_is_no_text_is_refused_by_its_field(client: Client, body: Any, field: str) -> None:
    answer = ask(client, body)
    assert answer.status_code == 400
    assert answer.json()["field"] == field


def test_a_list_that_takes_too_long_is_refused(client: Client, settings: LazySettings) -> None:
    settings.WORK_SECONDS = 0.05
    answer = ask(client, {"text": "Orcs\n" + "\n".join(f"{number} axmen w/ foo" for number in range(5000))})
    assert answer.status_code == 422
    assert "seconds" in answer.json()["detail"]


def test_too_many_are_put_off(client: Client, settings: LazySettings) -> None:
    settings.THROTTLES = tightened("verdicts", address=a_minute(2))
    assert [ask(client, {"text": "Orcs\n3 Trolls"}).status_code for _ in range(3)] == [200, 200, 429]
