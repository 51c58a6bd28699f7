"""Battles on the pages for all games, by Wizard Kings: begun, played by forms and programs, hidden from the others."""

from __future__ import annotations

import io
import json
import re
from random import Random
from typing import Any, get_args

import pytest
from django.test import Client

from armybuilder.battles.models import Battle, Role, Seat
from armybuilder.battles.presenters.games import OF_THE_FORM
from armybuilder.battles.services.battles import hand_over
from armybuilder.battles.snapshots import log_in
from tabletop.battle.events import Actor, Clock, Event
from tabletop.battle.file import written_battle
from tabletop.battle.lines import digest_of, written_line
from tabletop.games import GAMES
from tabletop.rosters.document import write_roster
from tabletop.wizardkings.battle.facts import BlockPlaced, BlocksMoved, Recruited
from tests.kings import Size, force_of, markers, salts_of
from tests.kings import begun as new_log

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
    copy = client.post("/battle/open/", {"file": io.BytesIO(file.content)})
    assert copy.status_code == 302
    assert Battle.objects.count() == 2


def test_a_file_that_no_game_can_have_come_to_is_refused() -> None:
    """Such as blocks where there is no hex, or of steps that no block has, though its chain is whole."""
    log = new_log()
    wrong: list[tuple[Any, str]] = [
        (BlockPlaced("r1", "nowhere"), "come to this"),
        (Recruited("red", "r1", 10**9, "0" * 64), "line 6: it doesn&#x27;t follow"),
        (BlocksMoved(("r1",), "99,99"), "come to this"),
    ]
    client = Client()
    for fact, why in wrong:
        lines = [*written_battle(log).split(b"\n")[:-2]]
        event = Event(
            seq=log.head + 1, id="x.1", at="2026-11-28T19:30:05Z", by=Actor("red"), clock=Clock(), cause="x", fact=fact
        )
        lines.append(written_line(event, log.digest))
        lines.append(b'{"end":%d,"digest":"%s"}' % (log.head + 1, digest_of(lines[-1]).encode()))
        answer = client.post("/battle/open/", {"file": io.BytesIO(b"\n".join(lines) + b"\n")})
        assert why in answer.content.decode(), fact
    assert Battle.objects.count() == 0


def phones(seat: Seat) -> dict[str, Seat]:
    """A phone for each side, a watcher's and a referee's."""
    blue = hand_over(seat=seat, role=Role.BLUE)
    seat.refresh_from_db()
    return {
        "red": seat, "blue": blue, "watcher": hand_over(seat=seat, role=Role.WATCHER),
        "referee": hand_over(seat=seat, role=Role.REFEREE),
    }  # fmt: skip


def test_no_page_event_export_or_answer_tells_a_phone_what_the_other_side_hides() -> None:
    """Searched for the names of the other army's units, which stand in nothing that leaves before they fight."""
    client, chance = Client(), Random(4)
    seat = begun(client)
    both = f"/api/battles/{seat.token}/"
    assert client.get(f"/b/{seat.token}/battle.jsonl").status_code == 200
    side = "red"
    for _ in range(14):
        now = client.get(f"{both}?side={side}").json()
        state = now["state"]
        if side not in state["acts"]:
            side = state["acts"][0]
            continue
        offer = chance.choice([each for each in state["may"] if each["command"] != "fight"] or state["may"])
        chosen = {name: chance.choice(values) for name, values in offer.pop("choose").items() if values}
        if state["phase"] == "movement" and chance.random() < 0.8:  # programs name hexes themselves
            ref = chance.choice([block["ref"] for block in state["blocks"] if block["side"] == side])
            row = {"red": 6, "blue": 0}[side]
            offer, chosen = {"command": "move"}, {"refs": [ref], "place": f"{row},{chance.randrange(9)}"}
        wanted = {"command": offer | chosen, "on": now["head"], "side": side}
        answer = client.post(f"{both}commands/", wanted, content_type="application/json")
        assert answer.status_code in (200, 422), answer.content
    log = log_in(Battle.objects.get())
    seats = phones(seat)
    for name, phone in seats.items():
        addresses = [f"/b/{phone.token}/{end}" for end in ("?at=6,1", "report/", "after/0/?side=red")]
        addresses += [f"/api/battles/{phone.token}/", f"/api/battles/{phone.token}/?side=red"]
        addresses += [f"/api/battles/{phone.token}/after/1/"]
        told = "".join(client.get(address).content.decode() for address in addresses)
        assert client.get(f"/b/{phone.token}/battle.jsonl").status_code == 403
        for side in ("red", "blue"):
            hidden = (markers(log, side) | salts_of(log, side)) if side != name else set()
            assert {word for word in hidden if word in told} == set(), (name, side)
        assert name not in log.header.sides or any(word in told for word in markers(log, name))
    answer = client.post(
        f"/api/battles/{seats['red'].token}/commands/",
        {"command": {"command": "ready"}, "on": log.head, "side": "blue"},
        content_type="application/json",
    )
    assert answer.status_code == 400
    assert client.post(f"/b/{seats['red'].token}/odds/").status_code == 404


def test_a_program_begins_a_game_and_is_told_what_may_be_done() -> None:
    client = Client()
    red, blue = (json.loads(write_roster(force_of(Size.MEDIUM, army))) for army in ("tidewall", "ashkar"))
    answer = client.post("/api/battles/", {"red": red, "blue": blue}, content_type="application/json")
    assert answer.status_code == 201, answer.content
    address = f"/api/battles/{answer.json()['token']}/"
    state = client.get(address).json()["state"]
    assert (state["phase"], state["size"], state["figures_from"]) == (
        "setting up", "medium", "house pack, not the published numbers",
    )  # fmt: skip
    assert {offer["command"] for offer in state["may"]} == {"place"}
    for wrong, field in (
        ({"red": red | {"units": []}, "blue": blue}, "red"),
        ({"red": red, "blue": blue, "minutes": 5}, "scenario"),
        ({"red": red, "blue": {"game": "wizard-kings"}}, "blue."),
        ({"red": {"game": "chess"}, "blue": blue}, "red."),
    ):
        answer = client.post("/api/battles/", wrong, content_type="application/json")
        assert answer.status_code == 400
        assert answer.json()["field"].startswith(field), answer.content


def test_two_phones_ask_each_other_for_an_undo_and_a_late_command_is_told_what_happened() -> None:
    client = Client()
    seat = begun(client)
    both = phones(seat)
    sent(both["red"], "initiative", faces="6611")
    page = client.get(f"/b/{both['blue'].token}/").content.decode()
    assert "take back" not in page.lower()
    page = sent(both["red"], "undo", to=log_in(Battle.objects.get()).standing()[3].seq)
    assert "Take the question back" in page
    page = client.get(f"/b/{both['blue'].token}/").content.decode()
    assert "asks to take back" in page
    answered = sent(both["blue"], "answer_undo", "blue", yes="true")
    assert "Turn 1 of 12: initiative" in answered
    late = {"command": "initiative", "on": 1, "as": "red"}
    page = client.post(f"/b/{both['red'].token}/do/", late, follow=True).content.decode()
    assert "Something happened meanwhile" in page
    assert "watches" in sent(both["watcher"], "ready", "watcher")


def test_no_games_command_has_a_field_that_its_form_means_otherwise() -> None:
    """What a form says of itself, such as the event it was made on, is no field of what it commands."""
    played = [rules for game in GAMES.values() if (rules := game.battle_rules()) is not None]
    assert len(played) > 2
    for rules in played:
        fields = {name for command in get_args(rules.commands) for name in command.__struct_fields__}
        assert fields & OF_THE_FORM == set(), rules.slug


def test_a_form_of_the_page_strikes_whom_it_names() -> None:
    """All fields of an offer as the browser sends them, the hidden ones with them: the punch reaches blue."""
    answer = Client().post("/battle/new/wiz-war/", {"red": "begin.first", "blue": "begin.first"})
    seat = Seat.objects.get(token=answer["Location"].strip("/").rpartition("/")[2])
    for _ in range(2):
        side = log_in(Battle.objects.get()).state.active
        sent(seat, "done", side)
    side = log_in(Battle.objects.get()).state.active
    other = "blue" if side == "red" else "red"
    at = next(each.at for each in log_in(Battle.objects.get()).state.wizards if each.side == side)
    here = {"command": "set", "as": side, "on": Battle.objects.get().head, "side": other, "at": at}
    Client().post(f"/b/{seat.token}/do/", here)
    page = Client().get(f"/b/{seat.token}/?side={side}").content.decode()
    form = re.search(r'<form [^>]*id="do-punch".*?</form>', page, re.DOTALL)
    assert form is not None
    hidden = dict(re.findall(r'<input type="hidden" name="([a-z_]+)" value="([^"]*)"', form[0]))
    name, first = re.search(r'<select name="([a-z]+)"><option value="([a-z0-9:,.-]+)"', form[0]).groups()  # type: ignore[union-attr]
    assert first == other
    done = Client().post(f"/b/{seat.token}/do/", hidden | {name: first}, follow=True).content.decode()
    assert f"{side.capitalize()} punches" in done or log_in(Battle.objects.get()).state.stack
