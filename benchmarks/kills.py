"""`kill -9` of the whole server in the middle of writes: what was acknowledged is there, and nothing is half."""

from __future__ import annotations

import json
import random
import shutil
import signal
import sqlite3
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from time import monotonic, sleep

from msgspec import Struct

from benchmarks.serving import GoneError, Person, Server, Site, prepared, serving, version_in
from tabletop.arcana.army.roster import Roster, read_roster
from tabletop.decoding import MalformedError

WRITERS = 4
LONGEST_WAIT = 30.0  # seconds until somebody's first write is acknowledged
FIRST_KILL, LAST_KILL = 0.0, 1.0  # seconds after that
EDITS_A_ROSTER = 12
PRESENT = "SELECT id, code, version, content FROM armybuilder_roster"
KEPT = "SELECT id, code, version, content FROM armybuilder_historicalroster ORDER BY id, version"


class Write(Struct, frozen=True):
    """A version of a roster, and the limit of points that it alone has."""

    code: str
    version: int
    points: int


class Writer:
    """Somebody who starts rosters and changes them as fast as the site answers."""

    def __init__(self, site: Site, number: int) -> None:
        self.person, self.number = Person(site), number
        self.acknowledged: list[Write] = []
        self.under_way: Write | None = None
        self.points = 1000 * number

    def write_until(self, dead: Event) -> None:
        """Until the server is killed; an answer that isn't a success while it lives is a fault, and raised."""
        while not dead.is_set():
            try:
                self.write()
            except GoneError:
                return

    def write(self) -> None:
        """One change more, or a new roster after some."""
        last = self.acknowledged[-1] if self.acknowledged else None
        self.points += 1
        if last is None or last.version > EDITS_A_ROSTER:
            self._start()
        else:
            self._edit(last.code)

    def _start(self) -> None:
        self.under_way = Write("", 1, self.points)
        code = self.person.started(f"Writer {self.number}", self.points)
        self._acknowledge(Write(code, 1, self.points))

    def _edit(self, code: str) -> None:
        """On the version that the site says; after a kill it may be one more than was acknowledged."""
        version = version_in(self.person.get(f"/rosters/{code}/").text)
        self.under_way = Write(code, version + 1, self.points)
        fields = {"version": version, "verb": "set_limit", "points": self.points}
        answer = self.person.post(f"/rosters/{code}/edit/", fields, htmx=True)
        if answer.status != 200 or version_in(answer.text) != version + 1:
            raise RuntimeError(f"an edit of version {version} was answered by {answer.status}")
        self._acknowledge(self.under_way)

    def _acknowledge(self, write: Write) -> None:
        self.acknowledged.append(write)
        self.under_way = None


class Row(Struct, frozen=True):
    """A roster or a version of one, as the file has it."""

    pk: int
    code: str
    version: int
    content: str


def faults_of(database: Path, acknowledged: Iterable[Write]) -> list[str]:
    """What is wrong with a database that nobody writes to; nothing, if all is well."""
    with closing(sqlite3.connect(database)) as connection:
        faults = [f"integrity: {line}" for (line,) in connection.execute("PRAGMA integrity_check") if line != "ok"]
        faults += [f"a row of {table} points nowhere" for table, *_ in connection.execute("PRAGMA foreign_key_check")]
        present, kept = ([Row(*each) for each in connection.execute(query)] for query in (PRESENT, KEPT))
    return faults + list(_half_rosters(present, kept)) + list(_lost(kept, acknowledged))


def _half_rosters(present: Sequence[Row], kept: Sequence[Row]) -> Iterator[str]:
    """Rosters that can't be read, or whose history isn't all their versions with the present one at its end."""
    versions: dict[int, list[Row]] = {row.pk: [] for row in present}
    for each in kept:
        versions.setdefault(each.pk, []).append(each)
        if _read(each.content) is None:
            yield f"version {each.version} of {each.code} can't be read"
    for row in present:
        history = versions.pop(row.pk)
        if [each.version for each in history] != list(range(1, row.version + 1)):
            yield f"the history of {row.code} has gaps"
        elif _read(row.content) is None or _read(row.content) != _read(history[-1].content):
            yield f"{row.code} isn't what its last version says"
    yield from (f"history {pk} belongs to no roster" for pk in versions)


def _read(content: str) -> Roster | None:
    try:
        return read_roster(content)
    except MalformedError:
        return None


def _lost(kept: Sequence[Row], acknowledged: Iterable[Write]) -> Iterator[str]:
    """Writes that somebody was told were made, and that aren't there."""
    there = {Write(row.code, row.version, json.loads(row.content).get("points_limit")) for row in kept if row.content}
    return (f"lost: {write}" for write in acknowledged if write not in there)


def copied(site: Site, folder: Path) -> Path:
    """The database as the killed server left it, log and all: what the copy mends, the next server has yet to mend."""
    for path in site.folder.glob(f"{site.database.name}*"):
        if not path.name.endswith("-shm"):
            shutil.copy(path, folder)
    return folder / site.database.name


def killed_once(site: Site, writers: Sequence[Writer], wait: float) -> int:
    """Kill a server while all of them write; how many writes were under way. RuntimeError for an answer amiss."""
    server, dead = Server(site), Event()
    with ThreadPoolExecutor(len(writers)) as threads:
        writing = [threads.submit(writer.write_until, dead) for writer in writers]
        try:
            _wait_for_a_write(writers)
            sleep(wait)
        finally:
            under_way = sum(writer.under_way is not None for writer in writers)
            server.end(signal.SIGKILL)
            dead.set()
    for each in writing:
        each.result()
    return under_way


def _wait_for_a_write(writers: Sequence[Writer]) -> None:
    before, until = _acknowledged(writers), monotonic() + LONGEST_WAIT
    while _acknowledged(writers) == before and monotonic() < until:
        sleep(0.01)


def _acknowledged(writers: Sequence[Writer]) -> int:
    return sum(len(writer.acknowledged) for writer in writers)


def fate_of(database: Path, writers: Sequence[Writer]) -> Counter[str]:
    """Of the edits that nobody was told about: how many were made, and how many weren't."""
    with closing(sqlite3.connect(database)) as connection:
        kept = {(row[1], row[2]) for row in connection.execute(KEPT)}
    cut = [writer.under_way for writer in writers if writer.under_way and writer.under_way.code]
    return Counter("made" if (write.code, write.version) in kept else "not made" for write in cut)


def killed(site: Site, times: int, *, seed: int) -> Counter[str]:
    """Kill the server so many times; what was counted. SystemExit names the faults of the first kill that has any."""
    chance, counted = random.Random(seed), Counter[str]()
    writers = [Writer(site, number) for number in range(1, WRITERS + 1)]
    for number in range(1, times + 1):
        under_way = killed_once(site, writers, chance.uniform(FIRST_KILL, LAST_KILL))
        acknowledged = [write for writer in writers for write in writer.acknowledged]
        with TemporaryDirectory(dir=site.folder) as folder:
            database = copied(site, Path(folder))
            if faults := faults_of(database, acknowledged):
                raise SystemExit("\n".join([f"after kill {number}:", *faults]))
            counted += fate_of(database, writers)
        counted += Counter({"kills": 1, "kills in the middle of a write": under_way > 0, "writes under way": under_way})
    counted["writes acknowledged"] = _acknowledged(writers)
    counted["rosters"] = read_again(site, writers)
    return counted


def read_again(site: Site, writers: Sequence[Writer]) -> int:
    """How many rosters the site, started once more, shows to those who were told that they have them."""
    with serving(site):
        found = [
            (writer.person.get(f"/rosters/{code}/roster.json").status, code)
            for writer in writers
            for code in dict.fromkeys(write.code for write in writer.acknowledged)
        ]
    if missing := [code for status, code in found if status != 200]:
        raise SystemExit(f"not shown any more: {missing}")
    return len(found)


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    start = monotonic()
    with TemporaryDirectory() as folder:
        counted = killed(prepared(Path(folder)), given.times, seed=given.seed)
    for what, count in counted.items():
        print(f"{what:<32}{count:>8,}")
    print(f"{'faults':<32}{0:>8}")
    print(f"took {monotonic() - start:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
