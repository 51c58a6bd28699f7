"""The table page with 40 units of 30 models: gestures on the server, frames of a drag in a browser."""

from __future__ import annotations

import io
import json
import logging
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, process_time, sleep
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.test.testcases import LiveServerThread, _StaticFilesHandler
from playwright.sync_api import Locator, Page, sync_playwright

from benchmarks.page import HTMX, site_on_a_file
from benchmarks.serving import CHROMIUM

SIDES = (("red", 15.0, 0.0, -1), ("blue", 33.0, 180.0, 1))
UNITS, MODELS, FILES = 20, 30, 6  # units a side
ACROSS = 10
ZONES = ["0,0,72,15", "0,33,72,48"]
GESTURES, QUESTIONS = 100, 20
BAR, SIGHT_BAR = 100.0, 50.0  # milliseconds, at the 95th percentile; the second with every sight shown
LONGEST_FRAME = 50.5  # milliseconds: three frames of a screen at 60 Hz, as exactly as they are told

# Writes down when each frame is drawn, until it is told to stop.
WATCH = """
() => {
  window.frames_of_drag = [];
  const frame = (now) => { window.frames_of_drag.push(now); window.watching = requestAnimationFrame(frame); };
  window.watching = requestAnimationFrame(frame);
}
"""
WATCHED = """
() => {
  cancelAnimationFrame(window.watching);
  return window.frames_of_drag.slice(1).map((now, number) => now - window.frames_of_drag[number]);
}
"""
STEPS = 120
PACE = 1 / 60  # seconds between two movements of the hand


def crowded() -> dict[str, Any]:
    """Forty blocks in four lines, rolled forests and hills between them."""
    units = [
        _unit(side, number, (0.2 + (number % ACROSS) * 7.2, front + back * (number // ACROSS) * 7), facing)
        for side, front, facing, back in SIDES
        for number in range(UNITS)
    ]
    head = {"format": "muster-table/1", "game": "arcana", "name": "Crowded", "size": [72, 48]}
    return {**head, "units": units, "terrain": _ground()}


def _ground() -> list[dict[str, Any]]:
    """Eight pieces of a forest region between the two lines, as the command rolls them."""
    told = io.StringIO()
    call_command("roll_terrain", "forests", pieces="8", seed="11", clear=ZONES, format="json", stdout=told)
    terrain: list[dict[str, Any]] = json.loads(told.getvalue())["terrain"]
    return terrain


def _unit(side: str, number: int, place: tuple[float, float], facing: float) -> dict[str, Any]:
    x, y = place
    corner = [x if facing == 0 else x + FILES, y]
    formation = {"kind": "rank-and-file", "files": FILES, "corner": corner, "facing": facing}
    figures = {"models": MODELS, "base": 1, "movement": 12, "formation": formation}
    return {"ref": f"{side[0]}{number + 1}", "side": side, "name": f"{side.title()} {number + 1}", **figures}


def opened(client: Client, folder: Path) -> str:
    path = folder / "table.json"
    path.write_text(json.dumps(crowded()))
    with path.open("rb") as file:
        return client.post("/table/open/", {"file": file}).headers["Location"]


def gestures(client: Client, address: str, look: str, version: int) -> list[float]:
    """How long answers take while a unit goes forward and back, every one of them on the newest event."""
    taken, began = [], process_time()
    for number in range(GESTURES):
        command = "forward 0.5" if number % 2 == 0 else "put 3.2,12.5"
        sent = {"unit": "r1", "look": look, "command": command, "on": version + number}
        start = perf_counter()
        answer = client.post(f"{address}do/", sent, headers=HTMX)
        taken.append((perf_counter() - start) * 1000)
        assert f'value="{version + number + 1}"' in answer.content.decode(), answer.content[:3000]
    own = (process_time() - began) * 1000 / GESTURES
    print(f"{'  of which this process computes':<44}{own:9.2f} ms")
    return taken


def questions(client: Client, address: str) -> list[float]:
    """How long a question about an enemy takes."""
    taken = []
    for _ in range(QUESTIONS):
        start = perf_counter()
        assert client.get(address, headers=HTMX).status_code == 200
        taken.append((perf_counter() - start) * 1000)
    return taken


def frames(address: str, cookie: str) -> Iterator[tuple[str, list[float]]]:
    """Milliseconds of each frame while a real mouse pulls a unit, wheels it, and moves the table, in a browser."""
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": address}])
        page.goto(f"{address}?unit=r1")
        yield "a frame at rest", _frames_of(page, None, 1)
        yield "a frame of a pull", _frames_of(page, page.locator("[data-unit=r1] .outline"), 1)
        yield "a frame of a wheel", _frames_of(page, page.locator("[data-handle=left] .handle"), 1)
        page.get_by_role("button", name="Zoom in").click()
        yield "a frame of moving the table, nearer", _frames_of(page, page.locator(".board .paper"), -1)
        browser.close()


def _frames_of(page: Page, grip: Locator | None, up: int) -> list[float]:
    """A drag step by step and back again, so that nothing is sent when the hand lets go."""
    box = grip.bounding_box() if grip else None
    x, y = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) if box else (0.0, 0.0)
    page.mouse.move(x, y)
    if box:
        page.mouse.down()
    page.evaluate(WATCH)
    for step in range(STEPS):
        if box:
            page.mouse.move(x + step / 8, y - up * step / 3)
        sleep(PACE)
    times: list[float] = page.evaluate(WATCHED)
    if box:
        page.keyboard.press("Escape")
        page.mouse.up()
    return times


def report(what: str, taken: list[float]) -> float:
    late = quantiles(taken, n=20, method="inclusive")[-1]
    print(f"{what:<44}{median(taken):9.2f} ms{late:9.2f} ms{max(taken):9.2f} ms")
    return late


def main(folder: Path) -> None:
    logging.disable(logging.WARNING)
    client = Client()
    address = opened(client, folder)
    print(f"{f'{2 * UNITS} units of {MODELS}, {GESTURES} times each':<44}{'median':>12}{'p95':>12}{'most':>12}")
    late = report("a gesture, distances shown", gestures(client, address, "move", 1))
    late = max(late, report("a gesture, the charge fan shown", gestures(client, address, "charge", 1 + GESTURES)))
    every_sight = report("a gesture, every sight shown", gestures(client, address, "sight", 1 + 2 * GESTURES))
    for look in ("shoot", "charge", "flight"):
        report(f"asked: {look}", questions(client, f"{address}?unit=r1&look={look}&to=b3"))
    if late > BAR:
        sys.exit(f"a gesture takes more than {BAR:g} ms at the 95th percentile")
    if every_sight > SIGHT_BAR:
        sys.exit(f"a gesture with every sight takes more than {SIGHT_BAR:g} ms at the 95th percentile")
    at_rest, dragged = _in_the_browser(client, address)
    if dragged > LONGEST_FRAME:
        sys.exit(f"a frame takes {dragged:.0f} ms, more than {LONGEST_FRAME:g}; at rest the longest took {at_rest:.0f}")


def _in_the_browser(client: Client, address: str) -> tuple[float, float]:
    """The longest frames at rest and of all drags; 0 where there is no browser here."""
    if CHROMIUM is None:
        print("no browser here: frames aren't measured")
        return 0.0, 0.0
    settings.ALLOWED_HOSTS = ["testserver", "localhost"]
    server = LiveServerThread("localhost", _StaticFilesHandler)
    server.daemon = True
    server.start()
    server.is_ready.wait()
    longest = []
    for what, taken in frames(f"http://localhost:{server.port}{address}", client.cookies["sessionid"].value):
        report(what, taken)
        longest.append(max(taken))
    server.terminate()
    return longest[0], max(longest[1:])


if __name__ == "__main__":
    with TemporaryDirectory() as name:
        site_on_a_file(Path(name))
        main(Path(name))
