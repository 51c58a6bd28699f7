"""Games of Arrakhar's Wand by random legal actions, each checked as a log and for what it shows to whom.

500 games of at most 500 events, or `--games 20 --events 200`. Undo to any command, replay to the byte, and nothing that
one side is shown depends on what another one hides.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections import Counter
from time import process_time

from tests.valley_by_lot import played
from tests.whole_battles import check_battle

GAMES, EVENTS = 500, 500
BAR = 3.0  # seconds of processor time for a game, its checks among them


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--events", type=int, default=EVENTS)
    asked = parser.parse_args()
    start, counts, winners, events = process_time(), Counter[str](), Counter[str](), 0
    for seed in range(asked.games):
        log, done = played(seed, asked.events, check_every=100)
        check_battle(log)
        counts += done
        winners[log.state.winner or "nobody yet"] += 1
        events += log.head
    each = (process_time() - start) / max(asked.games, 1)
    print(f"{asked.games:,} games by lot, {events:,} events, {each:.2f} s of processor time for a game")
    print("won by", ", ".join(f"{who}: {count}" for who, count in sorted(winners.items())))
    print("; ".join(f"{what}: {count:,}" for what, count in sorted(counts.items())))
    sys.exit(each > BAR)


if __name__ == "__main__":
    main()
