"""Looking something up at the table: found in seconds, by a finger or by keys, with and without JavaScript."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.everybody import DESK, PHONE, check_page, resized

ABOVE_KEYBOARD = (390, 480)  # what a phone's keyboard leaves
SECONDS = 10


def search(page: Page) -> Locator:
    return page.get_by_role("searchbox", name="Look up anything")


def answer(page: Page) -> Locator:
    return page.locator("#answers .answer").first


def test_petrify_is_found_on_a_phone_with_one_click_above_the_keyboard(page: Page) -> None:
    resized(page, ABOVE_KEYBOARD)
    page.goto("/rosters/new/")
    start = time.monotonic()
    search(page).click()
    page.keyboard.type("petrify")
    expect(answer(page).get_by_text("turns to stone and dies")).to_be_in_viewport(ratio=1)
    assert time.monotonic() - start < SECONDS
    expect(answer(page).locator("dd")).to_have_text(["1", "touch", "instant", "own"])
    assert page.url.endswith("/rosters/new/")
    check_page(page, "answers below the search")


def test_a_slash_goes_to_the_search_and_escape_puts_its_answers_away(page: Page) -> None:
    resized(page, DESK)
    page.goto("/terrain/table/")
    page.keyboard.press("/")
    expect(search(page)).to_be_focused()
    page.keyboard.type("axe/")
    expect(search(page)).to_have_value("axe/")  # in a field it is a letter
    expect(answer(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(answer(page)).to_be_hidden()
    expect(search(page)).to_be_focused()


def test_answers_are_reached_by_keys_and_gone_with_a_click_elsewhere(page: Page) -> None:
    resized(page, (1280, 900))
    page.goto("/rules/")
    page.keyboard.press("/")
    page.keyboard.type("petrify")
    expect(answer(page)).to_be_visible()
    page.mouse.click(5, 890)
    expect(answer(page)).to_be_hidden()
    page.keyboard.press("/")
    page.keyboard.type("mass petrify")
    expect(answer(page).get_by_role("heading")).to_have_text("Mass Petrify")
    answer(page).get_by_role("link").focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url("/magic/earth/mass-petrify/")


def test_enter_opens_the_answers_as_a_page_that_goes_on_answering(page: Page) -> None:
    resized(page, PHONE)
    page.goto("/")
    search(page).fill("petrify")
    search(page).press("Enter")
    expect(page).to_have_url("/look/?q=petrify")
    expect(search(page)).to_have_value("petrify")
    search(page).fill("fearless")
    expect(answer(page).get_by_role("heading")).to_have_text("Fearless")


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_without_javascript_the_search_is_a_form_and_leads_to_a_chapter(
    plain_page: Page, size: tuple[int, int]
) -> None:
    page = plain_page
    resized(page, size)
    page.goto("/")
    search(page).fill("closing up")
    search(page).press("Enter")
    expect(answer(page)).to_contain_text("3″ more")
    answer(page).get_by_role("link").click()
    expect(page).to_have_url("/rules/charging/#closing")
    expect(page.get_by_role("heading", name="Closing up")).to_be_in_viewport()
    page.goto("/rules/#COMP-01")  # where the checker's rules were
    page.get_by_role("link", name="COMP-01").click()
    expect(page).to_have_url("/rules/checked/#COMP-01")
