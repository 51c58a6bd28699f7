"""The print shop in a browser: the pages come in place, and everything can be printed without scripts."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, Page, expect


def test_the_pages_are_shown_in_place(page: Page) -> None:
    page.goto("/print/")
    page.get_by_label("Base outlines").check()
    page.get_by_label("Paper").select_option("letter")
    page.get_by_role("button", name="Look at the pages").click()
    expect(page.locator("#pages h2")).to_have_text("1 page")
    picture = page.locator("#pages img")
    picture.scroll_into_view_if_needed()
    expect(picture).to_have_js_property("naturalWidth", 520)
    assert "paper=letter" in page.url


def test_everything_can_be_printed_without_scripts(plain_context: BrowserContext) -> None:
    page = plain_context.new_page()
    page.goto("/print/")
    page.get_by_label("Base outlines").check()
    page.get_by_role("button", name="Look at the pages").click()
    expect(page.locator("#pages h2")).to_have_text("1 page")
    with page.expect_download() as download:
        page.get_by_role("button", name="A ZIP of PDFs").click()
    assert download.value.suggested_filename == "base-outlines.zip"
