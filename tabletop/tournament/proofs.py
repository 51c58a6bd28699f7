"""Every round of an event paired again from its file alone, and what is wrong with it told in a sentence.

What is asked of a round: everybody who plays stands in it once and nobody else; its certificate
has the digest, the totals and the concessions that its pairings have; and the engine, from the same seed and with the
same pairs by hand, comes to the same pairings at the same tables; in a knock-out in the same order, too, which is its
bracket. Which pair sits where isn't asked where pairs were put by hand, for then others were left where they sat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain

from msgspec import Struct

from tabletop.tournament.event import Certificate, Event, Method, Round, Wish
from tabletop.tournament.pairings import certified, pair_round
from tabletop.tournament.words import WISHES


class Fault(Struct, frozen=True):
    """What is wrong with a round."""

    round: int
    says: str


def faults(event: Event) -> list[Fault]:
    """What is wrong with an event's rounds, in their order; nothing where every certificate is proved."""
    return [
        Fault(number, says)
        for number, paired in enumerate(event.rounds, start=1)
        for says in _faults(event, number, paired)
    ]


def unfit_rounds(event: Event) -> list[int]:
    """The rounds that were paired from something else than the event says by now, by their digests."""
    return [
        number
        for number, paired in enumerate(event.rounds, start=1)
        if any(_presence_faults(event, number, paired))
        or certified(event, number, paired.pairings, paired.seed).certificate.inputs != paired.certificate.inputs
    ]


def _faults(event: Event, number: int, paired: Round) -> Iterator[str]:
    broken = list(_presence_faults(event, number, paired))
    yield from broken
    if broken:
        return
    right = certified(event, number, paired.pairings, paired.seed).certificate
    yield from _certificate_faults(paired.certificate, right)
    kept = [pairing.players for pairing in paired.pairings if pairing.by_hand]
    again = pair_round(event, number, paired.seed, kept=kept)
    stated = {frozenset(pairing.players): pairing.table for pairing in paired.pairings}
    expected = {frozenset(pairing.players): pairing.table for pairing in again.pairings}
    if stated.keys() != expected.keys():
        yield from _pairing_faults(event, right, again, stated.keys() - expected.keys())
    elif event.method is Method.ELIMINATION and _by_engine(paired) != _by_engine(again):
        yield "another order of pairings comes from the bracket: who meets whom in the next round hangs on it"
    elif stated != expected and not kept:
        moved = sorted(_names(event, pair) for pair, table in stated.items() if expected[pair] != table)
        yield f"other tables come from the seed for {'; '.join(moved)}"


def _by_engine(paired: Round) -> list[tuple[str, ...]]:
    """The pairs in their order, but for those put by hand."""
    return [pairing.players for pairing in paired.pairings if not pairing.by_hand]


def _presence_faults(event: Event, number: int, paired: Round) -> Iterator[str]:
    """Who stands in a round too often, not at all, or without playing in it; tables that aren't 1 to the games'."""
    tables = Counter(pairing.table for pairing in paired.pairings if pairing.table is not None)
    games = sum(len(pairing.players) == 2 for pairing in paired.pairings)
    yield from (f"table {table} is beyond the {games} needed" for table in sorted(tables) if table > games)
    times = Counter(chain.from_iterable(pairing.players for pairing in paired.pairings))
    playing = {player.ref for player in event.playing(number)}
    for ref in sorted(times.keys() | playing):
        name = event.by_ref[ref].name
        if times[ref] > 1:
            yield f"{name} stands in it {times[ref]} times"
        if ref not in playing:
            yield f"{name} stands in it but doesn't play in this round"
        elif not times[ref] and event.method is not Method.ELIMINATION:
            yield f"{name} is missing"
    yield from (f"table {table} is given to {count} pairings" for table, count in sorted(tables.items()) if count > 1)
    for pairing in paired.pairings:
        if (pairing.table is None) != (len(pairing.players) == 1):
            names = _names(event, frozenset(pairing.players))
            yield f"{names}: a pair needs a table" if pairing.table is None else f"{names}: a bye has no table"


def _certificate_faults(stated: Certificate, right: Certificate) -> Iterator[str]:
    if stated.inputs != right.inputs:
        yield "what it was paired from has another digest: players, results or pairs by hand were changed"
    for wish in Wish:
        if stated.totals.get(wish) != right.totals[wish]:
            price = stated.totals.get(wish, "nothing")
            yield f"the certificate says {price} for “{WISHES[wish]}”; its pairings come to {right.totals[wish]}"
    if stated.concessions != right.concessions:
        yield "the concessions listed aren't those of its pairings"


def _pairing_faults(event: Event, right: Certificate, again: Round, differing: set[frozenset[str]]) -> Iterator[str]:
    """Where the engine's pairings are better, or only others by lot."""
    best = again.certificate.totals
    pairs = "; ".join(sorted(_names(event, pair) for pair in differing))
    worse = next((wish for wish in Wish if right.totals[wish] != best[wish]), None)
    if worse is None:
        yield f"other pairings come from the seed instead of {pairs}"
    else:
        yield f"“{WISHES[worse]}” costs {right.totals[worse]} where {best[worse]} is possible: {pairs}"


def _names(event: Event, refs: frozenset[str]) -> str:
    return " and ".join(sorted(event.by_ref[ref].name for ref in refs))
