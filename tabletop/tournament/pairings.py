"""Who plays whom: one matching of least price over all players of a round, and the certificate that says so.

The engine always answers, and answers the same from the same seed: refs, results, clubs and tables decide, names and
the order of players don't. Whatever couldn't be had is listed as a concession. Pairs and byes put by hand are kept; the
rest is paired at its least price. A rematch-free round is sure only while rounds are at most half the places (Dirac's
theorem: each place has met fewer than half of the others); `warnings` say so before an event begins.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from hashlib import sha256
from itertools import chain

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tabletop.tournament.brackets import bracket_pairs, circle_pairs
from tabletop.tournament.event import Certificate, Concession, Event, FirstRound, Method, Pairing, Round, Wish
from tabletop.tournament.matching import Progress, least_matching
from tabletop.tournament.tables import assigned_tables
from tabletop.tournament.wishes import BYE, Wishes

Players = tuple[str, ...]  # of a pairing: one or two refs


class UnpairableError(ValueError):
    """A round that can't be paired as asked: somebody named by hand who doesn't play, or stands there twice."""


class ByHand(Struct, frozen=True, kw_only=True):
    """What an organiser wants in a round whatever it costs."""

    pairs: tuple[tuple[str, str], ...] = ()
    byes: tuple[str, ...] = ()


def paired(event: Event, seed: str, *, by_hand: ByHand | None = None) -> Event:
    """The event with its next round; UnpairableError where what is put by hand isn't possible."""
    number = len(event.rounds) + 1
    kept = [*by_hand.pairs, *((ref,) for ref in by_hand.byes)] if by_hand else []
    return replace(event, rounds=(*event.rounds, pair_round(event, number, seed, kept=kept)))


def pair_round(
    event: Event, number: int, seed: str, *, kept: Iterable[Players] = (), progress: Progress | None = None
) -> Round:
    """The round of a number, by everything before it; `kept` are pairs and byes by hand. UnpairableError as above.

    `progress` is told how many players are paired, so far.
    """
    wishes = Wishes(event, number, seed)
    hands = list(kept)
    _check_hands(wishes, hands)
    challenges = _challenges(event, number, wishes, hands)
    free = sorted(wishes.players.keys() - set(chain.from_iterable([*hands, *challenges])))
    match event.method:
        case Method.SWISS | Method.LADDER:
            pairs = _in_tables_order(wishes, [*hands, *challenges, *_matched(wishes, free, progress)])
        case Method.ROUND_ROBIN:
            pairs = _in_tables_order(wishes, [*hands, *circle_pairs(event, number, free)])
        case Method.ELIMINATION:
            pairs = bracket_pairs(event, number, wishes.ranks, hands=hands)
    forced = set(chain.from_iterable(hands))
    seated = _seated(wishes, [(pair, pair[0] in forced) for pair in pairs], progress)
    return _certified(event, wishes, seated, seed)


def certified(event: Event, number: int, pairings: Sequence[Pairing], seed: str) -> Round:
    """The round of these pairings with the certificate that belongs to them, however they were found."""
    return _certified(event, Wishes(event, number, seed), pairings, seed)


def _certified(event: Event, wishes: Wishes, pairings: Sequence[Pairing], seed: str) -> Round:
    concessions = [each for pairing in pairings for each in _concessions(wishes, pairing)]
    totals = {wish: sum(each.amount for each in concessions if each.wish is wish) for wish in Wish}
    listed = sorted(concessions, key=lambda each: list(Wish).index(each.wish))
    certificate = Certificate(inputs=_inputs_digest(event, wishes, pairings), totals=totals, concessions=tuple(listed))
    return Round(seed=seed, pairings=tuple(pairings), certificate=certificate)


def _inputs_digest(event: Event, wishes: Wishes, pairings: Iterable[Pairing]) -> str:
    """SHA-256 over all that a round is paired from: who plays, what they did before, what was put by hand."""
    number = wishes.number
    players = [[player.ref, player.ranking, *_facts(wishes, player.ref)] for player in wishes.players.values()]
    together = sorted(wishes.sparse[Wish.CLUBS_APART])
    hands = sorted(sorted(pairing.players) for pairing in pairings if pairing.by_hand)
    method = [event.method, event.first_round, event.challenges if number == 1 else ()]
    before = [pairing.players for pairing in event.rounds[number - 2].pairings] if number > 1 else []
    inputs = [number, method, players, together, hands, before if event.method is Method.ELIMINATION else wishes.ladder]
    text = json.dumps(msgspec.to_builtins(inputs), separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def _facts(wishes: Wishes, ref: str) -> list[object]:
    record = wishes.records[ref]
    return [[game.opponent or BYE, game.table, game.outcome, game.points] for game in record.games]


def _check_hands(wishes: Wishes, hands: Sequence[Players]) -> None:
    refs = list(chain.from_iterable(hands))
    for ref in refs:
        if ref not in wishes.players:
            raise UnpairableError(f"{ref} doesn't play in round {wishes.number}")
        if refs.count(ref) > 1:
            raise UnpairableError(f"{ref} is put twice by hand")


def _challenges(event: Event, number: int, wishes: Wishes, hands: Sequence[Players]) -> list[Players]:
    """The challenges of a first round between players who are there and not put by hand."""
    if (
        number > 1
        or event.method not in (Method.SWISS, Method.LADDER)
        or event.first_round is not FirstRound.CHALLENGES
    ):
        return []
    there = wishes.players.keys() - set(chain.from_iterable(hands))
    return [pair for pair in event.challenges if there.issuperset(pair)]


def _matched(wishes: Wishes, free: Sequence[str], progress: Progress | None) -> list[Players]:
    """The pairs of least price together, one of them a bye where the number is odd."""
    refs = [*free, BYE] if len(free) % 2 else free
    pairs = least_matching(wishes.weights(refs), progress).pairs()
    return [tuple(refs[place] for place in pair if refs[place] != BYE) for pair in pairs]


def _in_tables_order(wishes: Wishes, pairs: Iterable[Players]) -> list[Players]:
    """The pairs with the most points first."""
    return sorted((_in_order(wishes, pair) for pair in pairs), key=lambda pair: _order(wishes, pair))


def _in_order(wishes: Wishes, players: Players) -> Players:
    """Who has more points first, then who is ranked higher, or drew so."""
    return tuple(sorted(players, key=lambda ref: (-wishes.points[ref], wishes.ranks[ref])))


def _order(wishes: Wishes, players: Players) -> tuple[bool, int, int, int]:
    """Byes last; the pairs with the most points first."""
    points = [wishes.points[ref] for ref in players]
    return len(players) == 1, -max(points), -sum(points), wishes.ranks[players[0]]


def _seated(wishes: Wishes, found: Sequence[tuple[Players, bool]], progress: Progress | None = None) -> list[Pairing]:
    """The pairings with their tables; nobody sits anywhere for a bye."""
    known = [[table for ref in players for table in _tables(wishes, ref)] for players, _ in found if len(players) == 2]
    tables = iter(assigned_tables(known, progress))
    return [
        Pairing(players=players, by_hand=hand, table=next(tables) if len(players) == 2 else None)
        for players, hand in found
    ]


def _tables(wishes: Wishes, ref: str) -> set[int]:
    return set(wishes.records[ref].tables)


def _concessions(wishes: Wishes, pairing: Pairing) -> Iterable[Concession]:
    """The wishes that a pairing doesn't keep to; at its table, how many know it."""
    one, other = (*pairing.players, BYE)[:2]
    for wish in Wish:
        amount = wishes.price(wish, one, other)
        if wish is Wish.NEW_TABLE:
            amount = sum(pairing.table in _tables(wishes, ref) for ref in pairing.players)
        if wishes.ladder and wish is Wish.POINTS_APART and amount == 1:
            continue  # neighbours on a ladder are as near as can be
        if amount:
            yield Concession(wish=wish, players=pairing.players, amount=amount, by_hand=pairing.by_hand)
