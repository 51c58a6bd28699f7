"""A ladder: everybody has a place, whoever beats somebody higher takes that place, and those between move down by one.

It begins in the order of rankings, those without one after them, in the order of refs; who joins later begins at the
foot. Games of a round count from the top of the ladder on; a draw, or a game without a winner, moves nobody. Who has
left is left out, and those below move up. Neighbours meet: for pairings a place is what points are in a Swiss event.
"""

from __future__ import annotations

from collections.abc import Callable

from tabletop.tournament.event import Event, Outcome, Pairing, Player, Result

ResultOf = Callable[[Pairing], Result | None]


def ladder_before(event: Event, number: int) -> list[str]:
    """Who plays in the round of a number, the highest first, by results as they were known when it was paired."""
    order = _after(event, number - 1, lambda pairing: pairing.result_before(number))
    return [ref for ref in _with_newcomers(event, order, number) if event.by_ref[ref].plays_in(number)]


def ladder_after(event: Event, number: int) -> list[str]:
    """Everybody after the round of a number, the highest first, by results as they are now; who has left comes last."""
    order = _with_newcomers(event, _after(event, number, lambda pairing: pairing.result), len(event.rounds) + 1)
    return sorted(order, key=lambda ref: not event.by_ref[ref].plays_in(number + 1))


def _after(event: Event, last: int, result_of: ResultOf) -> list[str]:
    order: list[str] = []
    for number, paired in enumerate(event.rounds[:last], start=1):
        order = _with_newcomers(event, order, number)
        places = {ref: place for place, ref in enumerate(order)}
        games = [pairing for pairing in paired.pairings if len(pairing.players) == 2]
        for pairing in sorted(games, key=lambda pairing: min(places[ref] for ref in pairing.players)):
            order = _moved(order, pairing, result_of(pairing))
    return order


def _moved(order: list[str], pairing: Pairing, result: Result | None) -> list[str]:
    """The ladder after a game."""
    if result is None or not result.confirmed or result.outcome not in (Outcome.FIRST, Outcome.SECOND):
        return order
    first, second = pairing.players
    winner, beaten = (first, second) if result.outcome is Outcome.FIRST else (second, first)
    place = order.index(beaten)
    if order.index(winner) < place:
        return order
    rest = [ref for ref in order if ref != winner]
    return [*rest[:place], winner, *rest[place:]]


def _with_newcomers(event: Event, order: list[str], number: int) -> list[str]:
    """The ladder with those who have come by the round of a number at its foot."""
    known = set(order)
    new = [player for player in event.players if player.joined <= number and player.ref not in known]
    return order + [player.ref for player in sorted(new, key=_beginning)]


def _beginning(player: Player) -> tuple[int, float, str]:
    return player.joined, float("inf") if player.ranking is None else player.ranking, player.ref
