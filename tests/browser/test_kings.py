"""One visit: from the home page to a legal force, and from there to a game on the map, by keyboard and by tap."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.everybody import PHONE, check_sizes, resized


def test_a_newcomer_comes_to_a_legal_force_and_plays_it_on_the_map(page: Page, site: str) -> None:
    page.goto("/")
    page.get_by_role("region", name="Wizard Kings: recruitment").get_by_role("button", name="A small game").click()
    expect(page.locator("#desk")).to_contain_text("Why it is legal")
    expect(page.locator("#desk")).to_contain_text("House pack, not the published numbers")
    page.get_by_role("link", name="Play a battle").click()
    page.get_by_label("Roster").nth(1).select_option("begin.small")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_text("house pack, not the published numbers")).to_be_visible()

    page.get_by_text("Type your own dice").click()
    page.get_by_label("Faces, such as").fill("6611")
    page.get_by_role("button", name="Take these dice").click()
    expect(page.get_by_role("heading", name="Turn 1 of 12: movement")).to_be_visible()

    page.get_by_role("link", name=re.compile("^Southmoor")).focus()
    page.keyboard.press("Enter")  # a hex is a link
    expect(page).to_have_url(re.compile(r"at=6,1"))
    page.get_by_role("checkbox").nth(0).check()
    page.get_by_role("checkbox").nth(1).check()
    page.get_by_role("button", name="Move to Southmoor").click()
    expect(page.locator(".b-log")).to_contain_text("to Southmoor (6,1)")
    expect(page.locator("[data-hex='6,1'] .counter.mine")).to_have_count(2)

    resized(page, PHONE)
    page.get_by_role("button", name="Finish your movement").click()
    expect(page.locator(".b-yours")).to_contain_text("blue")
    page.get_by_role("navigation", name="This phone shows").get_by_role("link", name=re.compile("blue")).click()
    expect(page.locator("[data-hex='6,1'] .counter.theirs")).to_have_count(2)
    expect(page.locator("[data-hex='6,1'] .counted").first).to_have_text("?")
    frame = page.locator(".g-board")
    assert frame.evaluate("each => each.scrollWidth > each.clientWidth")  # the map scrolls in its own frame
    check_sizes(page)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text(re.compile("asks|Undone|movement")).first).to_be_visible()
