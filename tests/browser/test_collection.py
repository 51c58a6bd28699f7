"""Somebody writes down what is on the shelf by keyboard and touch, and fields an army of it."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from armybuilder.collection.snapshots import collection_in
from armybuilder.models import Collection
from tests.browser.everybody import check_page

SHELF = """Dwarves
60 Axemen, 40 painted, in the blue box
30 crossbow men
40 Pikemen
2 Dwarf Lord
10 Bears"""


def test_what_is_on_the_shelf_becomes_an_army(page: Page, site: str) -> None:
    page.goto("/collection/")
    check_page(page)
    page.get_by_role("button", name="Start a collection").click()
    page.get_by_role("link", name="Add several").click()
    page.get_by_label("What you have").fill(SHELF)
    page.get_by_role("button", name="Read it").click()
    check_page(page)
    page.get_by_role("checkbox", name=re.compile("30 Crossbowmen")).check()
    page.get_by_role("button", name="Add what is ticked").click()
    expect(page.locator("#sums")).to_contain_text("142 models, 40 painted")
    check_page(page)

    more = page.get_by_role("button", name="One Bear more")
    more.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#sums")).to_contain_text("143 models")
    expect(more).to_be_focused()
    page.keyboard.press("Space")
    expect(page.locator("#sums")).to_contain_text("144 models")
    page.get_by_role("button", name="One Pikemen fewer").click()
    expect(page.locator("#sums")).to_contain_text("143 models")
    page.locator("summary", has_text="Pikemen").click()
    page.get_by_role("spinbutton", name="Painted").locator("visible=true").fill("7")
    page.get_by_role("button", name="Save Pikemen").click()
    expect(page.locator("#sums")).to_contain_text("47 painted")
    assert sum(owned.count for owned in collection_in(Collection.objects.get()).models) == 143

    page.get_by_role("link", name="What can I field?").click()
    page.get_by_label("Points").fill("1500")
    page.get_by_label("Led by").select_option(label="Dwarf Lord")
    page.get_by_role("button", name="Find armies").click()
    expect(page.get_by_text("Exact: no legal army of these models is nearer")).to_be_visible()
    check_page(page)
    page.get_by_role("button", name=re.compile("Make this roster")).first.click()
    expect(page.locator(".at-home").first).to_contain_text("at home")
    expect(page.locator("#verdict")).to_contain_text("Legal")
    page.goto(f"{page.url.partition('?')[0]}at-home/")
    check_page(page)
