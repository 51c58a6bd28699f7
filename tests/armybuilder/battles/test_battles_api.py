"""Battles for programs: begun, played, conflicts told, seats held to their rights."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from armybuilder.battles.models import Battle, BattleEvent, Role, Seat
from tests.battles import SAMPLES
from tests.played import BATTLE_TOKEN, FORD, kept_battle
from tests.visitors import load_printed_rows

pytestmark = pytest.mark.django_db


@pytest.fixture
def battle() -> Battle:
    load_printed_rows()
    return kept_battle()


def sent(token: str, command: dict[str, Any], *, on: int | None = None, **more: Any) -> Any:
    head = Seat.objects.get(token=token).battle.head if on is None else on
    body = {"command": command, "on": head, "id": str(uuid4())} | more
    return Client().post(f"/api/battles/{token}/commands/", json.dumps(body), content_type="application/json")


def test_a_battle_is_begun_from_two_rosters_and_read_by_its_token() -> None:
    load_printed_rows()
    rosters = {
        side: json.loads((SAMPLES / f"{name}.json").read_bytes())
        for side, name in (("red", "dwarves"), ("blue", "orcs"))
    }
    made = Client().post("/api/battles/", json.dumps(rosters), content_type="application/json")
    assert made.status_code == 201
    token = made.json()["token"]
    shown = Client().get(f"/api/battles/{token}/").json()
    assert (shown["role"], shown["head"]) == ("both", 1)
    assert {unit["side"] for unit in shown["state"]["units"].values()} == {"red", "blue"}
    assert [line["kind"] for line in Client().get(f"/api/battles/{token}/after/0/").json()["events"]] == [
        "battle_begun"
    ]


def begun(**body: Any) -> Any:
    return Client().post("/api/battles/", json.dumps(body), content_type="application/json")


def test_a_table_without_phases_is_begun_and_played_by_its_token() -> None:
    load_printed_rows()
    dwarves = json.loads((SAMPLES / "dwarves.json").read_bytes())
    made = begun(table=FORD | {"units": []}, blue=dwarves, name="The other ford")
    assert (made.status_code, made.json()["name"]) == (201, "The other ford")
    token = made.json()["token"]

    def stands() -> Any:
        table = Client().get(f"/api/battles/{token}/").json()["state"]["sandbox"]["table"]
        return {unit["ref"]: unit for unit in table["units"]}

    before = stands()
    assert {unit["side"] for unit in before.values()} == {"blue"}
    ref = next(iter(before))
    order = {"command": "move", "unit": ref, "orders": "forward 2"}
    moved = sent(token, {"command": "on_table", "order": order})
    assert [line["kind"] for line in moved.json()["events"]] == ["table_changed"]
    assert [name for name, unit in stands().items() if unit != before[name]] == [ref]
    to = moved.json()["head"] - 1
    assert sent(token, {"command": "undo", "to": to}).status_code == 200
    assert stands() == before
    assert sent(token, {"command": "redo", "to": to + 1}).status_code == 200
    assert stands() != before
    assert sent(token, {"command": "begin_phases"}).status_code == 422  # red has nobody


def test_a_table_that_cant_be_begun_names_its_field_and_keeps_nothing() -> None:
    load_printed_rows()
    dwarves = json.loads((SAMPLES / "dwarves.json").read_bytes())
    nobody = json.loads(json.dumps(dwarves))
    nobody["units"][0]["models"][0]["profile"] = "dwarves/nobody"
    for body, field in (
        ({}, "red"),
        ({"red": dwarves}, "blue"),
        ({"table": FORD | {"size": [72]}}, "table.size"),
        ({"table": FORD | {"units": [FORD["units"][0], FORD["units"][0]]}}, "table.units[1].ref"),
        ({"table": FORD | {"units": [FORD["units"][0] | {"profile": "nobody/at-all"}]}}, "table.units[0].profile"),
        ({"table": FORD, "red": nobody}, "red.units[0].models[0].profile"),
        ({"table": FORD, "third": dwarves}, "third"),
        ({"table": FORD, "undo": "consent"}, "undo"),
        ({"table": FORD, "minutes": 60}, "minutes"),
    ):
        answer = begun(**body)
        assert (answer.status_code, answer.json()["field"]) == (400, field), body
    assert not Battle.objects.exists()


def test_a_command_sent_twice_counts_once(battle: Battle) -> None:
    again = {"id": "the-same"}
    first = sent(BATTLE_TOKEN, {"command": "note", "text": "Well met"}, **again)
    assert first.status_code == 200
    second = sent(BATTLE_TOKEN, {"command": "note", "text": "Well met"}, on=first.json()["head"] - 1, **again)
    assert second.json() == first.json()
    other = sent(BATTLE_TOKEN, {"command": "note", "text": "Ill met"}, **again)
    assert (other.status_code, other.json()["field"]) == (400, "id")
    assert BattleEvent.objects.filter(battle=battle, line__contains="Well met").count() == 1


def test_what_was_decided_on_an_older_head_gets_the_events_since_and_changes_nothing(battle: Battle) -> None:
    old = battle.head
    assert sent(BATTLE_TOKEN, {"command": "deploy"}, side="blue").status_code == 200
    head = Seat.objects.get(token=BATTLE_TOKEN).battle.head
    late = sent(BATTLE_TOKEN, {"command": "finish"}, on=old)
    assert late.status_code == 409
    assert [line["seq"] for line in late.json()["events"]] == list(range(old + 1, head + 1))
    assert Seat.objects.get(token=BATTLE_TOKEN).battle.head == head


def test_what_the_rules_refuse_says_why(battle: Battle) -> None:
    refused = sent(BATTLE_TOKEN, {"command": "shoot", "unit": "r1", "target": "b1"})
    assert (refused.status_code, refused.json()["code"]) == (422, "not_in_this_step")
    unknown = sent(BATTLE_TOKEN, {"command": "dance"})
    assert unknown.status_code == 400


@pytest.mark.parametrize(
    ("role", "side", "status"),
    [("red", "blue", 400), ("watcher", None, 422), ("watcher", "red", 400), ("red", "red", 200)],
)
def test_a_seat_commands_its_own_side_alone(battle: Battle, role: str, side: str | None, status: int) -> None:
    seat = Seat.objects.create(battle=battle, role=Role(role))
    answer = sent(seat.token, {"command": "note", "text": "Hm"}, **({"side": side} if side else {}))
    assert answer.status_code == status


def test_a_seat_that_was_taken_back_is_nobodys(battle: Battle) -> None:
    Seat.objects.filter(token=BATTLE_TOKEN).update(revoked_at=battle.created_at)
    assert Client().get(f"/api/battles/{BATTLE_TOKEN}/").status_code == 404
    assert Client().get(f"/b/{BATTLE_TOKEN}/").status_code == 404
