"""How long a round of 200 and of 1,000 players takes to pair, at worst of six rounds, with its certificate.

With `--events 5000 --fields 2000` the laws of pairing are asked by a second program, too: of so many events of 6 to 128
players made up, and of so many of 2 to 8 in which every possible pairing is tried; about six minutes of the processor.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from random import Random
from time import process_time

from msgspec.structs import replace

from tabletop.tournament.event import FirstRound
from tabletop.tournament.pairings import paired
from tests.tournaments import a_played_event, an_event, faults_of, played, same_again

ROUNDS = 6
BARS = {200: 0.5, 1000: 20.0}  # players: seconds for a round
SHOWN = 250


def seconds_of_rounds(size: int) -> Iterator[float]:
    """Each round of an event, by lot first and clubs apart for two rounds."""
    random = Random(size)
    event = replace(an_event(size, ROUNDS, random), first_round=FirstRound.RANDOM, clubs_apart=2)
    for number in range(ROUNDS):
        start = process_time()
        event = paired(event, f"bench-{number}")
        yield process_time() - start
        event = played(event, random)


def breaches(least: int, most: int, *, events: int) -> int:
    """How many events break a law, each told; as many are of 6 to 12 players as of 12 to 24, and so on."""
    broken = 0
    for case in range(events):
        size = int(least * ((most + 1) / least) ** Random(case).random())
        event = a_played_event(size, 3 + case % 4, case)
        faults = [*faults_of(event), *([] if same_again(event) else ["another pairing under other names"])]
        broken += bool(faults)
        for fault in faults:
            print(f"event {case}: {fault}")
        if case % SHOWN == SHOWN - 1:
            print(f"{case + 1:,} of {events:,} events, {broken} with a breach", flush=True)
    return broken


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=0)
    parser.add_argument("--fields", type=int, default=0)
    options = parser.parse_args()
    over = False
    for size, bar in BARS.items():
        worst = max(seconds_of_rounds(size))
        over |= worst > bar
        print(
            f"{size:5,} players, the slowest of {ROUNDS} rounds {worst:8.3f} s   bar {bar:g}{'  OVER' * (worst > bar)}"
        )
    broken = breaches(2, 8, events=options.fields) + breaches(6, 128, events=options.events)
    sys.exit(over or bool(broken))


if __name__ == "__main__":
    main()
