"""A game of Greyhawk Wars for three on three phones: begun by a program, and nobody told of another's cards."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.test import Client

from armybuilder.battles.models import Role, Seat
from armybuilder.battles.services.battles import hand_over
from armybuilder.battles.snapshots import log_in
from tabletop.greyhawk.desk import begun as start_of
from tabletop.rosters.document import write_roster
from tests.crowns import hidden_from

pytestmark = pytest.mark.django_db


def test_a_first_battle_is_set_out_on_the_page_that_begins_one() -> None:
    client = Client()
    page = client.get("/battle/new/greyhawk/").content.decode()
    assert re.findall(r'value="(begin\.\w+)" selected', page) == ["begin.norhal", "begin.grimgard"]
    bad = client.post("/battle/new/greyhawk/", {"red": "begin.norhal"}).content.decode()
    assert "Second side: choose a roster of Greyhawk Wars" in bad
    begun = client.post("/battle/new/greyhawk/", {"red": "begin.norhal", "blue": "begin.grimgard", "undo": "free"})
    assert begun.status_code == 302
    assert "Who holds 3 capitals at the end of a year wins." in client.get(begun.url).content.decode()
    assert "selected" not in re.sub("undo.*", "", client.get("/battle/new/greyhawk/?red=").content.decode(), flags=re.S)


def test_three_phones_play_and_none_is_told_of_anothers_cards() -> None:
    client = Client()
    starts = {side: json.loads(write_roster(start_of(power, ""))) for side, power in
              (("red", "norhal"), ("blue", "grimgard"), ("third", "vale"))}  # fmt: skip
    begun = client.post("/api/battles/", starts, content_type="application/json")
    assert begun.status_code == 201, begun.content
    first = Seat.objects.get(token=begun.json()["token"])
    phones = {"grimgard": hand_over(seat=first, role=Role.BLUE), "vale": hand_over(seat=first, role=Role.THIRD)}
    first.refresh_from_db()
    phones |= {"norhal": first, "watcher": hand_over(seat=first, role=Role.WATCHER)}
    assert {name: seat.role for name, seat in phones.items()} == {
        "grimgard": "blue", "vale": "third", "norhal": "red", "watcher": "watcher"
    }  # fmt: skip

    def sent(side: str, command: dict[str, Any], **more: Any) -> None:
        first.battle.refresh_from_db()
        body = {"command": command, "on": first.battle.head} | more
        answer = client.post(f"/api/battles/{phones[side].token}/commands/", body, content_type="application/json")
        assert answer.status_code == 200, answer.content

    sent("vale", {"command": "roll_order"}, faces=[2, 9, 5])
    for command in ("done", "draw_event"):
        for side in ("grimgard", "vale", "norhal"):
            sent(side, {"command": command})
    first.battle.refresh_from_db()
    state = log_in(first.battle).state
    assert [len(state.hand(side)) for side in state.sides] == [1, 1, 1]
    for name, seat in phones.items():
        said = (
            client.get(f"/api/battles/{seat.token}/").content
            + client.get(f"/api/battles/{seat.token}/after/2/").content
        )
        page = client.get(f"/b/{seat.token}/").content + client.get(f"/b/{seat.token}/report/").content
        hidden = hidden_from(state, name)
        assert [card for card in hidden if card.encode() in said + page] == [], name
        assert (b"Your cards, 1 of 5" in page) is (name != "watcher")
        assert client.get(f"/b/{seat.token}/battle.jsonl").status_code == 403
    refused = client.post(
        f"/api/battles/{phones['vale'].token}/commands/", {"command": {"command": "done"}, "on": first.battle.head},
        content_type="application/json",
    )  # fmt: skip
    assert (refused.status_code, refused.json()["detail"]) == (422, "it's Grimgard's to do")
    too_many = starts | {"fourth": starts["red"]}
    assert client.post("/api/battles/", too_many, content_type="application/json").status_code == 400
