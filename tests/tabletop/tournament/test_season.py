"""A season adds events up by its written rules."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from tabletop.tournament.event import Event, Outcome, Player, Result
from tabletop.tournament.pairings import ByHand, paired
from tabletop.tournament.season import Counting, SeasonRules, season_csv, season_table

ORDER = ("Ann", "Bo", "Cy", "Di")


def event(*names: str, clubs: dict[int, str] | None = None, drawn: bool = False) -> Event:
    """One round in which each first of two beats the second, by less and less, so that winners stand in their order."""
    players = tuple(
        Player(ref=f"p{number}", name=name, club=(clubs or {}).get(number, "")) for number, name in enumerate(names)
    )
    half = len(names) // 2
    pairs = tuple((f"p{number}", f"p{number + half}") for number in range(half))
    of = paired(Event(format="muster-event/1", name="Cup", planned_rounds=1, players=players), "s",
                by_hand=ByHand(pairs=pairs))  # fmt: skip
    games = []
    for game in of.rounds[0].pairings:
        if len(game.players) == 2:
            low = min(game.players)
            won = Outcome.DRAW if drawn else Outcome.FIRST if game.players[0] == low else Outcome.SECOND
            more = 0 if drawn else 100 - 10 * int(low[1:])
            destroyed = (more, 0) if game.players[0] == low else (0, more)
            games.append(replace(game, result=Result(outcome=won, destroyed=destroyed)))
    return replace(of, rounds=(replace(of.rounds[0], pairings=tuple(games)),))


def totals(rules: SeasonRules, *events: Event) -> list[tuple[int, str, Fraction]]:
    return [(row.place, row.name, row.total) for row in season_table(rules, events)]


def test_a_share_of_the_field_is_counted_of_those_who_have_played() -> None:
    first = event(*ORDER)
    late = replace(first, players=(*first.players, Player(ref="x", name="Never there", joined=1, dropped_after=0)))
    assert totals(SeasonRules(), late) == [
        (1, "Ann", 100), (2, "Bo", Fraction(200, 3)), (3, "Di", Fraction(100, 3)), (4, "Cy", 0),
    ]  # fmt: skip


def test_the_best_results_count_and_whoever_is_level_is_told_apart_by_the_best() -> None:
    rules = SeasonRules(counting=Counting.PLACES, places=(10, 8, 2), best=2)
    events = (event("Ann", "Bo", "Cy", "Di"), event("ann ", "Cy", "Di", "Bo"), event("Bo", "Cy", "Ann", "Di"))
    assert totals(rules, *events) == [(1, "Ann", 20), (2, "Bo", 18), (3, "Cy", 16), (4, "Di", 4)]
    assert [result.counts for result in season_table(rules, events)[0].results if result] == [True, True, False]
    level = totals(SeasonRules(counting=Counting.PLACES, places=(10, 8, 2)), event("A", "B", "C", "D"),
                   event("X", "B", "C", "D"))  # fmt: skip
    assert [each for each in level if each[1] in ("A", "X")] == [(2, "A", 10), (2, "X", 10)]
    assert level[0] == (1, "B", 16)


def test_tournament_points_count_as_they_are_and_shared_places_alike() -> None:
    drawn = event(*ORDER, drawn=True)
    assert {total for _, _, total in totals(SeasonRules(counting=Counting.POINTS), drawn)} == {Fraction(1)}
    assert totals(SeasonRules(counting=Counting.PLACES), drawn) == [(1, name, 25) for name in ORDER]


def test_two_of_one_name_are_known_by_their_clubs() -> None:
    of = event("Ann", "Ann", "Cy", "Di", clubs={0: "Oak", 1: "Iron"})
    again = event("Ann", "Cy", "Bo", "Di", clubs={0: "oak"})
    names = {name for _, name, _ in totals(SeasonRules(), of, again)}
    assert names == {"Ann (oak)", "Ann (Iron)", "Bo", "Cy", "Di"}


def test_a_table_for_spreadsheets_has_a_column_for_each_event() -> None:
    events = (event(*ORDER), event("=Eve", "Bo", "Cy", "Di"))
    rows = season_csv(["One", "Two"], season_table(SeasonRules(best=1), events)).splitlines()
    assert rows[0] == "place,player,total,One,Two"
    assert rows[1:3] == ["1,'=Eve,100,,100", "1,Ann,100,100,"]
    assert "3,Bo,66.7,66.7,[66.7]" in rows
