"""Matchings of least weight: proved by their own prices, and weighed by another program."""

from __future__ import annotations

from itertools import combinations
from random import Random

import networkx as nx
import pytest

from tabletop.tournament import matching
from tabletop.tournament.matching import Matching, Weights, least_matching
from tests.laws import law_of


def weights(size: int, random: Random) -> list[list[int]]:
    """At random, small or very large, or the squared distances of places on a grid, with many ties."""
    if random.random() < 0.5:
        grid = [(random.randrange(20), random.randrange(20)) for _ in range(size)]
        return [[(x - u) ** 2 + (y - v) ** 2 for u, v in grid] for x, y in grid]
    largest = random.choice([2, 5, 30, 10**6, 10**30])
    rows = [[0] * size for _ in range(size)]
    for one, other in combinations(range(size), 2):
        rows[one][other] = rows[other][one] = random.randrange(largest)
    return rows


def weight(rows: Weights, matching: Matching) -> int:
    return sum(rows[one][other] for one, other in matching.pairs())


def prove(rows: Weights, matching: Matching) -> None:
    """Everybody is paired, every edge has its slack, and the prices add up to the weight: none is lighter."""
    size = len(rows)
    assert sorted(matching.partners) == list(range(size))
    assert all(matching.partners[matching.partners[place]] == place for place in range(size))
    assert all(matching.partners[place] != place for place in range(size))
    assert all(len(odd) % 2 and price > 0 for odd, price in matching.odd_sets)
    for one, other in combinations(range(size), 2):
        inside = sum(price for odd, price in matching.odd_sets if one in odd and other in odd)
        assert 2 * rows[one][other] - matching.prices[one] - matching.prices[other] + inside >= 0
    bound = sum(matching.prices) - sum(price * (len(odd) // 2) for odd, price in matching.odd_sets)
    assert bound == 2 * weight(rows, matching)


@law_of(range(150))
def test_a_matching_is_proved_by_its_prices_and_weighs_what_networkx_says(case: int) -> None:
    random = Random(case)
    rows = weights(2 * random.randint(0, 7), random)
    found = least_matching(rows)
    prove(rows, found)
    graph: nx.Graph[int] = nx.Graph()
    graph.add_weighted_edges_from((one, other, rows[one][other]) for one, other in combinations(range(len(rows)), 2))
    assert sum(rows[one][other] for one, other in nx.min_weight_matching(graph)) == weight(rows, found)


@pytest.mark.parametrize("lightest", [1, 4])
def test_edges_that_were_left_out_at_first_come_in_where_they_are_needed(
    lightest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(matching, "LIGHTEST", lightest)
    for case in range(30):
        random = Random(case)
        rows = weights(2 * random.randint(1, 30), random)
        prove(rows, least_matching(rows))


def test_an_odd_number_of_places_is_refused() -> None:
    with pytest.raises(ValueError, match="odd number"):
        least_matching([[0]])
