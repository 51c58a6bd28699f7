"""Rosters that travel, as people use them: pasted and saved, shared and revoked, checked in batches; axe on all."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from armybuilder.models import Roster as Row
from armybuilder.rosters.snapshots import roster_of
from tests.browser.conftest import watched
from tests.browser.everybody import check_page
from tests.browser.exchange import BAD, check_batch, files, paste, share
from tests.visitors import RAIDERS

PASTED = "Roster: Ants\nArmy: Dwarves\nLimit: 500\n\nUnit: Guard\n- 17 Axemen\n- Dwarf Champion: crosbow\n"


@pytest.fixture(params=["with JavaScript", "without JavaScript"])
def visitor(request: pytest.FixtureRequest, site: str, chromium: Browser) -> Page:
    scripted = request.param == "with JavaScript"
    page: Page = request.getfixturevalue("page" if scripted else "plain_page")
    return page


def test_a_pasted_list_is_mended_in_its_text_shown_and_saved(visitor: Page) -> None:
    paste(visitor, PASTED)
    expect(visitor.locator(".read.near")).to_contain_text("Dwarf Champion: crossbow")
    assert not Row.objects.exists()
    visitor.get_by_text("The list as text").click()
    box = visitor.get_by_label("Change any line, then read it again")
    box.fill(box.input_value().replace("crosbow", "crossbow"))
    visitor.locator(".as-text").get_by_role("button", name="Read it again").click()
    expect(visitor.locator(".preview")).to_contain_text("Ants")
    expect(visitor.locator(".preview")).to_contain_text("of 500 points")
    assert not Row.objects.exists()
    visitor.get_by_role("button", name="Save").click()
    expect(visitor.locator("#roster-name")).to_have_value("Ants")
    assert roster_of(Row.objects.get()).units[0].characters[0].weapon == "crossbow"


def test_of_several_files_only_the_ticked_ones_are_saved(visitor: Page) -> None:
    visitor.goto("/rosters/open/")
    visitor.get_by_label("Roster files").set_input_files([*files(3), BAD])
    visitor.get_by_role("button", name="Read").click()
    expect(visitor.locator(".preview")).to_have_count(3)
    expect(visitor.locator(".read.near")).to_contain_text("17 Axemen")
    visitor.locator(".preview").first.get_by_role("checkbox").uncheck()
    visitor.get_by_role("button", name="Save what is ticked").click()
    expect(visitor.locator("li.card")).to_have_count(3)


def test_a_shared_army_is_seen_and_copied_elsewhere_until_it_is_revoked(
    visitor: Page, chromium: Browser, site: str, complaints: list[str]
) -> None:
    link = share(visitor, "View, print and copy")
    elsewhere = watched(chromium.new_context(locale="en-GB", base_url=site), complaints)
    guest = elsewhere.new_page()
    guest.goto(link)
    expect(guest.get_by_role("heading", level=1)).to_have_text("Raiding Party")
    expect(guest.locator(".tally")).to_contain_text("834 of 834 points")
    guest.locator(".receipts summary").first.click()
    expect(guest.locator(".receipts details[open]")).to_contain_text("17 Axemen at 20")
    pdf = guest.request.get(str(guest.get_by_role("link", name="Print (A4)").get_attribute("href")))
    assert pdf.body().startswith(b"%PDF-")
    guest.get_by_role("button", name="Copy to my rosters").click()
    expect(guest.locator("#roster-name")).to_have_value("Raiding Party")
    assert Row.objects.count() == 2

    visitor.get_by_role("button", name="Revoke link 1").click()
    expect(visitor.locator(".share-link")).to_have_count(0)
    guest.goto(link)
    expect(guest.get_by_role("heading", level=1)).to_have_text("Nothing here")
    elsewhere.close()
    gone = [each for each in complaints if "404" in each]
    assert gone == complaints
    complaints.clear()


def test_a_print_is_checked_after_the_army_has_changed(page: Page) -> None:
    token = share(page, "View and print").rstrip("/").rpartition("/")[2]
    code = page.locator(".seals .code").inner_text()
    page.goto(page.url.removesuffix("share/"))
    page.get_by_label("One Axemen more").click()
    expect(page.locator(".total")).to_contain_text("854 of 834 points")
    page.goto(f"/check/{token}/?d={code}")
    expect(page.get_by_role("status")).to_contain_text("the verdict still holds")
    expect(page.locator(".changes")).to_contain_text("+1 Axeman")
    check_page(page, "a print checked")
    page.get_by_label("Code on paper").fill("AAAAA-BBBBB")
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_role("alert")).to_contain_text("We don't know this code")
    check_page(page, "a code unknown")


def test_a_batch_of_five_with_a_bad_one_is_one_table_to_sort_save_and_print(visitor: Page) -> None:
    check_batch(visitor)
    expect(visitor.locator("#batch-summary")).to_have_text("5 lists checked")
    expect(visitor.locator("#sum")).to_contain_text("1 to check")
    visitor.get_by_role("button", name="Is", exact=True).click()
    expect(visitor.locator("th[aria-sort]")).to_have_text("Is")
    shown = [int(text.replace(",", "")) for text in visitor.locator("td[data-label=is]").all_inner_texts()]
    assert shown == sorted(shown, reverse=True)
    with visitor.expect_download() as downloading:
        visitor.get_by_role("button", name="Save as CSV").click()
    assert downloading.value.path().read_bytes().count(b"legal") >= 4
    assert not Row.objects.exists()


def test_a_batch_grows_file_by_file_and_is_added_to(page: Page) -> None:
    check_batch(page)
    expect(page.locator("#batch-progress")).to_contain_text("5 of 5 checked")
    page.get_by_label("Or paste a list").fill(PASTED)
    page.get_by_label("Checked by").select_option("tournament")
    page.get_by_role("button", name="Check them").click()
    expect(page.locator("tr[data-verdict]")).to_have_count(6)
    expect(page.locator("#batch-summary")).to_have_text("6 lists checked")
    expect(page.locator("#batch-summary")).to_be_in_viewport()
    page.get_by_label("Or an event pack").fill("no-such-pack")
    page.get_by_label("Or paste a list").fill("x")
    page.get_by_role("button", name="Check them").click()
    expect(page.locator("#batch-problem")).to_contain_text("wasn't checked")
    expect(page.locator("#batch-problem")).to_be_in_viewport()
    expect(page.locator("tr[data-verdict]")).to_have_count(6)


def test_the_army_is_copied_as_text(page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    paste(page, RAIDERS.decode())
    page.get_by_role("button", name="Save").click()
    page.locator("#more > summary").click()
    page.get_by_role("link", name="Copy as text").click()
    expect(page.locator("#said")).to_have_text("Copied.")
    text = page.evaluate("navigator.clipboard.readText()")
    assert re.match(r"Roster: Raiding Party \[834 points\]\r?\nArmy: Dwarves", text)
    page.goto(page.url.partition("#")[0].rstrip("/") + "/text/")
    page.get_by_role("button", name="Copy the Markdown").click()
    expect(page.locator("#said")).to_have_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()").startswith("# Raiding Party")
    check_page(page, "an army as text")


def test_without_javascript_copying_is_a_page_with_the_text_in_a_box(plain_page: Page, site: str) -> None:
    page = plain_page
    paste(page, RAIDERS.decode())
    page.get_by_role("button", name="Save").click()
    page.locator("#more > summary").click()
    page.get_by_role("link", name="Copy as text").click()
    assert page.get_by_label("Text", exact=True).input_value().startswith("Roster: Raiding Party")
    expect(page.get_by_role("button", name="Copy")).to_have_count(0)


def test_two_armies_are_compared(visitor: Page) -> None:
    text = "Roster: A\nArmy: Dwarves\nUnit: Guard\n- 17 Axemen\n"
    visitor.goto("/compare/")
    sides = visitor.get_by_label("Or paste a list")
    sides.first.fill(text)
    sides.last.fill(text.replace("17", "22"))
    visitor.get_by_role("button", name="Compare").click()
    expect(visitor.locator(".changes")).to_contain_text("+5 Axemen")
    expect(visitor.locator(".changes")).to_contain_text("+100")
    expect(visitor.locator(".beside tr.changed")).to_have_count(1)
