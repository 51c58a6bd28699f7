"""Every kind of page, beside the site's empty one: when its first byte comes, and what a first visit has to fetch.

Kinds are those of the route table of the tests (`tests/routes.py`), which holds every address there is; each is asked
for by somebody with an account who keeps a bit of everything, and the editor with twenty units besides. All pages are
asked for in turns (see `page.py`), a round after the other; a kind's figure is the median of its processor times.
"""

from __future__ import annotations

import logging
import re
import sys
from functools import cache
from gzip import compress
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client

from benchmarks.page import EMPTY, in_turns, site_on_a_file, started

TURNS = 7
BAR, LARGEST = 4.0, 60.0  # times the empty page; kB compressed of CSS and JavaScript
# What may take longer, how many empty pages, and why.
LONGER: dict[str, tuple[float, str]] = {
    "design": (11.0, "seventy fields with their words, and sixty steps of its figures priced"),
    "new-pack": (7.0, "a menu of every row that is printed, for each thing that a pack says of rows"),
    "edit-pack": (7.0, "the same, filled in"),
    "pack": (6.0, "sample armies are judged by it"),
    "data-pack": (7.0, "a cell for each of a game's figures"),
    "editor-20": (7.0, "twenty units, 128 rows to add, and ways out that are tried"),
    "battle": (6.5, "every unit of a side with all that it may do"),
    "after-event": (6.5, "the same"),
    "api-docs": (6.5, "every address for programs with its examples, 290 kB"),
    "mfa_activate_totp": (6.5, "a QR code is drawn"),
    "shared-table": (6.0, "a table is drawn, and distances are measured"),
    "after-shared-table": (5.0, "the same"),
    "event-list": (5.5, "eleven questions to the database"),
    "audit": (5.0, "two plots of every row that is printed"),
    "rulings": (5.0, "all rulings, 78 kB"),
}
ASSET = re.compile(r'<link rel="stylesheet" href="/static/([^"]+)"|<script[^>]* src="/static/([^"]+)"')
IMPORTED = re.compile(r'^(?:import|export) .*?"\./([^"]+)"', re.MULTILINE)


def visited(folder: Path) -> tuple[Client, dict[str, str]]:
    """A client, and the address of every kind of page by its route's name."""
    site_on_a_file(folder)
    # The site's models can't be imported before it is set up.
    from tests.accounts import passkey_of, person, prove, things_of  # noqa: PLC0415
    from tests.data_packs import kept_data_pack  # noqa: PLC0415
    from tests.designs import CARRYING, kept_design, kept_own_list, kept_variant  # noqa: PLC0415
    from tests.events import kept_event, kept_season  # noqa: PLC0415
    from tests.laboratory import kept_experiment  # noqa: PLC0415
    from tests.packs import kept_pack  # noqa: PLC0415
    from tests.played import kept_battle, kept_table  # noqa: PLC0415
    from tests.routes import ROUTES, address_of  # noqa: PLC0415
    from tests.visitors import browser_of, kept, kept_share  # noqa: PLC0415

    settings.THROTTLES = ()
    ada = person("ada")
    passkey_of(ada, pk=9000)
    owner = things_of(ada)
    for keep in (
        *(kept_pack, kept_data_pack, kept_design, kept_variant, kept_own_list, kept_table, kept_battle, kept_event),
        *(kept_season, kept_experiment),
    ):
        keep(visitor=owner)
    row = kept(CARRYING, visitor=owner)
    kept_share(row)
    client = browser_of(owner)
    prove(client)
    read = {name: address_of(name, code=row.code) for name, route in ROUTES.items() if "GET" in route.methods}
    pages = {name: address for name, address in read.items() if is_page(client.get(address))}
    return client, pages | {"editor-20": started(client)}


def is_page(answer: Any) -> bool:
    return bool(answer.status_code == 200 and answer.headers["Content-Type"].startswith("text/html"))


@cache
def compressed(name: str) -> float:
    """How many kB of a static file are sent."""
    return len(compress(_static(name).read_bytes(), 9)) / 1000


def _static(name: str) -> Path:
    return Path(str(finders.find(name)))


def assets(page: str) -> set[str]:
    """The static files that a page names, and the modules that those import."""
    found = {stylesheet or script for stylesheet, script in ASSET.findall(page)}
    waiting = list(found)
    while waiting:
        name = waiting.pop()
        beside = name.rpartition("/")[0]
        more = {f"{beside}/{each}" for each in IMPORTED.findall(_static(name).read_text(encoding="utf-8"))} - found
        found |= more
        waiting += more
    return found


def main(folder: Path) -> None:
    logging.disable(logging.WARNING)
    client, pages = visited(folder)
    answers: dict[str, bytes] = {}

    def keep(name: str, answer: Any) -> None:
        answers[name] = answer.content

    asked = {name: lambda address=address: client.get(address) for name, address in pages.items()}
    # As many empty pages as others between them, so that both find the same caches.
    between = {f"{EMPTY} {number}": lambda: client.get(EMPTY) for number in range(len(pages))}
    turns = dict(each for pair in zip(asked.items(), between.items(), strict=True) for each in pair)
    taken = in_turns(turns, TURNS, keep)
    empty = median([each for name in between for each in taken[name]])
    rows = []
    for name in asked:
        fetched = sum(map(compressed, assets(answers[name].decode())))
        rows.append((median(taken[name]) / empty, name, len(compress(answers[name])) / 1000, fetched))
    print(f"{f'{len(pages)} kinds of pages, {TURNS} times each':<44}{'ratio':>8}{'HTML':>10}{'CSS and JS':>12}")
    print(f"{'the empty page':<44}{empty:7.2f} ms")
    over = []
    for ratio, name, html, fetched in sorted(rows, reverse=True):
        bar, why = LONGER.get(name, (BAR, ""))
        print(f"{name:<44}{ratio:8.1f}{html:7.1f} kB{fetched:9.1f} kB  {why}")
        over += [f"{name} takes more than {bar:g} empty pages"] * (ratio > bar)
        over += [f"{name} fetches more than {LARGEST:g} kB of CSS and JavaScript"] * (fetched > LARGEST)
    if over:
        sys.exit("\n".join(over))


if __name__ == "__main__":
    with TemporaryDirectory() as made:
        main(Path(made))
