"""The print shop in a browser: the pages come in place, and everything can be printed without scripts."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from armybuilder.models import PrintJob
from tests.browser.everybody import check_page, check_sizes
from tests.browser.states import LONG_ORDER, print_it
from tests.prints import print_all_day


def test_the_pages_are_shown_in_place(page: Page) -> None:
    page.goto("/print/")
    page.get_by_label("Base outlines").check()
    page.get_by_text("Settings", exact=True).click()
    page.get_by_label("Paper").select_option("letter")
    page.get_by_role("button", name="Look at the pages").click()
    expect(page.locator("#pages h2")).to_have_text("1 page")
    picture = page.locator("#pages img")
    picture.scroll_into_view_if_needed()
    expect(picture).to_have_js_property("naturalWidth", 520)
    assert "paper=letter" in page.url


def test_a_long_order_is_watched_until_it_can_be_taken(page: Page) -> None:
    page.goto(LONG_ORDER)
    print_it(page, "Print a ZIP")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the ZIP").click()
    assert download.value.suggested_filename == "sheets.zip"


def test_a_job_at_work_shows_how_far_it_is_and_then_its_file(page: Page) -> None:
    page.goto(LONG_ORDER)
    print_it(page)
    PrintJob.objects.update(state="running", written=7)
    page.reload()
    expect(page.get_by_text("Printing page 7 of")).to_be_visible()
    expect(page.get_by_role("progressbar")).to_have_attribute("value", "7")
    PrintJob.objects.update(state="done")
    expect(page.get_by_role("link", name="Open the PDF")).to_be_visible()


def test_an_order_that_is_refused_says_why_and_leads_back(page: Page, complaints: list[str]) -> None:
    print_all_day()
    page.goto("/print/?kinds=bases")
    page.get_by_role("button", name="Make the PDF").last.click()
    expect(page.get_by_role("heading", name="Not printed")).to_be_visible()
    check_page(page, "an order that is refused")
    page.get_by_role("link", name="Back to the print shop").click()
    expect(page.get_by_label("Base outlines")).to_be_checked()
    assert {complaint.partition(":")[0] for complaint in complaints} <= {"429", "error"}
    complaints.clear()


def test_everything_can_be_printed_without_scripts(plain_page: Page) -> None:
    page = plain_page
    page.goto("/print/")
    page.get_by_label("Base outlines").check()
    page.get_by_text("Settings", exact=True).click()
    page.get_by_role("button", name="Look at the pages").click()
    expect(page.locator("#pages h2")).to_have_text("1 page")
    page.get_by_text("Settings", exact=True).click()
    with page.expect_download() as download:
        page.get_by_role("button", name="A ZIP of PDFs").click()
    assert download.value.suggested_filename == "base-outlines.zip"


@pytest.mark.parametrize("size", [(390, 844), (1280, 900)])
def test_a_game_bundle_is_printed_in_two_clicks(page: Page, plain_page: Page, size: tuple[int, int]) -> None:
    """An army chosen, the bundle taken, the PDF made; with scripts and without."""
    for visitor in (page, plain_page):
        visitor.set_viewport_size({"width": size[0], "height": size[1]})
        visitor.goto("/print/")
        expect(visitor.locator("#shop-sum")).to_contain_text("Nothing is ticked")
        visitor.locator("#for-army").select_option("sample.dwarf-raiding-party")
        visitor.get_by_role("button", name="For a game").click()
        expect(visitor.locator("#shop-sum")).to_contain_text("4 kinds,")
        expect(visitor.locator("#for-army")).to_have_value("sample.dwarf-raiding-party")
        check_sizes(visitor)
        with visitor.expect_download() as download:
            visitor.get_by_role("button", name="Make the PDF").last.click()
        assert download.value.suggested_filename == "roster-sheet-and-3-more.pdf"


def test_the_settings_are_those_of_what_is_ticked(page: Page) -> None:
    page.goto("/print/")
    page.get_by_text("Settings", exact=True).click()
    expect(page.get_by_label("Shape of markers")).to_be_hidden()
    page.get_by_label("Markers Broken").check()
    expect(page.get_by_label("Shape of markers")).to_be_visible()
    expect(page.locator("#shop-sum")).to_contain_text("1 kind,")
    page.get_by_label("Markers Broken").uncheck()
    expect(page.locator("#shop-sum")).to_contain_text("Nothing is ticked.")
