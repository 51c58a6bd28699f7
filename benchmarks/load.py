"""People who edit and people who read, all at once, each acting every few seconds, on the site as it is served."""

from __future__ import annotations

import json
import random
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Any

from msgspec import Struct

from benchmarks.serving import Answer, GoneError, Person, Site, prepared, serving, version_in

EDITING, READING = 50, 200
PACE = 5.0  # seconds between the acts of one person
SECONDS = 60.0
BAR = 500.0  # milliseconds, at the 95th percentile
SAMPLES = ("dwarf-raiding-party", "dwarves", "high-elves", "orcs", "undead")
PAGES = (
    "/", "/armies/", "/armies/dwarves/", "/armies/orcs/", "/armies/dwarves/axemen/", "/rules/", "/magic/",
    "/magic/earth/", "/terrain/", "/api/lists/", "/api/lists/dwarves/",
)  # fmt: skip
HALF = 0.5  # of what readers open is somebody's shared roster


class Crowd(Struct, frozen=True, kw_only=True):
    """How many people, and for how long."""

    editing: int = EDITING
    reading: int = READING
    pace: float = PACE
    seconds: float = SECONDS


class Act(Struct, frozen=True):
    """What somebody did, from the moment it was due until the whole answer was there; a fault is told in words."""

    kind: str
    milliseconds: float
    fault: str


class Editor:
    """Somebody with an army of some size and a link to it, who changes it and now and then opens it anew."""

    def __init__(self, site: Site, number: int) -> None:
        self.person, self.chance = Person(site), random.Random(number)
        self.person.get("/rosters/new/")
        made = self.person.post(f"/samples/{SAMPLES[number % len(SAMPLES)]}/copy/", {})
        self.address = made.location
        self.link = self._shared()
        self.lines = list(_lines(json.loads(self.person.get(f"{self.address}roster.json").text)))
        self.version, self.may_undo = 1, False

    def _shared(self) -> str:
        answer = self.person.post(f"{self.address}share/", {"kind": "view"})
        page = self.person.get(answer.location).text
        return page.partition("https://localhost")[2].partition('"')[0]

    def act(self) -> tuple[str, str]:
        """The kind of act and its fault, empty where there is none."""
        if self.chance.random() < 0.1:
            answer = self.person.get(self.address)
            return "open the editor", "" if version_in(answer.text) == self.version else _told(answer)
        where, fields = self._change()
        answer = self.person.post(f"{self.address}{where}", fields, htmx=True)
        self.version += 1
        if answer.status == 200 and version_in(answer.text) == self.version:
            return "edit", ""
        self.version = version_in(answer.text) or version_in(self.person.get(self.address).text)  # go on from there
        return "edit", _told(answer)

    def _change(self) -> tuple[str, dict[str, object]]:
        """Where the next change is posted, and its fields; never one that changes nothing."""
        self.may_undo = not (self.may_undo and self.chance.random() < 0.1)
        if not self.may_undo:
            return "undo/", {"version": self.version}
        unit, profile = self.chance.choice(self.lines)
        larger: dict[str, object] = {"verb": "add_models", "unit": unit, "profile": profile}
        longer: dict[str, object] = {"verb": "set_limit", "points": 5000 + self.version}
        return "edit/", self.chance.choice([larger, longer]) | {"version": self.version}


def _lines(roster: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Each unit with each of its rows, from the roster's file."""
    for unit in roster["units"]:
        yield from ((unit["ref"], line["profile"]) for line in unit.get("models", ()))


class Reader:
    """Somebody who looks at shared rosters and at the catalogue."""

    def __init__(self, site: Site, number: int, links: Sequence[str]) -> None:
        self.person, self.chance, self.links = Person(site), random.Random(-number), links

    def act(self) -> tuple[str, str]:
        is_shared = self.chance.random() < HALF
        answer = self.person.get(self.chance.choice(self.links if is_shared else PAGES))
        return "shared roster" if is_shared else "page", "" if answer.status == 200 else _told(answer)


def _told(answer: Answer) -> str:
    return f"{answer.status}, version {version_in(answer.text)}"


def acts(act: Callable[[], tuple[str, str]], crowd: Crowd, begin: float, first: float) -> Iterator[Act]:
    """One person's acts, each when it is due."""
    due = begin + first
    while due < begin + crowd.seconds:
        sleep(max(0.0, due - monotonic()))
        try:
            kind, fault = act()
        except GoneError as error:
            kind, fault = "nothing", repr(error)
        yield Act(kind, (monotonic() - due) * 1000, fault)
        due += crowd.pace


def loaded(site: Site, crowd: Crowd) -> list[Act]:
    """Everything that everybody did."""
    chance = random.Random(1)
    editors = [Editor(site, number) for number in range(crowd.editing)]
    links = [editor.link for editor in editors]
    readers = [Reader(site, number, links) for number in range(crowd.reading)]
    people: list[Editor | Reader] = [*editors, *readers]
    begin = monotonic() + 1
    with ThreadPoolExecutor(len(people)) as threads:
        each = [threads.submit(list, acts(one.act, crowd, begin, chance.uniform(0, crowd.pace))) for one in people]
    return [act for done in each for act in done.result()]


def p95(taken: Sequence[float]) -> float:
    return quantiles(taken, n=20, method="inclusive")[-1] if len(taken) > 1 else max(taken)


def report(done: Sequence[Act]) -> None:
    print(f"{'':<20}{'acts':>8}{'median':>12}{'p95':>12}{'longest':>12}{'errors':>8}")
    for kind in [*sorted({act.kind for act in done}), "all"]:
        some = [act for act in done if kind in (act.kind, "all")]
        taken = [act.milliseconds for act in some]
        faults = sum(bool(act.fault) for act in some)
        print(f"{kind:<20}{len(some):>8,}{median(taken):>9.0f} ms{p95(taken):>9.0f} ms{max(taken):>9.0f} ms{faults:>8}")


def processor_seconds() -> float:
    """What servers that have ended took so far: on a machine that others use too, the figure that stays the same."""
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    crowd = Crowd(seconds=parser.parse_args().seconds)
    with TemporaryDirectory() as folder:
        site = prepared(Path(folder))
        before = processor_seconds()
        with serving(site):
            done = loaded(site, crowd)
        spent = processor_seconds() - before
    report(done)
    print(f"the server took {spent:.0f} s of a processor")
    for fault, count in Counter(act.fault for act in done if act.fault).items():
        print(f"{count} x {fault}", file=sys.stderr)
    late = p95([act.milliseconds for act in done])
    if late > BAR or any(act.fault for act in done):
        sys.exit(f"an error, or more than {BAR:g} ms at the 95th percentile ({late:.0f} ms)")


if __name__ == "__main__":
    main()
