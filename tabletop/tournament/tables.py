"""Who sits where: a table for each pair, new to both players if there is one.

An assignment problem of its own, after the pairs are known: the least number of players at a table that they know, and
among these the tables nearest to the pairs' order, squared. It is solved as a matching of pairs with tables. Where
sitting in order brings nobody to a known table, that is the answer at once.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tabletop.tournament.matching import Progress, least_matching


def assigned_tables(known: Sequence[Collection[int]], progress: Progress | None = None) -> list[int]:
    """A table from 1 on for each pair, by the tables that its players have sat at (one that both know stands twice).

    `progress` is told how many pairs and tables have found each other.
    """
    size = len(known)
    in_order = list(range(1, size + 1))
    if not any(table in tables for table, tables in zip(in_order, known, strict=True)):
        return in_order
    unit = size**3 + 1
    apart = 4 * size * unit + 1  # dearer than any way to seat everybody
    weights = [[apart] * (2 * size) for _ in range(2 * size)]
    for pair, tables in enumerate(known):
        for table in in_order:
            price = list(tables).count(table) * unit + (pair + 1 - table) ** 2
            weights[pair][size + table - 1] = weights[size + table - 1][pair] = price
    partners = least_matching(weights, progress).partners
    return [partners[pair] - size + 1 for pair in range(size)]
