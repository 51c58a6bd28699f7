"""How armies fared: counted by hand for an event of four."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from tabletop.arcana.army.roster import read_roster
from tabletop.arcana.game import ARCANA, Reference
from tabletop.tournament.event import Event, Outcome, Player, Result
from tabletop.tournament.pairings import ByHand, paired
from tabletop.tournament.statistics import fared, grouped, mean_in_words, share_in_words
from tests.catalogue import SAMPLES, printed_catalogue

PLAYERS = tuple(Player(ref=ref, name=ref.upper()) for ref in "abcde")


def an_event() -> Event:
    """Of five in one round: b beats a, c draws with d, e has the bye."""
    event = Event(format="muster-event/1", name="Cup", planned_rounds=3, players=PLAYERS)
    event = paired(event, "s", by_hand=ByHand(pairs=(("a", "b"), ("c", "d")), byes=("e",)))
    outcomes = {"b": Outcome.FIRST, "a": Outcome.SECOND}
    pairings = tuple(
        replace(each, result=Result(outcome=outcomes.get(each.players[0], Outcome.DRAW)))
        if len(each.players) == 2
        else each
        for each in event.rounds[0].pairings
    )
    return replace(event, rounds=(replace(event.rounds[0], pairings=pairings),))


def test_points_are_a_mean_and_byes_are_no_games() -> None:
    dwarves, orcs = fared(an_event(), {"Orcs": {"b": 1, "gone": 1}, "Dwarves": {"a": 1, "c": 1, "e": 1}})
    assert (dwarves.name, dwarves.players, dwarves.points) == ("Dwarves", 3, Fraction(0 + 1 + 3, 3))
    assert (dwarves.games, dwarves.won, dwarves.drawn, dwarves.won_share) == (2, 0, 1, Fraction(1, 4))
    assert (orcs.players, orcs.best, orcs.won_share) == (1, 2, Fraction(1)), (
        "whose bye counts as an opponent of 3 is first"
    )
    assert fared(an_event(), {"Nobody's": {"gone": 2}}) == []
    [bye] = fared(an_event(), {"Bye": {"e": 1}})
    assert (share_in_words(bye.won_share), mean_in_words(dwarves.points), mean_in_words(Fraction(-2))) == (
        "–", "1.3", "−2",
    )  # fmt: skip


def test_what_is_taken_is_counted_by_name_and_player() -> None:
    assert grouped({"a": {"Axemen": 20}, "b": {"Axemen": 5, "Cannon": 1}}) == {
        "Axemen": {"a": 20, "b": 5},
        "Cannon": {"b": 1},
    }
    roster = read_roster((SAMPLES / "dwarf-raiding-party.json").read_bytes())
    taken = ARCANA.taken(roster, Reference(printed_catalogue(), lambda _: {}))
    assert sum(taken.values()) == sum(models.count for unit in roster.units for models in unit.models) + sum(
        len(unit.characters) for unit in roster.units
    )
    assert "Axemen" in taken
