"""The largest paint of every kind of page on a phone with a quarter of the processor, on the site as it is served.

A visit with nothing kept, 390 px wide, by chromium with its processor slowed down four times (DevTools'
`Emulation.setCPUThrottlingRate`). The figure is the browser's own largest contentful paint, from the start of the
navigation; the least of a few visits, since whatever else the machine does comes on top, four times over.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, ViewportSize, sync_playwright

from benchmarks.page import UNITS
from benchmarks.serving import CHROMIUM, Person, Site, prepared, serving

VISITS, SLOWER = 3, 4
BAR = 1.2  # seconds
PHONE = ViewportSize(width=390, height=844)
LARGEST = """
() => new Promise((done) => {
  let last = 0;
  new PerformanceObserver((list) => { last = list.getEntries().at(-1).startTime; })
    .observe({ type: "largest-contentful-paint", buffered: true });
  setTimeout(() => done(last), 400);
})
"""
PAGES = (
    "/", "/rosters/", "/rosters/new/", "/armies/", "/armies/dwarves/", "/armies/dwarves/axemen/", "/rules/",
    "/rules/charging/", "/rules/rulings/", "/magic/", "/magic/earth/", "/look/?q=dragon", "/terrain/", "/forge/",
    "/forge/audit/", "/samples/dwarves/", "/print/", "/odds/?a=dwarves/axemen&b=orcs/orc-warrior&an=9&bn=9", "/battle/",
    "/table/", "/batch/", "/packs/new/", "/api/docs/", "/account/login/",
    "/terrain/table/?region=jungles&pieces=6&seed=5",
)  # fmt: skip


def kept(person: Person) -> list[str]:
    """The pages of what somebody keeps: the editor of twenty units, a table, a battle, a design."""
    address = person.post("/rosters/new/", {"army": "dwarves", "name": "Twenty", "points": 4000}).location
    for number in range(UNITS):
        more = {"verb": "add_unit", "profile": "dwarves/axemen", "count": 10, "version": number + 1}
        person.post(f"{address}edit/", more)
    person.get("/battle/new/")
    battle = person.post("/battle/new/", {"red": "sample.dwarves", "blue": "sample.orcs"}).location
    table = person.post("/table/demo/", {}).location
    design = person.post("/forge/new/", {"name": "Beast"}).location
    return [each for each in (address, battle, table, design) if each]


def largest_paint(browser: Browser, site: Site, address: str, person: Person) -> float:
    """Seconds until the largest thing of a page is painted, for a browser that has never been here."""
    context = browser.new_context(viewport=PHONE, is_mobile=True, has_touch=True, device_scale_factor=2)
    origin = f"http://localhost:{site.port}"
    context.add_cookies([{"name": name, "value": value, "url": origin} for name, value in person.cookies.items()])
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(f"{origin}{address}", wait_until="load")
    milliseconds: float = page.evaluate(LARGEST)
    context.close()
    return milliseconds / 1000


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--visits", type=int, default=VISITS)
    visits = parser.parse_args().visits
    if CHROMIUM is None:
        print("no browser here: nothing is painted")
        return
    over = []
    with TemporaryDirectory() as folder:
        site = prepared(Path(folder))
        # Browsers come without a proxy in front, over plain HTTP.
        site.environment["SECURE"] = "false"
        with serving(site), sync_playwright() as play:
            person = Person(site)
            person.get("/rosters/new/")
            pages = [*PAGES, *kept(person)]
            browser = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
            largest_paint(browser, site, "/privacy/", person)  # the browser itself has to wake up, too
            for address in pages:
                least = min(largest_paint(browser, site, address, person) for _ in range(visits))
                print(f"{address[:60]:<62}{least:6.2f} s", flush=True)
                over += [f"{address} is painted after {least:.2f} s"] * (least > BAR)
            browser.close()
    if over:
        sys.exit("\n".join(over))


if __name__ == "__main__":
    main()
