"""The main job: a newcomer builds the book's raiding party, breaks it, mends it and prints it."""

from __future__ import annotations

import io
import json
import re

import pypdfium2
import pytest
from playwright.sync_api import Browser, Page, expect

from armybuilder.models import Roster as Row
from armybuilder.rosters.snapshots import roster_of
from tabletop.arcana.army.roster import Roster, read_roster
from tests.browser.desk import Desk
from tests.browser.states import opened
from tests.visitors import RAIDERS


def kept() -> Roster:
    return roster_of(Row.objects.get())


def text_of(pdf: bytes) -> str:
    document = pypdfium2.PdfDocument(io.BytesIO(pdf))
    text = " ".join(page.get_textpage().get_text_range() for page in document)
    document.close()
    return text


@pytest.fixture(params=["with JavaScript", "without JavaScript"])
def desk(request: pytest.FixtureRequest, site: str, chromium: Browser) -> Desk:
    scripted = request.param == "with JavaScript"
    return Desk(request.getfixturevalue("page" if scripted else "plain_page"), scripted=scripted)


def open_raiders(desk: Desk) -> None:
    """What the newcomer below builds by hand, kept already, with the names that it has there."""
    party = json.loads(RAIDERS) | {"name": "My Dwarves"}
    for unit in party["units"]:
        del unit["name"]
    opened(json.dumps(party).encode())(desk.page)


@pytest.mark.long
def test_a_newcomer_builds_breaks_mends_and_prints_the_raiding_party(desk: Desk) -> None:
    desk.raiders()
    expect(desk.total).to_contain_text("834 of 834 points")
    expect(desk.verdict).to_contain_text("Legal")
    expect(desk.verdict).to_have_text("Legal")
    fielded = [(models.profile, models.count) for unit in kept().units for models in unit.models]
    assert fielded == [("dwarves/axemen", 17), ("dwarves/berserker", 8), ("dwarves/handgunner", 5)]
    assert [each.profile for unit in kept().units for each in unit.characters] == ["dwarves/dwarf-champion"]

    desk.more("Berserker").click()
    expect(desk.total).to_contain_text("858 of 834 points")
    expect(desk.verdict).to_contain_text("not legal")
    finding = desk.page.locator("#findings .finding").first
    expect(finding).to_contain_text("858")
    finding.get_by_role("button", name=re.compile("Agree on another size: 858")).click()
    expect(desk.verdict).to_have_text("Legal")
    expect(desk.total).to_contain_text("858 of 858 points")

    desk.type_count("Berserker", 8)
    desk.type_limit(834)
    expect(desk.verdict).to_have_text("Legal")
    desk.open_head("#more")
    address = desk.page.get_by_role("link", name="Print (A4)").get_attribute("href")
    answer = desk.page.request.get(str(address))
    assert (answer.status, answer.headers["content-type"]) == (200, "application/pdf")
    assert answer.body().startswith(b"%PDF-")
    assert all(words in text_of(answer.body()) for words in ("834", "17", "Axemen", "Dwarf Champion"))


@pytest.mark.long
def test_a_roster_and_its_units_are_named_moved_and_copied(desk: Desk) -> None:
    page = desk.page
    open_raiders(desk)
    desk.open_head("#more")
    desk.enter(page.get_by_label("Name of the roster"), "Мои гномы")
    expect(page.get_by_role("heading", level=1)).to_have_text("Мои гномы")
    desk.enter(desk.open_naming("Axemen").get_by_label("Name", exact=True), "Old Shields")
    expect(desk.unit("Old Shields")).to_be_visible()
    desk.open("Handgunner").get_by_role("button", name="Move up").click()
    expect(page.locator(".unit-name")).to_contain_text(["Old Shields", "5 Handgunners", "8 Berserkers"])
    desk.open("Berserker").get_by_role("button", name="Duplicate").click()
    expect(desk.lines).to_have_count(4)
    assert [unit.name for unit in kept().units] == ["Old Shields", "", "", ""]
    assert kept().name == "Мои гномы"


@pytest.mark.long
def test_what_is_removed_comes_back_as_it_was(desk: Desk) -> None:
    page = desk.page
    open_raiders(desk)
    desk.open("Axemen").get_by_role("link", name="Outfit Dwarf Champion").click()
    weapons = page.get_by_role("group", name="Missile weapon")
    weapons.locator("summary").click()
    weapons.get_by_role("button", name="Crossbow").first.click()
    expect(page.locator(".character")).to_contain_text("Crossbow")
    page.get_by_role("link", name="Done").click()
    expect(page.get_by_role("group", name="Missile weapon")).to_have_count(0)
    before = kept()

    page.get_by_role("button", name="Remove Dwarf Champion").click()
    expect(desk.toast).to_contain_text("removed")
    expect(page.locator(".character")).to_have_count(0)
    desk.toast.get_by_role("button", name="Undo").click()
    expect(page.locator(".character")).to_contain_text("Crossbow")
    desk.open("Axemen").get_by_role("button", name="Remove unit").click()
    expect(desk.lines).to_have_count(2)
    desk.toast.get_by_role("button", name="Undo").click()
    expect(page.locator(".unit-name")).to_contain_text(["17 Axemen", "8 Berserkers", "5 Handgunners"])
    assert kept() == before


def test_the_picker_finds_as_one_types(desk: Desk) -> None:
    desk.start("Dwarves")
    desk.page.get_by_label("Find a profile to add").press_sequentially("cavalry")
    if not desk.scripted:
        desk.page.get_by_label("Find a profile to add").press("Enter")
    expect(desk.pick("Axemen")).to_have_count(0)
    desk.add("Ram Cavalry with Lance")
    expect(desk.page).to_have_url(re.compile("find=cavalry"))
    expect(desk.page.get_by_label("Find a profile to add")).to_have_value("cavalry")


def test_a_list_is_filtered_as_one_types(desk: Desk) -> None:
    page = desk.page
    page.goto("/armies/dwarves/")
    page.get_by_label("Words").press_sequentially("handgun")
    if not desk.scripted:
        page.get_by_label("Words").press("Enter")
    expect(page.locator("#rows-count")).to_have_text("1 of 18 profiles")
    expect(page).to_have_url(re.compile("words=handgun"))
    page.reload()
    expect(page.locator("#rows-count")).to_have_text("1 of 18 profiles")
    page.get_by_role("link", name="Handgunner").click()
    page.go_back()
    expect(page.locator("#rows-count")).to_have_text("1 of 18 profiles")
    expect(page.get_by_role("heading", level=1)).to_have_text("Dwarves")


@pytest.mark.long
def test_a_roster_is_saved_deleted_taken_back_copied_and_opened(desk: Desk) -> None:
    page = desk.page
    open_raiders(desk)
    desk.open_head("#more")
    page.get_by_text("Save as a file").click()
    with page.expect_download() as downloading:
        page.get_by_role("link", name="Muster's own").click()
    saved = downloading.value.path().read_bytes()
    assert read_roster(saved) == kept()
    assert downloading.value.suggested_filename == "my-dwarves.json"

    desk.open_head("#more").get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_text("Deleted “My Dwarves”")).to_be_visible()
    page.get_by_role("button", name="Restore").click()
    expect(desk.total).to_contain_text("834 of 834 points")
    desk.open_head("#more").get_by_role("button", name="Duplicate", exact=True).click()
    expect(page.locator("#roster-name")).to_have_value("My Dwarves (copy)")

    page.goto("/rosters/open/")
    file = {"name": "raiders.json", "mimeType": "application/json", "buffer": RAIDERS}
    page.get_by_label("Roster files").set_input_files(file)
    page.get_by_role("button", name="Read").click()
    expect(page.locator(".preview")).to_contain_text("834 of 834 points")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#roster-name")).to_have_value("Raiding Party")
    page.goto("/rosters/")
    expect(page.locator("li.card")).to_have_count(3)


def test_a_sample_is_looked_at_copied_and_changed(page: Page) -> None:
    page.goto("/")
    page.locator("summary").filter(has_text="Look at a finished army").click()
    page.get_by_role("link", name="Raiding Party").click()
    expect(page.locator(".total")).to_contain_text("834 of 834 points")
    page.get_by_role("button", name="Copy to my rosters").click()
    desk = Desk(page)
    desk.more("Axemen").click()
    expect(desk.total).to_contain_text("854 of 834 points")
