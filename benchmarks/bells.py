"""Fifty battles on two phones at once: one posts a command, the bell tells the other one, and that one fetches it.

Both servers run as in production, that of pages and that of bells, on SQLite or on the empty database that DATABASE_URL
names.
"""

from __future__ import annotations

import os
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection
from itertools import cycle
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from threading import Thread
from time import monotonic, sleep

from msgspec import Struct

from benchmarks.load import p95
from benchmarks.phones import Phone, begun
from benchmarks.serving import ADDRESS, LONGEST_START, ROOT, GoneError, Site, free_port, prepared, serving

GAMES, SECONDS = 50, 60.0
PACE = 5.0  # seconds between two commands of a game
PATIENCE = 10.0  # seconds after which an event is taken for lost
BAR = 1_000.0  # milliseconds until the other phone has an event, at the 95th percentile


class Ear:
    """A phone that hears the bell, and fetches what there is."""

    def __init__(self, site: Site, playing: Phone, port: int) -> None:
        self.phone = phone = Phone(site, playing.token, playing.side)
        phone.head = playing.head
        self.had: dict[int, float] = {}  # by the number of the last event, when it was there
        self._connection = HTTPConnection(ADDRESS, port, timeout=300)
        headers = {"Host": "localhost", "X-Forwarded-Proto": "https"}
        self._connection.request("GET", f"/b/{phone.token}/bell/?after={phone.head}", headers=headers)
        self._stream = self._connection.getresponse()
        if self._stream.status != 200:
            raise SystemExit(f"the bell answers by {self._stream.status}")
        Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        try:
            while line := self._stream.readline():
                if line.startswith(b"data: "):
                    self.phone.look()
                    self.had[self.phone.head] = monotonic()
        except GoneError:
            pass  # both servers end with the run

    def heard(self, head: int) -> float:
        """When it had an event; infinite where it never comes."""
        until = monotonic() + PATIENCE
        while monotonic() < until:
            if found := [at for seq, at in tuple(self.had.items()) if seq >= head]:
                return min(found)
            sleep(0.02)
        return float("inf")


class Rung(Struct, frozen=True):
    """Milliseconds from the sending of a command to its answer, and until the other phone had it."""

    answer: float
    there: float


@contextmanager
def bell(site: Site) -> Iterator[int]:
    """The bell beside a site, by its port."""
    port = free_port()
    environment = site.environment | {"HOST": ADDRESS, "PORT": str(port)}
    process = subprocess.Popen([sys.executable, "-m", "config.bell"], cwd=ROOT, env=environment)
    try:
        until = monotonic() + LONGEST_START
        while monotonic() < until and not _answers(port):
            sleep(0.1)
        yield port
    finally:
        process.terminate()
        process.wait(LONGEST_START)


def _answers(port: int) -> bool:
    connection = HTTPConnection(ADDRESS, port, timeout=1)
    try:
        connection.connect()
    except OSError:
        return False
    finally:
        connection.close()
    return True


def played(phones: Sequence[Phone], ears: Sequence[Ear], begin: float, until: float) -> list[Rung]:
    """A game in which both say something in turn."""
    rung: list[Rung] = []
    for number, side in cycle(enumerate((0, 1))):
        due = begin + len(rung) * PACE
        if due > until:
            return rung
        sleep(max(0.0, due - monotonic()))
        start = monotonic()
        told = phones[side].send(command="note", text=f"{number} says something")
        answer = monotonic()
        if not told.events:
            raise RuntimeError("nothing else happens in this game, and yet a command was refused")
        there = ears[1 - side].heard(told.events[-1]["seq"])
        phones[1 - side].head = max(phones[1 - side].head, told.events[-1]["seq"])
        rung.append(Rung((answer - start) * 1000, (there - start) * 1000))
    raise AssertionError


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    given = parser.parse_args()
    with TemporaryDirectory() as folder:
        site = prepared(Path(folder), database=os.environ.get("DATABASE_URL", ""))
        with bell(site) as port, serving(site) as server:
            games = [begun(site) for _ in range(given.games)]
            for phone in (phone for game in games for phone in game):
                phone.look()
            listening = [[Ear(site, phone, port) for phone in game] for game in games]
            begin = monotonic() + 1
            with ThreadPoolExecutor(len(games)) as threads:
                each = [
                    threads.submit(played, game, ears, begin + PACE * number / len(games), begin + given.seconds)
                    for number, (game, ears) in enumerate(zip(games, listening, strict=True))
                ]
            done = [rung for game in each for rung in game.result()]
            used = server.processor_seconds()
    there, answers = [rung.there for rung in done], [rung.answer for rung in done]
    print(
        f"{len(done):,} commands of {given.games} games in {given.seconds:g} s; pages took {used:.1f} s of a processor"
    )
    print(f"{'':<16}{'median':>9}{'p95':>12}{'longest':>12}")
    for what, taken in (("answered", answers), ("there", there)):
        print(f"{what:<16}{median(taken):6.0f} ms{p95(taken):9.0f} ms{max(taken):9.0f} ms")
    sys.exit(p95(there) > BAR)


if __name__ == "__main__":
    main()
