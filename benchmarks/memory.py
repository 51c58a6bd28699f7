"""The memory of a server's worker while it answers ten thousand mixed requests over the wire.

One worker as the image runs it, with its threads: eight people who edit an army of their own, open its editor, its
sheets and its files, and read the catalogue, the rules, the odds of pairs of units that nobody asked for before, tables
and spells. Its resident memory is read from the system after each tenth of the requests.
"""

from __future__ import annotations

import random
import sys
from argparse import ArgumentParser
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.load import PAGES, Editor
from benchmarks.serving import Server, Site, prepared, serving

REQUESTS, PEOPLE, TENTHS = 10_000, 8, 10
MOST = 250.0  # MB
SETTLED, GROWTH = 5, 1.03  # from the fifth tenth on, caches are full: so many times as much is allowed at the end
MORE_PAGES = (
    "/rules/charging/", "/rules/checked/", "/rules/rulings/", "/look/?q=dragon", "/samples/dwarves/", "/forge/",
    "/forge/audit/", "/print/?kinds=markers&roster=sample.dwarves", "/samples/orcs/a4.pdf", "/magic/earth/geyser/",
    "/terrain/table/?region=jungles&pieces=6&seed=5", "/healthz", "/nothing-here/",
)  # fmt: skip
TROOPS = (
    *("dwarves/axemen", "dwarves/pikemen", "dwarves/berserker"),
    *("orcs/orc-warrior", "undead/skeleton", "high-elves/longswordsmen"),
)


class Visitor:
    """Somebody who changes an army, and looks at all kinds of things between two changes."""

    def __init__(self, site: Site, number: int) -> None:
        self.editor, self.chance = Editor(site, number), random.Random(number)
        self.pairs = list(product(TROOPS, TROOPS, range(5, 25), range(5, 25)))
        self.chance.shuffle(self.pairs)

    def act(self) -> str:
        """Ask for something; the status of its answer, or what was wrong with an edit."""
        lot = self.chance.random()
        if lot < 0.3:
            return self.editor.act()[1] or "200"
        return str(self.editor.person.get(self._address(lot)).status)

    def _address(self, lot: float) -> str:
        if lot < 0.4:
            rest = ("a4.pdf", "roster.json", "roster.txt", "history/", "text/", "share/")
            return f"{self.editor.address}{self.chance.choice(rest)}"
        if lot < 0.5:
            one, other, ones, others = self.pairs.pop()
            return f"/odds/?a={one}&b={other}&an={ones}&bn={others}"
        if lot < 0.55:
            return f"/look/?q={self.chance.choice(('axe', 'wheel', 'petrify', 'wall'))}{self.chance.randrange(1000)}"
        return self.chance.choice(PAGES + MORE_PAGES)


def resident(server: Server) -> float:
    """MB that the one worker holds (proc(5), VmRSS)."""
    master = server.group.pid
    (worker,) = Path(f"/proc/{master}/task/{master}/children").read_text(encoding="ascii").split()
    lines = Path(f"/proc/{worker}/status").read_text(encoding="ascii").splitlines()
    (held,) = [int(line.split()[1]) for line in lines if line.startswith("VmRSS:")]
    return held / 1000


def measured(server: Server, site: Site, requests: int) -> tuple[list[float], Counter[str]]:
    """The worker's memory at the start and after each tenth, and how often each status was answered."""
    visitors = [Visitor(site, number) for number in range(PEOPLE)]
    held, statuses = [resident(server)], Counter[str]()
    each = requests // TENTHS // PEOPLE
    with ThreadPoolExecutor(PEOPLE) as threads:
        for _ in range(TENTHS):
            for answered in threads.map(lambda visitor: [visitor.act() for _ in range(each)], visitors):
                statuses.update(answered)
            held.append(resident(server))
            print(f"{statuses.total():>8,} requests{held[-1]:10.1f} MB", flush=True)
    return held, statuses


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=REQUESTS)
    with TemporaryDirectory() as folder:
        site = prepared(Path(folder))
        # A worker that other work keeps from the processor for half a minute isn't to be replaced by a small new one.
        with serving(site, "--workers", "1", "--max-requests", "0", "--timeout", "300") as server:
            held, statuses = measured(server, site, parser.parse_args().requests)
    print(f"statuses: {dict(sorted(statuses.items()))}; {held[0]:.0f} MB at the start, {max(held):.0f} MB at most")
    if max(held) > MOST:
        sys.exit(f"a worker holds more than {MOST:g} MB")
    if held[-1] > held[SETTLED] * GROWTH:
        sys.exit(f"a worker grows: {held[SETTLED]:.0f} MB in the middle, {held[-1]:.0f} MB at the end")


if __name__ == "__main__":
    main()
