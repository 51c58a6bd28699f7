"""The frame in a browser: our faces on every page and no shift, one primary in sight, titles and busy buttons."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.desk import Desk
from tests.browser.everybody import DESK, PHONE
from tests.browser.forge import Bench

PAGES = (
    "/",
    "/rosters/",
    "/armies/dwarves/",
    "/magic/",
    "/terrain/table/?seed=5",
    "/print/",
    "/batch/",
    "/forge/audit/",
)
# Families of what is read; signs that are drawn as letters of a picture are the picture's own.
FAMILIES = """
() => {
  const isWords = (node) => node.nodeType === Node.TEXT_NODE && node.data.trim();
  const shown = [...document.querySelectorAll("body *")].filter((each) => each.checkVisibility());
  const worded = shown.filter((each) => [...each.childNodes].some(isWords));
  return [...new Set(worded.map((each) => getComputedStyle(each).fontFamily.split(",")[0].replaceAll('"', "")))];
}
"""
PRIMARIES = """
() => [...document.querySelectorAll(".btn.primary")]
  .filter((each) => each.checkVisibility())
  .map((each) => each.innerText)
"""
SHIFT = """
() => new Promise((resolve) => {
  let sum = 0;
  const add = (list) => list.getEntries().forEach((each) => { sum += each.hadRecentInput ? 0 : each.value; });
  new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => resolve(sum), 300);
})
"""


def drawn_with(page: Page, selector: str) -> set[str]:
    """The faces that the browser drew an element's words with, by the names within their files."""
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument", {"depth": -1})["root"]["nodeId"]
    node = session.send("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
    fonts = session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    session.detach()
    return {font["familyName"] for font in fonts}


def test_every_word_is_in_the_sites_own_faces_and_one_action_is_primary(page: Page) -> None:
    for address in PAGES:
        page.goto(address)
        assert set(page.evaluate(FAMILIES)) <= {"Source Sans 3", "Source Serif 4", "ui-monospace"}, address
        for width, height in (PHONE, DESK):
            page.set_viewport_size({"width": width, "height": height})
            assert len(page.evaluate(PRIMARIES)) <= 1, (address, width)
    assert drawn_with(page, "main h1") == {"Muster Serif"}
    assert drawn_with(page, "footer p") == {"Muster Sans"}


@pytest.mark.parametrize("late", [0, 0.4])
def test_nothing_moves_when_the_faces_come(page: Page, context: BrowserContext, late: float) -> None:
    """On a first visit: the context has no faces yet."""

    def slowly(route: Route) -> None:
        time.sleep(late)
        route.continue_()

    page.route("**/*.woff2", slowly)
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.goto("/armies/dwarves/")
    page.wait_for_timeout(2_000 * late)
    assert page.evaluate(SHIFT) == 0


def test_a_title_follows_a_new_name(page: Page) -> None:
    bench = Bench(page)
    bench.start()
    page.get_by_label("Name of the design").fill("Bog Ogre")
    page.get_by_label("Name of the design").press("Tab")
    expect(page).to_have_title("Bog Ogre · Forge · Muster")
    desk = Desk(page)
    desk.start("Dwarves")
    expect(page).to_have_title("My Dwarves · Muster")


def test_a_button_that_is_busy_is_pressed_once(page: Page, context: BrowserContext) -> None:
    sent: list[str] = []
    context.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    page.goto("/")
    page.locator(".arms").first.evaluate("(button) => { button.click(); setTimeout(() => button.click(), 1); }")
    page.wait_for_url("**/rosters/*/")
    assert len(sent) == 1
