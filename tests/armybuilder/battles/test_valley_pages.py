"""Arrakhar's Wand on the pages for all games: two phones, each with a side, from the set-up into the first turn."""

from __future__ import annotations

from html import unescape
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from armybuilder.battles.models import Battle, Role, Seat
from armybuilder.battles.services.battles import hand_over
from armybuilder.battles.snapshots import log_in
from tabletop.packs import HOUSE_PACK
from tests.valley import HAUNTS

pytestmark = pytest.mark.django_db
NEW = "/battle/new/arrakhar/"
FORCE = {"counts.sorcerer": "6", "counts.demon": "7", "counts.orc": "8", "counts.ghoul": "9"}


def sent(seat: Seat, command: str, query: str = "", **fields: Any) -> str:
    """The page after a form was sent."""
    form = {"command": command, "on": Battle.objects.get().head, "id": "", **fields}
    answer = Client().post(f"/b/{seat.token}/do/{query}", form, follow=True)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def page(seat: Seat, end: str = "") -> str:
    answer = Client().get(f"/b/{seat.token}/{end}")
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def test_two_phones_set_up_and_play_and_neither_sees_what_the_other_hides() -> None:
    client = Client()
    assert "choose a roster" in client.post(NEW, {"red": "begin.wizard"}).content.decode()
    both_wizards = unescape(client.post(NEW, {"red": "begin.wizard", "blue": "begin.wizard"}).content.decode())
    assert "is a wizard's force as the other one is" in both_wizards
    assert client.post(NEW, {"red": "begin.wizard", "blue": "later"}).status_code == 302
    first = Seat.objects.get()
    sorcerer = hand_over(seat=first, role=Role.RED)
    wizard = Seat.objects.get(pk=first.pk)
    assert "Your force stays secret until it is placed." in page(sorcerer)
    assert "AW-10: The force costs" in sent(sorcerer, "bring_force", **(FORCE | {"counts.demon": "20"}))
    assert "24 in your pool" not in sent(sorcerer, "bring_force", **FORCE)
    for haunt, place in HAUNTS.items():
        sent(sorcerer, "place_haunt", haunt=haunt, place=place)
    assert "AW-22: T1 in 6,9 is 1 step away" in page(sorcerer, "?at=6,10")
    assert "The wand is hidden in T2; sealed as" in sent(sorcerer, "hide_wand", haunt="T2")
    for place in ("6,10", "6,6", "1,6", "11,6"):
        sent(sorcerer, "place_units", unit="sorcerer", place=place)
    assert "AW-24: 2 sorcerers still to be placed." in page(sorcerer)
    assert "It's the sorcerer's to do" in sent(wizard, "end_segment")
    sent(sorcerer, "place_units", unit="sorcerer", place="9,11", count="2")
    sent(sorcerer, "end_segment")
    for unit in ("wizard", "barbarian", "dwarf", "elf"):
        sent(wizard, "place_units", unit=unit, place="6,0", count="4")
    sent(wizard, "end_segment")
    assert "An orc" not in sent(sorcerer, "wander", place="5,7", faces="1", how="typed")
    log = log_in(Battle.objects.get())
    assert [secret.digest in page(wizard) for secret in log.state.secrets] == [True] * 3
    programs = [f"/api/battles/{wizard.token}/", f"/api/battles/{wizard.token}/after/0/"]
    ends = ("", "?at=11,5", "report/", "after/0/")
    shown = [*(page(wizard, end) for end in ends), *(client.get(address).content.decode() for address in programs)]
    secret = [each.salt for each in log.state.secrets if each != log.state.secrets[0]]
    for text in shown:
        assert not [word for word in (*secret, "hidden in T2", "7 demons", "wand_hidden", '"pool"') if word in text]
    assert "7 demons" in page(sorcerer)
    assert client.get(f"/b/{wizard.token}/battle.jsonl").status_code == 403
    file = client.get(f"/b/{sorcerer.token}/battle.jsonl").content
    assert client.post("/battle/open/", {"file": BytesIO(file)}).status_code == 302
    for seat in (sorcerer, wizard):
        assert HOUSE_PACK in page(seat)
        assert HOUSE_PACK in page(seat, "report/")


def test_a_phone_of_both_sides_turns_to_whose_step_it_is() -> None:
    client = Client()
    client.post(NEW, {"red": "begin.sorcerer", "blue": "begin.wizard"})
    seat = Seat.objects.get()
    shown = page(seat)
    assert '<a class="chip" href="?side=sorcerer#now" aria-current="true">Sorcerer</a>' in shown
    assert "Give Wizard to another phone" in shown
    for haunt, place in HAUNTS.items():
        sent(seat, "place_haunt", "?side=sorcerer&at=6,9", haunt=haunt, place=place, **{"as": "sorcerer"})
    sent(seat, "hide_wand", haunt="C1")
    for place in ("6,10", "6,6"):
        shown = sent(seat, "place_units", "?side=sorcerer", unit="sorcerer", place=place, count="3")
    assert 'href="?side=sorcerer#now" aria-current="true"' in shown
    assert 'href="?side=wizard#now" aria-current="true"' in sent(seat, "end_segment", "?side=sorcerer&at=6,9")
    assert reverse("new-battle-of", args=["arrakhar"]) in client.get("/battle/").content.decode()
