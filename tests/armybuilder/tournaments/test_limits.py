"""What staff can't do with an event, and how much of anything is kept: each refused by its field, and nothing done."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from fractions import Fraction
from io import StringIO
from smtplib import SMTPException
from typing import Any

import pytest
from django.core import mail
from django.core.mail import EmailMessage
from django.core.management import CommandError, call_command
from django.utils import timezone

from armybuilder.core.revisions import StaleError, plain
from armybuilder.models import Round, Season, Tournament
from armybuilder.tournaments.models import Role
from armybuilder.tournaments.presenters.rounds import Clock
from armybuilder.tournaments.presenters.standings import figure_in_words, scoring_in_words, tie_break_lines
from armybuilder.tournaments.services import events as event_services
from armybuilder.tournaments.services import mails, opening, results, rounds, seasons
from armybuilder.tournaments.services import people as people_services
from armybuilder.tournaments.snapshots import event_file, mark_of, round_in, settings_in
from tabletop.decoding import MalformedError
from tabletop.tournament.event import Band, Measure, Outcome, Result, Scoring, TieBreak
from tabletop.tournament.file import read_event
from tabletop.tournament.season import SeasonRules
from tests.events import EVENT_CODE, convert_event, kept_event, kept_game, newest, paired_event, place, publish_next
from tests.visitors import OTHER, OWNER

pytestmark = pytest.mark.django_db
DRAW = Result(outcome=Outcome.DRAW)
SITE = "https://muster.example"


def refused(do: Callable[[], object]) -> str:
    with pytest.raises(MalformedError) as error:
        do()
    return str(error.value)


def test_rounds_that_cannot_be() -> None:
    event = paired_event(4, published=1)
    by = place(event, "organiser")
    seen = mark_of(newest(event).content)
    one, other = round_in(newest(event)).pairings[0].players
    swap: dict[str, Any] = {"row": event, "number": 1, "one": one, "other": other, "by": by}
    assert refused(lambda: rounds.swap(**swap, seen=seen, reason="")).startswith("reason: ")
    with pytest.raises(StaleError):
        rounds.swap(**swap | {"number": 2}, seen=seen, reason="They asked")
    people_services.drop_player(player=place(event, "p1"), by=by)
    people_services.drop_player(player=place(event, "p2"), by=by)
    people_services.drop_player(player=place(event, "p3"), by=by)
    assert refused(lambda: rounds.pair_next(row=event, seen="", by=by)) == "round: needs two players at least"
    event_services.end_event(row=event, by=by)
    assert refused(lambda: rounds.pair_next(row=event, seen="", by=by)).startswith("round: isn't paired any more")


def test_a_preview_that_is_taken_back_stays_a_preview_and_minutes_come_to_a_running_clock() -> None:
    event = paired_event(4, published=0)
    by = place(event, "organiser")
    rounds.pair_next(row=event, seen="", by=by)
    steps = event.steps.count()
    rounds.take_back(row=event, number=1, reason="", by=by)
    assert (newest(event).published_at, event.steps.count()) == (None, steps)
    publish_next(event)
    rounds.run_clock(row=event, number=1, do="start", minutes=10, by=by)
    before = newest(event).ends_at
    rounds.run_clock(row=event, number=1, do="add", minutes=5, by=by)
    assert before is not None
    assert newest(event).ends_at == before + timedelta(minutes=5)


def test_a_player_with_a_result_stays_in_its_game_and_a_result_is_corrected_only_so_often(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(results, "MOST_CORRECTIONS", 1)
    event = kept_game()
    by = place(event, "organiser")
    results.report(row=event, number=1, player=place(event, "p1"), result=DRAW, seen="")
    left: dict[str, Any] = {"player": place(event, "p1"), "by": by, "now": True, "why": "ill"}
    assert refused(lambda: people_services.drop_player(**left)).startswith("player: has a game with a result")

    def decide(outcome: Outcome) -> None:
        seen = mark_of(plain(round_in(newest(event)).pairings[0]))
        made = Result(outcome=outcome)
        results.decide(row=event, number=1, ref="p1", result=made, reason="Again", seen=seen, by=by)

    decide(Outcome.FIRST)
    decide(Outcome.SECOND)
    assert refused(lambda: decide(Outcome.FIRST)).startswith("result: was corrected 1 times")
    (game,) = round_in(newest(event)).pairings
    assert game.result == Result(outcome=Outcome.SECOND)


def test_seasons_are_so_many_and_so_long(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = SeasonRules()
    monkeypatch.setattr(seasons, "MOST_SEASONS", 1)
    monkeypatch.setattr(seasons, "MOST_EVENTS", 1)
    make: dict[str, Any] = {"visitor": OWNER, "name": "North", "rules": rules}
    assert refused(lambda: seasons.create_season(**make, events=["a", "b"])) == (
        "events: are too many: a season has at most 1"
    )
    assert refused(lambda: seasons.create_season(**make, events=["a"])) == "events: has one that isn't yours"
    seasons.create_season(**make, events=[])
    assert refused(lambda: seasons.create_season(**make, events=[])).startswith("season: is one too many")
    assert Season.objects.count() == 1


def test_an_events_file_of_too_much_is_refused_by_its_field(monkeypatch: pytest.MonkeyPatch) -> None:
    event = kept_event()
    file = read_event(event_file(event))

    def opened() -> Tournament:
        return opening.open_event(visitor=OTHER, organiser="ada", event=file)

    for name, most, reason in (
        ("MOST_PEOPLE", 1, "players: are 2 with staff; at most 1 people are kept here"),
        ("MOST_LISTS", 0, "lists[0].player: hands in at most 0 lists"),
        ("LARGEST_ROSTER", 10, "lists[0].roster: is larger than 10 bytes"),
    ):
        with monkeypatch.context() as less:
            less.setattr(opening, name, most)
            assert refused(opened) == reason
    assert Tournament.objects.count() == 1
    with monkeypatch.context() as less:  # of many lists the verdicts are judged anew later
        less.setattr(opening, "JUDGED_AT_ONCE", 0)
        again = opened()
    assert again.judgings.count() == 1


def test_mails_of_a_bye_and_to_an_address_that_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    event = paired_event(3, published=0)
    event.participants.filter(role=Role.PLAYER).update(email="a@example.org")
    Tournament.objects.update(mails=True)
    event.refresh_from_db()
    mails.send_round.func(event.pk, 1, SITE)
    assert mail.outbox == []  # no round is published
    publish_next(event)
    mails.send_round.func(event.pk, 1, SITE)
    assert sorted(each.subject for each in mail.outbox) == [
        "Round 1: you have a bye", "Round 1: you play at table 1", "Round 1: you play at table 1",
    ]  # fmt: skip
    sent = len(mail.outbox)

    def refuses(message: EmailMessage) -> int:
        raise SMTPException(f"no {message.to}")

    monkeypatch.setattr(EmailMessage, "send", refuses)
    mails.send_round.func(event.pk, 1, SITE)
    assert len(mail.outbox) == sent
    mails.send_returned.func(place(event, "p1").pk, 1, SITE)  # no list came back


def test_a_scoring_and_its_ties_are_said_in_words() -> None:
    bands = (Band(at_least=1000, bonus=2), Band(at_least=500, bonus=1))
    said = {measure: scoring_in_words(Scoring(bands=bands, measure=measure)) for measure in Measure}
    assert said[Measure.DESTROYED].endswith("Bonus by points destroyed: 1 from 500, 2 from 1,000.")
    assert len(set(said.values())) == len(said)
    ladder = convert_event({"method": "ladder"})
    assert [each.name for each in tie_break_lines(ladder)] == ["Place on the ladder"]
    assert figure_in_words(Fraction(1, 3), next(iter(TieBreak))) == "0.33"


def test_a_clock_whose_time_is_over_says_so() -> None:
    assert (Clock(seconds=-5, runs=True).in_words, Clock(seconds=-5, runs=True).shown) == (
        "Time is over", "−0:00:05",
    )  # fmt: skip
    assert Clock(seconds=61, runs=True).in_words == "1 minute left"


def test_the_command_tells_in_a_table_what_differs_and_files_that_cannot_be_read() -> None:
    event = kept_event()
    Tournament.objects.update(content=plain(settings_in(event)) | {"points_limit": 500})
    table = StringIO()
    with pytest.raises(SystemExit) as end:
        call_command("judge_event", EVENT_CODE, stdout=table, stderr=StringIO())
    assert end.value.code == 1
    header, row = table.getvalue().splitlines()
    assert header.startswith("file,name,army")
    assert row.startswith("Ines Almeida,")
    with pytest.raises(CommandError, match="--rules: "):
        call_command("judge_event", "a.json", "b.json", "--rules", "elks", stdout=StringIO(), stderr=StringIO())
    with pytest.raises(SystemExit) as end:
        call_command("judge_event", "no-such-file.json", "nor-this.json", stdout=StringIO(), stderr=StringIO())
    assert end.value.code == 2


def test_rows_are_called_by_what_they_are_of() -> None:
    event = kept_game()
    assert str(event) == event.name
    now = timezone.now()
    job = event.pairing_jobs.create(number=2, seed="x", total=2, heartbeat_at=now)
    assert str(job) == f"{event.pk}: round 2, 0 of 2"
    assert str(Round.objects.get()).startswith(str(event.pk))
