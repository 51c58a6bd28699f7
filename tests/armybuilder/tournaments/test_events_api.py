"""Events for programs: read by a link, a result reported and confirmed by the players' own."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from armybuilder.core.revisions import plain
from armybuilder.models import Tournament
from tabletop.tournament.sealing import Shown, Since, Thing
from tests.events import PLAYER_TOKEN, a_sealing, kept_game, place

WON = {"outcome": "first", "destroyed": [900, 300]}


@pytest.fixture
def event(printed: None) -> Tournament:
    return kept_game()


def report(token: str, body: Any) -> HttpResponse:
    return Client().post(f"/api/events/{token}/rounds/1/", json.dumps(body), content_type="application/json")


def shown(token: str) -> dict[str, Any]:
    read: dict[str, Any] = Client().get(f"/api/events/{token}/").json()
    return read


def test_a_result_is_reported_seen_and_confirmed_by_program(event: Tournament) -> None:
    other = place(event, "p3").token
    assert report(PLAYER_TOKEN, WON).json() == {"counts": False}
    assert shown(other)["rounds"][0]["games"][0]["state"] == "reported"
    unseen = report(other, WON)
    assert (unseen.status_code, unseen.json()["code"]) == (409, "changed")
    said = unseen.json()
    assert said["report"]["destroyed"] == [900, 300]
    assert report(other, said["report"] | {"seen": said["seen"], "confirmed": True}).status_code == 400
    assert report(other, WON | {"seen": said["seen"]}).json() == {"counts": True}
    game = shown(other)["rounds"][0]["games"][0]
    assert (game["state"], [side["won"] for side in game["players"]]) == ("counts", [3, 0])
    locked = report(PLAYER_TOKEN, WON)
    assert (locked.status_code, locked.json()["code"]) == (422, "locked")
    standings = Client().get(f"/api/events/{other}/standings/").json()
    assert [(each["place"], each["points"]) for each in standings["standings"]] == [(1, 3), (2, 0)]


def test_nobody_but_a_player_of_the_game_reports(event: Tournament) -> None:
    for ref in ("organiser", "p2", "everybody"):
        assert report(place(event, ref).token, WON).status_code == 404, ref
    assert Client().get(f"/api/events/{place(event, 'organiser').token}/").status_code == 404
    for wrong in ({"outcome": "first", "level": "total"}, {"outcome": "perhaps"}, {"outcome": "draw", "more": 1}):
        assert report(PLAYER_TOKEN, wrong).status_code == 400
    missing = Client().post(f"/api/events/{PLAYER_TOKEN}/rounds/9/", json.dumps(WON), content_type="application/json")
    assert missing.status_code == 400


def test_a_player_reads_the_own_game_where_pairings_and_names_are_hidden(event: Tournament) -> None:
    never = Shown(players=Since.NEVER, public=Since.NEVER)
    Tournament.objects.update(sealing=plain(a_sealing(shown=dict.fromkeys(Thing, never))))
    [game] = shown(PLAYER_TOKEN)["rounds"][0]["games"]
    assert [side["name"] for side in game["players"] if side["ref"] != "p1"] == [""]
    assert shown(place(event, "everybody").token)["rounds"][0]["games"] == []
    assert Client().get(f"/api/events/{PLAYER_TOKEN}/standings/").status_code == 404
