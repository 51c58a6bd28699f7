"""Battles of random legal armies by random legal commands, checked fact by fact and as logs.

2,000 on paper and 200 on drawn tables, or `--battles 100 --drawn 10`; `--first 5000` for others, `--workers 2` for two
at a time. A battle that breaks a law is named by its seed, and the others go on.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections import Counter
from functools import partial
from multiprocessing import get_context
from statistics import median
from time import process_time
from traceback import format_exc

from msgspec import Struct

from benchmarks.load import p95
from tests.battles_by_lot import by_lot, fought

BATTLES, DRAWN = 2_000, 200
BAR, BAR_DRAWN = 0.2, 4.0  # seconds of processor time for a battle, its checks among them: on paper, on a table
EACH = 200  # battles of a process: what one has learnt of its catalogue is let go with it


class Fought(Struct, frozen=True):
    """A battle: seconds of processor time, how often each kind of fact came, and which law it broke, if any."""

    seed: int
    seconds: float
    facts: Counter[str]
    broken: str = ""


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--battles", type=int, default=BATTLES)
    parser.add_argument("--drawn", type=int, default=DRAWN)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--workers", type=int, default=1)
    asked = parser.parse_args()
    is_late = [
        _battles(range(asked.first, asked.first + number), asked.workers, drawn=drawn) > bar
        for number, drawn, bar in ((asked.battles, False, BAR), (asked.drawn, True, BAR_DRAWN))
        if number
    ]
    sys.exit(any(is_late))


def _battles(seeds: range, workers: int, *, drawn: bool) -> float:
    """Seconds of processor time that each battle took; infinite where a law is broken."""
    with get_context("spawn").Pool(workers, maxtasksperchild=EACH) as pool:
        battles = []
        for battle in pool.imap_unordered(partial(_battle, drawn=drawn), seeds):
            battles.append(battle)
            if battle.broken:
                print(f"seed {battle.seed}{' on a drawn table' if drawn else ''}: {battle.broken}", flush=True)
    facts = sum((battle.facts for battle in battles), Counter[str]())
    taken = [battle.seconds for battle in battles]
    broken = sum(bool(battle.broken) for battle in battles)
    print(
        f"{len(seeds):,} battles by lot {'on drawn tables' if drawn else 'on paper'}, {facts.total():,} facts of "
        f"{len(facts)} kinds, {facts['BattleEnded']:,} with a result before the end of turn 12, {broken} that break a "
        f"law; processor time of a battle: {1000 * sum(taken) / len(taken):.0f} ms, in the middle "
        f"{1000 * median(taken):.0f}, p95 {1000 * p95(taken):.0f}, longest {1000 * max(taken):.0f}",
        flush=True,
    )
    return float("inf") if broken else sum(taken) / len(taken)


def _battle(seed: int, *, drawn: bool) -> Fought:
    start = process_time()
    try:
        facts, broken = fought(seed, by_lot(seed), drawn=drawn, as_a_log=True), ""
    except Exception:  # whatever it is, no battle may raise it
        facts, broken = Counter[str](), format_exc()
    return Fought(seed, process_time() - start, facts, broken)


if __name__ == "__main__":
    main()
