"""Games of Wizard Kings played by lot to their end: whole logs, undo to any point, and nothing of the other side told.

Every command was offered, so that none may be refused. `python -m benchmarks.kings_by_lot --games 500`.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from random import Random
from time import process_time

from tabletop.wizardkings.catalogue import Size
from tests.kings import begun, check_secrets, played
from tests.whole_battles import check_battle

COMMANDS = 50  # between two looks at what is told
MOST_LOOKS = 60
SIZES = (Size.SMALL, Size.SMALL, Size.MEDIUM, Size.SMALL, Size.LARGE)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    games: int = parser.parse_args().games
    start, ends, events, commands = process_time(), Counter[str](), 0, 0
    for seed in range(games):
        chance, log = Random(seed), begun(SIZES[seed % len(SIZES)])
        for _ in range(MOST_LOOKS):
            log = played(log, chance, COMMANDS)
            check_secrets(log)
            if log.state.how:
                break
        check_battle(log)
        ends[log.state.how or "not over"] += 1
        events += log.head
        commands += len({event.cause for event in log.events()})
    told = ", ".join(f"{how} {count}" for how, count in ends.most_common())
    print(f"{games} games: {commands} commands, {events} events, {process_time() - start:.0f} s; {told}")
    sys.exit(ends["not over"] > 0)


if __name__ == "__main__":
    main()
