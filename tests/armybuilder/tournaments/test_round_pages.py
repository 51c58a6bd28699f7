"""The pages of rounds: paired, published and changed by staff, played and reported by players, seen on a wall."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from msgspec.structs import replace

from armybuilder.battles.services.battles import keep_battle
from armybuilder.core.revisions import plain
from armybuilder.models import Participant, Seat, Tournament
from armybuilder.tournaments.models import Role
from armybuilder.tournaments.services import people as people_services
from armybuilder.tournaments.services import results
from armybuilder.tournaments.snapshots import mark_of, round_in, settings_in
from armybuilder.tournaments.views.games import as_result
from tabletop.arcana.battle.commands.course import Concede
from tabletop.arrakhar.battle.played import ArrakharBattle
from tabletop.arrakhar.catalogue import Side
from tabletop.battle.events import Actor, Happening
from tabletop.battle.game import Ended
from tabletop.tournament.event import Event, FirstRound, Level, Outcome, PointType, Result, Scoring
from tabletop.tournament.handing_on import calendar
from tabletop.wizardkings.battle.facts import GameEnded
from tests import kings
from tests.events import newest, paired_event, place, publish_next
from tests.kept_once import kept_once
from tests.markup import Document
from tests.played import BATTLE_TOKEN, command_in, kept_battle
from tests.visitors import OWNER

SCORING = Scoring(
    levels=(Level(slug="major", name="Major", win=5),), point_types=(PointType(slug="art", name="Art", most=9),)
)
JUDGE = "JudgeOfRounds"


@pytest.fixture
def event(db: None) -> Tournament:
    """Seven players before their first round, and a judge."""
    return seven_and_a_judge()


@kept_once
def seven_and_a_judge() -> Tournament:
    row = paired_event(
        7,
        published=0,
        name="Frostgate",
        place="Hall, left",
        days=["2026-12-05"],
        due=["2027-01-14"],
        scoring=plain(SCORING),
    )
    people_services.add_people(row=row, people=[("Judith", "")], role=Role.JUDGE, by=place(row, "organiser"))
    Participant.objects.filter(role=Role.JUDGE).update(token=JUDGE)
    return row


def words(answer: HttpResponse) -> str:
    return " ".join(Document(answer.content.decode()).all("main")[0].text.split())


def page(name: str, token: str = JUDGE, *more: Any) -> str:
    return words(Client().get(reverse(name, args=[token, *more])))


def change(do: str, **fields: Any) -> str:
    """What the page of rounds says after a judge's change of the newest round as it stands."""
    row = Tournament.objects.get().rounds.order_by("-number").first()
    known = {"number": row.number, "seen": mark_of(row.content)} if row else {"seen": ""}
    answer = Client().post(reverse("change-round", args=[JUDGE]), known | {"do": do} | fields, follow=True)
    return words(answer)


def game_at(row: Tournament, table: int) -> tuple[str, str]:
    pairings = round_in(newest(row)).pairings
    one, other = next(pairing.players for pairing in pairings if pairing.table == table)
    return one, other


def sent(row: Tournament, ref: str, asked: str, **fields: Any) -> HttpResponse:
    """What a player's page answers to a report, sent as the page is filled in."""
    token = place(row, ref).token if ref != "judge" else JUDGE
    address = reverse("event-game", args=[token, 1, asked])
    shown = Document(Client().get(address).content.decode())
    seen = next(each["seen"] for each in map(shown.sent, shown.all("form")) if "seen" in each)
    return Client().post(address, {"seen": seen} | fields, follow=True)


def test_a_round_is_previewed_with_its_reasons_changed_by_hand_and_published(event: Tournament) -> None:
    assert "No round is paired yet" in page("event-rounds")
    said = change("pair", seen="")
    for part in ("not yet published", "Everybody plays once; one has a bye.", "No rematch.", "Only staff see this"):
        assert part in said
    assert "No round is published yet" in page("event-rounds", place(event, "p1").token)
    assert "by hand" in change("force", one="p1", other="p2")
    change("bye", one="p3")
    assert {frozenset(each.players) for each in round_in(newest(event)).pairings if each.by_hand} == {
        frozenset({"p1", "p2"}), frozenset({"p3"}),
    }  # fmt: skip
    change("again")
    assert sum(pairing.by_hand for pairing in round_in(newest(event)).pairings) == 2
    assert "changed in another place" in change("publish", seen="old")
    published = change("publish")
    assert "Round 1 is published" in published
    assert "To be played by 14 January 2027" in published
    one, other = game_at(event, 1)[0], game_at(event, 2)[0]
    assert "is missing" in change("swap", one=one, other=other)
    assert "Certificate" in change("swap", one=one, other=other, reason="They travel together")
    assert "meet each other" in change("swap", one=one, other=one, reason="Why not")
    assert "nothing that there is" in change("dance")
    assert "not yet published" in change("take back", reason="Wrong ranking")
    change("publish")
    clock = reverse("round-clock", args=[JUDGE, 1])
    assert "1:29:5" in words(Client().post(clock, {"do": "start", "minutes": "90"}, follow=True)).replace(
        "1:30:00", "1:29:5"
    )
    assert "isn't a number" in words(Client().post(clock, {"do": "start", "minutes": "many"}, follow=True))
    helper = place(event, "p1").token
    assert {Client().post(reverse(*at), {"do": "pair"}).status_code for at in (
        ("change-round", None, [helper]), ("round-clock", None, [helper, 1]),
    )} == {404}  # fmt: skip


def test_players_report_confirm_and_are_decided_on(event: Tournament) -> None:
    publish_next(event)
    one, other = game_at(event, 1)
    report = {"do": "report", "outcome": "first", "destroyed_1": "1,200", "destroyed_2": "300", "own_1_art": "7"}
    assert "Report the result" in page("event", place(event, one).token)
    wrong = sent(event, one, one, **report | {"own_1_art": "12"})
    assert (wrong.status_code, "Nothing was kept" in words(wrong), "1,200" in wrong.content.decode()) == (
        422,
        True,
        True,
    )
    for fault in ({"outcome": "perhaps"}, {"destroyed_1": "lots"}, {"level": "total"}):
        assert sent(event, one, one, **report | fault).status_code == 422
    assert "It counts once it is confirmed" in words(sent(event, one, one, level="major", **report))
    shown = page("event-game", place(event, other).token, 1, other)
    assert "Your opponent reports" in shown
    assert "destroyed 1,200 points" in shown
    assert "12 to 0" in shown
    assert "the result counts" in words(sent(event, other, other, do="confirm"))
    assert "counts already" in words(Client().post(
        reverse("event-game", args=[place(event, one).token, 1, one]), report | {"seen": ""}, follow=True
    ))  # fmt: skip
    two, three = game_at(event, 2)
    sent(event, two, two, **report)
    assert "Reported" in words(sent(event, three, three, **report | {"outcome": "second"}))
    assert "a judge decides" in page("event-rounds")
    assert words(sent(event, "judge", two, **report)).count("won") >= 2
    assert "is missing" in words(sent(event, "judge", two, **report | {"outcome": "draw"}))
    assert "corrected: Typing error" in words(
        sent(event, "judge", two, reason="Typing error", **report | {"outcome": "draw"})
    )
    assert "Typing error" in page("event-game", JUDGE, 1, two)
    assert "result corrected, Player" in page("event-rounds")
    assert Client().get(reverse("event-game", args=[place(event, one).token, 1, two])).status_code == 404
    standings = page("event-standings", place(event, one).token)
    for part in ("After round 1 of 6", "1 of 3 results don't count yet", "FIDE Handbook", "you"):
        assert part in standings
    table = list(csv.reader(io.StringIO(
        Client().get(reverse("event-standings-table", args=[JUDGE])).content.decode("utf-8-sig")
    )))  # fmt: skip
    assert table[1][0] == "1"
    assert table[1][4] == "12"


def test_a_helper_enters_and_leaves_disagreements_to_a_judge(event: Tournament) -> None:
    publish_next(event)
    organiser = place(event, "organiser")
    people_services.add_people(row=event, people=[("Hal", "")], role=Role.HELPER, by=organiser)
    token = Participant.objects.get(role=Role.HELPER).token
    one, two = game_at(event, 1)[0], game_at(event, 2)[0]
    results.report(row=event, number=1, player=place(event, one), result=Result(outcome=Outcome.DRAW), seen="")
    for ref, status in ((one, 422), (two, 302)):
        seen = mark_of(plain(next(each for each in round_in(newest(event)).pairings if ref in each.players)))
        address = reverse("event-game", args=[token, 1, ref])
        assert Client().post(address, {"do": "report", "outcome": "draw", "seen": seen}).status_code == status


def test_the_end_of_a_kept_battle_fills_the_form_and_becomes_the_result(event: Tournament) -> None:
    publish_next(event)
    one, other = game_at(event, 1)
    battle = kept_battle()
    link = {"do": "battle", "battle": f"https://example.org/b/{BATTLE_TOKEN}/"}
    assert "hasn't ended yet" in words(sent(event, one, one, **link))
    assert "no battle that there is" in words(sent(event, one, one, do="battle", battle="elsewhere"))
    Seat.objects.update(role="blue")
    command_in(battle, "blue", Concede())
    for ref in (one, other):  # each comes by the link of the side that has conceded
        answer = sent(event, ref, ref, **link)
        filled = Document(answer.content.decode())
        assert "Taken from the battle" in words(answer)
        form = next(each for each in map(filled.sent, filled.all("form")) if "outcome" in each)
        assert form["outcome"] == ("second" if ref == one else "first")
        if ref == one:
            report = {name: value for name, value in form.items() if name != "csrfmiddlewaretoken"}
            assert "It counts once it is confirmed" in words(sent(event, one, one, do="report", **report))
    assert "the result counts" in words(sent(event, other, other, do="confirm"))
    game = next(each for each in round_in(newest(event)).pairings if one in each.players)
    assert game.result is not None
    assert (game.result.outcome, game.result.confirmed) == (Outcome.SECOND, True)


def test_an_end_counts_for_who_played_which_side() -> None:
    scoring = Event(format="muster-event/1", name="Cup", planned_rounds=1, scoring=SCORING)
    end = Ended("blue", "major", {"red": 300, "blue": 900})
    assert as_result(end, scoring, ("red", "blue")) == Result(
        outcome=Outcome.SECOND, destroyed=(300, 900), level="major"
    )
    agreed = replace(end, level="agreed")
    assert as_result(agreed, scoring, ("blue", "red")) == Result(outcome=Outcome.FIRST, destroyed=(900, 300))
    assert as_result(Ended(), scoring, ("a", "b")) == Result(outcome=Outcome.DRAW)


def test_the_end_of_another_games_battle_is_a_result_too(event: Tournament) -> None:
    publish_next(event)
    one, _ = game_at(event, 1)
    log = kings.begun()
    first, second = log.header.sides
    over = log.append([Happening(GameEnded("Most gold", second, ()))], by=Actor("setup"), cause="k2", at=kings.AT)
    battle = keep_battle(visitor=OWNER, log=over)
    seat = battle.seats.get()
    link = {"do": "battle", "battle": f"/b/{seat.token}/"}
    for role, expected in (("red", "second"), ("blue", "first")):
        Seat.objects.update(role=role)
        filled = Document(sent(event, one, one, **link).content.decode())
        form = next(each for each in map(filled.sent, filled.all("form")) if "outcome" in each)
        assert (form["outcome"], first != second) == (expected, True)
    valley = ArrakharBattle()
    assert valley.ended(replace(valley.start(), winner=Side.WIZARD)) == Ended("wizard")
    assert valley.ended(valley.start()) is None


def test_challenges_meet_in_the_first_round(event: Tournament) -> None:
    Tournament.objects.update(content=plain(replace(settings_in(event), first_round=FirstRound.CHALLENGES)))
    assert "Player 1 against Player 4" in change("challenge", one="p1", other="p4")
    assert "Player 1 against Player 5" in change("challenge", one="p1", other="p5")
    assert "stands here twice" in change("challenge", one="p2", other="p2")
    change("pair", seen="")
    assert {"p1", "p5"} in [set(each.players) for each in round_in(newest(event)).pairings]
    change("no challenges")
    event.refresh_from_db()
    assert settings_in(event).challenges == ()
    change("pair")
    change("publish")
    assert "that is published" in change("challenge", one="p1", other="p4")


def test_the_screen_turns_its_pages_and_shows_what_everybody_may_see(db: None) -> None:
    row = paired_event(40, published=1)
    token = place(row, "everybody").token
    first, second = (Client().get(f"{reverse('event-screen', args=[token])}?page={number}") for number in (1, 2))
    assert '<meta http-equiv="refresh" content="20;url=?page=2">' in first.content.decode()
    assert "Page 2 of 2" in words(second)
    assert words(first).count("against") + words(second).count("against") == 20
    assert "Settings" not in words(first)


def test_an_event_is_handed_on(event: Tournament) -> None:
    publish_next(event)
    ranking = Client().get(reverse("event-ranking", args=[JUDGE])).content.decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(ranking)))
    assert rows[:4] == [
        ["tournament", "Frostgate"], ["system", "Armies of Arcana"], ["place", "Hall, left"], ["date", "2026-12-05"],
    ]  # fmt: skip
    assert rows[5][:3] == ["1", "Player", rows[5][2]]
    file = Client().get(reverse("event-goepp", args=[JUDGE]), {"number": "12484"})
    assert file.content.splitlines()[1] == b"#TID-12484||x"
    days = Client().get(reverse("event-calendar", args=[JUDGE])).content.decode()
    assert "DTSTART;VALUE=DATE:20261205" in days
    assert "SUMMARY:Frostgate: round 1 is played by today" in days
    assert "LOCATION:Hall\\, left" in days
    assert JUDGE not in days
    long = replace(settings_in(event), name="Größe " * 19)
    folded = calendar(long, "https://example.org", event.created_at)
    assert max(len(line.encode()) for line in folded.split("\r\n")) == 75
    assert folded.replace("\r\n ", "").count("Größe") == 2 * 19


def test_people_are_let_in_out_and_written_anew(event: Tournament) -> None:
    publish_next(event)
    people = reverse("event-people", args=[JUDGE])
    one, other = game_at(event, 1)
    late = {"names": "Late Lena", "into_round": "1", "why": "A late train"}
    assert Client().post(people, late | {"why": ""}).status_code == 422
    assert Client().post(people, late).status_code == 302
    assert "Late Lena" in page("event-rounds")
    change("pair", seen="")
    assert "they play in the next one" in words(Client().post(people, late))
    assert Client().post(people, {"ref": one, "do": "drop now"}).status_code == 422
    assert Client().post(people, {"ref": one, "do": "drop now", "why": "Ill"}).status_code == 302
    first = round_in(event.rounds.get(number=1))
    assert [each.players for each in first.pairings if other in each.players] == [(other,)]
    assert "Players or results have changed since this was paired" in page("event-rounds")
    seen = people_services.mark_of_player(place(event, other))
    fields = {"ref": other, "do": "change", "seen": seen, "name": "Ann Other", "club": "", "travels_with": ""}
    assert Client().post(people, fields | {"ranking": "best"}).status_code == 422
    assert Client().post(people, fields).status_code == 302
    assert "changed in another place" in words(Client().post(people, fields, follow=True))
    assert place(event, other).name == "Ann Other"


@pytest.mark.parametrize(
    "name", ["event-rounds", "event-standings", "event-statistics", "event-screen", "event-ranking"]
)
def test_no_page_of_rounds_asks_more_for_more_players(event: Tournament, name: str) -> None:
    counts = []
    for more in (4, 0):
        publish_next(event)
        with CaptureQueriesContext(connection) as captured:
            assert Client().get(reverse(name, args=[JUDGE])).status_code == 200
        counts.append(len(captured))
        people = [(f"More {number}", "") for number in range(more)]
        people_services.add_people(row=event, people=people, role=Role.PLAYER, by=place(event, "organiser"))
    assert counts[0] == counts[1] < 15
