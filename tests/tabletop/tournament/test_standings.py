"""Standings counted by hand: points, tie-breaks, shared places, byes and who left."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from tabletop.tournament.event import (
    Band,
    Certificate,
    Correction,
    Event,
    Level,
    Measure,
    Outcome,
    Pairing,
    Player,
    PointType,
    Result,
    Round,
    Scoring,
    TieBreak,
)
from tabletop.tournament.records import points_of, records_before
from tabletop.tournament.standings import standings
from tabletop.tournament.tie_breaks import TIE_BREAKS

A, B, C, D, E = "abcde"
WON, LOST, DREW = Outcome.FIRST, Outcome.SECOND, Outcome.DRAW


def game(one: str, other: str, outcome: Outcome | None, destroyed: tuple[int, int] = (0, 0)) -> Pairing:
    result = None if outcome is None else Result(outcome=outcome, destroyed=destroyed)
    return Pairing(players=(one, other), table=1, result=result)


def event(*rounds: tuple[Pairing, ...], tie_breaks: tuple[TieBreak, ...] = ()) -> Event:
    nothing = Certificate(inputs="0" * 64, totals={})
    return Event(
        format="muster-event/1",
        name="By hand",
        planned_rounds=5,
        tie_breaks=tie_breaks,
        players=tuple(Player(ref=ref, name=ref) for ref in "abcde"),
        rounds=tuple(Round(seed="s", pairings=pairings, certificate=nothing) for pairings in rounds),
    )


# a 6, b 3, c 4 (a bye), d 1, e 3 (a bye) after two rounds.
PLAYED = (
    (game(A, B, WON, (900, 400)), game(C, D, DREW, (500, 500)), Pairing(players=(E,))),
    (game(A, E, WON, (700, 100)), game(B, D, WON, (800, 0)), Pairing(players=(C,))),
)


def places(of: Event) -> list[tuple[int, str]]:
    return [(standing.place, standing.ref) for standing in standings(of)]


def test_points_come_first_and_who_is_level_in_all_shares_a_place() -> None:
    assert [(standing.ref, standing.points) for standing in standings(event(*PLAYED))] == [
        (A, 6), (C, 4), (B, 3), (E, 3), (D, 1),
    ]  # fmt: skip
    assert places(event(*PLAYED)) == [(1, A), (2, C), (3, B), (3, E), (5, D)]
    assert places(event()) == [(1, ref) for ref in "abcde"]
    assert [standing.points for standing in standings(event(*PLAYED), after=1)] == [3, 3, 1, 1, 0]


def test_each_tie_break_is_what_its_definition_says() -> None:
    expected = {
        TieBreak.OPPONENTS_POINTS: {A: 3 + 3, B: 6 + 1, C: 1 + 4, D: 4 + 3, E: 3 + 6},
        TieBreak.OPPONENTS_CUT: {A: 3, B: 6, C: 4, D: 4, E: 6},
        TieBreak.OPPONENTS_MEDIAN: dict.fromkeys("abcde", 0),
        TieBreak.OPPONENTS_AVERAGE: {
            A: 3, B: Fraction(7, 2), C: Fraction(5, 2), D: Fraction(7, 2), E: Fraction(9, 2),
        },
        TieBreak.SONNEBORN_BERGER: {A: 6, B: 1, C: Fraction(1, 2) + 4, D: 2, E: 3},
        TieBreak.DIFFERENCE: {A: 1100, B: 300, C: 0, D: -800, E: -600},
        TieBreak.DESTROYED: {A: 1600, B: 1200, C: 500, D: 500, E: 100},
        TieBreak.WINS: {A: 2, B: 1, C: 0, D: 0, E: 0},
    }  # fmt: skip
    assert {*expected, TieBreak.HEAD_TO_HEAD} == set(TIE_BREAKS) == set(TieBreak)
    shown = standings(event(*PLAYED, tie_breaks=tuple(expected)))
    for tie_break, figures in expected.items():
        assert {standing.ref: standing.figures[tie_break] for standing in shown} == figures, tie_break
    third = (*PLAYED, (game(A, C, DREW),))
    (median,) = [
        each.figures for each in standings(event(*third, tie_breaks=(TieBreak.OPPONENTS_MEDIAN,))) if each.ref == A
    ]
    assert median == {TieBreak.OPPONENTS_MEDIAN: 3}


def test_head_to_head_speaks_of_exactly_two_who_have_met() -> None:
    by = (TieBreak.HEAD_TO_HEAD,)
    lost = (game(A, B, LOST), game(C, D, WON)), (game(A, C, WON), game(B, D, LOST))
    assert places(event(*lost, tie_breaks=by)) == [(1, A), (1, B), (1, C), (1, D), (5, E)]
    two = (game(A, B, LOST), game(C, D, DREW)), (game(A, E, WON), game(B, D, LOST))
    assert places(event(*two, tie_breaks=by)) == [(1, D), (2, B), (3, A), (4, C), (5, E)]
    assert places(event((game(A, B, DREW),), tie_breaks=by))[:2] == [(1, A), (1, B)]


def test_a_game_without_a_confirmed_result_brings_nothing_and_whoever_left_stays() -> None:
    waiting = replace(game(A, B, WON), result=Result(outcome=WON, confirmed=False))
    left = event((waiting, game(C, D, None)), (game(C, E, WON),))
    left = replace(left, players=tuple(replace(player, dropped_after=1) for player in left.players))
    assert [(standing.ref, standing.points) for standing in standings(left)] == [(C, 3), (A, 0), (B, 0), (D, 0), (E, 0)]
    assert records_before(left, 3)[A].opponents == (B,)


def test_points_of_a_game_by_levels_bands_and_kinds_of_points() -> None:
    scoring = Scoring(
        win=3,
        draw=1,
        loss=0,
        levels=(Level(slug="total", name="Total", win=5, loss=-1),),
        measure=Measure.DIFFERENCE,
        bands=(Band(at_least=0, bonus=1), Band(at_least=500, bonus=3), Band(at_least=-2000, bonus=-2)),
        point_types=(PointType(slug="painting", name="Painting", most=5),),
    )
    result = Result(outcome=LOST, destroyed=(100, 600))
    assert points_of(scoring, result) == (0 - 2, 3 + 3)
    assert points_of(scoring, replace(result, outcome=WON, level="total")) == (5 - 2, -1 + 3)
    assert points_of(scoring, Result(outcome=DREW, own_points=({"painting": 4}, {}))) == (1 + 1 + 4, 1 + 1)
    assert points_of(scoring, Result(outcome=Outcome.NEITHER, destroyed=(0, 400))) == (-2, 1)
    assert points_of(Scoring(bands=(Band(at_least=500, bonus=2),)), result) == (0, 3 + 2)


def test_a_corrected_result_counts_in_standings_and_not_in_rounds_paired_before() -> None:
    corrected = replace(
        game(A, B, LOST), corrections=(Correction(was=Result(outcome=WON), after=2, reason="Typing error"),)
    )
    of = event((corrected,), ())
    assert places(of)[0] == (1, B)
    assert [records_before(of, number)[A].points for number in (2, 3)] == [3, 0]
