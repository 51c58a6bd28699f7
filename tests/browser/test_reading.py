"""Lists as people write them, as people bring them: a mail read line by line, and twelve mails checked at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from armybuilder.models import Roster as Row
from armybuilder.rosters.snapshots import roster_of
from tests.browser.everybody import check_page

MESSY = Path(__file__).parents[1] / "corpus" / "messy"
ROB = (MESSY / "rob.txt").read_text(encoding="utf-8")
NAMES = ("rob", "mia", "orcs", "coils", "tide", "swamp", "ninth", "mad-mob", "cold", "jan", "kim", "hells-own")
MAILS = "\n\n".join(
    f"From: {name.title()} <{name}@example.org>\nSubject: my list\n\n{(MESSY / f'{name}.txt').read_text('utf-8')}"
    for name in NAMES
)
NOTE = (
    "Hello Rob,\n"
    "your list “Rob's list” (Dwarves, 2,000 points) comes to 1,977 points and is legal.\n"
    "1 Light Catapult: says 166, is 181.\n"
    "Total: says 1,962, is 1,977."
)
SIZES = {"a phone": (390, 844), "a desk": (1280, 900)}


@pytest.fixture(
    params=[(size, script) for size in SIZES for script in ("with JavaScript", "without JavaScript")], ids=str
)
def reader(request: pytest.FixtureRequest, site: str, chromium: Browser) -> Page:
    size, script = request.param
    page: Page = request.getfixturevalue("page" if script == "with JavaScript" else "plain_page")
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    return page


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).first.click()


def test_a_mail_is_read_confirmed_corrected_and_opened_in_the_editor(reader: Page) -> None:
    reader.goto("/rosters/open/")
    reader.get_by_label("Or paste a list").fill(ROB)
    reader.get_by_role("button", name="Read", exact=True).click()
    expect(reader.get_by_role("heading", level=1)).to_have_text("Rob's list, line by line")
    for words in ("3 to check", "2 prices differ", "1 not read"):
        expect(reader.locator(".reading-sum")).to_contain_text(words)
    expect(reader.locator(".read.warn").first).to_contain_text("says 166 is 181")
    press(reader, "Yes (12 Crossbowmen)")
    expect(reader.locator(".reading-sum")).to_contain_text("2 to check")
    expect(reader.locator(".result")).to_contain_text("488 of them to check")
    reader.get_by_text("Correct it … in line 10").click()
    reader.get_by_label("Correct the line").locator("visible=true").fill("5 Pikemen 130")
    press(reader, "Read it again (line 10)")
    expect(reader.locator(".read", has_text="5 Pikemen 130")).to_contain_text("130")
    expect(reader.locator(".read.bad")).to_have_count(0)
    press(reader, "Yes to all 2")
    expect(reader.locator(".reading-sum")).not_to_contain_text("to check")
    assert not Row.objects.exists()
    reader.get_by_label("Name", exact=True).fill("Saturday")
    reader.get_by_role("button", name="Open in the editor").locator("visible=true").click()
    expect(reader.get_by_label("Name of the roster")).to_have_value("Saturday")
    kept = roster_of(Row.objects.get())
    assert [unit.models[0].count for unit in kept.units if unit.models] == [16, 12, 10, 8, 8, 1, 5]
    assert kept.notes == ""


def test_twelve_mails_are_checked_one_confirmed_noted_and_opened(reader: Page) -> None:
    reader.goto("/batch/")
    reader.get_by_label("Or paste a list").fill(MAILS)
    press(reader, "Check them")
    expect(reader.locator("#batch-summary")).to_have_text("12 lists checked")
    rob = reader.locator("tr[data-verdict]", has_text="Rob's list")
    expect(rob.locator("[data-label=says]")).to_have_text("1,962")
    expect(rob.locator("[data-label=is]")).to_have_text("1,977")
    expect(rob).to_contain_text("+15")
    expect(rob).to_contain_text("4 to check")
    press(reader, "Rob's list")
    press(reader, "Yes to all 3")
    expect(rob).to_contain_text("1 to check")
    press(reader, "Leave it out (the usual banner)")
    expect(rob).to_contain_text("Legal")
    note = reader.get_by_label("Note to the player").locator("visible=true")
    expect(note).to_have_value(NOTE)
    expect(reader.locator("tr[data-verdict]")).to_have_count(12)
    with reader.expect_popup() as opening:
        rob.get_by_role("button", name="Open Rob's list in the editor").click()
    expect(opening.value.get_by_label("Name of the roster")).to_have_value("Rob's list")
    expect(reader.locator("tr[data-verdict]")).to_have_count(12)


def test_pages_of_lists_pass_axe(page: Page) -> None:
    page.goto("/rosters/open/")
    page.get_by_label("Or paste a list").fill(ROB)
    page.get_by_role("button", name="Read", exact=True).click()
    page.get_by_text("Something else … in line 5").click()
    check_page(page, "a mail line by line")
    page.goto("/batch/")
    page.get_by_label("Or paste a list").fill(MAILS)
    press(page, "Check them")
    press(page, "Rob's list")
    expect(page.locator(".opened .reading")).to_be_visible()
    check_page(page, "twelve lists, one open")
