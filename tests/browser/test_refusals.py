"""What a visitor sees who asks too often or keeps too much: a page in plain words, or its words in place."""

from __future__ import annotations

import os

from django.conf import LazySettings
from playwright.sync_api import Page, expect

from armybuilder.core.rates import Bound, Room, a_minute
from tests.browser.everybody import check_page
from tests.throttles import tightened

PICTURES = os.environ.get("PICTURES")  # a folder: what the pages look like


def looked_at(page: Page, name: str) -> None:
    check_page(page, name)
    for width in (390, 1280) if PICTURES else ():
        page.set_viewport_size({"width": width, "height": 800})
        page.screenshot(path=f"{PICTURES}/{name}-{width}.png")


def copied(page: Page) -> None:
    page.goto("/samples/dwarf-raiding-party/")
    page.locator("form[action$='/copy/'] button").click()


def refused_in_place(page: Page) -> None:
    page.locator("#size > summary").click()
    page.get_by_label("Game of").fill("3999")
    page.get_by_label("Game of").press("Enter")


def take_out(complaints: list[str], status: int) -> None:
    """The browser's complaints about the refusals that are meant."""
    assert any(str(status) in complaint for complaint in complaints)
    complaints[:] = [complaint for complaint in complaints if str(status) not in complaint]


def test_who_asks_too_often_is_told_on_a_page_and_in_place(
    page: Page, settings: LazySettings, complaints: list[str]
) -> None:
    settings.THROTTLES = tightened("changes", address=a_minute(1))
    copied(page)
    expect(page.locator("#desk")).to_be_visible()
    refused_in_place(page)
    expect(page.locator("#notice")).to_contain_text("Wait a minute")
    looked_at(page, "too-often-in-place")
    copied(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("Too many requests")
    looked_at(page, "too-often")
    take_out(complaints, 429)


def test_who_keeps_too_much_is_offered_an_account(page: Page, settings: LazySettings, complaints: list[str]) -> None:
    settings.KEPT_MOST = (Bound("rosters", Room(1, 20_000_000, 1), Room(2_000, None, 20_000)),)
    copied(page)
    expect(page.locator("#desk")).to_be_visible()
    refused_in_place(page)
    expect(page.locator("#notice")).to_contain_text("at most 1 versions")
    expect(page.locator("#notice").get_by_role("link", name="Make an account")).to_be_visible()
    looked_at(page, "no-room-in-place")
    copied(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("No more room for rosters")
    expect(page.get_by_role("link", name="Make an account")).to_be_visible()
    looked_at(page, "no-room")
    take_out(complaints, 422)
