"""The editor's click on the server: read, changed, judged, saved and drawn, beside the site's empty page.

The empty page is the one that says that there's nothing at an address: the whole of Django, every middleware, the
session and the frame of a page. Clicks and empty pages are asked for in turns, and timed by the processor: each finds
the processor's caches as the other one left them, and what else a machine does is in neither figure.
"""

from __future__ import annotations

import io
import logging
import os
import re
import sys
from collections.abc import Callable, Mapping
from gzip import compress
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

import django
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from config.ready import get_ready, leave_out_what_stays, prepare_answers

UNITS = 20
TURNS = 150
BAR, MOST_QUERIES, LONGEST_ANSWER, LONGEST_PAGE = 5.0, 8, 25.0, 120.0  # times, questions, kB compressed and as it is
HTMX = {"HX-Request": "true", "HX-Target": "desk"}
EMPTY = "/nothing-here/"
PART = re.compile(r'data-part="([^".]*)\.([^"]*)"')
NO_QUESTIONS = ("SAVEPOINT", "RELEASE", "BEGIN", "COMMIT", "PRAGMA")


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


class Editor:
    """Somebody with the editor open, who gives a unit one model more with each click."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.address = started(client)
        self.version = UNITS + UNITS // 2 + 1
        self.marks: dict[str, str] = {}
        self.learn(client.get(self.address))

    def learn(self, answer: Any) -> None:
        """Show the parts that have come, as a browser does."""
        self.marks |= dict(PART.findall(answer.content.decode()))

    def click(self) -> Any:
        more = {"version": self.version, "verb": "add_models", "unit": "u1", "profile": "dwarves/axemen"}
        marks = " ".join(f"{name}.{mark}" for name, mark in self.marks.items())
        self.version += 1
        return self.client.post(f"{self.address}edit/", more, headers=HTMX | {"Muster-Has": marks})


def in_turns(
    asked: Mapping[str, Callable[[], Any]], turns: int, after: Callable[[str, Any], object]
) -> dict[str, list[float]]:
    """Milliseconds of the processor for each of the answers, asked for one after the other, again and again."""
    taken: dict[str, list[float]] = {name: [] for name in asked}
    for _ in range(turns):
        for name, ask in asked.items():
            start = process_time()
            answer = ask()
            taken[name].append((process_time() - start) * 1000)
            after(name, answer)
    return taken


def main() -> None:
    logging.disable(logging.WARNING)  # each 404 says so
    client = Client(raise_request_exception=False)
    editor = Editor(client)

    def learn(name: str, answer: Any) -> None:
        assert answer.status_code == (404 if name == EMPTY else 200), (name, answer.status_code)
        if name == "a click":
            editor.learn(answer)

    whole = {"the whole editor": lambda: client.get(editor.address), "home": lambda: client.get("/")}
    taken = in_turns({EMPTY: lambda: client.get(EMPTY), "a click": editor.click} | whole, TURNS, learn)
    count = client.get(f"{editor.address}roster.json").json()["units"][0]["models"][0]["count"]
    assert count == 10 + TURNS, count
    with CaptureQueriesContext(connection) as captured:
        click = editor.click()
    queries = sum(not query["sql"].startswith(NO_QUESTIONS) for query in captured)
    answer = len(compress(click.content)) / 1000
    page = len(client.get(editor.address).content) / 1000

    print(f"{f'a roster of {UNITS} units, {TURNS} times each':<44}{'median':>12}{'p95':>12}{'ratio':>7}")
    ratios = {name: median(times) / median(taken[EMPTY]) for name, times in taken.items()}
    for name, times in taken.items():
        late = quantiles(times, n=20, method="inclusive")[-1]
        print(f"{name:<44}{median(times):9.2f} ms{late:9.2f} ms{ratios[name]:7.1f}")
    print(f"a click asks {queries} questions and gets {answer:.1f} kB compressed; the whole page has {page:.0f} kB")
    bars = {
        f"a click is more than {BAR:g} empty pages": ratios["a click"] > BAR,
        f"a click asks more than {MOST_QUERIES} questions": queries > MOST_QUERIES,
        f"a click is answered with more than {LONGEST_ANSWER:g} kB": answer > LONGEST_ANSWER,
        f"the editor is longer than {LONGEST_PAGE:g} kB": page > LONGEST_PAGE,
    }
    if over := [bar for bar, is_over in bars.items() if is_over]:
        sys.exit("; ".join(over))


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        site_on_a_file(Path(folder))
        main()
