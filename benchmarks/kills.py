"""`kill -9` of the whole server in the middle of writes and games: what was acknowledged is there, nothing is half."""

from __future__ import annotations

import json
import random
import shutil
import signal
import sqlite3
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Sized
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from time import monotonic, sleep
from typing import Protocol

from msgspec import Struct

from benchmarks.kept_battles import battles_in, faults_of_battles
from benchmarks.phones import Phone, begun
from benchmarks.serving import GoneError, Person, Server, Site, prepared, serving, version_in
from tabletop.arcana.army.roster import Roster, read_roster
from tabletop.decoding import MalformedError

WRITERS, GAMES = 4, 2  # a game has two phones
LONG_GAME = 300  # events
LONGEST_WAIT = 30.0  # seconds until somebody's first write is acknowledged
FIRST_KILL, LAST_KILL = 0.0, 1.0  # seconds after that
EDITS_A_ROSTER = 12
PRESENT = "SELECT id, code, version, content FROM armybuilder_roster"
KEPT = "SELECT id, code, version, content FROM armybuilder_historicalroster ORDER BY id, version"


class Writing(Protocol):
    """Who writes as fast as the site answers: what was acknowledged, and what waits for its answer."""

    @property
    def acknowledged(self) -> Sized: ...

    @property
    def under_way(self) -> object: ...

    def write(self) -> None: ...


def write_until(dead: Event, writing: Writing) -> None:
    """Until the server is killed; an answer that isn't a success while it lives is a fault, and raised."""
    while not dead.is_set():
        try:
            writing.write()
        except GoneError:
            return


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


class Game:
    """Battles that two phones play, one after the other."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.phones: list[Phone] = []

    def playing(self) -> list[Phone]:
        """The two phones, of another battle where the last one has grown long."""
        if not self.phones or self.phones[-1].head > LONG_GAME:
            self.phones += begun(self.site)
        return self.phones[-2:]


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


class UnderWay(Struct, frozen=True):
    """How many writes of rosters and commands of battles a kill cut short."""

    writes: int
    commands: int


def killed_once(site: Site, writers: Sequence[Writer], games: Sequence[Game], wait: float) -> UnderWay:
    """Kill a server while all of them write. RuntimeError for an answer amiss."""
    server, dead = Server(site), Event()
    phones = [phone for game in games for phone in game.playing()]
    everybody: list[Writing] = [*writers, *phones]
    with ThreadPoolExecutor(len(everybody)) as threads:
        writing = [threads.submit(write_until, dead, one) for one in everybody]
        try:
            _wait_for_a_write(writers)
            _wait_for_a_write(phones)
            sleep(wait)
        finally:
            writes, commands = (sum(one.under_way is not None for one in each) for each in (writers, phones))
            server.end(signal.SIGKILL)
            dead.set()
    for each in writing:
        each.result()
    return UnderWay(writes, commands)


def _wait_for_a_write(writers: Sequence[Writing]) -> None:
    before, until = _acknowledged(writers), monotonic() + LONGEST_WAIT
    while _acknowledged(writers) == before and monotonic() < until:
        sleep(0.01)


def _acknowledged(writers: Iterable[Writing]) -> int:
    return sum(len(writer.acknowledged) for writer in writers)


def fate_of(database: Path, writers: Sequence[Writer], phones: Sequence[Phone]) -> Counter[str]:
    """Of the edits and commands that nobody was told about: how many were made, and how many weren't."""
    with closing(sqlite3.connect(database)) as connection:
        kept = {(row[1], row[2]) for row in connection.execute(KEPT)}
    carried_out = {command.id for battle in battles_in(database)[0].values() for command in battle.commands}
    cut = [writer.under_way for writer in writers if writer.under_way and writer.under_way.code]
    fates = Counter("edits made" if (write.code, write.version) in kept else "edits not made" for write in cut)
    sent = [phone.under_way["id"] for phone in phones if phone.under_way]
    return fates + Counter("commands made" if one in carried_out else "commands not made" for one in sent)


def killed(site: Site, times: int, *, seed: int) -> Counter[str]:
    """Kill the server so many times; what was counted. SystemExit names the faults of the first kill that has any."""
    chance, counted = random.Random(seed), Counter[str]()
    writers = [Writer(site, number) for number in range(1, WRITERS + 1)]
    games = [Game(site) for _ in range(GAMES)]
    for number in range(1, times + 1):
        cut = killed_once(site, writers, games, chance.uniform(FIRST_KILL, LAST_KILL))
        with TemporaryDirectory(dir=site.folder) as folder:
            database = copied(site, Path(folder))
            if faults := all_faults(database, writers, games):
                raise SystemExit("\n".join([f"after kill {number}:", *faults]))
            counted += fate_of(database, writers, [phone for game in games for phone in game.phones[-2:]])
        counted += Counter(
            {
                "kills": 1,
                "kills in the middle of a write": cut.writes > 0,
                "writes under way": cut.writes,
                "kills in the middle of a command": cut.commands > 0,
                "commands under way": cut.commands,
            }
        )
    phones = [phone for game in games for phone in game.phones]
    counted["writes acknowledged"] = _acknowledged(writers)
    counted["rosters"] = read_again(site, writers, games)
    counted["commands acknowledged"] = _acknowledged(phones)
    counted["events acknowledged"] = sum(len(told.events) for phone in phones for told in phone.acknowledged)
    counted["battles"] = len(phones) // 2
    if faults := all_faults(site.database, writers, games):
        raise SystemExit("\n".join(["at the end:", *faults]))
    return counted


def all_faults(database: Path, writers: Sequence[Writer], games: Sequence[Game]) -> list[str]:
    """What is wrong with rosters and battles."""
    acknowledged = [write for writer in writers for write in writer.acknowledged]
    told = [told for game in games for phone in game.phones for told in phone.acknowledged]
    return faults_of(database, acknowledged) + faults_of_battles(database, told)


def read_again(site: Site, writers: Sequence[Writer], games: Sequence[Game]) -> int:
    """How many rosters the site, started once more, shows to those who were told that they have them.

    Phones send once more what had no answer, and say one thing more.
    """
    with serving(site):
        found = [
            (writer.person.get(f"/rosters/{code}/roster.json").status, code)
            for writer in writers
            for code in dict.fromkeys(write.code for write in writer.acknowledged)
        ]
        for phone in (phone for game in games for phone in game.phones[-2:]):
            phone.write()
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
