"""Wishes, concessions and warnings of an event in words for organisers and players."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.tournament.brackets import winner
from tabletop.tournament.event import Concession, Event, Method, Outcome, Round, Wish
from tabletop.tournament.records import records_before
from tabletop.words import counted

WISHES = {
    Wish.REMATCH: "no rematch",
    Wish.SECOND_BYE: "no second bye",
    Wish.POINTS_APART: "points apart, squared",
    Wish.BYE_TO_LOWEST: "bye to the lowest",
    Wish.CLUBS_APART: "clubs apart",
    Wish.SEEDS: "seeds",
    Wish.NEW_TABLE: "new table",
}


def concession_in_words(event: Event, concession: Concession) -> str:
    """What a pairing had to give, with the names: `Ann and Bo are 3 points apart`."""
    names = [event.by_ref[ref].name for ref in concession.players]
    both, amount, what = " and ".join(names), concession.amount, _counted_in(event)
    apart, lowest = counted(round(amount**0.5), what), "foot" if what == "place" else "lowest"
    said = {
        Wish.REMATCH: f"{both} meet again: they have met {_times(amount)}",
        Wish.SECOND_BYE: f"{both} has another bye, after {amount}",
        Wish.POINTS_APART: f"{both} are {apart} apart",
        Wish.BYE_TO_LOWEST: f"{both} has the bye, {counted(amount, what)} above the {lowest}",
        Wish.CLUBS_APART: f"{both} are of one club or travel together",
        Wish.SEEDS: f"{both} aren't where their seeds would meet",
        Wish.NEW_TABLE: f"{both}: {'both know' if amount == 2 else 'one of them knows'} the table",
    }
    if concession.wish is Wish.POINTS_APART and len(names) == 1:
        return f"{both} has the bye with {apart} more than the lowest" if what == "point" else said[Wish.BYE_TO_LOWEST]
    return said[concession.wish]


def _counted_in(event: Event) -> str:
    """What pairs are apart by."""
    return "place" if event.method is Method.LADDER else "point"


def reason_in_words(event: Event, number: int, concession: Concession) -> str:
    """Why a round of a number couldn't do without it, where that can be said of one player: who hasn't been met."""
    if concession.by_hand:
        return "Put so by hand."
    if concession.wish is Wish.NEW_TABLE:
        return "No other seating of these pairs brings fewer to a table that they know."
    if event.method is Method.LADDER:
        return "Every other round would put others further apart, or let them meet again."
    if event.method is not Method.SWISS:
        return "The schedule says who meets, whatever it costs."
    if concession.wish is Wish.POINTS_APART and len(concession.players) == 2:
        records = records_before(event, number)
        apart = round(concession.amount**0.5)
        for ref in concession.players:
            own = records[ref]
            unmet = {player.ref for player in event.playing(number)} - {ref, *own.opponents}
            points = (records[other].points for other in unmet)
            nearest = min(points, key=lambda other: (abs(other - own.points), other), default=None)
            if nearest is not None and abs(nearest - own.points) >= apart:
                return f"{event.by_ref[ref].name} has {own.points}; nobody unmet is nearer than {nearest}."
    return "Every other round would give more, or something weightier."


def warnings(event: Event) -> list[str]:
    """What to think about before the next round is paired: the plan, the tables, games of which nothing counts yet."""
    players = len(event.playing(len(event.rounds) + 1))
    said = []
    if event.method is Method.SWISS and 0 < (places := players + players % 2) < 2 * event.planned_rounds:
        said.append(
            f"{event.planned_rounds} rounds for {players} players: without a rematch only "
            f"{counted(places // 2, 'round')} can be promised, half the places. Plan fewer rounds, or expect rematches."
        )
    if event.tables is not None and event.tables < players // 2:
        said.append(f"{players} players need {counted(players // 2, 'table')}, and there are {event.tables}.")
    for number, paired in enumerate(event.rounds, start=1):
        games = [pairing for pairing in paired.pairings if len(pairing.players) == 2]
        if waiting := sum(pairing.result is None or not pairing.result.confirmed for pairing in games):
            said.append(f"Round {number}: {counted(waiting, 'game')} without a confirmed result.")
    if event.method is Method.ELIMINATION and event.rounds:
        said += _undecided(event, event.rounds[-1])
    return said


def _undecided(event: Event, paired: Round) -> Iterator[str]:
    """The games of a knock-out that ended without a winner."""
    for pairing in paired.pairings:
        if pairing.result is not None and pairing.result.outcome in (Outcome.DRAW, Outcome.NEITHER):
            names = [event.by_ref[ref].name for ref in pairing.players]
            better = event.by_ref[winner(event, pairing, len(event.rounds) + 1)].name
            yield f"Nobody has won between {names[0]} and {names[1]}: {better}, ranked better, goes on."


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"
