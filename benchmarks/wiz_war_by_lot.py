"""Games of Wiz-War played by lot, most to their end: whole logs, undo to any point, and nothing of another hand told.

Every command was offered, so that none may be refused. `python -m benchmarks.wiz_war_by_lot --games 500`.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from random import Random
from time import process_time

from tabletop.wizwar.catalogue import Option
from tests.labyrinth import all_options, begun, book, check_secrets, played
from tests.whole_battles import check_battle

LOOKS = (40, 160, 500)  # commands before each look at what is told


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    games: int = parser.parse_args().games
    start, ends, events, commands, turns = process_time(), Counter[str](), 0, 0, 0
    options = list(all_options())
    for seed in range(games):
        chance, of = Random(seed), options[seed % len(options)]
        books = [book("draft-white"), book("draft-black")] if seed % 11 == 0 else ()
        is_paper = seed % 7 == 6
        log = begun(seed, 2 + seed % 3, books, options=of, points=3 if Option.EXTENDED in of else 2, on_paper=is_paper)
        for commands_more in LOOKS:
            log = played(log, chance, commands_more)
            check_secrets(log)
        check_battle(log)
        ends[log.state.how or "not over"] += 1
        events += log.head
        turns += log.state.turn
        commands += len({event.cause for event in log.events()})
        if seed % 50 == 49:
            print(f"{seed + 1} games, {commands} commands, {process_time() - start:.0f} s", flush=True)
    told = ", ".join(f"{how} {count}" for how, count in ends.most_common())
    took = process_time() - start
    print(f"{games} games: {turns} turns, {commands} commands, {events} events, {took:.0f} s; {told}")
    sys.exit(ends["not over"] > games // 2)


if __name__ == "__main__":
    main()
