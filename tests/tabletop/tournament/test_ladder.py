"""A ladder: who goes up, who meets whom, and that every round of it can be proved."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from tabletop.tournament.event import Event, Method, Outcome, Player, Result
from tabletop.tournament.file import read_event, write_event
from tabletop.tournament.ladder import ladder_after, ladder_before
from tabletop.tournament.pairings import ByHand, paired
from tabletop.tournament.proofs import faults
from tabletop.tournament.standings import standings
from tabletop.tournament.words import concession_in_words
from tests.tournaments import a_result, same_again, with_a_correction

PLAYERS = tuple(Player(ref=ref, name=ref.upper(), ranking=place) for place, ref in enumerate("abcde", start=1))
LADDER = Event(format="muster-event/1", name="League", planned_rounds=9, method=Method.LADDER, players=PLAYERS)


def with_results(event: Event, *outcomes: Outcome) -> Event:
    """The newest round with these outcomes, by the tables."""
    last = event.rounds[-1]
    results = iter(outcomes)
    pairings = tuple(
        replace(each, result=Result(outcome=next(results))) if len(each.players) == 2 else each
        for each in last.pairings
    )
    return replace(event, rounds=(*event.rounds[:-1], replace(last, pairings=pairings)))


def test_neighbours_meet_and_the_foot_has_the_bye() -> None:
    event = paired(LADDER, "one")
    assert event.rounds[0].certificate.concessions == (), "neighbours are no concession"
    assert [pairing.players for pairing in event.rounds[0].pairings] == [("a", "b"), ("c", "d"), ("e",)]
    event = with_results(event, Outcome.DRAW, Outcome.FIRST)
    event = paired(event, "two")
    second = event.rounds[1]
    said = [concession_in_words(event, each) for each in second.certificate.concessions]
    assert "B and E are 3 places apart" in said or "E and B are 3 places apart" in said
    assert "D has the bye, 1 place above the foot" in said
    assert {frozenset(pairing.players) for pairing in second.pairings} == {
        frozenset("ac"), frozenset("be"), frozenset("d"),
    }, "no rematch, no second bye, and then as near as can be"  # fmt: skip


def test_whoever_beats_a_higher_one_takes_that_place() -> None:
    event = paired(LADDER, "one", by_hand=ByHand(pairs=(("b", "e"), ("c", "d"))))
    event = with_results(event, Outcome.SECOND, Outcome.FIRST)
    assert {frozenset(pairing.players) for pairing in event.rounds[0].pairings} == {
        frozenset("be"), frozenset("cd"), frozenset("a"),
    }  # fmt: skip
    winners = [pairing.players[1] for pairing in event.rounds[0].pairings if set(pairing.players) == {"b", "e"}]
    assert winners == ["e"]
    assert ladder_after(event, 1) == ["a", "e", "b", "c", "d"]
    late = replace(event, players=(*PLAYERS, Player(ref="aa", name="Late", joined=2)))
    gone = replace(
        late, players=tuple(replace(each, dropped_after=1) if each.ref == "a" else each for each in late.players)
    )
    assert ladder_before(gone, 2) == ["e", "b", "c", "d", "aa"]
    assert [(each.place, each.ref) for each in standings(gone)] == list(enumerate(["e", "b", "c", "d", "aa", "a"], 1))


@pytest.mark.parametrize("seed", range(6))
def test_every_round_of_a_league_is_proved_and_the_same_under_other_names(seed: int) -> None:
    random = Random(seed)
    event = replace(LADDER, players=tuple(Player(ref=f"p{number}", name="?") for number in range(5 + seed)))
    for number in range(1, 8):
        event = paired(event, f"{seed}-{number}")
        pairings = tuple(
            replace(each, result=a_result(event, random)) if len(each.players) == 2 else each
            for each in event.rounds[-1].pairings
        )
        event = replace(event, rounds=(*event.rounds[:-1], replace(event.rounds[-1], pairings=pairings)))
        event = with_a_correction(event, random) if number % 3 == 0 else event
    event = read_event(write_event(event.check()))
    assert faults(event) == []
    assert same_again(event)
