"""What was done can be undone, looked up and brought back; two tabs never lose what the other did."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.desk import Desk
from tests.browser.states import delete, history, opened
from tests.visitors import RAIDERS

UNDO, REDO = "Control+z", "Control+Shift+Z"


def raiders(page: Page) -> Desk:
    opened(RAIDERS)(page)
    return Desk(page)


def test_keys_undo_and_redo_without_end(page: Page) -> None:
    desk = raiders(page)
    for count in (18, 19, 20):
        desk.more("Axemen").click()
        expect(desk.total).to_contain_text(f"{834 + (count - 17) * 20:,}")
        expect(page.locator("#edit [name=version]")).to_have_value(str(count - 16))
    for total in (874, 854, 834):
        page.keyboard.press(UNDO)
        expect(desk.total).to_contain_text(str(total))
        expect(desk.toast).to_contain_text("Undone: −1 Axeman, −20")
    expect(page.locator("#undo-button")).to_be_disabled()
    for total in (854, 874, 894):
        page.keyboard.press(REDO)
        expect(desk.total).to_contain_text(str(total))
    expect(page.locator("#redo-button")).to_be_disabled()
    expect(desk.toast).to_have_attribute("role", "status")


def test_keys_pressed_quickly_are_all_heard(page: Page) -> None:
    desk = raiders(page)
    for name in ("A", "B", "C", "D"):
        desk.open_head("#more")
        desk.enter(page.locator("#roster-name"), name)
    page.locator("#army").focus()
    for _ in range(3):
        page.keyboard.press(UNDO)
    expect(page.locator("#roster-name")).to_have_value("A")


def test_a_step_of_a_moment_ago_is_undone_too(page: Page) -> None:
    desk = raiders(page)
    desk.more("Axemen").click()
    page.keyboard.press(UNDO)
    expect(desk.toast).to_contain_text("Undone: −1 Axeman")
    expect(desk.count("Axemen")).to_have_value("17")


def test_in_a_field_the_key_is_the_browsers_own(page: Page) -> None:
    desk = raiders(page)
    desk.type_limit(900)
    page.get_by_label("Game of").press(UNDO)
    page.locator("#notes-of-roster").evaluate("each => each.closest('details').open = true")
    page.locator("#notes-of-roster").press(UNDO)
    page.wait_for_timeout(300)
    expect(page.locator("#edit [name=version]")).to_have_value("2")


def test_buttons_undo_and_redo_and_keep_the_focus(page: Page) -> None:
    desk = raiders(page)
    for points in (900, 950):
        desk.type_limit(points)
    page.locator("#undo-button").click()
    expect(desk.total).to_contain_text("900")
    expect(page.locator("#undo-button")).to_be_focused()
    page.locator("#undo-button").press("Enter")
    expect(desk.total).to_contain_text("834")
    expect(page.locator("body")).not_to_be_focused()


def test_without_javascript_the_buttons_do_it_too(plain_page: Page) -> None:
    page = plain_page
    opened(RAIDERS)(page)
    page.get_by_label("One Axemen more").click()
    expect(page.locator(".total")).to_contain_text("854")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".total")).to_contain_text("834")
    expect(page.locator("#toasts")).to_contain_text("Undone: −1 Axeman, −20")
    page.get_by_role("button", name="Redo").click()
    expect(page.locator(".total")).to_contain_text("854")


def test_an_old_version_is_looked_at_and_brought_back(page: Page) -> None:
    desk = raiders(page)
    desk.type_count("Axemen", 9)
    desk.type_limit(1200)
    history(page)
    expect(page.locator(".version")).to_have_count(3)
    expect(page.locator(".version").nth(1)).to_contain_text("−8 Axemen, −160")
    page.get_by_role("link", name="View version 1").click()
    expect(page.locator(".total")).to_contain_text("834 of 834")
    expect(page.locator("#desk input")).to_have_count(0)
    page.get_by_role("button", name="Restore this version").click()
    expect(desk.toast).to_contain_text("Version 1 restored")
    page.wait_for_load_state()
    expect(desk.total).to_contain_text("834 of 834")
    page.keyboard.press(UNDO)
    expect(desk.total).to_contain_text("of 1,200")


def test_two_tabs_change_different_things_and_both_are_kept(page: Page) -> None:
    desk = raiders(page)
    other = page.context.new_page()
    other.goto(page.url)
    desk.type_limit(900)
    Desk(other).more("Axemen").click()
    expect(Desk(other).notice).to_contain_text("so both are kept")
    expect(Desk(other).total).to_contain_text("854 of 900")


def test_two_tabs_change_the_same_thing_and_one_chooses(page: Page) -> None:
    desk = raiders(page)
    other = page.context.new_page()
    other.goto(page.url)
    desk.type_count("Axemen", 20)
    Desk(other).more("Axemen").click()
    mine, theirs = other.locator(".side").first, other.locator(".side").last
    expect(mine).to_contain_text("+1 Axeman")
    expect(theirs).to_contain_text("+3 Axemen")
    expect(Desk(other).count("Axemen")).to_have_value("20")
    mine.get_by_role("button", name="Make my change now").click()
    expect(Desk(other).count("Axemen")).to_have_value("18")
    desk.type_limit(999)
    expect(desk.notice).to_contain_text("so both are kept")
    expect(desk.count("Axemen")).to_have_value("18")


def test_theirs_can_be_kept(page: Page) -> None:
    desk = raiders(page)
    other = page.context.new_page()
    other.goto(page.url)
    desk.type_limit(900)
    Desk(other).open_head("#size")
    other.get_by_label("Game of").fill("1000")
    other.get_by_label("Game of").press("Enter")
    other.get_by_role("link", name="Keep theirs").click()
    expect(Desk(other).notice.locator(".notice")).to_have_count(0)
    expect(other.get_by_label("Game of")).to_have_value("900")


def test_a_deleted_roster_comes_back_with_its_history(page: Page) -> None:
    desk = raiders(page)
    desk.type_limit(900)
    delete(page)
    page.get_by_role("link", name="Deleted", exact=True).click()
    expect(page.get_by_text("30 days left")).to_be_visible()
    page.get_by_role("button", name="Restore").click()
    expect(desk.total).to_contain_text("of 900")
    history(page)
    expect(page.locator(".version")).to_have_count(4)


def test_several_rosters_are_tagged_found_and_deleted_together(page: Page) -> None:
    for _ in range(3):
        raiders(page)
    page.goto("/rosters/")
    for box in page.get_by_role("checkbox").all()[:2]:
        box.check()
    page.get_by_label("Tag", exact=True).fill("club")
    page.get_by_role("button", name="Add the tag").click()
    page.get_by_role("link", name="club").first.click()
    expect(page.locator(".roster-list .card")).to_have_count(2)
    for box in page.get_by_role("checkbox").all():
        box.check()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    assert download.value.suggested_filename == "rosters.zip"
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_text("Deleted 2 rosters.")).to_be_visible()
    expect(page.locator(".roster-list .card")).to_have_count(1)


def test_notes_are_kept_while_other_things_change(page: Page) -> None:
    desk = raiders(page)
    desk.take_notes("Hold the ford")
    menu = desk.open_naming("Axemen")
    menu.get_by_label("Notes").fill("On the left")
    desk.more("Berserker").click()
    expect(desk.open("Axemen").locator(".noted")).to_have_text("On the left")
    expect(desk.count("Berserker")).to_have_value("9")
    expect(page.locator("#notes-of-roster")).to_have_value("Hold the ford")
    desk.open_head("#more")
    expect(page.get_by_role("link", name=re.compile("With notes"))).to_have_count(2)
