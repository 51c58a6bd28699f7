"""Everything that can be asked about a table of forty units: all moves, all charges in reach, and who sees whom."""

from __future__ import annotations

import sys
from statistics import median, quantiles
from time import process_time

from benchmarks import charge
from tabletop.arcana.battlefield import PlacedTable
from tabletop.arcana.rules.visibility import seen, sees, view_of

TABLES = 5
MOST_A_TABLE = 0.5
MOST_A_PAIR = 0.0003


def sights(scene: PlacedTable) -> tuple[float, int]:
    """Seconds for every unit's sight of every other, made ready included, and how many pairs see each other."""
    start = process_time()
    view = view_of(scene)
    visible = sum(sum(seen(view, unit, scene.others(unit))) for unit in scene.units.values())
    return process_time() - start, visible


def one_by_one(scene: PlacedTable) -> list[float]:
    """The seconds of each pair where it is asked alone, on a table that is ready."""
    view, times = view_of(scene), []
    for unit in scene.units.values():
        for other in scene.others(unit):
            start = process_time()
            sees(view, unit, other)
            times.append(process_time() - start)
    return times


def measured(scene: PlacedTable) -> float:
    """Seconds for the whole table, told as they are found."""
    moving = charge.whole(scene)
    looking, visible = sights(scene)
    pairs = len(scene.units) * (len(scene.units) - 1)
    print(
        f"{len(scene.units)} units: {moving:.2f} s moves and charges, {looking:.2f} s sight of {pairs:,} pairs"
        f" ({visible / pairs:.0%} see each other), {moving + looking:.2f} s in all"
    )
    return moving + looking


def main() -> None:
    scenes = [charge.table(seed, full=True) for seed in range(TABLES)]
    tables = [measured(scene) for scene in scenes]
    pairs = [spent for scene in scenes for spent in one_by_one(scene)]
    print(f"a whole table: {median(tables):.2f} s median, {max(tables):.2f} s at most")
    print(f"a pair alone: {median(pairs) * 1e3:.2f} ms median, {quantiles(pairs, n=20)[-1] * 1e3:.2f} ms p95")
    if max(tables) > MOST_A_TABLE or median(pairs) > MOST_A_PAIR:
        sys.exit(f"slower than {MOST_A_TABLE:g} s a table or {MOST_A_PAIR * 1e3:g} ms a pair")


if __name__ == "__main__":
    main()
