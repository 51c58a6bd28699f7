"""How long tables take to roll, 10,000 of each region, all of them checked; our overlap test beside shapely's."""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import combinations
from time import process_time

import shapely

from tabletop.arcana.battlefield import Table
from tabletop.decoding import MalformedError
from tabletop.geometry.primitives.exact import Ring, hull, overlap
from tests.charts import REGIONS, rolled

SEEDS = 10_000
PIECES = 8
MOST_A_TABLE = 0.006
NO_AREA = 1e-6

Pair = tuple[Ring, Ring]


def faults(table: Table) -> list[str]:
    """What a table must never have: overlapping pieces, or pieces beyond its edges."""
    areas = [shapely.Polygon(each.polygon) for each in table.terrain]
    whole = shapely.box(0, 0, *table.size)
    found = [f"{table.name}: a piece leaves the table" for area in areas if area.difference(whole).area > NO_AREA]
    pairs = (pair for pair in combinations(areas, 2) if pair[0].intersects(pair[1]))
    return found + [f"{table.name}: pieces overlap" for one, two in pairs if one.intersection(two).area > NO_AREA]


def measured(region: str) -> list[str]:
    missed: list[str] = []
    taken = 0.0
    for seed in range(SEEDS):
        start = process_time()
        try:
            table = rolled(region, pieces=PIECES, seed=seed)
        except MalformedError as error:
            missed.append(f"{region}, seed {seed}: {error}")
            continue
        taken += process_time() - start
        missed += faults(table)
    print(f"{region:<20} {SEEDS:>6,} tables of {PIECES} pieces {taken / SEEDS * 1e3:8.3f} ms each")
    if taken / SEEDS > MOST_A_TABLE:
        missed.append(f"{region}: a table takes more than {MOST_A_TABLE * 1e3:g} ms")
    return missed


def some_pairs() -> list[Pair]:
    rings = [
        hull((round(x * 100), round(y * 100)) for x, y in each.polygon)
        for seed in range(30)
        for each in rolled("forests", pieces=PIECES, seed=seed).terrain
    ]
    return list(combinations(rings, 2))[:5_000]


def timed(work: Callable[[Pair], object], pairs: list[Pair]) -> float:
    start = process_time()
    for pair in pairs:
        work(pair)
    return (process_time() - start) / len(pairs)


def compared() -> None:
    """Whether two convex outlines share any area, by ours and by theirs."""
    pairs = some_pairs()
    ours = timed(lambda pair: overlap(*pair), pairs)
    peer = timed(lambda pair: shapely.Polygon(pair[0]).relate_pattern(shapely.Polygon(pair[1]), "2********"), pairs)
    print(f"{'overlap, exact':<38} {ours * 1e6:8.2f} µs")
    print(f"{'shapely, from the same corners':<38} {peer * 1e6:8.2f} µs   ours takes {ours / peer:.2f} of it")


def main() -> None:
    missed = [fault for region in REGIONS for fault in measured(region)]
    compared()
    if missed:
        sys.exit("\n".join(missed))


if __name__ == "__main__":
    main()
