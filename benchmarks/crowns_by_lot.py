"""Games of Greyhawk Wars played by lot to their end: whole logs, undo to any point, no card of another's told.

Every command was offered, so that none may be refused. Every second game has ships on both sides, and some for hire.
By one seed a game is the same to the byte, and so is the digest of all of them. `python -m benchmarks.crowns_by_lot
--games 500`.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from random import Random
from time import process_time
from typing import Any

from tabletop.greyhawk.battle.fight_facts import FightBegun
from tests.crowns import PACKS, POWERS, begun, check_secrets, played, sea_packs, starts
from tests.whole_battles import check_battle

COMMANDS = 40  # between two looks at what is told
MOST_LOOKS = 120


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    games: int = parser.parse_args().games
    start, ends, kinds, commands = process_time(), Counter[str](), Counter[str](), 0
    digest, at_sea = sha256(), sea_packs()
    for seed in range(games):
        packs = at_sea if seed % 2 else PACKS
        powers = POWERS[seed % 2 * (2 - seed // 2 % 3) :][: 2 + seed // 2 % 3]
        chance, log = Random(seed), begun(powers, rosters=starts(powers, packs), packs=packs, seed=seed)
        for _ in range(MOST_LOOKS):
            since, log = log.head, played(log, chance, COMMANDS)
            check_secrets(log, since)
            if log.state.how:
                break
        check_battle(log)
        ends[log.state.how.partition(" ")[2] or "not over"] += 1
        digest.update(log.digest.encode())
        kinds.update(kind for event in log.events() for kind in kinds_of(event.fact))
        if seed % 50 == 49:
            print(f"{seed + 1} games, {process_time() - start:.0f} s", flush=True)
        commands += len({event.cause for event in log.events()})
    told = ", ".join(f"{how} {count}" for how, count in ends.most_common(5))
    print(f"{games} games: {commands} commands, {kinds.total()} events, {process_time() - start:.0f} s; {told}")
    print(", ".join(f"{kind} {count}" for kind, count in kinds.most_common()))
    print(f"digest of all logs: {digest.hexdigest()}")
    sys.exit(ends["not over"] > 0)


def kinds_of(fact: Any) -> Iterator[str]:
    """What is counted of a fact: its kind, and of a battle whether it is at sea, or of marines ashore with ships."""
    yield type(fact).__name__
    if isinstance(fact, FightBegun) and fact.fight.ground.at_sea:
        yield "of marines ashore" if fact.fight.origin == fact.fight.area else "at sea"


if __name__ == "__main__":
    main()
