"""Without a mouse: every change can be made, and the focus is where the next one is made."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.desk import Desk
from tests.browser.states import opened
from tests.visitors import RAIDERS


def focused(page: Page, what: str = "textContent.trim()") -> str:
    return str(page.evaluate(f"document.activeElement.{what}"))


def tab_to(page: Page, text: str) -> None:
    """Tab until the focus is on what is called so."""
    for _ in range(120):
        page.keyboard.press("Tab")
        if focused(page, "ariaLabel || document.activeElement.textContent.trim()") == text:
            return
    raise AssertionError(f"no tab stop is called {text}")


@pytest.fixture
def desk(page: Page) -> Desk:
    return Desk(page)


@pytest.fixture
def raiders(page: Page) -> Desk:
    opened(RAIDERS)(page)
    return Desk(page)


def test_an_army_is_built_by_keyboard_alone(desk: Desk) -> None:
    page = desk.page
    page.goto("/")
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_text("Skip to the content")
    page.keyboard.press("Enter")
    expect(page.locator(":focus")).to_have_id("main")
    page.get_by_role("button", name=re.compile("^Dwarves")).focus()
    page.keyboard.press("Enter")
    expect(desk.total).to_contain_text("of 2,000 points")
    tab_to(page, "Add 10 Double Axemen")
    page.keyboard.press("Enter")
    expect(desk.total).to_contain_text("190 of")
    expect(page.locator(":focus")).to_have_attribute("aria-label", "Add 10 Double Axemen")
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_attribute("aria-label", "Add 10 Pikemen")
    page.keyboard.press("Enter")
    expect(desk.total).to_contain_text("450 of")
    expect(page.locator(":focus")).to_have_attribute("aria-label", "Add 10 Pikemen")


def test_a_stepper_keeps_the_focus(raiders: Desk) -> None:
    raiders.more("Berserker").focus()
    for points in (858, 882):
        raiders.page.keyboard.press("Enter")
        expect(raiders.total).to_contain_text(f"{points} of")
        expect(raiders.page.locator(":focus")).to_have_attribute("aria-label", "One Berserker more")


def test_a_typed_number_keeps_the_focus(raiders: Desk) -> None:
    raiders.count("Berserker").focus()
    raiders.page.keyboard.press("Control+A")
    raiders.page.keyboard.type("10")
    raiders.page.keyboard.press("Enter")
    expect(raiders.total).to_contain_text("882 of")
    expect(raiders.page.locator(":focus")).to_have_attribute("aria-label", "How many Berserker")


def test_a_menu_stays_open_and_its_button_focused(raiders: Desk) -> None:
    menu = raiders.open("Berserker")
    menu.get_by_role("button", name="Move up").focus()
    raiders.page.keyboard.press("Enter")
    expect(raiders.page.locator(".unit-name").first).to_contain_text("The Shirtless")
    expect(raiders.unit("Berserker").get_by_role("button", name="Move down")).to_be_visible()
    expect(raiders.page.locator("li.unit.open :focus")).to_be_visible()


def test_a_removal_leads_to_its_undo_and_back(raiders: Desk) -> None:
    raiders.page.get_by_role("button", name="Remove Dwarf Champion").focus()
    raiders.page.keyboard.press("Enter")
    expect(raiders.toast).to_contain_text("removed")
    expect(raiders.page.locator(":focus")).to_have_text("Undo")
    raiders.page.keyboard.press("Enter")
    expect(raiders.page.locator(".character")).to_be_visible()
    expect(raiders.page.locator("#desk:focus, #desk :focus")).to_be_visible()


def test_a_remedy_leaves_the_focus_in_the_army(raiders: Desk) -> None:
    raiders.type_limit(700)
    raiders.page.locator("#findings .remedy").first.focus()
    raiders.page.keyboard.press("Enter")
    expect(raiders.verdict).not_to_contain_text("not legal")
    expect(raiders.page.locator("#desk:focus, #desk :focus")).to_be_visible()


def test_an_outfit_opens_and_closes_by_keyboard(raiders: Desk) -> None:
    raiders.page.get_by_role("link", name="Outfit Dwarf Champion").focus()
    raiders.page.keyboard.press("Enter")
    expect(raiders.page.get_by_role("group", name="Missile weapon")).to_be_visible()
    expect(raiders.page.locator(":focus")).to_have_text("Done")
    raiders.page.get_by_role("button", name="Crossbow").first.focus()
    raiders.page.keyboard.press("Enter")
    expect(raiders.page.locator(".character")).to_contain_text("Crossbow")
    expect(raiders.page.locator("#desk:focus, #desk :focus")).to_be_visible()


def test_a_term_is_explained_on_focus_hover_and_tap_and_escape_ends_it(page: Page) -> None:
    page.goto("/armies/daemons/imps/")
    tip = page.locator(".tip").first
    expect(tip).to_be_hidden()
    page.locator(".term").first.focus()
    expect(tip).to_be_visible()
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    page.locator(".term").first.hover()
    expect(tip).to_be_visible()
    page.mouse.move(0, 0)
    expect(tip).to_be_hidden()
    page.locator(".term").first.click()
    expect(tip).to_be_visible()


def test_nothing_that_is_focused_is_invisible(raiders: Desk) -> None:
    """Each stop of the Tab key can be seen and shows that it has the focus."""
    page = raiders.page
    raiders.open("Axemen")
    page.locator("body").press("Home")
    seen: list[str] = []
    for _ in range(70):
        page.keyboard.press("Tab")
        if focused(page, "tagName") == "BODY":  # past the last one
            break
        box = page.evaluate("(({ width, height }) => [width, height])(document.activeElement.getBoundingClientRect())")
        outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert min(box) >= 16, focused(page, "outerHTML")
        assert outline != "none", focused(page, "outerHTML")
        seen.append(focused(page, "outerHTML"))
    assert len(set(seen)) > 40


@pytest.mark.parametrize("width", [390, 1280])
def test_what_is_pressed_stays_under_the_hand(raiders: Desk, width: int) -> None:
    """Findings come and go above the units, and units above the picker: what is pressed doesn't move away."""
    raiders.page.set_viewport_size({"width": width, "height": 700})
    for button in (raiders.more("Berserker"), raiders.pick("Pikemen")):
        raiders.type_limit(834)
        raiders.type_count("Berserker", 8)
        if not button.is_visible():
            raiders.page.get_by_role("link", name="Add units").click()
        button.scroll_into_view_if_needed()
        before = button.bounding_box()
        total = raiders.total.text_content()
        button.click()
        expect(raiders.total).not_to_have_text(str(total))
        expect(raiders.verdict).to_contain_text("not legal")
        after = button.bounding_box()
        assert before is not None
        assert after is not None
        assert abs(before["y"] - after["y"]) <= 1


@pytest.mark.parametrize("width", [390, 1280])
def test_a_notice_is_seen_wherever_one_is(raiders: Desk, width: int) -> None:
    raiders.page.set_viewport_size({"width": width, "height": 700})
    raiders.open("Handgunner").get_by_role("button", name="Remove unit").click()
    expect(raiders.toast.get_by_role("button", name="Undo")).to_be_in_viewport(ratio=1)
