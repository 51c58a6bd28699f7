"""One visit: from the home page to the middle of a first game of Greyhawk Wars for three, in three minutes at most."""

from __future__ import annotations

import re
from time import monotonic

from playwright.sync_api import Locator, Page, expect

from tests.browser.everybody import PHONE, check_sizes, resized

SECONDS = 180


def press(where: Page | Locator, name: str | re.Pattern[str]) -> None:
    where.get_by_role("button", name=name).first.click()


def test_a_newcomer_is_in_the_middle_of_a_first_game_for_three_in_three_minutes(page: Page, site: str) -> None:
    start = monotonic()
    page.goto("/")
    press(page.get_by_role("region", name="Greyhawk Wars"), "Norhal")
    expect(page.locator("#desk")).to_contain_text("Why it is legal")
    page.get_by_role("link", name="Play a battle").click()
    page.get_by_label("Roster").nth(1).select_option("begin.grimgard")
    page.get_by_label("Roster").nth(2).select_option("begin.vale")
    press(page, "Begin")
    expect(page.get_by_text("house pack, not the published numbers")).to_be_visible()

    page.get_by_text("Type your own dice").click()
    page.get_by_label("Faces, such as").fill("0 5 2")
    press(page, "Take these dice")
    for button in ("Heroes are placed", "Draw an event"):
        for name in ("Norhal", "Grimgard", "Vale"):
            expect(page.locator(".b-yours")).to_have_text(name)
            press(page, button)
    expect(page.locator("#step")).to_contain_text(re.compile("Act with armies"))
    expect(page.locator(".b-yours")).to_contain_text("Norhal")

    page.get_by_role("link", name=re.compile("^Jute")).click()  # between its sign and its name
    expect(page).to_have_url(re.compile("at=jute"))
    page.get_by_role("link", name=re.compile("^Cairn")).focus()
    page.keyboard.press("Enter")  # an area is a link
    expect(page).to_have_url(re.compile("at=cairn"))
    page.get_by_role("link", name=re.compile("^Fell")).click()
    press(page, re.compile("^Attack Grimgard"))
    expect(page.locator("#step")).to_contain_text("Battle in Fell")
    resized(page, PHONE)
    check_sizes(page)
    ready = page.get_by_role("button", name=re.compile("^(No cards|Lay cards|Roll for hits)$"))
    for _ in range(3):  # whoever holds cards is asked for some first
        expect(ready.first).to_be_visible()
        if fires := ready.first.inner_text().strip() == "Roll for hits":
            break
        step = page.locator("#step").inner_text()
        ready.first.click()
        expect(page.locator("#step")).not_to_have_text(step)
    assert fires
    press(page, "Roll for hits")
    expect(page.locator(".b-log")).to_contain_text("fires:")
    assert monotonic() - start < SECONDS
    expect(page.get_by_role("button", name="Give Vale to another phone")).to_be_attached()
