"""Games of Greyhawk Wars played by lot to their end: whole logs, undo to any point, no card of another's told.

Every command was offered, so that none may be refused. `python -m benchmarks.crowns_by_lot --games 500`.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from random import Random
from time import process_time

from tests.crowns import POWERS, begun, check_secrets, played
from tests.whole_battles import check_battle

COMMANDS = 40  # between two looks at what is told
MOST_LOOKS = 120


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    games: int = parser.parse_args().games
    start, ends, kinds, commands = process_time(), Counter[str](), Counter[str](), 0
    for seed in range(games):
        chance, log = Random(seed), begun(POWERS[: 2 + seed % 3])
        for _ in range(MOST_LOOKS):
            since, log = log.head, played(log, chance, COMMANDS)
            check_secrets(log, since)
            if log.state.how:
                break
        check_battle(log)
        ends[log.state.how.partition(" ")[2] or "not over"] += 1
        kinds.update(type(event.fact).__name__ for event in log.events())
        commands += len({event.cause for event in log.events()})
    told = ", ".join(f"{how} {count}" for how, count in ends.most_common(5))
    print(f"{games} games: {commands} commands, {kinds.total()} events, {process_time() - start:.0f} s; {told}")
    print(", ".join(f"{kind} {count}" for kind, count in kinds.most_common()))
    sys.exit(ends["not over"] > 0)


if __name__ == "__main__":
    main()
