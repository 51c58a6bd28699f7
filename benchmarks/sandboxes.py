"""Tables without phases played by lot, each as one log: 200, or `--tables 50`; `--first 1000` for others.

A table that breaks a law is named by its seed, and the others go on.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections import Counter
from statistics import median
from time import process_time
from traceback import print_exc

from benchmarks.load import p95
from tests.sandboxes_by_lot import played_by_lot

TABLES, COMMANDS = 200, 150
BAR = 2.0  # seconds of processor time for a table, its checks among them


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--first", type=int, default=0)
    asked = parser.parse_args()
    facts, taken, broken = Counter[str](), list[float](), list[int]()
    for seed in range(asked.first, asked.first + asked.tables):
        start = process_time()
        try:
            facts += played_by_lot(seed, COMMANDS)
        except Exception:  # whatever it is, no table may raise it
            broken.append(seed)
            print(f"seed {seed}:", file=sys.stderr)
            print_exc()
        taken.append(process_time() - start)
    kinds = ", ".join(f"{count:,} {kind}" for kind, count in facts.most_common())
    print(
        f"{asked.tables:,} tables by lot of {COMMANDS} commands tried: {kinds}; {len(broken)} break a law; "
        f"processor time of a table: {1000 * sum(taken) / len(taken):.0f} ms, in the middle "
        f"{1000 * median(taken):.0f}, p95 {1000 * p95(taken):.0f}, longest {1000 * max(taken):.0f}"
    )
    sys.exit(bool(broken) or sum(taken) / len(taken) > BAR)


if __name__ == "__main__":
    main()
