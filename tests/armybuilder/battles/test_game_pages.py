"""Battles on the pages for all games, by Wizard Kings: begun, played by forms and programs, hidden from the others."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from armybuilder.battles.models import Battle, Seat
from armybuilder.battles.snapshots import log_in
from tabletop.rosters.document import write_roster
from tests.kings import Size, force_of

pytestmark = pytest.mark.django_db
NEW = "/battle/new/wizard-kings/"


def begun(client: Client, size: str = "small") -> Seat:
    """The seat of both sides of a new game; the second side's force comes as its file's text."""
    text = write_roster(force_of(Size(size), "ashkar")).decode()
    answer = client.post(NEW, {"red": f"begin.{size}", "blue-text": text})
    assert answer.status_code == 302, answer.content.decode()
    return Seat.objects.get(token=answer["Location"].strip("/").rpartition("/")[2])


def sent(seat: Seat, command: str, side: str = "red", query: str = "", **fields: Any) -> str:
    """The page after a form was sent."""
    seat.battle.refresh_from_db()
    form = {"command": command, "on": seat.battle.head, "as": side} | fields
    answer = Client().post(f"/b/{seat.token}/do/{query}", form, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_game_is_begun_played_by_forms_undone_and_ends_in_its_file() -> None:
    client = Client()
    assert "Wizard Kings" in client.get("/battle/").content.decode()
    assert client.get("/battle/new/arcana/").status_code == 404
    assert "choose a roster" in client.post(NEW, {"red": "begin.small"}).content.decode()
    seat = begun(client)
    page = client.get(f"/b/{seat.token}/").content.decode()
    assert "house pack, not the published numbers" in page
    links = re.findall(r'<a href="\?side=red&amp;at=[0-9,]+#board" aria-label=', page)
    assert len(links) == page.count("data-hex=") == 63
    page = sent(seat, "initiative", faces="6611", how="typed")
    assert "Turn 1 of 12: movement" in page
    page = sent(seat, "move", query="?side=red&at=6,1", refs=["r1", "r2"], place="6,1")
    assert "R1 and r2 to Southmoor" in page
    assert 'aria-current="true"' in page
    assert "R1 has moved this turn." in sent(seat, "move", refs="r1", place="5,1")
    page = sent(seat, "undo", to=log_in(Battle.objects.get()).last.tip.parent.seq)
    assert "Undone: " in page
    assert "back=" in page
    assert client.get(f"/b/{seat.token}/report/").status_code == 200
    assert client.get(f"/b/{seat.token}/after/0/").status_code == 200
    file = client.get(f"/b/{seat.token}/battle.jsonl")
    assert file.content.count(b"\n") == log_in(Battle.objects.get()).head + 2
    copy = client.post("/battle/open/", {"file": __import__("io").BytesIO(file.content)})
    assert copy.status_code == 302
    assert Battle.objects.count() == 2
