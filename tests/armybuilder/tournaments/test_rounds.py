"""Rounds on the site: previewed, changed by hand, published; results reported, confirmed, decided, corrected."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from armybuilder.core.revisions import StaleError, plain
from armybuilder.models import Report, Round, Step, Tournament
from armybuilder.tournaments import queries
from armybuilder.tournaments.models import Role
from armybuilder.tournaments.services import events as event_services
from armybuilder.tournaments.services import opening, results, rounds
from armybuilder.tournaments.services import people as people_services
from armybuilder.tournaments.snapshots import event_file, event_in, mark_of, round_in, sealing_in, settings_in
from tabletop.decoding import MalformedError
from tabletop.tournament.event import FirstRound, Level, Outcome, Result, Scoring
from tabletop.tournament.file import read_event
from tabletop.tournament.proofs import faults
from tabletop.tournament.standings import standings
from tests.events import newest, paired_event, place, publish_next
from tests.visitors import OWNER

LEVELS = Scoring(levels=(Level(slug="major", name="Major", win=5),))
WON = Result(outcome=Outcome.FIRST, destroyed=(900, 300))
LOST = Result(outcome=Outcome.SECOND, destroyed=(300, 900))


@pytest.fixture
def event(db: None) -> Tournament:
    """Six players before their first round."""
    return paired_event(6, published=0)


def game(row: Tournament, number: int = 1, table: int = 0) -> tuple[str, ...]:
    return round_in(row.rounds.get(number=number)).pairings[table].players


def mark(row: Tournament, ref: str, number: int = 1) -> str:
    pairings = round_in(row.rounds.get(number=number)).pairings
    return mark_of(plain(next(pairing for pairing in pairings if ref in pairing.players)))


def enter(row: Tournament, ref: str, result: Result | None, *, number: int = 1, reason: str = "") -> None:
    by = place(row, "organiser")
    results.decide(row=row, number=number, ref=ref, result=result, seen=mark(row, ref, number), reason=reason, by=by)


def result_of(row: Tournament, ref: str, number: int = 1) -> Result | None:
    return next(each.result for each in round_in(row.rounds.get(number=number)).pairings if ref in each.players)


def test_an_event_run_by_the_desk_is_proved_from_its_file(event: Tournament) -> None:
    """Players come late, leave between and within rounds, results come late and are corrected: every round holds."""
    organiser, random = place(event, "organiser"), Random(5)
    for number in range(1, 6):
        publish_next(event)
        for paired in round_in(newest(event)).pairings[: None if number % 2 else -1]:
            if len(paired.players) == 2:
                outcome = random.choice([Outcome.FIRST, Outcome.SECOND, Outcome.DRAW])
                enter(event, paired.players[0], Result(outcome=outcome, destroyed=(5, 3)), number=number)
        if number == 1:
            people_services.drop_player(player=place(event, game(event)[0]), by=organiser)
        if number == 2:
            left = next(pairing for pairing in round_in(newest(event)).pairings if not pairing.result).players[0]
            people_services.drop_player(player=place(event, left), by=organiser, now=True, why="A flat tyre")
            people_services.add_people(
                row=event, people=[("Late", "")], role=Role.PLAYER, by=organiser, into_round=True, why="Is here"
            )
        if number == 3:
            enter(event, game(event, 2)[0], WON, number=2, reason="Typed wrongly")
            people_services.add_people(row=event, people=[("Later", "")], role=Role.PLAYER, by=organiser)
    kept = read_event(event_file(event))
    assert [len(paired.pairings) for paired in kept.rounds] == [3, 3, 3, 3, 3]
    assert faults(kept) == []
    corrections = [each for paired in kept.rounds for pairing in paired.pairings for each in pairing.corrections]
    assert [(each.after, each.reason) for each in corrections] == [(3, "Typed wrongly")]


def test_a_preview_is_paired_again_as_it_was_seen_and_published_once(event: Tournament) -> None:
    organiser = place(event, "organiser")
    first = rounds.pair_next(row=event, seen="", by=organiser)
    seen = mark_of(first.content)
    with pytest.raises(StaleError):
        rounds.pair_next(row=event, seen="", by=organiser)
    again = rounds.pair_next(row=event, seen=seen, kept=[("p1", "p2"), ("p3",)], by=organiser)
    by_hand = {frozenset(pairing.players) for pairing in round_in(again).pairings if pairing.by_hand}
    assert by_hand == {frozenset({"p1", "p2"}), frozenset({"p3"})}
    with pytest.raises(StaleError):
        rounds.publish(row=event, number=1, seen=seen, by=organiser)
    assert queries.published_rounds(event) == []
    seen = mark_of(again.content)
    rounds.publish(row=event, number=1, seen=seen, by=organiser)
    rounds.publish(row=event, number=1, seen=seen, by=organiser)
    assert Step.objects.filter(what="published").count() == 1
    for wrong in ([("p1", "p9")], [("p1", "p2"), ("p1", "p3")]):
        with pytest.raises(MalformedError):
            rounds.pair_next(row=event, seen="", kept=wrong, by=organiser)


def test_a_preview_of_what_was_is_not_published(event: Tournament) -> None:
    organiser = place(event, "organiser")
    preview = rounds.pair_next(row=event, seen="", by=organiser)
    people_services.drop_player(player=place(event, "p1"), by=organiser)
    with pytest.raises(MalformedError, match="Pair it again"):
        rounds.publish(row=event, number=1, seen=mark_of(preview.content), by=organiser)
    preview = rounds.pair_next(row=event, seen=mark_of(preview.content), by=organiser)
    rounds.publish(row=event, number=1, seen=mark_of(preview.content), by=organiser)
    second = rounds.pair_next(row=event, seen="", by=organiser)
    enter(event, game(event)[0], WON)
    with pytest.raises(MalformedError, match="Pair it again"):
        rounds.publish(row=event, number=2, seen=mark_of(second.content), by=organiser)


def test_what_is_published_is_changed_with_a_reason_until_it_has_a_result(event: Tournament) -> None:
    organiser = place(event, "organiser")
    publish_next(event)
    one, other = game(event)[0], game(event, 1, 1)[0]
    change: dict[str, Any] = {"row": event, "number": 1, "by": organiser}
    with pytest.raises(MalformedError):
        rounds.swap(one=one, other=other, seen=mark_of(newest(event).content), reason=" ", **change)
    rounds.swap(one=one, other=other, seen=mark_of(newest(event).content), reason="They came\ntogether", **change)
    assert {one, other} <= {ref for each in round_in(newest(event)).pairings if each.by_hand for ref in each.players}
    assert Step.objects.get(what="changed by hand").why == "They came together"
    with pytest.raises(StaleError):
        rounds.swap(one=one, other=other, seen="old", reason="Once more", **change)
    with pytest.raises(MalformedError):
        rounds.take_back(reason="", **change)
    rounds.take_back(reason="Wrong ranking", **change)
    assert newest(event).published_at is None
    publish_next(event)
    enter(event, game(event)[0], WON)
    for refused in (
        lambda: rounds.take_back(reason="Too late", **change),
        lambda: rounds.swap(
            one=game(event)[0], other=game(event, 1, 1)[0], seen=mark_of(newest(event).content), reason="No", **change
        ),
    ):
        with pytest.raises(MalformedError):
            refused()
    assert faults(read_event(event_file(event))) == []


def test_settings_that_a_round_was_paired_by_stay(event: Tournament) -> None:
    organiser = place(event, "organiser")
    publish_next(event)
    agreed = {"row": event, "sealing": sealing_in(event), "rules": "", "by": organiser}
    for changed in ({"first_round": FirstRound.SEEDED}, {"method": "round-robin"}):
        wrong = replace(settings_in(event), **changed)
        with pytest.raises(MalformedError, match="round 1"):
            event_services.save_event(version=event.version, event=wrong, **agreed)
        event.refresh_from_db()
    tougher = replace(settings_in(event), scoring=Scoring(win=9), minutes=90)
    event_services.save_event(version=event.version, event=tougher, **agreed)
    enter(event, game(event)[0], WON)
    publish_next(event)
    event.refresh_from_db()
    milder = replace(settings_in(event), scoring=Scoring(win=1))
    with pytest.raises(MalformedError, match="round 2"):
        event_services.save_event(version=event.version, event=milder, **agreed)
    player = place(event, "p1")
    fields = {"name": "Ann", "club": player.club, "travels_with": "", "ranking": player.ranking}
    change = {"version": people_services.mark_of_player(player), "by": organiser}
    with pytest.raises(MalformedError, match="round 1"):
        people_services.change_player(player=player, fields=fields | {"ranking": 1}, **change)
    people_services.change_player(player=place(event, "p1"), fields=fields, **change)
    with pytest.raises(StaleError):
        people_services.change_player(player=place(event, "p1"), fields=fields, **change)
    assert place(event, "p1").name == "Ann"


def test_who_left_and_comes_back_has_sat_out_what_was_played_meanwhile(event: Tournament) -> None:
    organiser = place(event, "organiser")
    publish_next(event)
    people_services.drop_player(player=place(event, "p1"), by=organiser)
    people_services.take_back_player(player=place(event, "p1"), by=organiser)
    people_services.drop_player(player=place(event, "p1"), by=organiser)
    publish_next(event)
    people_services.take_back_player(player=place(event, "p1"), by=organiser)
    assert (place(event, "p1").dropped_after, place(event, "p1").sits_out) == (None, [2])
    publish_next(event)
    file = read_event(event_file(event))
    assert [any("p1" in each.players for each in paired.pairings) for paired in file.rounds] == [True, False, True]
    assert faults(file) == []


def said(row: Tournament, ref: str, result: Result, seen: Result | None = None) -> bool:
    """What a player reports, on what the page showed of the opponent's report."""
    return results.report(
        row=row, number=1, player=place(row, ref), result=result, seen=mark_of(plain(seen)) if seen else ""
    )


def test_a_result_counts_once_both_say_the_same_and_is_locked(event: Tournament) -> None:
    publish_next(event)
    one, other = game(event)
    assert not said(event, one, WON)
    assert result_of(event, one) == replace(WON, confirmed=False)
    assert standings(event_in(event, queries.players_of(event), queries.published_rounds(event)))[0].points == 0
    with pytest.raises(StaleError):
        said(event, other, WON)
    assert said(event, other, WON, seen=WON)
    assert result_of(event, one) == WON
    for ref in (one, other):
        with pytest.raises(results.LockedError):
            said(event, ref, LOST, seen=WON)
    assert result_of(event, one) == WON


def test_who_disagrees_is_answered_by_a_judge(event: Tournament) -> None:
    publish_next(event)
    one, other = game(event)
    said(event, one, WON)
    assert not said(event, other, LOST, seen=WON)
    assert result_of(event, one) == replace(WON, confirmed=False), "nothing counts"
    assert said(event, one, LOST, seen=LOST), "who gives in has confirmed"
    enter(event, one, None, reason="They played another table")
    assert (result_of(event, one), Report.objects.count()) == (None, 0)
    enter(event, one, WON)
    with pytest.raises(MalformedError):
        enter(event, one, LOST)
    enter(event, one, LOST, reason="The judge was wrong")
    enter(event, one, LOST)
    corrections = [each for pairing in round_in(newest(event)).pairings for each in pairing.corrections]
    assert [each.reason for each in corrections] == ["They played another table", "The judge was wrong"]
    with pytest.raises(StaleError):
        results.decide(row=event, number=1, ref=one, result=WON, seen="old", by=place(event, "organiser"))


def test_a_result_is_of_the_scoring_and_of_a_game(event: Tournament) -> None:
    organiser = place(event, "organiser")
    agreed = {"row": event, "sealing": sealing_in(event), "rules": "", "by": organiser}
    levelled = replace(settings_in(event), scoring=LEVELS)
    event_services.save_event(version=event.version, event=levelled, **agreed)
    people_services.drop_player(player=place(event, "p6"), by=organiser)
    with pytest.raises(MalformedError):
        said(event, "p1", WON)
    publish_next(event)
    one = game(event)[0]
    with pytest.raises(MalformedError, match="no level of victory"):
        said(event, one, replace(WON, level="total"))
    said(event, one, replace(WON, level="major"))
    bye = next(pairing.players[0] for pairing in round_in(newest(event)).pairings if len(pairing.players) == 1)
    with pytest.raises(MalformedError):
        said(event, bye, WON)
    event_services.end_event(row=event, by=organiser)
    with pytest.raises(results.LockedError):
        said(event, one, WON)


def test_a_result_that_comes_late_changes_no_round_that_was_paired_without_it(event: Tournament) -> None:
    publish_next(event)
    one, other = game(event)
    publish_next(event)
    said(event, one, WON)
    said(event, other, WON, seen=WON)
    file = read_event(event_file(event))
    late = next(pairing for pairing in file.rounds[0].pairings if one in pairing.players)
    assert [(each.was, each.after, each.reason) for each in late.corrections] == [(None, 2, results.LATE)]
    assert faults(file) == []
    assert standings(file)[0].ref == one


def test_the_clock_runs_stops_and_goes_on(event: Tournament) -> None:
    organiser = place(event, "organiser")
    publish_next(event)
    run: dict[str, Any] = {"row": event, "number": 1, "by": organiser}

    def clock() -> tuple[bool, int | None]:
        row = Round.objects.get()
        return row.ends_at is not None, row.left

    rounds.run_clock(do="start", minutes=90, **run)
    assert clock() == (True, None)
    rounds.run_clock(do="stop", **run)
    running, left = clock()
    assert not running
    assert left is not None
    assert 5390 < left <= 5400
    rounds.run_clock(do="add", minutes=10, **run)
    assert clock() == (False, left + 600)
    rounds.run_clock(do="go on", **run)
    rounds.run_clock(do="go on", **run)
    assert clock() == (True, None)
    assert [step.what for step in Step.objects.filter(what__startswith="clock")] == [
        "clock: start", "clock: stop", "clock: add", "clock: go on",
    ]  # fmt: skip
    with pytest.raises(MalformedError):
        rounds.run_clock(do="start", minutes=5000, **run)


@pytest.mark.parametrize("method", ["round-robin", "elimination", "ladder"])
def test_other_methods_are_run_alike(db: None, method: str) -> None:
    event = paired_event(6, published=0, method=method)
    for number in range(1, 4):
        publish_next(event)
        for pairing in round_in(newest(event)).pairings:
            if len(pairing.players) == 2:
                enter(event, pairing.players[0], WON, number=number)
    file = read_event(event_file(event))
    assert faults(file) == []
    games = [len(paired.pairings) for paired in file.rounds]
    assert games == ([4, 2, 1] if method == "elimination" else [3, 3, 3])
    Tournament.objects.update(content=plain(replace(settings_in(event), planned_rounds=3)))
    event.refresh_from_db()
    with pytest.raises(MalformedError, match="planned"):
        rounds.pair_next(row=event, seen="", by=place(event, "organiser"))


def test_an_event_goes_on_elsewhere_from_its_file(event: Tournament) -> None:
    publish_next(event)
    enter(event, game(event)[0], WON)
    publish_next(event)
    file = event_file(event)
    again = opening.open_event(visitor=OWNER, organiser="ada", event=read_event(file))
    assert event_file(again) == file
    people_services.add_people(row=again, people=[("New", "")], role=Role.PLAYER, by=place(again, "organiser"))
    assert place(again, "p7").joined == 3
    publish_next(again)
    assert faults(read_event(event_file(again))) == []
    known = read_event(file)
    taken = replace(known.players[0], ref="everybody")
    changed = replace(known, scoring=Scoring(win=7))
    for wrong, field in ((replace(known, players=(taken,), rounds=()), "players[0].ref"), (changed, "rounds[1]")):
        with pytest.raises(MalformedError, match=re.escape(field)):
            opening.open_event(visitor=OWNER, organiser="ada", event=wrong)
    assert Tournament.objects.count() == 2
