"""Eight strangers who ask, again and again, what takes longest, and one visitor who turns pages beside them.

They ask about two tables that the site keeps for anybody: two units of 1,000 loose models each, and 100 units of 20,
both with 90 woods. Each asks the next thing once it is answered, or once it has lost patience.
"""

from __future__ import annotations

import json
import math
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from typing import Any

from msgspec import Struct

from benchmarks.load import p95
from benchmarks.serving import GoneError, Person, Server, Site, prepared, serving

AT_ONCE = 8
SECONDS = 30.0
PACE = 0.25  # seconds between two pages of the visitor
PAGE = "/armies/"
BAR = 1000.0  # milliseconds, at the 95th percentile
MOST_OPEN = 100  # pages of the visitor that aren't there yet
ALONE = 20  # pages that the visitor turns before anybody else comes
HOSTILE = ("look=all", "look=flight&unit=a", "look=sight&unit=a", "look=sight&unit=u1", "look=shoot&unit=a&to=b")


def wood(number: int) -> dict[str, Any]:
    x, y = (number % 10) * 12 + 6, number // 10 * 9 + 6
    circle = [2 * math.pi * corner / 12 for corner in range(12)]
    outline = [[x + 4 * math.cos(angle), y + 4 * math.sin(angle)] for angle in circle]
    return {"ref": f"t{number}", "kind": "light-forest", "polygon": outline}


def horde(ref: str, side: str, models: int, corner: tuple[float, float]) -> dict[str, Any]:
    """A unit of loose models in a square."""
    across = math.ceil(math.sqrt(models))
    places = [[corner[0] + place % across * 1.2, corner[1] + place // across * 1.2] for place in range(models)]
    formation = {"kind": "skirmish", "positions": places, "facing": 0}
    return {"ref": ref, "side": side, "base": 1, "models": models, "movement": 8, "formation": formation}


def table(units: list[dict[str, Any]], size: tuple[int, int]) -> dict[str, Any]:
    woods = [wood(number) for number in range(90)]
    return {"format": "muster-table/1", "game": "arcana", "size": size, "terrain": woods, "units": units}


TWO_HORDES = table([horde("a", "red", 1000, (2, 2)), horde("b", "blue", 1000, (60, 40))], (120, 90))
BANDS = [horde(f"u{n}", "red" if n % 2 else "blue", 20, (n % 10 * 20 + 5, n // 10 * 20 + 5)) for n in range(100)]
MANY_BANDS = table(BANDS, (240, 240))


class Asked(Struct, frozen=True):
    """What somebody asked for, what came of it (a status, or a fault in words), and when the answer was there."""

    path: str
    came: str
    milliseconds: float


def shared(site: Site, content: dict[str, Any]) -> str:
    """The link to a table that a visitor without an account opens from a file and shares."""
    person = Person(site)
    person.get("/table/open/")
    kept = person.send_file("/table/open/", json.dumps(content))
    person.post(f"{kept.location}share/", {"shared": "yes"})
    return person.get(kept.location).text.partition("https://localhost/t/")[2].partition("/")[0]


def asked(person: Person, path: str, due: float) -> Asked:
    try:
        came = str(person.get(path).status)
    except GoneError as error:
        came = type(error).__name__
    return Asked(path, came, (monotonic() - due) * 1000)


def hostile(site: Site, paths: Sequence[str], until: float, patience: float) -> Iterator[Asked]:
    """What one of those asks for, at least once, each time as somebody that the site doesn't know."""
    for path in cycle(paths):
        yield asked(Person(site, patience), path, monotonic())
        if monotonic() > until:
            return


def visitor(site: Site, pages: int) -> list[Asked]:
    """Turns a page each time one is due, whether or not the last one is there."""
    with ThreadPoolExecutor(MOST_OPEN) as threads:
        start = monotonic()
        turned = []
        for due in (start + PACE * page for page in range(pages)):
            sleep(max(0.0, due - monotonic()))
            turned.append(threads.submit(asked, Person(site), PAGE, due))
    return [page.result() for page in turned]


def attacked(site: Site, paths: Sequence[str], seconds: float, patience: float) -> tuple[list[Asked], list[Asked]]:
    """What all of those asked for, and what the visitor did beside."""
    until = monotonic() + seconds
    with ThreadPoolExecutor(AT_ONCE + 1) as threads:
        turned = [(*paths[number % len(paths) :], *paths[: number % len(paths)]) for number in range(AT_ONCE)]
        those = [threads.submit(list, hostile(site, turned[number], until, patience)) for number in range(AT_ONCE)]
        pages = threads.submit(visitor, site, round(seconds / PACE))
        return [ask for done in those for ask in done.result()], pages.result()


def processor_seconds(server: Server, path: str) -> float:
    """How long one request holds a processor: what all workers have used after it, less what they had before."""
    before = server.processor_seconds()
    Person(server.site).get(path)
    return server.processor_seconds() - before


def report(name: str, done: Sequence[Asked]) -> None:
    taken = [ask.milliseconds for ask in done]
    came = ", ".join(f"{count} x {what}" for what, count in sorted(Counter(ask.came for ask in done).items()))
    print(f"{name:<16}{len(done):>6}{median(taken):>9.0f} ms{p95(taken):>9.0f} ms{max(taken):>9.0f} ms   {came}")


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--patience", type=float, default=60.0, help="seconds after which those who attack hang up")
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        site = prepared(Path(folder))
        with serving(site) as server:
            tables = [shared(site, TWO_HORDES), shared(site, MANY_BANDS)]
            paths = [f"/t/{token}/?{query}" for token in tables for query in HOSTILE]
            for path in paths:
                print(f"{path.partition('?')[2]:<28}{processor_seconds(server, path):>6.2f} s of a processor")
            alone = visitor(site, ALONE)
            those, pages = attacked(site, paths, options.seconds, options.patience)
    print(f"{'':<16}{'asked':>6}{'median':>12}{'p95':>12}{'longest':>12}   came of it")
    report("visitor, alone", alone)
    report("visitor, beside", pages)
    report("hostile", those)
    late = p95([ask.milliseconds for ask in pages])
    if late > BAR or any(ask.came != "200" for ask in pages):
        sys.exit(f"an error, or more than {BAR:g} ms at the 95th percentile ({late:.0f} ms)")


if __name__ == "__main__":
    main()
