"""Clicks that come faster than answers, and pages that are open twice."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from armybuilder.models import Roster as Row
from armybuilder.rosters.snapshots import roster_of
from tabletop.arcana.army.roster import Roster
from tests.browser.desk import Desk

SLOW = 0.4


def kept() -> Roster:
    return roster_of(Row.objects.get())


def slowly(page: Page) -> None:
    """Every change takes its time on the way."""

    def delay(route: Route) -> None:
        time.sleep(SLOW)
        route.continue_()

    page.route("**/edit/", delay)


@pytest.fixture
def desk(page: Page) -> Desk:
    desk = Desk(page)
    desk.start("Dwarves")
    desk.add("Axemen")
    desk.add("Berserker")
    return desk


def counts() -> dict[str, int]:
    return {models.profile.partition("/")[2]: models.count for unit in kept().units for models in unit.models}


def settle(desk: Desk, condition: Callable[[], bool]) -> None:
    """Wait until the server has everything, and then a little longer for what must not come."""
    deadline = time.monotonic() + 10
    while not condition() and time.monotonic() < deadline:
        desk.page.wait_for_timeout(50)
    desk.page.wait_for_timeout(2000 * SLOW)
    assert condition(), (counts(), kept().points_limit, len(kept().units))


def test_a_click_brings_what_has_changed_alone(desk: Desk) -> None:
    """The browser says what it shows: the answer leaves out rows of the list that stay as they are."""
    with desk.page.expect_response("**/edit/") as answered:
        desk.more("Axemen").click()
    shown, sent = (
        answered.value.request.headers["muster-has"].count("pick"),
        answered.value.text().count('data-part="pick'),
    )
    assert shown > 20
    assert 1 <= sent <= 3
    expect(desk.more("Axemen")).to_be_visible()


@pytest.mark.parametrize("slow", [False, True], ids=["quick answers", "slow answers"])
def test_ten_quick_clicks_are_ten_more(desk: Desk, slow: bool) -> None:
    if slow:
        slowly(desk.page)
    for _ in range(10):
        desk.more("Axemen").click()
    expect(desk.count("Axemen")).to_have_value("20")
    expect(desk.total).to_contain_text("640")
    settle(desk, lambda: counts()["axemen"] == 20)
    expect(desk.count("Axemen")).to_have_value("20")
    expect(desk.notice).to_be_empty()


def test_quick_clicks_on_two_numbers_are_both_kept(desk: Desk) -> None:
    slowly(desk.page)
    for _ in range(4):
        desk.more("Axemen").click()
        desk.fewer("Berserker").click()
    settle(desk, lambda: counts() == {"axemen": 14, "berserker": 6})
    expect(desk.count("Axemen")).to_have_value("14")
    expect(desk.count("Berserker")).to_have_value("6")
    expect(desk.notice).to_be_empty()


def test_clicks_that_come_while_an_answer_is_on_its_way_are_kept(desk: Desk) -> None:
    slowly(desk.page)
    desk.more("Axemen").click()
    desk.pick("Handgunner").click()
    desk.pick("Crossbowmen").click()
    desk.pick("Dwarf Lord").click()
    desk.open_head("#size")
    desk.page.get_by_label("Game of").fill("1500")
    desk.page.get_by_label("Game of").press("Enter")
    settle(desk, lambda: len(kept().units) == 5 and kept().points_limit == 1500 and counts()["axemen"] == 11)
    expect(desk.lines).to_have_count(5)
    expect(desk.total).to_contain_text("of 1,500 points")
    expect(desk.notice).to_be_empty()


def test_what_is_typed_while_an_answer_comes_is_kept_and_sent(desk: Desk) -> None:
    slowly(desk.page)
    limit = desk.page.get_by_label("Game of")
    desk.pick("Handgunner").click()
    desk.open_head("#size")
    limit.fill("1500")
    expect(desk.lines).to_have_count(3)
    expect(limit).to_have_value("1500")
    expect(limit).to_be_focused()
    desk.page.locator("#find").focus()
    expect(desk.total).to_contain_text("of 1,500 points")
    settle(desk, lambda: (kept().points_limit, len(kept().units)) == (1500, 3))


def test_a_press_that_an_answer_interrupts_is_a_click(desk: Desk) -> None:
    held: list[Route] = []

    def hold_the_first(route: Route) -> None:
        held.append(route)
        if len(held) > 1:
            route.continue_()

    desk.page.route("**/edit/", hold_the_first)
    desk.pick("Handgunner").click()
    desk.more("Axemen").hover()
    desk.page.mouse.down()
    held[0].continue_()
    expect(desk.lines).to_have_count(3)
    desk.page.mouse.up()
    settle(desk, lambda: counts() == {"axemen": 11, "berserker": 10, "handgunner": 10})


def test_a_number_goes_on_from_what_it_shows_while_its_answer_is_on_the_way(desk: Desk) -> None:
    slowly(desk.page)
    for _ in range(4):
        for _ in range(3):
            desk.more("Axemen").click()
        desk.page.wait_for_timeout(300)
    expect(desk.count("Axemen")).to_have_value("22")
    settle(desk, lambda: counts()["axemen"] == 22)
    expect(desk.count("Axemen")).to_have_value("22")


def test_a_click_just_before_one_leaves_is_kept(desk: Desk) -> None:
    desk.more("Axemen").click()
    desk.page.get_by_role("link", name="My things").click()
    settle(desk, lambda: counts()["axemen"] == 11)


def test_typing_none_and_enter_takes_the_line_away_once(desk: Desk) -> None:
    slowly(desk.page)
    desk.count("Axemen").fill("0")
    desk.count("Axemen").press("Enter")
    settle(desk, lambda: counts() == {"berserker": 10})
    expect(desk.toast).to_contain_text("removed")


def test_a_number_stops_at_none_and_at_a_thousand(desk: Desk) -> None:
    desk.type_count("Axemen", 999)
    for _ in range(3):
        desk.more("Axemen").click()
    expect(desk.count("Axemen")).to_have_value("1000")
    settle(desk, lambda: counts()["axemen"] == 1000)
    for _ in range(12):
        desk.fewer("Berserker").click()
    settle(desk, lambda: "berserker" not in counts())
    expect(desk.toast).to_contain_text("removed")
    desk.toast.get_by_role("button", name="Undo").click()
    # Quick clicks are sent in one change or in several: undo takes the last of them back.
    settle(desk, lambda: counts()["axemen"] == 1000 and 1 <= counts().get("berserker", 0) <= 10)


def test_two_tabs_tell_and_lose_nothing(desk: Desk) -> None:
    later = Desk(desk.page.context.new_page())
    later.page.goto(desk.page.url)
    later.open("Berserker")
    desk.type_count("Axemen", 12)
    later.fewer("Berserker").click()
    expect(later.notice).to_contain_text("so both are kept")
    expect(later.count("Axemen")).to_have_value("12")
    assert counts() == {"axemen": 12, "berserker": 9}
    desk.pick("Handgunner").click()
    expect(desk.notice).to_contain_text("so both are kept")
    assert counts() == {"axemen": 12, "berserker": 9, "handgunner": 10}


def test_a_change_that_does_not_arrive_is_told(desk: Desk, complaints: list[str]) -> None:
    desk.page.route("**/edit/", lambda route: route.abort())
    desk.more("Axemen").click()
    expect(desk.notice).to_contain_text("nothing was changed")
    desk.page.unroute("**/edit/")
    assert counts()["axemen"] == 10
    assert any("net::ERR_FAILED" in complaint for complaint in complaints)
    complaints.clear()
    desk.type_count("Axemen", 13)
    expect(desk.notice).to_be_empty()


def test_letters_typed_while_an_answer_is_on_its_way_are_kept(desk: Desk) -> None:
    def delay(route: Route) -> None:
        time.sleep(SLOW)
        route.continue_()

    desk.page.route("**/*find=*", delay)
    for part in ("ca", "val", "ry lance"):
        desk.page.get_by_label("Find a profile to add").press_sequentially(part)
        desk.page.wait_for_timeout(350)
    expect(desk.page.get_by_label("Find a profile to add")).to_have_value("cavalry lance")
    expect(desk.page.locator("#picks li")).to_have_count(2)
    expect(desk.page.get_by_label("Find a profile to add")).to_be_focused()
