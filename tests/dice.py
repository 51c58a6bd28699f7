"""A great many plays at once, with real faces, and how well they agree with exact odds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from math import sqrt
from typing import Any

import numpy as np

from tabletop.dice import Chain, Change, Dice, Distribution, Hits, Roll, Several, Total

AT_ONCE = 2_000_000  # faces in one array
MOST_DICE = 22  # of a throw whose faces make one whole number of 64 bits
RARE = 20  # outcomes expected less often than this are counted together


def played_often(steps: Any, start: Hashable, plays: int, generator: np.random.Generator) -> Counter[Any]:
    """How often so many plays end in each state. Plays in one state throw together, each with faces of its own."""
    states = Counter({start: plays})
    for step in steps:
        after: Counter[Any] = Counter()
        for state, often in states.items():
            if isinstance(step, Change):
                after[step.after(state)] += often
            elif (roll := step.roll(state)) is None:
                after[state] += often
            else:
                for result, times in _results(roll, often, generator).items():
                    after[step.after(state, result)] += times
        states = after
    return states


def _results(roll: Roll, often: int, generator: np.random.Generator) -> Counter[Any]:
    if isinstance(roll, Chain):
        ends = played_often(roll.steps(), roll.start(), often, generator)
        return sum((Counter({roll.result(end): times}) for end, times in ends.items()), Counter())
    results: Counter[Any] = Counter()
    share = max(AT_ONCE // max(roll.count, 1), 1)
    for first in range(0, often, share):
        throws = generator.integers(1, 7, (min(share, often - first), roll.count), dtype=np.int8)
        throws.sort(axis=1) if _order_is_nothing(roll) else None
        for faces, count in _different(throws):
            results[roll.read(faces)] += count
    return results


def _different(throws: Any) -> Iterator[tuple[list[int], int]]:
    """Every throw that isn't like another, with how often it is there."""
    if throws.shape[1] > MOST_DICE:
        different, times = np.unique(throws, axis=0, return_counts=True)
    else:
        codes = throws.astype(np.int64) @ 7 ** np.arange(throws.shape[1], dtype=np.int64)
        _, firsts, times = np.unique(codes, return_index=True, return_counts=True)
        different = throws[firsts]
    yield from zip(different.tolist(), times.tolist(), strict=True)


def _order_is_nothing(roll: Roll) -> bool:
    """Whether sorted faces are read as they were before: then few kinds of throws are left to read."""
    return isinstance(roll, Hits | Dice) or (isinstance(roll, Total | Several) and roll.dice.count == 1)


def surprise(counts: Counter[Any], odds: Distribution[Any]) -> float:
    """How many standard deviations chi-square lies over its mean, rare outcomes taken together; about normal."""
    plays = counts.total()
    assert set(counts) <= set(odds.weights)
    square, cells, rare, rare_expected = 0.0, 0, 0, 0.0
    for outcome, chance in odds.chances().items():
        expected = float(chance) * plays
        if expected < RARE:
            rare, rare_expected = rare + counts[outcome], rare_expected + expected
            continue
        square += (counts[outcome] - expected) ** 2 / expected
        cells += 1
    if rare_expected >= RARE:
        square += (rare - rare_expected) ** 2 / rare_expected
        cells += 1
    freedom = max(cells - 1, 1)
    return (square - freedom) / sqrt(2 * freedom)
