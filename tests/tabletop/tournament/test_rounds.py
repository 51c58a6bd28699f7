"""What organisers choose and change: first rounds, hands, tables, knock-outs, everybody against everybody."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations
from random import Random

import pytest
from msgspec.structs import replace

from tabletop.tournament.brackets import circle, seeded_places
from tabletop.tournament.by_hand import swapped, with_late_player, without_player
from tabletop.tournament.event import Event, FirstRound, Method, Outcome, Player, Result, Wish
from tabletop.tournament.file import read_event, write_event
from tabletop.tournament.pairings import ByHand, UnpairableError, paired
from tabletop.tournament.proofs import faults
from tabletop.tournament.tables import assigned_tables
from tabletop.tournament.words import concession_in_words, reason_in_words, warnings
from tests.laws import law_of
from tests.tournaments import a_played_event, an_event, played, with_comings_and_goings


def event(size: int, rounds: int = 3, **more: object) -> Event:
    players = tuple(Player(ref=f"p{number}", name=f"P{number}", ranking=number + 1) for number in range(size))
    start = Event(format="muster-event/1", name="Small", planned_rounds=rounds, players=players)
    return replace(start, **more)


def pairs(of: Event, number: int = -1) -> list[tuple[str, ...]]:
    return [tuple(sorted(pairing.players)) for pairing in of.rounds[number].pairings]


def won_by_the_first(of: Event) -> Event:
    newest = of.rounds[-1]
    result = Result(outcome=Outcome.FIRST)
    pairings = tuple(replace(each, result=result) if len(each.players) == 2 else each for each in newest.pairings)
    return replace(of, rounds=(*of.rounds[:-1], replace(newest, pairings=pairings)))


def test_a_seeded_first_round_sets_each_half_against_the_other() -> None:
    seeded = paired(event(6, first_round=FirstRound.SEEDED), "s")
    assert sorted(pairs(seeded)) == [("p0", "p3"), ("p1", "p4"), ("p2", "p5")]
    odd = paired(event(7, first_round=FirstRound.SEEDED), "s")
    assert ("p6",) in pairs(odd)
    assert odd.rounds[0].certificate.concessions == ()
    clubs = tuple(replace(player, club="Oak" if player.ref in ("p0", "p3") else "") for player in seeded.players)
    apart = paired(event(6, first_round=FirstRound.SEEDED, players=clubs), "s")
    assert ("p0", "p3") not in pairs(apart)
    (first, *_) = apart.rounds[0].certificate.concessions
    assert concession_in_words(apart, first).endswith("aren't where their seeds would meet")


def test_challenges_are_met_and_the_rest_is_paired_by_lot() -> None:
    start = event(8, first_round=FirstRound.CHALLENGES, challenges=(("p7", "p0"), ("p1", "p2")))
    assert {("p0", "p7"), ("p1", "p2")} <= set(pairs(paired(start, "s")))
    kept = ByHand(pairs=(("p1", "p5"),))
    assert {("p0", "p7"), ("p1", "p5")} <= set(pairs(paired(start, "s", by_hand=kept)))
    assert len({tuple(sorted(pairs(paired(start, f"s{number}")))) for number in range(8)}) > 1


def test_the_bye_goes_to_the_lowest_and_to_nobody_twice_while_it_can() -> None:
    of = event(5, rounds=5)
    for number in range(5):
        of = won_by_the_first(paired(of, f"s{number}"))
    byes = [players[0] for number in range(5) for players in pairs(of, number) if len(players) == 1]
    assert len(set(byes)) == 5
    second = of.rounds[1].certificate.totals
    assert second[Wish.BYE_TO_LOWEST] == 0


def test_pairs_and_byes_by_hand_are_kept_and_their_price_is_listed() -> None:
    of = won_by_the_first(paired(event(6), "a"))
    again = of.rounds[0].pairings[0].players
    of = paired(of, "b", by_hand=ByHand(pairs=(again,)))
    assert tuple(sorted(again)) in pairs(of)
    assert reason_in_words(of, 2, of.rounds[1].certificate.concessions[0]) == "Put so by hand."
    (rematch,) = [each for each in of.rounds[1].certificate.concessions if each.wish is Wish.REMATCH]
    assert rematch.by_hand
    assert concession_in_words(of, rematch).endswith("meet again: they have met once")
    assert faults(of) == []
    two = paired(event(6), "a", by_hand=ByHand(byes=("p0", "p1")))
    assert {("p0",), ("p1",)} <= set(pairs(two))
    for hand in (ByHand(byes=("p9",)), ByHand(pairs=(("p0", "p1"),), byes=("p1",)), ByHand(pairs=(("p0", "p0"),))):
        with pytest.raises(UnpairableError):
            paired(event(6), "a", by_hand=hand)


def test_players_are_swapped_added_and_taken_out_of_the_newest_round() -> None:
    of = paired(event(7), "a")
    by_ref = {ref: pairing for pairing in of.rounds[0].pairings for ref in pairing.players}
    one, other = of.rounds[0].pairings[0].players[0], of.rounds[0].pairings[1].players[1]
    changed = swapped(of, one, other)
    assert faults(changed) == []
    assert [each.by_hand for each in changed.rounds[0].pairings] == [True, True, False, False]
    assert changed.rounds[0].pairings[1].players[1] == one
    (bye,) = [pairing.players[0] for pairing in of.rounds[0].pairings if len(pairing.players) == 1]
    late = with_late_player(of, Player(ref="late", name="Late"))
    assert tuple(sorted((bye, "late"))) in pairs(late)
    latest = with_late_player(late, Player(ref="later", name="Later"))
    assert ("later",) in pairs(latest)
    alone = next(ref for ref in by_ref[one].players if ref != one)
    gone = without_player(of, one)
    assert tuple(sorted((alone, bye))) in pairs(gone)
    alone_again = without_player(gone, bye)
    assert (alone,) in pairs(alone_again)
    nobody = without_player(alone_again, alone)
    assert len(nobody.rounds[0].pairings) == 2
    for right in (late, latest, gone, alone_again, nobody):
        assert faults(right) == []


def test_what_can_not_be_changed_by_hand_is_refused() -> None:
    of = paired(event(4), "a")
    one, other = of.rounds[0].pairings[0].players
    refused = [
        lambda: swapped(event(4), "p0", "p1"),
        lambda: with_late_player(event(4), Player(ref="late", name="Late")),
        lambda: swapped(of, one, other),
        lambda: swapped(of, one, "p9"),
        lambda: without_player(won_by_the_first(of), one),
        lambda: with_late_player(of, Player(ref=one, name="Again")),
    ]
    for change in refused:
        with pytest.raises(UnpairableError):
            change()


@law_of(range(60))
def test_no_other_tables_are_better(case: int) -> None:
    """Of all ways to sit down: fewer at a table that they know, then nearer to the order."""
    random = Random(case)
    size = random.randint(1, 5)
    known = [[random.randint(1, size) for _ in range(random.randint(0, 3))] for _ in range(size)]

    def price(tables: Sequence[int]) -> tuple[int, int]:
        seated = list(enumerate(tables))
        return (
            sum(known[pair].count(table) for pair, table in seated),
            sum((pair + 1 - table) ** 2 for pair, table in seated),
        )

    assert price(assigned_tables(known)) == min(map(price, permutations(range(1, size + 1))))


def test_tables_are_new_where_they_can_be_and_near_the_order() -> None:
    assert assigned_tables([{5}, {4}, {9}]) == [1, 2, 3]
    assert assigned_tables([[1, 2], [1], [3]]) == [3, 2, 1]
    assert assigned_tables([[1, 1], [1]]) == [2, 1]
    assert assigned_tables([]) == []
    of = event(16, rounds=4)
    for number in range(4):
        of = played(paired(of, f"s{number}"), Random(number))
        assert of.rounds[-1].certificate.totals[Wish.NEW_TABLE] == 0


def test_everybody_meets_everybody_once_in_a_round_robin() -> None:
    for size in (4, 7):
        of = event(size, method=Method.ROUND_ROBIN)
        for number in range(size - 1 + size % 2):
            of = won_by_the_first(paired(of, f"s{number}"))
        met = [players for number in range(len(of.rounds)) for players in pairs(of, number) if len(players) == 2]
        assert sorted(met) == sorted(combinations(sorted(of.by_ref), 2))
        apart = [each for each in of.rounds[1].certificate.concessions if each.wish is Wish.POINTS_APART]
        assert reason_in_words(of, 2, apart[0]) == "The schedule says who meets, whatever it costs."
        assert faults(of) == []
        assert sorted(circle("abcd", 4)) == sorted(circle("abcd", 1))
    assert circle((), 1) == []
    of = paired(event(4, method=Method.ROUND_ROBIN), "s")
    of = replace(of, players=(*(replace(each, dropped_after=1) for each in of.players[:1]), *of.players[1:]))
    of = paired(replace(of, players=(*of.players, Player(ref="late", name="Late", joined=2))), "t")
    assert sorted(map(len, pairs(of))) == [2, 2]


def test_a_knock_out_keeps_the_best_apart_and_gives_them_the_byes() -> None:
    assert seeded_places(8) == [0, 7, 3, 4, 1, 6, 2, 5]
    assert seeded_places(3) == [0, None, 1, 2]
    assert seeded_places(1) == [0]
    of = won_by_the_first(paired(event(6, method=Method.ELIMINATION), "s"))
    assert pairs(of) == [("p0",), ("p3", "p4"), ("p1",), ("p2", "p5")]
    of = paired(of, "t")
    assert pairs(of) == [("p0", "p3"), ("p1", "p2")]
    draw = Result(outcome=Outcome.DRAW)
    drawn = tuple(replace(each, result=draw) for each in of.rounds[1].pairings)
    of = replace(of, rounds=(of.rounds[0], replace(of.rounds[1], pairings=drawn)))
    assert warnings(of)[0] == "Nobody has won between P0 and P3: P0, ranked better, goes on."
    final = paired(of, "u")
    assert pairs(final) == [("p0", "p1")]
    assert faults(final) == []


def test_hands_leave_the_bracket_as_it_is_but_for_those_they_touch() -> None:
    of = event(8, method=Method.ELIMINATION)
    forced = paired(of, "s", by_hand=ByHand(pairs=(("p0", "p1"),)))
    assert pairs(forced) == [("p0", "p1"), ("p3", "p4"), ("p6", "p7"), ("p2", "p5")]
    assert [each.by_hand for each in forced.rounds[0].pairings] == [True, False, False, False]
    two = paired(of, "s", by_hand=ByHand(pairs=(("p0", "p1"), ("p3", "p2"))))
    assert pairs(two) == [("p0", "p1"), ("p2", "p3"), ("p6", "p7"), ("p4", "p5")]
    bye = paired(of, "s", by_hand=ByHand(byes=("p7",)))
    assert pairs(bye) == [("p0",), ("p3", "p4"), ("p1", "p6"), ("p2", "p5"), ("p7",)]
    plain = paired(of, "s")
    without = without_player(plain, "p4")
    assert pairs(without) == [("p0", "p7"), ("p3",), ("p1", "p6"), ("p2", "p5")]
    assert [each.table for each in without.rounds[0].pairings] == [1, None, 3, 2]
    assert pairs(paired(won_by_the_first(without), "t")) == [("p0", "p3"), ("p1", "p2")]
    byes = paired(event(6, method=Method.ELIMINATION), "s")
    left = without_player(byes, "p0")
    assert (pairs(left), left.by_ref["p0"].dropped_after) == (pairs(byes), 1)
    assert pairs(paired(won_by_the_first(left), "t")) == [("p3",), ("p1", "p2")]
    late = with_late_player(byes, Player(ref="late", name="Late"))
    assert pairs(late) == [("late", "p0"), ("p3", "p4"), ("p1",), ("p2", "p5")]
    again = swapped(swapped(forced, "p0", "p5"), "p7", "p3")
    for right in (forced, two, bye, without, left, late, again):
        assert faults(right) == []


def test_a_table_that_falls_free_is_sat_at_by_the_last_pair() -> None:
    of = paired(event(8), "s")
    gone = without_player(of, next(each.players[0] for each in of.rounds[0].pairings if each.table == 1))
    assert sorted(each.table or 0 for each in gone.rounds[0].pairings) == [0, 1, 2, 3]
    assert faults(gone) == []


@law_of(range(24))
def test_whatever_an_organiser_does_the_file_proves_itself(case: int) -> None:
    """By any method, with players coming and going, swapped, added and taken out; everybody stands in a round once."""
    random = Random(case)
    method = list(Method)[case % 3]
    of = replace(an_event(random.randint(2, 20), 6, random), method=method)
    for number in range(1, 6):
        of = with_comings_and_goings(of, random) if number > 1 else of
        of = paired(of, f"s{number}")
        refs = [ref for pairing in of.rounds[-1].pairings for ref in pairing.players]
        if len(refs) > 3 and tuple(sorted(others := random.sample(refs, 2))) not in pairs(of):
            of = swapped(of, *others)
        if refs:
            assert method is Method.ELIMINATION or sorted(refs) == [player.ref for player in of.playing(number)]
            of = without_player(of, random.choice(refs)) if random.random() < 0.2 else of
            of = with_late_player(of, Player(ref=f"hand{number}", name="Late")) if random.random() < 0.2 else of
        of = played(of, random)
    assert faults(read_event(write_event(of))) == []


@law_of(range(6))
def test_the_same_points_more_for_everybody_change_no_pairing(case: int) -> None:
    of = a_played_event(9 + case, 4, case)
    scoring = of.scoring
    more = {name: getattr(scoring, name) + 10 for name in ("win", "draw", "loss", "bye")}
    levels = tuple(replace(level, win=level.win + 10, loss=level.loss + 10) for level in scoring.levels)
    players = tuple(replace(player, sits_out=()) for player in of.players if player.joined == 1)
    of = replace(of, players=players, rounds=())
    richer = replace(of, scoring=replace(scoring, levels=levels, **more))
    for number in range(4):
        of, richer = (played(paired(each, f"s{number}"), Random(number)) for each in (of, richer))
        assert pairs(of) == pairs(richer)


def test_too_many_rounds_for_the_field_are_warned_of() -> None:
    assert warnings(event(8, rounds=4)) == warnings(event(7, rounds=4)) == []
    (said,) = warnings(event(9, rounds=6))
    assert said.startswith("6 rounds for 9 players: without a rematch only 5 rounds can be promised")
    assert warnings(event(4, rounds=9, method=Method.ROUND_ROBIN)) == []


def test_tables_that_lack_and_games_without_a_result_are_warned_of() -> None:
    of = paired(event(9, tables=3), "s")
    assert warnings(of) == [
        "9 players need 4 tables, and there are 3.",
        "Round 1: 4 games without a confirmed result.",
    ]
    assert warnings(won_by_the_first(replace(of, tables=4))) == []


def test_each_concession_has_its_words() -> None:
    of = event(5, rounds=8, clubs_apart=8)
    of = replace(of, players=tuple(replace(player, club="Oak") for player in of.players))
    said = ""
    for number in range(8):
        of = won_by_the_first(paired(of, f"s{number}"))
        for each in of.rounds[-1].certificate.concessions:
            said += f"{concession_in_words(of, each)}\n"
            assert reason_in_words(of, number + 1, each)
    for words in (
        "have met once",
        "has another bye, after 1",
        "points apart",
        "are of one club",
        "the table",
        "has the bye",
    ):
        assert words in said, words
    assert faults(of) == []


def test_points_apart_have_a_reason_where_nobody_unmet_is_nearer() -> None:
    of = event(8)
    for number in range(3):
        of = won_by_the_first(paired(of, f"s{number}"))
    of = paired(of, "s3")
    reasons = {
        concession_in_words(of, each): reason_in_words(of, 4, each)
        for each in of.rounds[3].certificate.concessions
        if each.wish is Wish.POINTS_APART
    }
    assert reasons == {
        "P0 and P6 are 6 points apart": "P0 has 9; nobody unmet is nearer than 3.",
        "P2 and P4 are 3 points apart": "Every other round would give more, or something weightier.",
        "P5 and P7 are 3 points apart": "P5 has 3; nobody unmet is nearer than 0.",
    }
