"""What each possible pair of a round costs, wish by wish, and all of it as one whole number.

Nothing is forbidden, everything has a price. A wish weighs more than all lesser ones together: the unit of each is more
than the greatest price that a whole round can come to by those below it. In order:

| wish | price of a pair |
|---|---|
| no rematch | how often they have met |
| no second bye | byes that the player has had |
| the same points | the difference of their points, squared; a bye counts as somebody with the lowest points |
| the bye to the lowest | points above the lowest |
| clubs apart | 1 for two of one club or travelling together, in the first rounds |
| seeds | in a seeded first round: how far from the place in the other half, squared; the last one has the bye |
| a new table | of all tables the least number of both who have sat there |
| the lot | the product of both draws from the seed, modulo a prime |

On a ladder a place stands for points: a neighbour costs 1, and the bye goes to the foot.

A bye stands as a player of its own, `BYE`. As it counts as the lowest points, an odd player high up moves down step by
step rather than being given the bye: a bye far above the lowest would cost the square of all these steps together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from itertools import combinations

from tabletop.tournament.event import Event, FirstRound, Method, Player, Wish
from tabletop.tournament.ladder import ladder_before
from tabletop.tournament.records import Record, records_before

BYE = ""  # no player's ref
LOT_MODULUS = 2**31 - 1  # prime: products of two draws are spread evenly
PricedPair = tuple[str, str]


class Wishes:
    """The prices of a round's pairs by the wishes; refs in any order, `BYE` for who meets nobody."""

    def __init__(self, event: Event, number: int, seed: str) -> None:
        self.number = number
        self.players = {player.ref: player for player in event.playing(number)}
        self.records = {ref: record for ref, record in records_before(event, number).items() if ref in self.players}
        self.ladder = ladder_before(event, number) if event.method is Method.LADDER else []
        self.points = {ref: -place for place, ref in enumerate(self.ladder)} or {
            ref: record.points for ref, record in self.records.items()
        }
        self.lowest = min(self.points.values(), default=0)
        self.points[BYE] = self.lowest
        self.tables = len(self.players) // 2
        self.seeded = number == 1 and event.first_round is FirstRound.SEEDED and event.method is not Method.LADDER
        self.draws = {ref: _draw(seed, ref) for ref in self.points}
        self.ranks = {ref: rank for rank, ref in enumerate(sorted(self.players, key=self._by_ranking))}
        self.sparse = {
            Wish.REMATCH: _meetings(self.records),
            Wish.SECOND_BYE: {(BYE, ref): record.byes for ref, record in self.records.items() if record.byes},
            Wish.BYE_TO_LOWEST: {
                (BYE, ref): self.points[ref] - self.lowest for ref in self.players if self.points[ref] > self.lowest
            },
            Wish.CLUBS_APART: _together(self.players.values()) if number <= event.clubs_apart else {},
            Wish.NEW_TABLE: self._old_tables(),
        }

    def _by_ranking(self, ref: str) -> tuple[float, int, str]:
        ranking = self.players[ref].ranking
        return (float("inf") if ranking is None else ranking), self.draws[ref], ref

    def price(self, wish: Wish, one: str, other: str) -> int:
        """What a pair costs by a wish."""
        if wish is Wish.POINTS_APART:
            return (self.points[one] - self.points[other]) ** 2
        if wish is Wish.SEEDS:
            return self._seed_price(one, other)
        return self.sparse[wish].get((min(one, other), max(one, other)), 0)

    def weights(self, refs: Sequence[str]) -> list[list[int]]:
        """What each pair of some players costs as one number."""
        units = self._units(refs)
        points, draws = [self.points[ref] for ref in refs], [self.draws[ref] for ref in refs]
        unit = units[Wish.POINTS_APART]
        rows = [
            [draw * drawn % LOT_MODULUS + (own - there) ** 2 * unit for drawn, there in zip(draws, points, strict=True)]
            for draw, own in zip(draws, points, strict=True)
        ]
        positions = {ref: position for position, ref in enumerate(refs)}
        for wish, prices in self.sparse.items():
            for (one, other), price in prices.items():
                if one in positions and other in positions:
                    rows[positions[one]][positions[other]] += price * units[wish]
                    rows[positions[other]][positions[one]] += price * units[wish]
        if self.seeded:
            for one, other in combinations(refs, 2):
                price = self._seed_price(one, other) * units[Wish.SEEDS]
                rows[positions[one]][positions[other]] += price
                rows[positions[other]][positions[one]] += price
        return rows

    def _units(self, refs: Sequence[str]) -> dict[Wish, int]:
        """What one point of each wish weighs: more than all that a round can cost by the lesser ones."""
        pairs = len(refs) // 2 + 1
        points = [self.points[ref] for ref in refs]
        most = {wish: max(prices.values(), default=0) for wish, prices in self.sparse.items()}
        most[Wish.POINTS_APART] = (max(points, default=0) - min(points, default=0)) ** 2
        most[Wish.SEEDS] = len(self.players) ** 2 if self.seeded else 0
        units, unit = {}, pairs * LOT_MODULUS
        for wish in reversed(Wish):
            units[wish] = unit
            unit *= pairs * most[wish] + 1
        return units

    def _seed_price(self, one: str, other: str) -> int:
        if not self.seeded:
            return 0
        last, half = len(self.players) - 1, len(self.players) // 2
        if BYE in (one, other):
            return (last - self.ranks[one or other]) ** 2
        return (abs(self.ranks[one] - self.ranks[other]) - half) ** 2

    def _old_tables(self) -> dict[PricedPair, int]:
        """For pairs without a table that is new to both, how many of them know the least known one."""
        sat = {ref: {table for table in record.tables if table <= self.tables} for ref, record in self.records.items()}
        busy = {ref: tables for ref, tables in sat.items() if 2 * len(tables) >= self.tables}
        prices = {}
        for one, tables in busy.items():
            for other, others in sat.items():
                if other == one or len(tables | others) < self.tables:
                    continue
                prices[min(one, other), max(one, other)] = 1 if len(tables & others) < self.tables else 2
        return prices


def _draw(seed: str, ref: str) -> int:
    """A player's lot, from the seed and the ref alone."""
    drawn = int.from_bytes(sha256(f"{seed}\n{ref}".encode()).digest()[:16])
    return drawn % (LOT_MODULUS - 1) + 1


def _meetings(records: Mapping[str, Record]) -> dict[PricedPair, int]:
    """How often two have met, of those who have."""
    meetings: dict[PricedPair, int] = {}
    for ref, record in records.items():
        for opponent in record.opponents:
            if ref < opponent:
                meetings[ref, opponent] = meetings.get((ref, opponent), 0) + 1
    return meetings


def _together(players: Iterable[Player]) -> dict[PricedPair, int]:
    """Pairs of one club, and pairs who travel together."""
    groups: dict[tuple[str, str], list[str]] = {}
    for player in players:
        for kind, name in (("club", player.club), ("travel", player.travels_with)):
            if name:
                groups.setdefault((kind, name), []).append(player.ref)
    return {pair: 1 for refs in groups.values() for pair in combinations(sorted(refs), 2)}
