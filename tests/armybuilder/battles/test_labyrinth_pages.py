"""Wiz-War on the pages for all games: begun by three, played by forms and programs, hands hidden from the others."""

from __future__ import annotations

import re
from random import Random

import pytest
from django.test import Client

from armybuilder.battles.models import Battle, Role, Seat
from armybuilder.battles.services.battles import hand_over, keep_battle
from armybuilder.battles.snapshots import log_in
from tests.labyrinth import begun, has_word, played, secrets_of
from tests.visitors import OWNER

pytestmark = pytest.mark.django_db
NEW = "/battle/new/wiz-war/"


def test_three_wizards_begin_walk_and_end_a_turn_by_forms() -> None:
    client = Client()
    answer = client.post(NEW, {"red": "begin.first", "blue": "begin.first", "third": "begin.first"})
    assert answer.status_code == 302, answer.content.decode()
    seat = Seat.objects.get(token=answer["Location"].strip("/").rpartition("/")[2])
    log = log_in(seat.battle)
    assert log.header.sides == ("red", "blue", "green")
    side = log.state.active
    page = client.get(f"/b/{seat.token}/?side={side}").content.decode()
    assert "house pack, not the published numbers" in page
    links = re.findall(rf'<a href="\?side={side}&amp;at=[0-9,]+#board" aria-label=', page)
    assert len(links) == page.count("data-square=") == 75
    where = re.search(r'name="to"><option value="([0-9,]+)"', page)
    assert where is not None
    form = {"command": "walk", "to": where[1], "on": log.head, "as": side}
    page = client.post(f"/b/{seat.token}/do/", form, follow=True).content.decode()
    assert f"walks to {where[1]}" in page
    form = {"command": "done", "on": log_in(Battle.objects.get()).head, "as": side}
    page = client.post(f"/b/{seat.token}/do/", form, follow=True).content.decode()
    assert "draws 2 cards" in page
    assert log_in(Battle.objects.get()).state.active != side
    assert "choose a roster" in client.post(NEW, {"red": "begin.first"}).content.decode()
    mixed = client.post(NEW, {"red": "begin.first", "blue": "begin.giant"})
    assert mixed.status_code == 400


def test_cards_on_paper_are_named_as_they_are_played_and_not_before() -> None:
    client = Client()
    assert 'value="begin.first" selected' in client.get(NEW).content.decode()  # one press begins a first game
    answer = client.post(NEW, {"red": "begin.paper", "blue": "begin.paper"})
    seat = Seat.objects.get(token=answer["Location"].strip("/").rpartition("/")[2])
    side = log_in(seat.battle).state.active
    form = {"command": "note", "card": "good-rest.1", "on": log_in(Battle.objects.get()).head, "as": side}
    page = client.post(f"/b/{seat.token}/do/", form, follow=True).content.decode()
    assert "Cast Good Rest" in page
    form = {"command": "count", "count": "", "on": log_in(Battle.objects.get()).head, "as": side}
    assert "cards not counted" in client.post(f"/b/{seat.token}/do/", form, follow=True).content.decode()
    form = {
        "command": "cast",
        "card": "good-rest.1",
        "target": side,
        "on": log_in(Battle.objects.get()).head,
        "as": side,
    }
    page = client.post(f"/b/{seat.token}/do/", form, follow=True).content.decode()
    assert "lays Good Rest down" in page
    assert log_in(Battle.objects.get()).state.wizard(side).life == 18


def test_no_page_event_file_or_answer_tells_a_phone_what_another_hand_holds() -> None:
    log = played(begun(5, 2), Random(5), 40)
    assert not log.state.how
    battle = keep_battle(visitor=OWNER, log=log)
    seat = battle.seats.get()
    phones = {"blue": hand_over(seat=seat, role=Role.BLUE)}
    seat.refresh_from_db()
    phones |= {"red": seat, "watcher": hand_over(seat=seat, role=Role.WATCHER)}
    client = Client()
    for name, phone in phones.items():
        addresses = [f"/b/{phone.token}/{end}" for end in ("?at=2,2", "report/", "after/0/?side=red")]
        addresses += [f"/api/battles/{phone.token}/{end}" for end in ("", "?side=blue", "after/1/")]
        told = "".join(client.get(address).content.decode() for address in addresses)
        assert client.get(f"/b/{phone.token}/battle.jsonl").status_code == 403
        for side in ("red", "blue"):
            secrets = secrets_of(log, side, name)
            assert {word for word in secrets if has_word(told, word)} == set(), (name, side)
            assert side != name or all(has_word(told, ref) for ref in log.state.hand(side))
