"""The whole job with a keyboard and nothing else, from the first page to the print."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.desk import Desk

MOST_STOPS = 150
NAME = """
(() => {
  const at = document.activeElement;
  return (at.ariaLabel || (at.labels?.[0] ?? at).textContent).replace(/\\s+/g, " ").trim();
})()
"""


def reach(page: Page, name: str) -> None:
    """Press Tab until the focus is on what is called so, or begins so."""
    for _ in range(MOST_STOPS):
        if str(page.evaluate(NAME)).startswith(name):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no stop of the Tab key is called {name}")


def press(page: Page, name: str, *keys: str) -> None:
    """Reach a control, press Enter or other keys on it, and type whatever isn't the name of a key."""
    reach(page, name)
    for key in keys or ("Enter",):
        page.keyboard.press(key) if key in ("Enter", "Space", "ArrowDown", "Control+A") else page.keyboard.type(key)


def start(desk: Desk) -> None:
    """A game of 834 points under a name."""
    desk.page.goto("/")
    press(desk.page, "Dwarves")
    expect(desk.total).to_contain_text("of 2,000 points")
    press(desk.page, "2,000 points, change")
    press(desk.page, "Game of", "Control+A", "834", "Enter")
    expect(desk.total).to_contain_text("of 834 points")
    desk.page.keyboard.press("Escape")
    press(desk.page, "More: name")
    press(desk.page, "Name of the roster", "Control+A", "By hand", "Enter")
    expect(desk.page.locator("#army-title h1")).to_have_text("By hand")
    desk.page.keyboard.press("Escape")


def build(desk: Desk) -> None:
    """Two units, one of them by typing its size and one by steps."""
    press(desk.page, "Add 10 Axemen")
    expect(desk.unit("Axemen")).to_be_visible()
    press(desk.page, "How many Axemen", "Control+A", "17", "Enter")
    expect(desk.total).to_contain_text("340 of")
    press(desk.page, "Add 10 Berserker")
    expect(desk.unit("Berserker")).to_be_visible()
    press(desk.page, "normal10 Berserker")
    expect(desk.unit("Berserker").locator(".unit-body")).to_be_visible()
    for left in ("9", "8"):
        press(desk.page, "One Berserker fewer")
        expect(desk.count("Berserker")).to_have_value(left)


def lead(desk: Desk) -> None:
    """A leader with a bow, which is then taken away again."""
    press(desk.page, "normal17 Axemen")
    expect(desk.unit("Axemen").locator(".unit-body")).to_be_visible()
    press(desk.page, "Leader", "Dwarf Champion")
    press(desk.page, "Add")
    leader = desk.unit("Axemen").locator(".character")
    expect(leader).to_contain_text("Dwarf Champion")
    press(desk.page, "Outfit Dwarf Champion")
    weapons = desk.page.get_by_role("group", name="Missile weapon")
    expect(weapons).to_be_visible()
    press(desk.page, "Crossbow")
    expect(leader).to_contain_text("Crossbow")
    press(desk.page, "Done")
    expect(weapons).to_have_count(0)
    desk.page.keyboard.press("Control+Z")
    expect(desk.toast).to_contain_text("Undone")
    expect(leader).not_to_contain_text("Crossbow")


def look_back(desk: Desk) -> None:
    """An old version is looked at, and the way back to the editor."""
    press(desk.page, "More: name")
    press(desk.page, "History")
    expect(desk.page.get_by_role("heading", name="History")).to_be_visible()
    press(desk.page, "View version 3")
    expect(desk.page.locator("main")).to_contain_text("of 834 points")
    press(desk.page, "By hand")
    expect(desk.unit("Axemen")).to_be_visible()


@pytest.mark.long
def test_the_whole_job_is_done_by_keyboard_alone(page: Page) -> None:
    desk = Desk(page)
    start(desk)
    build(desk)
    lead(desk)
    look_back(desk)
    press(page, "More: name")
    reach(page, "Print (A4)")
    address = str(page.evaluate("document.activeElement.href"))
    assert page.context.request.get(address).headers["content-type"] == "application/pdf"
