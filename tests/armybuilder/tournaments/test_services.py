"""The way of a list from its draft to its approval, who may do what about it, and when it is too late."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.db import connection
from django.utils import timezone
from msgspec.structs import replace

from armybuilder.core.bounds import NoRoomError
from armybuilder.core.games import References
from armybuilder.core.models import Visitor
from armybuilder.core.rates import Bound, Room
from armybuilder.core.revisions import StaleError, plain
from armybuilder.models import HandIn, Participant, Step, Tournament
from armybuilder.tournaments import judging, queries
from armybuilder.tournaments.judging import judged_of
from armybuilder.tournaments.models import ListState, Role
from armybuilder.tournaments.services import events as event_services
from armybuilder.tournaments.services import lists as list_services
from armybuilder.tournaments.services import people as people_services
from armybuilder.tournaments.snapshots import event_in, judged_in, sealing_in, settings_in
from tabletop.decoding import MalformedError
from tests.events import a_sealing, handed_in, kept_event, place
from tests.visitors import OTHER, RAIDERS, load_printed_rows

NO_ARMY = b"just words"


@pytest.fixture
def event(printed: None) -> Tournament:
    return kept_event()


def closed(event: Tournament) -> Tournament:
    sealing = a_sealing(closes=timezone.now() - timedelta(seconds=1))
    Tournament.objects.filter(pk=event.pk).update(sealing=plain(sealing))
    event.refresh_from_db()
    return event


def brought(player: Participant, content: bytes = RAIDERS, *, by: Participant | None = None) -> HandIn:
    judged = judged_of(player.event, "list.json", content, References())
    return list_services.keep_draft(player=player, judged=judged, by=by or player)


def states(player: Participant) -> list[str]:
    return [row.state for row in player.hand_ins.order_by("number")]


def test_what_is_handed_in_is_frozen_with_its_digest_and_the_verdict_at_the_events_points(event: Tournament) -> None:
    row = place(event, "p1").hand_ins.get()
    entry = judged_in(row)
    assert (row.state, row.number, len(row.digest)) == (ListState.SUBMITTED, 1, 64)
    assert (entry.row.limit, entry.row.army) == (1000, "Dwarves")
    assert entry.row.code
    assert row.basis
    steps = Step.objects.filter(participant__ref="p1")
    assert [step.what for step in steps] == ["came", "handed in"]
    assert [str(steps[0]), str(row), str(row.participant)] == [
        f"{event.pk}: came", f"{row.participant_id}.1 submitted", "player p1",
    ]  # fmt: skip


def test_a_list_is_followed_by_another_and_nothing_that_was_handed_in_changes(event: Tournament) -> None:
    player, judge = place(event, "p1"), place(event, "p2")
    list_services.judge(player=player, number=1, approve=True, comment="", by=judge)
    before = HandIn.objects.values("roster", "judged", "digest").get(number=1)
    handed_in(player)
    assert states(player) == [ListState.REPLACED, ListState.SUBMITTED]
    assert HandIn.objects.values("roster", "judged", "digest").get(number=1) == before
    list_services.judge(player=player, number=2, approve=False, comment="Too many axes", by=judge)
    handed_in(player)
    assert states(player) == [ListState.REPLACED, ListState.RETURNED, ListState.SUBMITTED]


def test_a_judgement_is_of_the_list_that_was_looked_at(event: Tournament) -> None:
    player, judge = place(event, "p1"), place(event, "p2")
    handed_in(player)
    with pytest.raises(StaleError):
        list_services.judge(player=player, number=1, approve=True, comment="", by=judge)
    list_services.judge(player=player, number=2, approve=True, comment="", by=judge)
    list_services.judge(player=player, number=2, approve=True, comment="", by=judge)
    assert Step.objects.filter(what="approved").count() == 1
    with pytest.raises(MalformedError):
        list_services.judge(player=player, number=2, approve=False, comment="a" * 5000, by=judge)
    with pytest.raises(StaleError):
        list_services.judge(player=place(event, "p2"), number=1, approve=True, comment="", by=judge)


def test_a_draft_is_handed_in_as_it_was_looked_at(event: Tournament) -> None:
    player = place(event, "p1")
    first = brought(player)
    draft = brought(player)
    assert draft.number == first.number, "in place of the one before"
    size = Tournament.objects.get().size
    draft = brought(player)
    assert Tournament.objects.get().size == size, "and in its room"
    with pytest.raises(StaleError):
        list_services.hand_in(player=player, draft=first.pk, by=player)
    list_services.throw_draft_away(player=player, by=player)
    with pytest.raises(StaleError):
        list_services.hand_in(player=player, draft=draft.pk, by=player)


def test_the_list_that_was_handed_in_last_counts_whoever_brought_another_since(event: Tournament) -> None:
    player, judge = place(event, "p1"), place(event, "p2")
    mine, theirs = brought(player), brought(player, by=judge)
    list_services.hand_in(player=player, draft=theirs.pk, by=judge)
    list_services.judge(player=player, number=theirs.number, approve=False, comment="Too many axes", by=judge)
    handed = list_services.hand_in(player=player, draft=mine.pk, by=player)
    assert {key: row.number for key, row in queries.current_lists(event).items()} == {player.pk: handed.number}


def test_a_note_that_was_not_sent_is_no_reason_of_an_approval(event: Tournament) -> None:
    player, judge = place(event, "p1"), place(event, "p2")
    list_services.judge(player=player, number=1, approve=True, comment="Hello, change this", by=judge)
    list_services.judge(player=player, number=1, approve=True, comment="Hello again", by=judge)
    assert [step.why for step in Step.objects.filter(what="approved")] == [""]


def test_staff_and_player_have_drafts_of_their_own(event: Tournament) -> None:
    player, judge = place(event, "p1"), place(event, "p2")
    mine, theirs = brought(player), brought(player, by=judge)
    assert queries.draft_of(player, player) == mine
    assert queries.draft_of(player, judge) == theirs
    assert queries.drafts_in(event) == {player.pk: judged_in(mine).row.points}
    with pytest.raises(StaleError):
        list_services.hand_in(player=player, draft=mine.pk, by=judge)


def test_too_late_is_too_late_but_for_whom_it_was_opened_or_returned(event: Tournament) -> None:
    player, judge = place(event, "p1"), place(event, "p2")
    draft = brought(player)
    player = place(closed(event), "p1")
    for late in (lambda: list_services.hand_in(player=player, draft=draft.pk, by=player), lambda: brought(player)):
        with pytest.raises(list_services.TooLateError):
            late()
    people_services.open_for(player=player, until=timezone.now() + timedelta(hours=1), by=judge)
    list_services.hand_in(player=player, draft=draft.pk, by=player)
    people_services.open_for(player=player, until=None, by=judge)
    with pytest.raises(list_services.TooLateError):
        brought(player)
    brought(player, by=judge)
    list_services.judge(player=player, number=draft.number, approve=False, comment="No", by=judge)
    again = brought(player)
    list_services.hand_in(player=player, draft=again.pk, by=player)
    with pytest.raises(list_services.TooLateError):
        brought(player)


def test_who_has_left_and_who_comes_after_the_end_hands_nothing_in(event: Tournament) -> None:
    player, judge, organiser = (place(event, ref) for ref in ("p1", "p2", "organiser"))
    people_services.drop_player(player=player, by=judge)
    people_services.drop_player(player=player, by=judge)
    with pytest.raises(list_services.TooLateError):
        brought(player)
    people_services.take_back_player(player=player, by=judge)
    people_services.take_back_player(player=player, by=judge)
    brought(player)
    event_services.end_event(row=event, by=organiser)
    event_services.end_event(row=event, by=organiser)
    with pytest.raises(list_services.TooLateError):
        brought(place(event, "p1"))
    event_services.end_event(row=event, by=organiser, is_over=False)
    brought(place(event, "p1"))
    said = [step.what for step in Step.objects.filter(what__in=("left", "back", "ended", "goes on"))]
    assert said == ["left", "back", "ended", "goes on"]


def test_revealing_closes_the_hand_in_and_is_done_once(event: Tournament) -> None:
    organiser = place(event, "organiser")
    event_services.reveal_now(row=event, by=organiser)
    sealing = sealing_in(event)
    assert sealing.closes == sealing.reveals
    event_services.reveal_now(row=event, by=organiser)
    assert sealing_in(event) == sealing
    again = closed(kept_event(code="again", token="Again"))
    closes = sealing_in(again).closes
    event_services.reveal_now(row=again, by=place(again, "organiser"))
    assert sealing_in(again).closes == closes


def test_only_what_is_legal_is_approved_at_once(event: Tournament) -> None:
    judge = place(event, "p2")
    people_services.add_people(row=event, people=[("Marek", ""), ("Viktor", "")], role=Role.PLAYER, by=judge)
    handed_in(place(event, "p4"), NO_ARMY, "words.txt")
    assert judged_in(place(event, "p4").hand_ins.get()).row.legal is None
    legal = judged_in(place(event, "p1").hand_ins.get()).row.legal
    assert list_services.approve_legal(row=event, by=judge) == int(legal is True)
    assert states(place(event, "p4")) == [ListState.SUBMITTED]


def test_settings_are_saved_on_the_version_that_was_seen_and_keep_the_end(event: Tournament) -> None:
    organiser = place(event, "organiser")
    event_services.end_event(row=event, by=organiser)
    version = event.version
    agreed = {"event": settings_in(event), "sealing": a_sealing(places=8), "rules": "", "by": organiser}
    event_services.save_event(row=event, version=version, **agreed)
    assert (event.version, sealing_in(event).places) == (version + 1, 8)
    assert sealing_in(event).ended is not None
    event_services.save_event(row=event, version=event.version, **agreed)
    assert event.version == version + 1
    with pytest.raises(StaleError):
        event_services.save_event(row=event, version=version, **agreed)


def test_people_have_refs_and_links_of_their_own(event: Tournament) -> None:
    judge = place(event, "p2")
    assert people_services.add_people(row=event, people=[("Marek", "Club")], role=Role.PLAYER, by=judge) == 1
    marek = place(event, "p3")
    token = marek.token
    people_services.renew_link(participant=marek, by=judge)
    assert Participant.objects.get(pk=marek.pk).token != token
    assert [player.name for player in event_in(event, queries.players_of(event)).players] == ["Ines Almeida", "Marek"]
    with pytest.raises(MalformedError):
        people_services.add_people(
            row=event, people=[("x", "")] * event_services.MOST_PEOPLE, role=Role.PLAYER, by=judge
        )


def test_what_an_event_keeps_is_bounded(
    event: Tournament, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(list_services, "MOST_LISTS", 1)
    with pytest.raises(MalformedError):
        brought(place(event, "p1"))
    monkeypatch.undo()
    monkeypatch.setattr(judging, "LARGEST_ROSTER", 100)
    with pytest.raises(MalformedError):
        brought(place(event, "p1"))
    monkeypatch.undo()
    room = Room(4, Tournament.objects.get().size + 100)
    settings.KEPT_MOST = (Bound("events", room, room),)
    with pytest.raises(NoRoomError):
        brought(place(event, "p1"))


def test_one_list_of_the_events_game_is_taken(event: Tournament) -> None:
    two = b"Roster: A\nArmy: Dwarves\nUnit: One\n- 16 Axemen\n\nRoster: B\nArmy: Dwarves\nUnit: One\n- 16 Axemen\n"
    with pytest.raises(MalformedError, match="these are 2"):
        judged_of(event, "two.txt", two, References())
    content = settings_in(event)
    Tournament.objects.filter(pk=event.pk).update(content=plain(replace(content, game="arrakhar")))
    event.refresh_from_db()
    with pytest.raises(MalformedError):
        judged_of(event, "list.json", RAIDERS, References())


def test_a_deleted_event_takes_nothing(event: Tournament) -> None:
    player = place(event, "p1")
    Tournament.objects.update(deleted_at=timezone.now())
    with pytest.raises(StaleError):
        list_services.throw_draft_away(player=player, by=player)


def test_the_newest_of_two_that_hand_in_at_once_counts(threads: ThreadPoolExecutor) -> None:
    event = kept_event(visitor=OTHER)
    draft = brought(place(event, "p1"))

    def once(draft: int) -> str:
        try:
            player = place(Tournament.objects.get(), "p1")
            list_services.hand_in(player=player, draft=draft, by=player)
        except StaleError:
            return "stale"
        finally:
            connection.close()
        return "in"

    assert sorted(threads.map(once, [draft.pk] * 2)) == ["in", "stale"]
    assert states(place(event, "p1")) == [ListState.REPLACED, ListState.SUBMITTED]


def test_an_account_owns_its_event(printed: None) -> None:
    load_printed_rows()
    assert queries.is_of(Visitor(browser="owner"), kept_event())
    assert not queries.is_of(OTHER, Tournament.objects.get())
