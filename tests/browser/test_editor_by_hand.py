"""The editor in somebody's hands: six units and a print, at a desk and on a phone, with JavaScript and without."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, Page, Route, ViewportSize, expect

from armybuilder.models import Roster as Row
from armybuilder.rosters.snapshots import roster_of
from tests.browser.desk import Desk
from tests.browser.states import opened
from tests.catalogue import SAMPLES
from tests.visitors import RAIDERS

PHONE, WIDE = ViewportSize(width=390, height=844), ViewportSize(width=1280, height=900)
SIX = ("Axemen", "Pikemen", "Crossbowmen", "Berserker", "Handgunner", "Dwarf Lord")
BOTH = pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])


def units() -> list[str]:
    return [
        part.profile.partition("/")[2]
        for unit in roster_of(Row.objects.get()).units
        for part in (*unit.models, *unit.characters)
    ]


@pytest.fixture(params=["with JavaScript", "without JavaScript"])
def desk(request: pytest.FixtureRequest, site: str, chromium: Browser) -> Desk:
    scripted = request.param == "with JavaScript"
    return Desk(request.getfixturevalue("page" if scripted else "plain_page"), scripted=scripted)


@BOTH
def test_six_units_are_entered_and_printed(desk: Desk, size: ViewportSize) -> None:
    """Eight clicks at a desk: the army, six units, to the print shop. A phone opens and closes its sheet."""
    page = desk.page
    page.set_viewport_size(size)
    desk.start("Dwarves")
    expect(desk.verdict).to_have_text("Draft")
    clicks = 1
    if size == PHONE:
        page.get_by_role("link", name="Add units").click()
        clicks += 1
    for name in SIX:
        desk.pick(name).click()
        clicks += 1
        expect(desk.toast).to_contain_text(re.compile(f"{name}s? added"))
        expect(page.locator(".just-added .unit-name")).to_contain_text(name)
    expect(page.locator("#picker-total")).to_contain_text("1,600 of 2,000")
    expect(desk.total).to_contain_text("1,600 of 2,000 points")
    if size == PHONE:
        page.get_by_role("link", name="Close").click()
        clicks += 1
    expect(desk.lines).to_have_count(6)
    page.locator(".army-tools").get_by_role("link", name="Print", exact=True).click()
    page.wait_for_url("**/print/?roster=*")
    assert clicks + 1 <= (10 if size == PHONE else 8)
    assert len(units()) == 6


@BOTH
def test_the_head_is_low_and_the_first_unit_in_sight(page: Page, size: ViewportSize) -> None:
    page.set_viewport_size(size)
    opened(RAIDERS)(page)
    head = page.locator(".army-head").bounding_box()
    first = page.locator(".unit-line").first.bounding_box()
    assert head is not None
    assert first is not None
    assert head["height"] <= 180
    assert first["y"] + first["height"] <= 500
    page.mouse.wheel(0, 3000)
    expect(page.locator("#tally")).to_be_in_viewport(ratio=1)


def test_the_first_add_is_five_stops_from_the_top(page: Page) -> None:
    opened(RAIDERS)(page)
    for link, stops in (("Skip to adding units", 5), ("Skip to the army", 3), ("Skip to points and verdict", 3)):
        page.reload()
        page.keyboard.press("Tab")
        counted = 1
        while page.locator(":focus").text_content() != link:
            page.keyboard.press("Tab")
            counted += 1
        page.keyboard.press("Enter")
        place = page.url.partition("#")[2]
        expect(page.locator(f"#{place}")).to_be_focused()
        while place == "add" and "Add" not in str(page.evaluate("document.activeElement.ariaLabel")):
            page.keyboard.press("Tab")
            counted += 1
        assert counted <= stops, link


def held_up(page: Page) -> list[Route]:
    """Changes wait on the way until they are let go."""
    held: list[Route] = []
    page.route("**/edit/", lambda route: held.append(route))  # noqa: PLW0108 - playwright asks how many it takes
    return held


def wait_for(condition: Callable[[], bool], page: Page) -> None:
    deadline = time.monotonic() + 10
    while not condition() and time.monotonic() < deadline:
        page.wait_for_timeout(20)
    assert condition()


def test_a_button_is_busy_at_once_and_a_double_click_adds_one_unit(page: Page) -> None:
    desk = Desk(page)
    desk.start("Dwarves")
    held = held_up(page)
    page.evaluate(
        """new MutationObserver(([change]) => { window.busyAfter ??= performance.now() - window.pressed; })
          .observe(document.body, { subtree: true, attributeFilter: ["aria-busy"] });
        document.addEventListener("click", () => { window.pressed ??= performance.now(); }, true);"""
    )
    desk.pick("Axemen").dblclick()
    expect(desk.pick("Axemen")).to_have_attribute("aria-busy", "true")
    assert page.evaluate("window.busyAfter") < 100
    wait_for(lambda: len(held) == 1, page)
    desk.pick("Pikemen").click()
    held[0].continue_()
    wait_for(lambda: len(held) == 2, page)
    held[1].continue_()
    expect(desk.lines).to_have_count(2)
    expect(page.locator("[aria-busy]")).to_have_count(0)
    page.wait_for_timeout(300)
    assert units() == ["axemen", "pikemen"]
    assert len(held) == 2


def test_a_double_click_on_a_quick_answer_adds_one_unit_too(page: Page) -> None:
    desk = Desk(page)
    desk.start("Dwarves")
    page.evaluate("window.at = 0; performance.now = () => window.at")  # a slow machine's clicks lie apart
    desk.pick("Axemen").click()
    expect(desk.lines).to_have_count(1)
    desk.pick("Axemen").click()
    page.wait_for_timeout(500)
    assert units() == ["axemen"]
    page.evaluate("window.at = 500")
    desk.pick("Axemen").click()
    expect(desk.lines).to_have_count(2)


def test_the_verdict_is_spoken_when_it_changes_and_only_then(page: Page) -> None:
    desk = Desk(page)
    opened(RAIDERS)(page)
    assert desk.verdict.get_attribute("role") == "status"
    page.evaluate(
        """window.spoken = []; new MutationObserver(() => window.spoken.push(
          document.getElementById("verdict").textContent.trim()
        )).observe(document.getElementById("verdict"), { subtree: true, childList: true, characterData: true });"""
    )
    desk.type_limit(900)
    desk.type_limit(800)
    expect(desk.verdict).to_have_text("34 over, not legal")
    desk.type_limit(900)
    expect(desk.verdict).to_have_text("Legal")
    assert page.evaluate("window.spoken") == ["34 over, not legal", "Legal"]


def test_what_is_added_is_undone_from_its_toast(page: Page) -> None:
    desk = Desk(page)
    desk.start("Dwarves")
    desk.add("Axemen")
    expect(desk.toast).to_contain_text("10 Axemen added, 200")
    expect(page.locator("#picks")).to_contain_text("10 in")
    desk.toast.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", name="What makes a legal army of 2,000")).to_be_visible()
    expect(page.locator("#picks")).not_to_contain_text("10 in")
    assert units() == []


def test_tab_goes_as_the_screen_does_and_stays_where_it_went_on_to(page: Page) -> None:
    """Enter opens a unit; two tabs later, before the answer has come, the focus is two lines on, and stays there."""
    page.set_viewport_size(WIDE)
    opened((SAMPLES / "dwarves.json").read_bytes())(page)
    lines = page.locator(".unit-line")
    held: list[Route] = []
    page.route(lambda url: "?unit=" in url, lambda route: held.append(route))  # noqa: PLW0108
    lines.nth(1).focus()
    page.keyboard.press("Enter")
    wait_for(lambda: len(held) == 1, page)
    for number in (2, 3):
        page.keyboard.press("Tab")
        expect(lines.nth(number)).to_be_focused()
    held[0].continue_()
    expect(lines.nth(1)).to_have_attribute("aria-expanded", "true")
    expect(lines.nth(3)).to_be_focused()
    for number in range(4, lines.count()):
        page.keyboard.press("Tab")
        expect(lines.nth(number)).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator(".unit-body :focus")).to_have_count(1)
    page.keyboard.press("Shift+Tab")
    expect(lines.last).to_be_focused()
    page.evaluate("document.getElementById('toasts').innerHTML = '<p class=toast><button>Undo</button></p>'")
    page.locator("#toasts p").evaluate(
        "(faded) => { faded.style.visibility = 'hidden'; faded.style.animation = 'none' }"
    )
    page.locator(".unit-body :is(a, button, input)").last.focus()
    page.keyboard.press("Tab")  # past a button that nobody sees
    expect(page.locator("#army :focus")).to_have_count(0)
    lines.nth(1).focus()
    page.keyboard.press("Tab")
    expect(lines.nth(2)).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(lines.nth(1)).to_be_focused()
