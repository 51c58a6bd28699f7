"""Battles of random legal armies by random legal commands, checked fact by fact and as logs.

2,000 on paper and 200 on drawn tables, or `--battles 100 --drawn 10`.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections import Counter
from time import process_time

from tests.battles_by_lot import by_lot, fought

BATTLES, DRAWN = 2_000, 200
BAR, BAR_DRAWN = 0.2, 4.0  # seconds of processor time for a battle, its checks among them: on paper, on a table


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--battles", type=int, default=BATTLES)
    parser.add_argument("--drawn", type=int, default=DRAWN)
    asked = parser.parse_args()
    on_paper = _battles(asked.battles, drawn=False)
    on_tables = _battles(asked.drawn, drawn=True)
    sys.exit(on_paper > BAR or on_tables > BAR_DRAWN)


def _battles(number: int, *, drawn: bool) -> float:
    """Seconds of processor time that each of so many battles took."""
    start, facts = process_time(), Counter[str]()
    for seed in range(number):
        facts += fought(seed, by_lot(seed), drawn=drawn, as_a_log=True)
    each = (process_time() - start) / max(number, 1)
    print(
        f"{number:,} battles by lot {'on drawn tables' if drawn else 'on paper'}, {facts.total():,} facts of "
        f"{len(facts)} kinds, {facts['BattleEnded']:,} with a result before the end of turn 12: "
        f"{1000 * each:.0f} ms of processor time for a battle"
    )
    return each


if __name__ == "__main__":
    main()
