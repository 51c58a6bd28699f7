"""One visit: from the home page into the middle of a first game of Wiz-War in three minutes, to a pack, to lines."""

from __future__ import annotations

import re
from time import monotonic

from playwright.sync_api import Page, expect

from tests.browser.everybody import PHONE, check_sizes, resized

MINUTES = 3


def test_a_newcomer_is_in_the_middle_of_a_first_game_in_three_minutes(page: Page, site: str) -> None:
    began = monotonic()
    page.goto("/")
    page.get_by_role("region", name="Wiz-War").get_by_role("button", name="A first game").click()
    expect(page.locator("#desk")).to_contain_text("House pack, not the published numbers")
    page.get_by_role("link", name="Play a battle").click()
    page.get_by_label("Roster").nth(1).select_option("begin.first")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("heading", name=re.compile("^Turn 1: "))).to_be_visible()
    for turn in (1, 2):
        side = page.get_by_role("heading", name=re.compile(f"^Turn {turn}: ")).inner_text().rpartition(" ")[2]
        page.get_by_role("navigation", name="This phone shows").get_by_role("link", name=side).click()
        reached = page.locator("a:has(.frame-lit)").first
        square = reached.locator("[data-square]").get_attribute("data-square")
        reached.focus()
        page.keyboard.press("Enter")  # a square is a link
        expect(page).to_have_url(re.compile(f"at={square}"))
        expect(page.get_by_role("heading", name=f"From {square}")).to_be_visible()  # what it sees
        page.get_by_role("button", name=re.compile(f"^Walk to {square}")).click()
        expect(page.locator(".b-log")).to_contain_text(f"walks to {square}")
        page.get_by_role("button", name=re.compile("^Done: draw")).click()
        expect(page.locator(".b-log")).to_contain_text("draws 2 cards")
        expect(page.get_by_role("heading", name=re.compile(f"^Turn {turn + 1}: "))).to_be_visible()
    assert monotonic() - began < 60 * MINUTES
    resized(page, PHONE)
    check_sizes(page)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".b-log .b-undone").first).to_be_visible()
    page.goto("/data-packs/")  # a pack without a drawn board: its page complains of nothing
    page.get_by_role("button", name=re.compile("Wiz-War")).click()
    page.get_by_role("navigation", name="Tables of the pack").get_by_role("link", name="Sectors").click()
    expect(page.get_by_role("group", name="Sectors").first).to_be_in_viewport()
    check_sizes(page)


def test_lines_of_a_board_are_pressed_by_keyboard(page: Page, site: str) -> None:
    page.goto("/boards/squares/")
    line = page.get_by_role("button", name="Line between 0,0 and 0,1")
    line.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Line between 0,0 and 0,1: wall")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Line between 0,0 and 0,1: door")).to_be_visible()
    page.get_by_role("button", name="Turn a quarter").click()
    expect(page.get_by_role("button", name="Line between 0,4 and 1,4: door")).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as a file").click()
    assert saved.value.suggested_filename == "board.json"
