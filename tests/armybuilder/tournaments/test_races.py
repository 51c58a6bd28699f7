"""Two at once at an event: published once, no report lost, nothing handed in after the bell; and what guards it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from threading import Barrier
from typing import Any

import pytest
from django.utils import timezone

from armybuilder.core.games import References
from armybuilder.core.revisions import StaleError, plain
from armybuilder.models import HandIn, Report, Step, Tournament
from armybuilder.tournaments.judging import judged_of
from armybuilder.tournaments.models import ListState
from armybuilder.tournaments.services import events as event_services
from armybuilder.tournaments.services import lists, results, rounds
from armybuilder.tournaments.snapshots import mark_of, round_in, sealing_in
from tabletop.tournament.event import Outcome, Result
from tests.events import a_sealing, kept_event, newest, paired_event, place, publish_next
from tests.racing import at_once, in_thread
from tests.visitors import OTHER, RAIDERS

WON = Result(outcome=Outcome.FIRST, destroyed=(900, 300))
Service = Callable[..., Any]


def told(service: Service, **given: Any) -> str:
    """What one of two is told, who comes with values of its own."""
    row = Tournament.objects.get(browser=OTHER.browser)
    for name in ("by", "player"):
        if name in given:
            given[name] = place(row, given[name])
    try:
        return str(service(row=row, **given))
    except StaleError:
        return "stale"
    except lists.TooLateError:
        return "too late"


def both_read_first(monkeypatch: pytest.MonkeyPatch, module: Any, reader: str) -> None:
    """Take the lock away, and let nobody write before both have read: the negative control."""
    have_read, read = Barrier(2), getattr(module, reader)

    def late(*given: Any, **more: Any) -> Any:
        found = read(*given, **more)
        have_read.wait(timeout=30)
        return found

    monkeypatch.setattr(module, "lock_present_row", lambda row: row)
    monkeypatch.setattr(module, reader, late)


@pytest.fixture
def event(threads: ThreadPoolExecutor) -> Tournament:
    """Six players of another owner's event before their first round."""
    return in_thread(threads, lambda: paired_event(6, published=0, visitor=OTHER))


def published_at_once(threads: ThreadPoolExecutor, event: Tournament, service: Service) -> tuple[list[str], int]:
    """What two are told who publish the same preview at once, and how often it was written down."""
    preview = in_thread(threads, lambda: rounds.pair_next(row=event, seen="", by=place(event, "organiser")))
    seen = mark_of(preview.content)
    said = at_once(threads, *[lambda: told(service, number=1, seen=seen, by="organiser")] * 2)
    return said, in_thread(threads, lambda: Step.objects.filter(what="published").count())


def test_a_round_that_two_publish_at_once_is_published_once(threads: ThreadPoolExecutor, event: Tournament) -> None:
    said, times = published_at_once(threads, event, rounds.publish)
    assert (len(set(said)), times) == (1, 1)


def test_without_its_guard_it_would_be_published_twice(
    threads: ThreadPoolExecutor, event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    both_read_first(monkeypatch, rounds, "is_outdated")
    assert published_at_once(threads, event, rounds.publish.__wrapped__)[1] == 2  # type: ignore[attr-defined]


def test_of_publishing_and_pairing_again_one_is_done(threads: ThreadPoolExecutor, event: Tournament) -> None:
    preview = in_thread(threads, lambda: rounds.pair_next(row=event, seen="", by=place(event, "organiser")))
    seen = mark_of(preview.content)
    said = at_once(
        threads,
        lambda: told(rounds.publish, number=1, seen=seen, by="organiser"),
        lambda: told(rounds.pair_next, seen=seen, by="organiser"),
    )
    assert sorted(each == "stale" for each in said) == [False, True]


def reported_at_once(threads: ThreadPoolExecutor, event: Tournament, service: Service, *tables: int) -> list[str]:
    """What the first players of two tables, or both of one, are told who report at once."""
    in_thread(threads, lambda: publish_next(event))
    games = round_in(in_thread(threads, lambda: newest(event))).pairings
    who = [games[table].players[table == tables[0] and number] for number, table in enumerate(tables)]
    calls = [lambda ref=ref: told(service, number=1, player=ref, result=WON, seen="") for ref in who]
    return at_once(threads, *calls)


def kept_results(threads: ThreadPoolExecutor, event: Tournament) -> int:
    pairings = round_in(in_thread(threads, lambda: newest(event))).pairings
    return sum(pairing.result is not None for pairing in pairings)


def test_of_two_who_report_one_game_at_once_the_second_is_shown_the_first(
    threads: ThreadPoolExecutor, event: Tournament
) -> None:
    assert sorted(reported_at_once(threads, event, results.report, 0, 0)) == ["False", "stale"]
    assert in_thread(threads, Report.objects.count) == 1


def test_reports_of_two_games_at_once_are_both_kept(threads: ThreadPoolExecutor, event: Tournament) -> None:
    assert reported_at_once(threads, event, results.report, 0, 1) == ["False", "False"]
    assert kept_results(threads, event) == 2


@pytest.mark.parametrize(("tables", "kept"), [((0, 0), 1), ((0, 1), 1)])
def test_without_their_guard_a_report_would_be_lost(
    threads: ThreadPoolExecutor,
    event: Tournament,
    monkeypatch: pytest.MonkeyPatch,
    tables: tuple[int, int],
    kept: int,
) -> None:
    """Both of one game are told that they were the first; of two games one result isn't in the round."""
    both_read_first(monkeypatch, results, "bytes_of")
    unguarded = results.report.__wrapped__  # type: ignore[attr-defined]
    assert reported_at_once(threads, event, unguarded, *tables) == ["False", "False"]
    assert kept_results(threads, event) == kept


def in_at(monkeypatch: pytest.MonkeyPatch, before: datetime, after: datetime) -> str:
    """Whether a list is in that was sent at one moment and whose turn came at another."""
    event = Tournament.objects.get()
    clock = [before]
    judged = judged_of(event, "list.json", RAIDERS, References())
    player = place(event, "p1")
    draft = lists.keep_draft(player=player, judged=judged, by=place(event, "organiser"))
    HandIn.objects.filter(pk=draft.pk).update(by_staff=False)
    lock = lists.lock_place

    def slowly(participant: Any) -> None:
        lock(participant)
        clock[0] = after

    with monkeypatch.context() as patch:
        patch.setattr(lists, "lock_place", slowly)
        patch.setattr(timezone, "now", lambda: clock[0])
        try:
            lists.hand_in(player=player, draft=draft.pk, by=player)
        except lists.TooLateError:
            return "too late"
    return "in"


def test_the_closing_second_is_asked_when_its_turn_has_come(printed: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sent in time, but waiting for others until the bell: too late. The control is the clock that stands still."""
    closes = timezone.now() + timedelta(hours=1)
    kept_event(sealing=a_sealing(closes=closes))
    last = closes - timedelta(microseconds=1)
    assert in_at(monkeypatch, last, last) == "in"
    assert in_at(monkeypatch, last, closes) == "too late"
    assert in_at(monkeypatch, closes, closes) == "too late"


def test_nothing_is_handed_in_after_the_reveal_that_came_at_once(threads: ThreadPoolExecutor) -> None:
    def begun() -> int:
        row = kept_event(visitor=OTHER)
        judged = judged_of(row, "list.json", RAIDERS, References())
        player = place(row, "p1")
        return lists.keep_draft(player=player, judged=judged, by=player).pk

    draft = in_thread(threads, begun)

    def hand_in(row: Tournament, player: Any) -> str:
        player.event = row
        lists.hand_in(player=player, draft=draft, by=player)
        return "in"

    said = at_once(
        threads,
        lambda: told(hand_in, player="p1"),
        lambda: told(event_services.reveal_now, by="organiser"),
    )
    row = in_thread(threads, Tournament.objects.get)
    handed = in_thread(threads, lambda: HandIn.objects.get(pk=draft))
    reveals = sealing_in(row).reveals
    assert reveals is not None
    assert (handed.state == ListState.SUBMITTED) is (said[0] == "in")
    assert handed.state == ListState.DRAFT or handed.at < reveals
    assert plain(handed.roster)
