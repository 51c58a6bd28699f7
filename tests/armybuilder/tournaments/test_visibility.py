"""What is sealed is found by nobody: marker words, every role, every state, every page of an event."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from msgspec.structs import replace

from armybuilder.core.revisions import plain
from armybuilder.models import HandIn, Tournament
from armybuilder.tournaments import queries
from armybuilder.tournaments.models import ListState, Participant, Role
from armybuilder.tournaments.presenters.field import field
from armybuilder.tournaments.services import lists as list_services
from armybuilder.tournaments.services import people as people_services
from armybuilder.tournaments.services import results, rounds
from armybuilder.tournaments.snapshots import mark_of, round_in
from tabletop.tournament.event import Outcome, Result
from tabletop.tournament.sealing import TELLS, Sealing, Shown, Since, Thing, Who
from tests.armybuilder.core.test_leaks import links_of, words_of
from tests.events import EVENT_TOKEN, handed_in, kept_event, place
from tests.kept_once import kept_once
from tests.visitors import OTHER, OWNER, RAIDERS, browser_of

NAME, LIST, ARMY, POINTS = "Vivianit", "Xylophon", "Dwarves", "834"
SEED, DESTROYED, DIFFERENCE, PREVIEW = "Quastenflosser", "7,771", "+7,664", "Zwischenrunde"
MARKS = {
    Thing.NAMES: NAME,
    Thing.ARMIES: ARMY,
    Thing.POINTS: POINTS,
    Thing.LISTS: LIST,
    Thing.PAIRINGS: SEED,
    Thing.RESULTS: DESTROYED,
    Thing.STANDINGS: DIFFERENCE,
}
NOW = timezone.now()
PLAIN_MARKS = ("7771", "7664")  # the same in tables for programs
STATES = {
    "sealed": Sealing(closes=NOW + timedelta(days=1), reveals=NOW + timedelta(days=2)),
    "closed": Sealing(closes=NOW - timedelta(hours=1), reveals=NOW + timedelta(days=2)),
    "revealed": Sealing(closes=NOW - timedelta(days=2), reveals=NOW - timedelta(days=1)),
    "over": Sealing(closes=NOW - timedelta(days=2), reveals=NOW - timedelta(days=1), ended=NOW - timedelta(hours=1)),
}
# The last state in which a kind is hidden and the first in which it is seen; all others: tournament/test_sealing.
EDGES = (
    ("sealed", Since.ALWAYS),
    *(("closed", Since.REVEAL), ("revealed", Since.REVEAL)),
    *(("revealed", Since.END), ("over", Since.END)),
    ("over", Since.NEVER),
)
PAGES = (
    *("event", "event-players", "event-settings", "event-people", "event-rounds", "event-standings", "event-screen"),
    *("event-statistics", "event-standings-table", "event-pairings-table", "event-ranking", "event-calendar"),
    *("event-file", "event-table", "event-goepp", "api-event", "api-event-standings"),
)
OTHERS = ("watcher", "player")
ROLES = (*OTHERS, "helper", "judge")


@pytest.fixture
def event(printed: None) -> Tournament:
    """An event of four players: `p1` with the marks has an approved list and has won, `p3` looks; a preview waits."""
    return won_and_paired()


@kept_once
def won_and_paired() -> Tournament:
    content = json.loads(RAIDERS) | {"name": LIST}
    row = kept_event(player=NAME, content=json.dumps(content).encode(), sealing=STATES["sealed"])
    organiser = place(row, "organiser")
    people_services.add_people(row=row, people=[("Marek", "")], role=Role.PLAYER, by=organiser)
    people_services.add_people(row=row, people=[("Hal", "")], role=Role.HELPER, by=organiser)
    list_services.judge(player=place(row, "p1"), number=1, approve=True, comment="", by=organiser)
    people_services.add_people(row=row, people=[("Olga", ""), ("Piet", "")], role=Role.PLAYER, by=organiser)
    hands = [("p1", "p5"), ("p3", "p6")]
    first = rounds.pair_next(row=row, seen="", kept=hands, seed=SEED, by=organiser)
    rounds.publish(row=row, number=1, seen=mark_of(first.content), by=organiser)
    pairing = next(pairing for pairing in round_in(first).pairings if "p1" in pairing.players)
    destroyed = (7771, 107) if pairing.players[0] == "p1" else (107, 7771)
    outcome = Outcome.FIRST if pairing.players[0] == "p1" else Outcome.SECOND
    won = Result(outcome=outcome, destroyed=destroyed)
    results.decide(row=row, number=1, ref="p1", result=won, seen=mark_of(plain(pairing)), by=organiser)
    rounds.pair_next(row=row, seen="", seed=PREVIEW, by=organiser)
    return row


def crawled(starts: Iterable[str]) -> str:
    """What all pages of events say that links lead to from these."""
    client, said, waiting = Client(), dict[str, str](), list(starts)
    while waiting:
        page = waiting.pop()
        if page not in said:
            answer = client.get(page)
            said[page] = words_of(answer)
            waiting += [link for link in links_of(page, answer) if link.startswith(("/e/", "/events/"))]
    return " ".join(said.values())


def token_of(event: Tournament, role: str) -> str:
    refs = {"player": "p3"}
    return Participant.objects.get(event=event, role=role, **({"ref": refs[role]} if role in refs else {})).token


def agreed(event: Tournament, sealing: Sealing) -> None:
    Tournament.objects.filter(pk=event.pk).update(sealing=plain(sealing))


def said_to(event: Tournament, role: str) -> str:
    """All that every page says to somebody of this role, and all that links from there lead to."""
    token = token_of(event, role)
    starts = [reverse(name, args=[token]) for name in PAGES]
    starts += [reverse(name, args=[token, "p1"]) for name in ("event-list", "bring-list")]
    starts += [reverse("event-round", args=[token, number]) for number in (1, 2)]
    starts += [reverse("event-game", args=[token, 1, "p1"])]
    return crawled(starts)


def shown(since: Since) -> dict[Thing, Shown]:
    return {thing: Shown(players=since, public=since) for thing in Thing}


def seen_by(since: Since, state: str) -> bool:
    return (
        since is Since.ALWAYS
        or {
            Since.REVEAL: state in ("revealed", "over"),
            Since.END: state == "over",
            Since.NEVER: False,
        }[since]
    )


@pytest.mark.parametrize(("state", "since"), EDGES)
def test_everybody_finds_what_has_come_and_nothing_else(event: Tournament, state: str, since: Since) -> None:
    agreed(event, replace(STATES[state], shown=shown(since)))
    for role in OTHERS:
        said, expected = said_to(event, role), seen_by(since, state)
        assert {thing: mark in said for thing, mark in MARKS.items()} == dict.fromkeys(MARKS, expected), role
        assert [mark for mark in (PREVIEW, *PLAIN_MARKS) if mark in said] == [*PLAIN_MARKS] * expected, role


def test_what_a_page_is_given_of_the_field_is_bare_of_what_is_sealed(event: Tournament) -> None:
    sealing = replace(STATES["sealed"], shown=shown(Since.REVEAL))
    given = field(queries.players_of(event), queries.current_lists(event), sealing, Who.PUBLIC, NOW)
    assert [(each.name, each.club, each.army, each.shield, each.points, each.has_list) for each in given] == [
        ("", "", "", None, None, False)
    ] * 4


@pytest.mark.parametrize("role", ["helper", "judge"])
def test_staff_find_everything_at_any_time(event: Tournament, role: str) -> None:
    agreed(event, replace(STATES["sealed"], shown=shown(Since.NEVER)))
    said = said_to(event, role)
    assert {thing: mark in said for thing, mark in MARKS.items()} == dict.fromkeys(MARKS, True)
    assert PREVIEW in said


@pytest.mark.parametrize("thing", MARKS)
def test_each_kind_is_sealed_by_itself_with_all_that_would_tell_it(event: Tournament, thing: Thing) -> None:
    sealed = shown(Since.ALWAYS) | {thing: Shown(players=Since.NEVER, public=Since.ALWAYS)}
    agreed(event, replace(STATES["over"], shown=sealed))
    for role in OTHERS:
        said = said_to(event, role)
        for other, mark in MARKS.items():
            nameless = thing is Thing.NAMES and other is Thing.POINTS  # points stand beside names alone
            hidden = other is thing or thing in TELLS.get(other, ()) or nameless
            assert (mark in said) is not hidden, (role, other)


def test_its_own_player_always_sees_it(event: Tournament) -> None:
    agreed(event, replace(STATES["sealed"], shown=shown(Since.NEVER)))
    answer = Client().get(reverse("event", args=[place(event, "p1").token]))
    assert all(mark in answer.content.decode() for mark in (NAME, LIST, POINTS))
    assert Client().get(reverse("event-list", args=[place(event, "p1").token, "p1"])).status_code == 200


@pytest.mark.parametrize("state", [state for state in ListState if state != ListState.APPROVED])
def test_what_is_not_approved_is_never_revealed(event: Tournament, state: ListState) -> None:
    agreed(event, replace(STATES["over"], shown=shown(Since.ALWAYS)))
    HandIn.objects.update(state=state)
    for role in OTHERS:
        said = said_to(event, role)
        assert [mark for mark in (LIST, ARMY, POINTS) if mark in said] == [], role


def test_a_draft_is_seen_by_who_made_it(event: Tournament) -> None:
    agreed(event, STATES["sealed"])
    content = json.loads(RAIDERS) | {"name": "Zimbelstern"}
    handed_in(place(event, "p3"), json.dumps(content).encode())
    HandIn.objects.filter(participant__ref="p3").update(state=ListState.DRAFT)
    for role in ROLES:
        said = crawled(everything(token_of(event, role)))
        assert ("Zimbelstern" in said) is (role == "player"), role


def everything(token: str) -> Iterator[str]:
    yield from (reverse(name, args=[token]) for name in PAGES)
    yield from (reverse(name, args=[token, "p3"]) for name in ("event-list", "bring-list"))


def test_the_organisers_link_opens_for_its_owner_alone(event: Tournament) -> None:
    address = reverse("event", args=[place(event, "organiser").token])
    assert browser_of(OWNER).get(address).status_code == 200
    assert {Client().get(address).status_code, browser_of(OTHER).get(address).status_code} == {404}


def test_a_link_is_of_its_event_alone(event: Tournament) -> None:
    other = kept_event(code="other", token="OtherJudge", player="Zither")
    people = [(f"Nobody {number}", "") for number in range(9)]
    people_services.add_people(row=other, people=people, role=Role.PLAYER, by=place(other, "organiser"))
    address = reverse("event-list", args=[EVENT_TOKEN, "p9"])
    assert Client().get(address).status_code == 404
    assert Client().post(reverse("judge-list", args=[EVENT_TOKEN, "p9"])).status_code == 404
