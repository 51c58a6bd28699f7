"""What an organiser changes by hand in the newest round: two players swapped, a late one let in, one taken out.

Whatever is touched is marked as by hand and stays so when the round is proved. Who is added or taken out changes what
all were paired from; everybody else keeps the opponent, so that the whole round counts as put by hand. So do tables,
but that the last one moves to a table that falls free: tables are 1 to as many as there are games. A round that nobody
has seen yet is better paired again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from tabletop.tournament.event import Event, Method, Pairing, Player
from tabletop.tournament.pairings import UnpairableError, certified


def swapped(event: Event, one: str, other: str) -> Event:
    """The newest round with two players in each other's place; UnpairableError where that changes nothing."""
    first, second = _pairing_of(event, one), _pairing_of(event, other)
    if first is second:
        raise UnpairableError("they meet each other, or are one player")
    places = {one: other, other: one}

    def change(pairing: Pairing) -> Pairing:
        if pairing is not first and pairing is not second:
            return pairing
        return _changed(pairing, tuple(places.get(ref, ref) for ref in pairing.players))

    return _with_pairings(event, map(change, event.rounds[-1].pairings))


def with_late_player(event: Event, player: Player) -> Event:
    """A new player in the newest round: against whoever has the bye, else with a bye."""
    if not event.rounds:
        raise UnpairableError("no round is paired yet")
    if player.ref in event.by_ref:
        raise UnpairableError(f"{player.ref} is a player already")
    event = replace(event, players=(*event.players, replace(player, joined=len(event.rounds))))
    pairings = event.rounds[-1].pairings
    bye = next((pairing for pairing in pairings if len(pairing.players) == 1), None)
    if bye is None:
        return _kept_with(event, [*pairings, Pairing(players=(player.ref,))])
    table = max((pairing.table or 0 for pairing in pairings), default=0) + 1
    together = replace(bye, players=(*bye.players, player.ref), table=table)
    return _kept_with(event, [together if pairing is bye else pairing for pairing in pairings])


def without_player(event: Event, ref: str) -> Event:
    """The newest round without a player who has left before it; the opponent meets who has the bye, or has one.

    In a knock-out the opponent goes on by the bye; whoever has a bye and leaves keeps it, for the bracket, and leaves
    after the round.
    """
    gone = _pairing_of(event, ref)
    is_bracket = event.method is Method.ELIMINATION
    last = len(event.rounds) if is_bracket and len(gone.players) == 1 else len(event.rounds) - 1
    players = [replace(player, dropped_after=last) if player.ref == ref else player for player in event.players]
    event = replace(event, players=tuple(players))
    pairings = event.rounds[-1].pairings
    left = tuple(other for other in gone.players if other != ref)
    if not left:
        return event if is_bracket else _kept_with(event, _without(pairings, gone))
    bye = next((pairing for pairing in pairings if len(pairing.players) == 1), None)
    if bye is None or is_bracket:
        alone = replace(gone, players=left, table=None)
        kept = [alone if pairing is gone else pairing for pairing in pairings]
        return _kept_with(event, kept if is_bracket else [*_without(kept, alone), alone], free=gone.table)
    together = _changed(gone, (*left, *bye.players))
    return _kept_with(event, [together if pairing is gone else pairing for pairing in _without(pairings, bye)])


def _pairing_of(event: Event, ref: str) -> Pairing:
    """The pairing of a player in the newest round; UnpairableError without one, or when its game has a result."""
    if not event.rounds:
        raise UnpairableError("no round is paired yet")
    pairing = next((pairing for pairing in event.rounds[-1].pairings if ref in pairing.players), None)
    if pairing is None:
        raise UnpairableError(f"{ref} doesn't play in round {len(event.rounds)}")
    if pairing.result is not None or pairing.corrections:
        raise UnpairableError(f"the game of {ref} has a result")
    return pairing


def _changed(pairing: Pairing, players: tuple[str, ...]) -> Pairing:
    return replace(pairing, players=players, by_hand=True)


def _without(pairings: Iterable[Pairing], gone: Pairing) -> list[Pairing]:
    return [pairing for pairing in pairings if pairing is not gone]


def _kept_with(event: Event, pairings: Sequence[Pairing], *, free: int | None = None) -> Event:
    """The newest round of these, all by hand; the last table moves to one that has fallen free."""
    last = max((pairing.table or 0 for pairing in pairings), default=0)
    moved = {last: free} if free is not None and last > free else {}
    kept = (replace(pairing, by_hand=True, table=moved.get(pairing.table or 0, pairing.table)) for pairing in pairings)
    return _with_pairings(event, kept)


def _with_pairings(event: Event, pairings: Iterable[Pairing]) -> Event:
    newest = certified(event, len(event.rounds), tuple(pairings), event.rounds[-1].seed)
    return replace(event, rounds=(*event.rounds[:-1], newest))
