"""The editor's click on the server: read, changed, judged, saved and drawn, beside Django's own page of nothing."""

from __future__ import annotations

import io
import logging
import os
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter

import django
from django.core.management import call_command
from django.test import Client

from config.ready import get_ready, leave_out_what_stays, prepare_answers

UNITS = 20
EDITS = 200
BAR = 50.0  # milliseconds, at the 95th percentile
HTMX = {"HX-Request": "true", "HX-Target": "desk"}


def site_on_a_file(folder: Path) -> None:
    """The whole site as it is served, ready as a worker is, on an SQLite file of its own."""
    os.environ |= {"DATABASE_URL": f"sqlite:///{folder / 'page.sqlite3'}", "ALLOWED_HOSTS": "testserver"}
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    call_command("migrate", verbosity=0)
    call_command("load_catalogue", verbosity=0, stdout=io.StringIO())
    get_ready()
    prepare_answers()
    leave_out_what_stays()


def started(client: Client) -> str:
    """The address of a roster of twenty units, every second one with a leader."""
    address = client.post("/rosters/new/", {"army": "dwarves", "name": "Twenty", "points": 4000}).headers["Location"]
    troops = ("axemen", "pikemen", "handgunner", "berserker", "bear-cavalry-with-lance")
    changes: list[dict[str, object]] = [
        {"verb": "add_unit", "profile": f"dwarves/{troops[number % len(troops)]}", "count": 10}
        for number in range(UNITS)
    ]
    changes += [
        {"verb": "add_character", "unit": f"u{number}", "profile": "dwarves/dwarf-champion"}
        for number in range(1, UNITS + 1, 2)
    ]
    for version, change in enumerate(changes, 1):
        client.post(f"{address}edit/", change | {"version": version})
    return address


def milliseconds(work: Callable[[int], int], answer: int) -> list[float]:
    """How long each of the calls takes; every one of them has to answer so."""
    taken = []
    for number in range(EDITS):
        start = perf_counter()
        status = work(number)
        taken.append((perf_counter() - start) * 1000)
        assert status == answer, status
    return taken


def report(what: str, taken: list[float], peer: list[float]) -> None:
    late = quantiles(taken, n=20, method="inclusive")[-1]
    print(f"{what:<44}{median(taken):9.2f} ms{late:9.2f} ms{median(taken) / median(peer):7.1f}")


def main() -> None:
    logging.disable(logging.WARNING)  # each 404 says so
    client = Client(raise_request_exception=False)
    address = started(client)
    first = UNITS + UNITS // 2 + 1

    def click(number: int) -> int:
        more = {"version": first + number, "verb": "add_models", "unit": "u1", "profile": "dwarves/axemen"}
        return client.post(f"{address}edit/", more, headers=HTMX).status_code

    nothing = milliseconds(lambda _: client.get("/nothing-here/").status_code, 404)
    clicks = milliseconds(click, 200)
    count = client.get(f"{address}roster.json").json()["units"][0]["models"][0]["count"]
    assert count == 10 + EDITS, count

    print(f"{f'a roster of {UNITS} units, {EDITS} times each':<44}{'median':>12}{'p95':>12}{'ratio':>7}")
    report("Django's 404 page (the peer)", nothing, nothing)
    report("home", milliseconds(lambda _: client.get("/").status_code, 200), nothing)
    report("a click on the editor", clicks, nothing)
    report("the whole editor", milliseconds(lambda _: client.get(address).status_code, 200), nothing)
    if quantiles(clicks, n=20, method="inclusive")[-1] > BAR:
        sys.exit(f"a click takes more than {BAR:g} ms at the 95th percentile")


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        site_on_a_file(Path(folder))
        main()
