"""Rounds of many players are paired by a worker, with progress, and become a preview only if they still fit."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from armybuilder.core.revisions import StaleError
from armybuilder.models import PairingJob, Participant, Round, Tournament
from armybuilder.tournaments.models import Role
from armybuilder.tournaments.services import pairing
from armybuilder.tournaments.services import people as people_services
from armybuilder.tournaments.snapshots import event_in, mark_of, round_in
from tabletop.tournament.pairings import pair_round
from tests.events import newest, paired_event, place
from tests.markup import Document

FEW = 6  # players that are paired at once, here


@pytest.fixture
def event(db: None, monkeypatch: pytest.MonkeyPatch) -> Tournament:
    """Ten players, more than are paired at once, whose jobs wait for a worker."""
    monkeypatch.setattr(pairing, "PAIRED_AT_ONCE", FEW)
    monkeypatch.setattr(pairing, "SAVED_EVERY", 0)
    monkeypatch.setattr(pairing.carry_out.__class__, "enqueue", lambda *given: None)
    return paired_event(10, published=0)


def page(event: Tournament) -> str:
    people_services.add_people(row=event, people=[("J", "")], role=Role.JUDGE, by=place(event, "organiser"))
    judge = Participant.objects.filter(role=Role.JUDGE)[0]
    answer = Client().get(reverse("event-rounds", args=[judge.token]))
    return " ".join(Document(answer.content.decode()).all("main")[0].text.split())


def begin(event: Tournament, seen: str = "") -> PairingJob | None:
    return pairing.begin(row=event, seen=seen, kept=[("p1", "p2")], by=place(event, "organiser"))


def test_a_large_round_is_paired_by_a_worker_as_it_would_be_at_once(event: Tournament) -> None:
    job = begin(event)
    assert job is not None
    assert begin(event) == job, "one at a time"
    assert "Round 1 is being paired: 0 of 10 players" in page(event)
    assert not Round.objects.exists()
    told: list[int] = []
    pair_round(event_in(event, event.participants.filter(role=Role.PLAYER)), 1, job.seed, progress=told.append)
    assert told[-1] == 10
    pairing.carry_out.func(job.pk)
    pairing.carry_out.func(job.pk)
    assert [{*each.players} for each in round_in(newest(event)).pairings if each.by_hand] == [{"p1", "p2"}]
    assert round_in(newest(event)).seed == job.seed
    assert "Round 1, not yet published" in page(event)
    again = begin(event, mark_of(newest(event).content))
    assert again is not None
    pairing.carry_out.func(again.pk)
    assert round_in(newest(event)).seed == again.seed
    with pytest.raises(StaleError):
        begin(event, "other")


def test_what_has_changed_meanwhile_takes_no_effect_and_is_said(event: Tournament) -> None:
    job = begin(event)
    assert job is not None
    PairingJob.objects.update(heartbeat_at=timezone.now() - timedelta(minutes=2))
    assert "The work broke off after 0 of 10" in page(event)
    people_services.drop_player(player=place(event, "p2"), by=place(event, "organiser"))
    pairing.carry_out.func(job.pk)
    assert "Round 1 wasn't paired" in page(event)
    assert not Round.objects.exists()


def test_whoever_leaves_while_it_is_paired_stands_in_no_preview(
    event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    def paired_while_one_leaves(*given: object, **named: object) -> object:
        people_services.drop_player(player=place(event, "p9"), by=place(event, "organiser"))
        return pair_round(*given, **named)  # type: ignore[arg-type]

    job = begin(event)
    assert job is not None
    monkeypatch.setattr(pairing, "pair_round", paired_while_one_leaves)
    pairing.carry_out.func(job.pk)
    assert "have changed while it was paired" in page(event)
    assert not Round.objects.exists()


def test_a_round_that_takes_too_long_is_given_up(event: Tournament, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairing, "MOST_SECONDS", -1)
    job = begin(event)
    assert job is not None
    pairing.carry_out.func(job.pk)
    assert "It takes more than -1 seconds" in page(event)
    assert not Round.objects.exists()


def test_few_players_are_paired_at_once(event: Tournament) -> None:
    for number in range(7, 11):
        people_services.drop_player(player=place(event, f"p{number}"), by=place(event, "organiser"))
    assert begin(event) is None
    assert Round.objects.count() == 1
