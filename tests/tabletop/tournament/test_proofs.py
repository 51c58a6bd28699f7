"""Rounds are proved again from their file, and what was changed in one is told."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tabletop.tournament.event import Correction, Event, Method, Outcome, Pairing, Player, Result, Round, Wish
from tabletop.tournament.file import read_event, write_event
from tabletop.tournament.pairings import ByHand, certified, paired
from tabletop.tournament.proofs import faults
from tests.laws import law_of
from tests.tournaments import a_played_event

WON = Result(outcome=Outcome.FIRST)


def event() -> Event:
    """Eight players after two rounds in which the first of a pair always won, and a third without results."""
    players = tuple(Player(ref=f"p{number}", name=f"P{number}") for number in range(8))
    of = Event(format="muster-event/1", name="Small", planned_rounds=4, players=players)
    for number in range(2):
        of = paired(of, f"s{number}")
        results = tuple(replace(pairing, result=WON) for pairing in of.rounds[-1].pairings)
        of = replace(of, rounds=(*of.rounds[:-1], replace(of.rounds[-1], pairings=results)))
    return paired(of, "s2")


def with_round(of: Event, number: int, changed: Round) -> Event:
    rounds = list(of.rounds)
    rounds[number - 1] = changed
    return replace(of, rounds=tuple(rounds))


def with_pairings(of: Event, *pairings: Pairing, certify: bool = True) -> Event:
    """The third round with other pairings, with the certificate that belongs to them if wanted."""
    newest = of.rounds[2]
    if certify:
        return with_round(of, 3, certified(of, 3, pairings, newest.seed))
    return with_round(of, 3, replace(newest, pairings=pairings))


def said(of: Event) -> str:
    return "\n".join(f"{fault.round}: {fault.says}" for fault in faults(of))


@law_of(range(12))
def test_what_the_engine_paired_is_proved_from_the_file_and_reads_back_to_the_byte(case: int) -> None:
    written = write_event(a_played_event(6 + 3 * case, 5, case))
    again = read_event(written)
    assert write_event(again) == written
    assert faults(again) == []


def test_pairings_that_cost_more_than_they_need_are_told_by_the_wish() -> None:
    of = event()
    one, two, *others = of.rounds[2].pairings
    worse = with_pairings(
        of,
        replace(one, players=(one.players[0], others[-1].players[1])),
        two,
        *others[:-1],
        replace(others[-1], players=(others[-1].players[0], one.players[1])),
    )
    assert "3: “" in said(worse)
    assert "is possible: " in said(worse)


def test_another_pairing_of_the_same_price_is_not_the_one_of_the_seed() -> None:
    of = paired(replace(event(), rounds=()), "first")
    newest = of.rounds[0]
    one, two, *others = newest.pairings
    turned = (
        replace(one, players=(one.players[0], two.players[1])),
        replace(two, players=(two.players[0], one.players[1])),
        *others,
    )
    assert "1: other pairings come from the seed instead of" in said(
        with_round(of, 1, certified(of, 1, turned, "first"))
    )
    assert "other pairings come" in said(with_round(of, 1, replace(newest, seed="second")))
    tables = (replace(one, table=two.table), replace(two, table=one.table), *others)
    assert "1: other tables come from the seed for" in said(with_round(of, 1, certified(of, 1, tables, "first")))


def test_a_round_in_which_somebody_is_missing_or_stands_twice_is_told() -> None:
    of = event()
    one, two, *others = of.rounds[2].pairings
    twice = with_pairings(of, one, replace(two, players=(two.players[0], one.players[0])), *others, certify=False)
    assert f"P{one.players[0][1:]} stands in it 2 times" in said(twice)
    assert f"P{two.players[1][1:]} is missing" in said(twice)
    himself = with_pairings(of, replace(one, players=one.players[:1] * 2), two, *others, certify=False)
    assert "stands in it 2 times" in said(himself)
    gone = replace(of, players=tuple(replace(each, dropped_after=2) for each in of.players[:1]) + of.players[1:])
    assert "3: P0 stands in it but doesn't play in this round" in said(gone)
    table = with_pairings(of, one, replace(two, table=one.table), *others, certify=False)
    assert f"table {one.table} is given to 2 pairings" in said(table)
    assert "a pair needs a table" in said(with_pairings(of, replace(one, table=None), two, *others, certify=False))
    bye = replace(one, players=one.players[:1])
    assert "a bye has no table" in said(with_pairings(of, bye, two, *others, certify=False))


def test_a_certificate_that_says_other_than_its_pairings_is_told() -> None:
    of = event()
    newest = of.rounds[2]
    cheaper = replace(newest.certificate, totals={**newest.certificate.totals, Wish.POINTS_APART: 99})
    assert "3: the certificate says 99 for “points apart, squared”" in said(
        with_round(of, 3, replace(newest, certificate=cheaper))
    )
    silent = replace(newest.certificate, concessions=newest.certificate.concessions[1:])
    assert newest.certificate.concessions
    assert "the concessions listed aren't those" in said(with_round(of, 3, replace(newest, certificate=silent)))


def test_another_order_of_a_knock_outs_pairings_is_told() -> None:
    """It is the bracket: whoever changes it chooses who meets in the next round."""
    of = paired(replace(event(), rounds=(), method=Method.ELIMINATION), "s")
    one, two, *others = of.rounds[0].pairings
    turned = certified(of, 1, (two, one, *others), "s")
    assert faults(of) == []
    assert said(with_round(of, 1, turned)).startswith("1: another order of pairings comes from the bracket")


def test_tables_are_asked_where_pairs_were_put_by_hand_too() -> None:
    of = paired(replace(event(), rounds=()), "s", by_hand=ByHand(pairs=(("p0", "p1"),)))
    one, *others = of.rounds[0].pairings
    far = certified(of, 1, (replace(one, table=9), *others), "s")
    assert said(with_round(of, 1, far)) == "1: table 9 is beyond the 4 needed"


@pytest.mark.parametrize("with_a_reason", [True, False])
def test_a_result_changed_later_is_told_unless_it_is_a_correction(with_a_reason: bool) -> None:
    of = event()
    first = of.rounds[0]
    old = first.pairings[0]
    corrections = (Correction(was=WON, after=3, reason="Typing error"),) if with_a_reason else ()
    new = replace(old, result=replace(WON, outcome=Outcome.SECOND), corrections=corrections)
    changed = with_round(of, 1, replace(first, pairings=(new, *first.pairings[1:])))
    assert ("has another digest" in said(changed)) == (not with_a_reason)
    assert bool(faults(changed)) == (not with_a_reason)
