"""Forms and requests that can't be read: they say what is wrong, and nothing is done."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from armybuilder.battles.models import Battle
from tests.played import BATTLE_TOKEN, kept_battle
from tests.visitors import load_printed_rows

pytestmark = pytest.mark.django_db
PAGE = f"/b/{BATTLE_TOKEN}/"
SHOT = {"command": "shoot", "unit": "r3", "target": "b1", "range": "12", "cover": "none"}
FORMS: list[tuple[dict[str, Any], str]] = [
    ({**SHOT, "range": "1e100000000"}, "Range: is no number of inches"),
    ({**SHOT, "range": "1/3"}, "Range: is no number of inches"),
    ({**SHOT, "range": "."}, "Range: is no number of inches"),
    ({**SHOT, "range": "12345"}, "Range: is no number of inches"),
    ({**SHOT, "range": ["12", "13"]}, "Range: is stated twice"),
    ({**SHOT, "how": "typed", "faces": ""}, "Faces: are missing"),
    ({**SHOT, "faces": "9"}, "Faces: are numbers from 1 to 6"),
    ({**SHOT, "id": "no id"}, "Id: must be up to 60 letters"),
    ({"command": "undo", "to": "0"}, "a battle has its armies from its first event on"),
    ({"command": ["note", "undo"], "text": "Hm"}, "Command: "),
]


@pytest.fixture
def battle() -> Battle:
    load_printed_rows()
    return kept_battle()


def test_a_form_that_cant_be_read_says_why_and_changes_nothing(battle: Battle) -> None:
    client = Client()
    for form, said in FORMS:
        answer = client.post(f"{PAGE}do/", {"on": battle.head, "as": "red"} | form, follow=True)
        assert (answer.status_code, said in answer.content.decode()) == (200, True), (form, said)
    assert Battle.objects.get().head == battle.head
    answer = client.post(f"{PAGE}do/", {"on": battle.head, "as": "red", **SHOT, "range": ".5"}, follow=True)
    assert "That belongs to another step" in answer.content.decode()


def test_a_tray_of_what_takes_no_dice_or_none_such_is_refused(battle: Battle) -> None:
    for form in ({**SHOT, "faces": "99"}, {"command": "undo", "to": "1"}, {**SHOT, "range": "far"}):
        assert Client().post(f"{PAGE}dice/", {"on": battle.head, "as": "red"} | form).status_code == 400, form


def test_a_request_that_cant_be_read_names_its_field(battle: Battle) -> None:
    note = {"command": {"command": "note", "text": "Hm"}, "on": battle.head}
    first = battle.events.get(seq=1).line
    for changes, field in (({"on": -1}, "on"), ({"id": "no id"}, "id"), ({"id": json.loads(first)["cause"]}, "id")):
        body = json.dumps(note | changes)
        answer = Client().post(f"/api/battles/{BATTLE_TOKEN}/commands/", body, content_type="application/json")
        assert (answer.status_code, answer.json()["field"]) == (400, field)
    assert Battle.objects.get().head == battle.head


def test_the_log_and_its_file_name_no_part_of_a_link(battle: Battle) -> None:
    Client().post(f"{PAGE}do/", {"on": battle.head, "as": "red", "command": "note", "text": "Hm"})
    line = json.loads(battle.events.latest("seq").line)
    assert line["by"] == {"seat": "red", "device": str(battle.seats.get().pk)}
