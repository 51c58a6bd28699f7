"""Mails of an event: to nobody who hasn't asked twice, off by default, and never more than the player's pages say."""

from __future__ import annotations

import json
import re
from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from msgspec.structs import replace

from armybuilder.core.revisions import plain
from armybuilder.models import Participant, Tournament
from armybuilder.tournaments.models import Role
from armybuilder.tournaments.services import events as event_services
from armybuilder.tournaments.services import lists as list_services
from armybuilder.tournaments.services import mails, rounds
from armybuilder.tournaments.services import people as people_services
from armybuilder.tournaments.snapshots import event_file, mark_of, sealing_in, settings_in
from tabletop.tournament.sealing import Shown, Since, Thing
from tests.events import kept_event, place
from tests.visitors import RAIDERS

NAME, LIST, ARMY, POINTS, SEED, NOTE = "Vivianit", "Xylophon", "Dwarves", "834", "Quastenflosser", "Take one off."
MARKS = (LIST, ARMY, POINTS, SEED)
SITE = "https://muster.example"
ADDRESSES = {"p1": "v@example.org", "p3": "m@example.org"}


@pytest.fixture
def event(printed: None) -> Tournament:
    """Three players with an approved list of one; two of them have confirmed addresses, and mails are on."""
    content = json.dumps(json.loads(RAIDERS) | {"name": LIST}).encode()
    row = kept_event(player=NAME, content=content)
    organiser = place(row, "organiser")
    people_services.add_people(row=row, people=[("Marek", ""), ("Olga", "")], role=Role.PLAYER, by=organiser)
    list_services.judge(player=place(row, "p1"), number=1, approve=True, comment="", by=organiser)
    for ref, address in ADDRESSES.items():
        Participant.objects.filter(event=row, ref=ref).update(email=address)
    Tournament.objects.update(mails=True)
    row.refresh_from_db()
    return row


def publish(event: Tournament) -> None:
    organiser = place(event, "organiser")
    first = rounds.pair_next(row=event, seen="", kept=[("p1", "p3")], seed=SEED, by=organiser)
    assert mail.outbox == [], "a preview is nobody's but the staff's"
    for _ in range(2):
        rounds.publish(row=event, number=1, seen=mark_of(first.content), by=organiser, site=SITE)


def agreed(event: Tournament, **fields: object) -> None:
    Tournament.objects.update(sealing=plain(replace(sealing_in(event), **fields)))
    event.refresh_from_db()


def all_shown(since: Since) -> dict[Thing, Shown]:
    return {thing: Shown(players=since, public=since) for thing in Thing}


@pytest.mark.parametrize("names", [Since.ALWAYS, Since.NEVER])
def test_a_published_round_tells_each_player_the_own_table_and_no_list(event: Tournament, names: Since) -> None:
    agreed(event, shown=all_shown(Since.NEVER) | {Thing.NAMES: Shown(players=names, public=names)})
    publish(event)
    assert {each.to[0] for each in mail.outbox} == set(ADDRESSES.values())
    assert {each.subject for each in mail.outbox} == {"Round 1: you play at table 1"}
    body = next(each.body for each in mail.outbox if each.to == [ADDRESSES["p3"]])
    assert (NAME in body) is (names is Since.ALWAYS)
    assert f"{SITE}/e/{place(event, 'p3').token}/" in body
    said = " ".join(f"{each.subject} {each.body}" for each in mail.outbox)
    assert [mark for mark in MARKS if mark in said] == []
    assert place(event, "p1").token not in body
    assert event.steps.get(what=mails.SENT).why == "2 mails of round 1"


def test_nobody_is_mailed_where_the_organiser_hasnt_said_so(event: Tournament) -> None:
    Tournament.objects.update(mails=False)
    event.refresh_from_db()
    publish(event)
    event_services.reveal_now(row=event, by=place(event, "organiser"), site=SITE)
    assert mail.outbox == []
    assert Tournament._meta.get_field("mails").default is False


@pytest.mark.parametrize("since", [Since.REVEAL, Since.END])
def test_the_reveal_is_told_once_and_only_where_lists_may_be_seen(event: Tournament, since: Since) -> None:
    agreed(event, shown=all_shown(since))
    event_services.reveal_now(row=event, by=place(event, "organiser"), site=SITE)
    event.refresh_from_db()
    moment = sealing_in(event).reveals
    assert moment is not None
    mails.send_reveal.func(event.pk, moment.isoformat(), SITE)
    mails.send_reveal.func(event.pk, (moment + timedelta(hours=1)).isoformat(), SITE)
    assert len(mail.outbox) == (2 if since is Since.REVEAL else 0)
    assert not [mark for mark in (*MARKS, NAME) if mark in " ".join(str(each.body) for each in mail.outbox)]


def test_a_set_reveal_is_told_when_its_moment_has_come(event: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    later = timezone.now() + timedelta(hours=2)
    organiser = place(event, "organiser")
    put: list[object] = []
    backend = mails.send_reveal.get_backend()
    monkeypatch.setattr(backend.__class__, "supports_defer", True)
    monkeypatch.setattr(
        mails.send_reveal.__class__, "enqueue", lambda task, *given: put.append((task.run_after, given))
    )
    sealing = replace(sealing_in(event), closes=None, reveals=later)
    event_services.save_event(
        row=event, version=event.version, event=settings_in(event), sealing=sealing, rules="", by=organiser,
        with_mails=True, site=SITE,
    )  # fmt: skip
    assert put == [(later, (event.pk, later.isoformat(), SITE))]
    mails.send_reveal.func(event.pk, later.isoformat(), SITE)
    assert mail.outbox == [], "not before its time"


def test_a_returned_list_is_told_to_its_player_alone_with_the_note(event: Tournament) -> None:
    judge = place(event, "p2")
    player = place(event, "p1")
    list_services.judge(player=player, number=1, approve=False, comment=NOTE, by=judge, site=SITE)
    (sent,) = mail.outbox
    assert (sent.to, sent.subject) == ([ADDRESSES["p1"]], "Your list was returned")
    assert NOTE in sent.body
    list_services.judge(player=player, number=1, approve=True, comment="", by=judge, site=SITE)
    assert len(mail.outbox) == 1


def test_an_address_counts_once_its_owner_has_followed_the_link(event: Tournament) -> None:
    olga = place(event, "p4")
    address = reverse("event-mails", args=[olga.token])
    client = Client()
    assert "t an email address" in client.post(address, {"do": "ask", "email": "nobody"}).content.decode()
    client.post(address, {"do": "ask", "email": "olga@example.org"})
    (sent,) = mail.outbox
    assert not [word for word in ("Frostgate", "Olga") if word in sent.body], "nothing that a visitor has written"
    assert place(event, "p4").email == ""
    code = re.findall(r"code=(\S+)", str(sent.body))[0]
    assert "olga@example.org" in client.get(f"{address}?code={code}").content.decode()
    assert place(event, "p4").email == "", "to look changes nothing"
    other = reverse("event-mails", args=[place(event, "p3").token])
    assert client.post(other, {"do": "confirm", "code": code}).status_code == 422
    assert client.post(address, {"do": "confirm", "code": code[:-2]}).status_code == 422
    client.post(address, {"do": "confirm", "code": code})
    assert place(event, "p4").email == "olga@example.org"
    assert "olga@example.org" not in event_file(event).decode()
    client.post(address, {"do": "stop"})
    assert place(event, "p4").email == ""
    assert client.get(reverse("event-mails", args=[place(event, "p2").token])).status_code == 404
