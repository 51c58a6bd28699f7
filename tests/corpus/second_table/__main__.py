"""Tables drawn by lot and judged a second time, from the book and by the plainest of means; `make second_table`.

    python -m tests.corpus.second_table --kind sight --tables 500 --seed 1

Each kind is a module here with a geometry of its own (`plane`); nothing of `tabletop` is used but to be compared.
Prints how many answers of each kind were compared, and every difference with its table. Where one is found, the book
decides which of the two is wrong.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator

from tests.corpus.second_table import flight, moves, overruns, shots, sight, templates
from tests.corpus.second_table.lot import Drawn, Lot

Compared = Iterator[tuple[Drawn, str, str]]

KINDS: dict[str, Callable[[Lot], Compared]] = {
    "sight": sight.compare,
    "moves": moves.compare,
    "shots": shots.compare,
    "templates": templates.compare,
    "overruns": overruns.compare,
    "flight": flight.compare,
}


def main() -> int:
    options = argparse.ArgumentParser()
    options.add_argument("--kind", choices=KINDS, action="append")
    options.add_argument("--tables", type=int, default=500)
    options.add_argument("--seed", type=int, default=1)
    asked = options.parse_args()
    wrong = 0
    for kind in asked.kind or KINDS:
        lot, count, differences = Lot(asked.seed), 0, 0
        for _ in range(asked.tables):
            for drawn, question, fault in KINDS[kind](lot):
                count += 1
                if fault:
                    differences += 1
                    print(f"{kind}: {question}: {fault}", json.dumps(drawn.plain), flush=True)
        print(f"{kind}: {count} answers on {asked.tables} tables, {differences} differences", flush=True)
        wrong += differences
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
