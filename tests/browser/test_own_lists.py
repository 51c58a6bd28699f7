"""A newcomer writes an army list of one's own, hands it on, and an army of it is started and printed."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from armybuilder.designs.snapshots import own_list_in
from armybuilder.models import OwnList
from tests.browser.conftest import USUAL_SIZE
from tests.browser.everybody import check_page
from tests.browser.test_journey import text_of

FIGURES = (
    "troops",
    "",
    "6",
    "1",
    "2",
    "7",
    "1",
    "2",
)  # section, points, ground, wounds, armour, morale, attacks, skill


def test_a_newcomer_writes_a_list_shares_it_and_prints_an_army_of_it(page: Page) -> None:
    page.goto("/forge/lists/")
    page.get_by_label("Name").fill("Frogs")
    page.get_by_role("button", name="New list").click()
    page.get_by_role("link", name="Add rows").click()
    page.get_by_role("link", name="Add a row", exact=True).click()
    type_row(page, "Frog", FIGURES)
    expect(page.locator("#beside")).to_contain_text("by the formula, exactly")
    check_page(page, "a new row")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Row 2 of 2, not saved yet")).to_be_visible()
    type_row(page, "Queen", ("characters", "90", "6", "4", "", "8", "3", "9"))
    expect(page.locator("#why-melee-0-skill")).to_have_text("the table for skill goes from 1 to 5, not 9")
    page.keyboard.press("Backspace")
    page.keyboard.type("4")
    expect(page.locator("#beside")).to_contain_text("as you say; the formula says")
    page.get_by_role("button", name="Save", exact=True).last.click()
    expect(page.get_by_text("rows cost what the formula comes to")).to_be_visible()
    page.get_by_role("button", name="Copy Frog").click()
    page.locator("#name").fill("Frog Guard")
    page.get_by_role("button", name="Save", exact=True).last.click()
    page.get_by_role("button", name="Move Frog Guard up").click()
    page.get_by_label("Name or list").fill("bear cavalry dwarves")
    page.get_by_label("Bear Cavalry with Lance").check()
    page.get_by_role("button", name="Take those ticked").click()
    expect(page.get_by_role("link", name="Bear Cavalry with Lance")).to_be_visible()
    names = [row.name for row in own_list_in(OwnList.objects.get()).rows]
    assert names == ["Frog Guard", "Frog", "Queen", "Bear Cavalry with Lance"]
    page.get_by_role("link", name="Frogs", exact=True).click()
    page.get_by_role("button", name="Share by a link").click()
    page.get_by_role("link", name="See it").click()
    expect(page.get_by_role("heading", name="Frogs (own list)")).to_be_visible()
    check_page(page, "a shared list")
    page.get_by_role("button", name="Start an army").click()
    page.wait_for_url("**/rosters/*/")
    page.set_viewport_size(USUAL_SIZE)
    page.locator("#add").get_by_role("button", name=re.compile(r"^Add (\d+ )?Frog Guard")).click()
    expect(page.locator("body")).to_contain_text("Frog Guards")
    print_out = page.request.get(f"{page.url.partition('#')[0]}a4.pdf")
    assert "Frogs (own list)" in " ".join(text_of(print_out.body()).split())


def type_row(page: Page, name: str, figures: tuple[str, ...]) -> None:
    """By the keyboard alone, from the name on, which has the focus."""
    expect(page.locator("#name")).to_be_focused()
    page.keyboard.type(name)
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")  # over the heading that folds the figures
    section, *rest = figures
    page.keyboard.type(section)
    for figure in rest:
        page.keyboard.press("Tab")
        page.keyboard.press("Control+A")
        page.keyboard.type(figure) if figure else page.keyboard.press("Delete")
