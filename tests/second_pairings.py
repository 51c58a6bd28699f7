"""A second program that pairs rounds, from the JSON of an event alone: nothing of `tabletop.tournament` is used.

Points, places on a ladder, meetings, byes and prices are counted here again, in another way, and `networkx` finds the
pairs (`paired_by_networkx`). By the same counts the laws of pairing are asked of a round. That no other is better is
shown three ways: by trying every one where there are few players, by these pairs, and by prices whose bound is added up
here (linear programming's duality), wherever those prices came from.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from hashlib import sha256
from itertools import chain, combinations
from typing import Any

import networkx as nx

WISHES = ("rematch", "second-bye", "points-apart", "bye-to-lowest", "clubs-apart", "seeds", "new-table")
BYE = ""
Prices = tuple[int, ...]
Pair = tuple[str, str]


class SecondRound:
    """A round of an event as its JSON states it, with who is to be paired and what each pair costs."""

    def __init__(self, event: dict[str, Any], number: int) -> None:
        self.event, self.number = event, number
        self.players = {
            player["ref"]: player
            for player in event["players"]
            if player.get("joined", 1) <= number
            and (player.get("dropped_after") is None or player["dropped_after"] >= number)
            and number not in player.get("sits_out", ())
        }
        self.pairings = event["rounds"][number - 1]["pairings"]
        self.met: Counter[frozenset[str]] = Counter()
        self.byes: Counter[str] = Counter()
        self.tables: dict[str, set[int]] = {ref: set() for ref in self.players}
        self.points: Counter[str] = Counter()
        for before in event["rounds"][: number - 1]:
            for pairing in before["pairings"]:
                self._count(pairing)
        if event.get("method") == "ladder":
            self.points = self._places_on_ladder()
        self.lowest = min((self.points[ref] for ref in self.players), default=0)
        challenges = event.get("challenges", []) if number == 1 and event.get("first_round") == "challenges" else []
        by_hand = [pairing["players"] for pairing in self.pairings if pairing.get("by_hand")]
        put = set(chain.from_iterable(by_hand))
        given = [pair for pair in challenges if put.isdisjoint(pair) and self.players.keys() >= set(pair)]
        self.fixed = {frozenset(pair) for pair in [*by_hand, *given]}
        self.seeded = number == 1 and event.get("first_round") == "seeded" and event.get("method") != "ladder"
        self.seed = event["rounds"][number - 1]["seed"]
        self.ranks = {ref: rank for rank, ref in enumerate(sorted(self.players, key=self._rank))}

    def _places_on_ladder(self) -> Counter[str]:
        """What stands for points on a ladder: 0 for the highest of those who play, then -1 and so on.

        Everybody has a height, a fraction. Whoever beats somebody higher is put between that one and the next above.
        """
        heights: dict[str, Fraction] = {}
        for number in range(1, self.number + 1):
            self._let_in(heights, number)
            if number == self.number:
                break
            games = [game for game in self.event["rounds"][number - 1]["pairings"] if len(game["players"]) == 2]
            before = dict(heights)
            for game in sorted(games, key=lambda game: -max(before[ref] for ref in game["players"])):
                result = self._known(game)
                if result is None or result["outcome"] not in ("first", "second"):
                    continue
                winner, beaten = game["players"] if result["outcome"] == "first" else reversed(game["players"])
                if heights[winner] < heights[beaten]:
                    above = min((height for height in heights.values() if height > heights[beaten]), default=None)
                    top = heights[beaten] + 2 if above is None else above
                    heights[winner] = (heights[beaten] + top) / 2
        order = sorted(self.players, key=lambda ref: -heights[ref])
        return Counter({ref: -place for place, ref in enumerate(order)})

    def _let_in(self, heights: dict[str, Fraction], number: int) -> None:
        """Those who have come by the round of a number begin at the foot, by ranking and then by ref."""
        new = [each for each in self.event["players"] if each.get("joined", 1) <= number and each["ref"] not in heights]
        for each in sorted(
            new, key=lambda each: (each.get("joined", 1), each.get("ranking") or float("inf"), each["ref"])
        ):
            heights[each["ref"]] = min(heights.values(), default=Fraction(0)) - 1

    def _draw(self, ref: str) -> int:
        return int(sha256(f"{self.seed}\n{ref}".encode()).hexdigest()[:32], 16) % (2**31 - 2) + 1

    def _rank(self, ref: str) -> tuple[float, int]:
        return self.players[ref].get("ranking") or float("inf"), self._draw(ref)

    def _count(self, pairing: dict[str, Any]) -> None:
        players = pairing["players"]
        if len(players) == 1:
            self.byes[players[0]] += 1
            self.points[players[0]] += self.event.get("scoring", {}).get("bye", 3)
            return
        self.met[frozenset(players)] += 1
        for ref in players:
            self.tables.get(ref, set()).add(pairing["table"])
        if result := self._known(pairing):
            for side, ref in enumerate(players):
                self.points[ref] += self._score(result, side)

    def _known(self, pairing: dict[str, Any]) -> dict[str, Any] | None:
        """The result that counted when this round was paired."""
        result: dict[str, Any] | None = pairing.get("result")
        for old in reversed(pairing.get("corrections", [])):
            if old["after"] >= self.number:
                result = old["was"]
        return result if result is not None and result.get("confirmed", True) else None

    def _score(self, result: dict[str, Any], side: int) -> int:
        scoring = self.event.get("scoring", {})
        win, loss = scoring.get("win", 3), scoring.get("loss", 0)
        for level in scoring.get("levels", []):
            if level["slug"] == result.get("level"):
                win, loss = level["win"], level.get("loss", 0)
        won = {"first": 0, "second": 1}.get(result["outcome"])
        base = win if won == side else loss
        if won is None:
            base = scoring.get("draw", 1) if result["outcome"] == "draw" else scoring.get("loss", 0)
        destroyed = result.get("destroyed", [0, 0])[side]
        bonus = 0
        for band in sorted(scoring.get("bands", []), key=lambda band: band["at_least"]):
            if destroyed >= band["at_least"]:
                bonus = band["bonus"]
        return int(base + bonus)

    def prices(self, one: str, other: str) -> Prices:
        """What a pair costs, wish by wish."""
        if BYE in (one, other):
            ref = one or other
            above = self.points[ref] - self.lowest
            seeds = (len(self.ranks) - 1 - self.ranks[ref]) ** 2 if self.seeded else 0
            return (0, self.byes[ref], above**2, above, 0, seeds, 0)
        mine, yours = self.players[one], self.players[other]
        together = any(mine.get(key) and mine.get(key) == yours.get(key) for key in ("club", "travels_with"))
        apart = together and self.number <= self.event.get("clubs_apart", 1)
        seeds = (abs(self.ranks[one] - self.ranks[other]) - len(self.ranks) // 2) ** 2 if self.seeded else 0
        known = 0
        if len(self.tables[one]) + len(self.tables[other]) >= len(self.players) // 2:
            tables = range(1, len(self.players) // 2 + 1)
            known = min(((table in self.tables[one]) + (table in self.tables[other]) for table in tables), default=0)
        difference = self.points[one] - self.points[other]
        return (self.met[frozenset((one, other))], 0, difference**2, 0, int(apart), seeds, known)

    def free(self) -> list[str]:
        """Who isn't put by hand, with the bye where their number is odd."""
        refs = sorted(self.players.keys() - set(chain.from_iterable(self.fixed)))
        return [*refs, BYE] if len(refs) % 2 else refs

    def found(self) -> list[Pair]:
        """The pairs of those who are free as the round states them."""
        sets = (frozenset(pairing["players"]) for pairing in self.pairings)
        return [(*sorted(refs), BYE)[:2] for refs in sets if refs not in self.fixed]

    def presence_faults(self) -> Iterator[str]:
        """Everybody once, nobody against himself, at most one bye that nobody put by hand."""
        times = Counter(chain.from_iterable(pairing["players"] for pairing in self.pairings))
        if times != Counter([*self.players]):
            yield f"not everybody once: {times - Counter([*self.players])} {Counter([*self.players]) - times}"
        if sum(BYE in pair for pair in self.found()) > 1:
            yield "more than one bye"
        tables = [pairing.get("table") for pairing in self.pairings if len(pairing["players"]) == 2]
        if len(set(tables)) != len(tables) or None in tables:
            yield "a table twice or none"

    def rematch_faults(self) -> Iterator[str]:
        """No rematch while a rematch-free pairing of all who are free exists."""
        again = [pair for pair in self.found() if self.met[frozenset(pair)]]
        if not again:
            return
        graph: nx.Graph[str] = nx.Graph()
        graph.add_nodes_from(self.free())
        graph.add_edges_from(pair for pair in combinations(self.free(), 2) if not self.met[frozenset(pair)])
        if 2 * len(nx.max_weight_matching(graph, maxcardinality=True)) == len(self.free()):
            yield f"rematches that needn't be: {again}"

    def weights(self) -> dict[Pair, int]:
        """Each pair of those who are free with its price in one number, where no lesser wish reaches a greater."""
        prices = {pair: self.prices(*pair) for pair in combinations(sorted(self.free()), 2)}
        most = [max(of) for of in zip(*prices.values(), strict=True)]
        weights, draws = {}, {ref: self._draw(ref) for ref in self.free()}
        for pair, of in prices.items():
            weight = 0
            for price, limit in zip(of, most, strict=True):
                weight = weight * (limit * len(self.players) + 1) + price
            weights[pair] = weight * 2**31 * len(self.players) + draws[pair[0]] * draws[pair[1]] % (2**31 - 1)
        return weights

    def price_faults(self, weights: Mapping[Pair, int], least: int) -> Iterator[str]:
        """The pairs found cost the least, which somebody has shown to be this."""
        found = sum(weights[min(pair), max(pair)] for pair in self.found())
        if found != least:
            yield f"costs {found} where {least} is possible"


def least_by_trying(refs: Sequence[str], weights: Mapping[Pair, int]) -> int:
    """What the cheapest pairing costs, of all there are."""
    if not refs:
        return 0
    first, *others = refs
    return min(
        weights[first, other] + least_by_trying([*others[:place], *others[place + 1 :]], weights)
        for place, other in enumerate(others)
    )


def paired_by_networkx(weights: Mapping[Pair, int]) -> set[Pair]:
    """The pairs that cost the least together, as another library finds them."""
    graph: nx.Graph[str] = nx.Graph()
    graph.add_weighted_edges_from((one, other, weight) for (one, other), weight in weights.items())
    return {(min(pair), max(pair)) for pair in nx.min_weight_matching(graph)}


def least_by_bound(
    refs: Sequence[str],
    weights: Mapping[Pair, int],
    prices: Sequence[int],
    odd_sets: Iterable[tuple[frozenset[int], int]],
) -> int:
    """What no pairing costs less than, by prices of players and of odd sets of them; ValueError if they are wrong.

    Each pair costs at least half its players' prices less those of the sets that hold both, and a pairing has at most
    half of an odd set's players, rounded down, paired inside it.
    """
    slack = {}
    for (one, first), (other, second) in combinations(enumerate(refs), 2):
        slack[one, other] = 2 * weights[first, second] - prices[one] - prices[other]
    bound = sum(prices)
    for odd, price in odd_sets:
        if price < 0 or len(odd) % 2 == 0:
            raise ValueError("no price of an odd set")
        for pair in combinations(sorted(odd), 2):
            slack[pair] += price
        bound -= price * (len(odd) // 2)
    if min(slack.values(), default=0) < 0:
        raise ValueError("a pair costs less than its players' prices")
    return -(-bound // 2)
