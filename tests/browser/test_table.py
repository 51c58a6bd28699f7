"""The table in a browser: armies are put down, pulled, wheeled and charged with, by hand, by touch and by keyboard."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import watched
from tests.browser.test_access import OVERFLOW, PHONE, check_with_axe, resized
from tests.browser.test_terrain import middle

TABLE = "/terrain/table/?region=forests&pieces=6&width=72&depth=48&placing=alternating&strip=0&seed=4"


def set_up(page: Page) -> None:
    """Dwarves against orcs on bare ground, each in its zone."""
    page.goto("/table/")
    page.get_by_role("button", name="A bare table").click()
    for army, side, ref in (("sample.dwarves", "Red, near edge", "r1"), ("sample.orcs", "Blue, far edge", "b1")):
        page.locator("#roster-of").select_option(army)
        page.get_by_text(side).click()
        page.get_by_role("button", name="Set it up").click()
        expect(page.locator(f"#choose-{ref}")).to_be_visible()


def choose(page: Page, ref: str) -> None:
    page.locator(f"#choose-{ref}").click()
    expect(page.locator("#chosen-name")).to_contain_text(ref)


def say(page: Page, command: str) -> None:
    page.get_by_label("Command").fill(command)
    page.get_by_label("Command").press("Enter")


def inch(page: Page) -> float:
    """CSS pixels to an inch."""
    box = page.locator(".board .paper").bounding_box()
    assert box is not None
    return box["width"] / 72


def pull(page: Page, selector: str, across: float, up: float) -> str:
    """Drag by inches; what was said of the cost before letting go."""
    page.locator(selector).scroll_into_view_if_needed()
    (x, y), scale = middle(page.locator(selector)), inch(page)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + across * scale / 2, y - up * scale / 2)
    page.mouse.move(x + across * scale, y - up * scale)
    cost = page.locator("#cost").inner_text()
    page.mouse.up()
    return cost


def latest(page: Page, text: str | re.Pattern[str]) -> None:
    expect(page.locator(".log li").first).to_contain_text(text)


@pytest.fixture
def table(page: Page) -> Page:
    set_up(page)
    return page


def test_a_table_is_played_on_from_rolled_terrain(page: Page) -> None:
    page.goto(TABLE)
    page.get_by_role("link", name="Play on it").click()
    page.get_by_role("button", name="Lay the table").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Forests")
    expect(page.locator(".board [data-piece]").first).to_be_visible()


def test_a_unit_is_pulled_forward_at_the_cost_that_was_shown(table: Page) -> None:
    choose(table, "r2")
    cost = pull(table, '[data-unit="r2"]', 0, 3)
    told = re.fullmatch(r"r2 forward (\S+): (\S+)″ of 5″ left, on open ground", cost)
    assert told
    assert float(told[2]) == pytest.approx(3, abs=0.1)
    latest(table, f'{float(told[2]):g}" spent')


def test_a_wheel_by_its_handle_costs_what_was_shown(table: Page) -> None:
    choose(table, "b1")
    say(table, "forward 3")
    latest(table, "forward 3")
    cost = pull(table, '[data-handle="left"]', -0.5, -2)
    told = re.fullmatch(r"b1 wheel left (\S+)°: (\S+)″ of 3″ left, on open ground", cost)
    assert told
    latest(table, f'{float(told[2]):g}" spent')


def test_a_pull_beyond_the_move_goes_as_far_as_it_can(table: Page) -> None:
    choose(table, "r2")
    assert pull(table, '[data-unit="r2"]', 0, 12).startswith("r2 forward 5:")
    latest(table, '0" left')


def test_typed_commands_undo_and_redo_by_keyboard_alone(table: Page) -> None:
    table.locator("#of-unit").select_option("r1")
    say(table, "forward 2")
    latest(table, "forward 2")
    table.locator("#desk").focus()
    table.keyboard.press("Control+z")
    latest(table, "Back to:")
    table.keyboard.press("Control+Shift+Z")
    latest(table, "Again:")


def test_a_unit_is_put_anywhere_and_turned(table: Page) -> None:
    table.get_by_text("Put anywhere").click()
    choose(table, "r1")
    pull(table, '[data-unit="r1"]', 0, 12)
    latest(table, "is put down at")
    pull(table, "[data-handle=turn]", 5, -3)
    latest(table, re.compile("facing 9[0-9]|facing 8[0-9]"))


def test_the_address_leads_back_to_the_same_question(table: Page) -> None:
    choose(table, "r2")
    table.locator("#look-sight").click()
    expect(table).to_have_url(re.compile(r"\?unit=r2&look=sight$"))
    table.reload()
    expect(table.locator("#chosen-name")).to_contain_text("r2")
    expect(table.locator(".seen").first).to_be_visible()


def test_a_refusal_says_why_and_leaves_the_command_typed(table: Page) -> None:
    choose(table, "r1")
    say(table, "forward 30")
    expect(table.locator("#notice")).to_contain_text("Not by the rules")
    expect(table.get_by_label("Command")).to_have_value("forward 30")


def test_sight_changes_when_somebody_steps_in_between(table: Page) -> None:
    choose(table, "r2")
    table.locator("#look-sight").click()
    expect(table.locator(".seen").first).to_be_visible()
    expect(table.locator(".unseen")).to_have_count(0)
    table.locator("#of-unit").select_option("b1")
    say(table, "put 30,20")
    latest(table, "is put down")
    choose(table, "r2")
    expect(table.locator(".unseen").first).to_be_visible()
    expect(table.locator(".ray.blocked").first).to_be_visible()


def test_a_charge_is_asked_for_and_made(table: Page) -> None:
    table.locator("#of-unit").select_option("b1")
    say(table, "put 30.5,18")
    latest(table, "is put down")
    choose(table, "r2")
    table.locator("#look-charge").click()
    table.locator("#to-b1").click()
    expect(table.locator(".charge-answer")).to_contain_text("It reaches b1")
    table.get_by_role("button", name="Charge b1").click()
    latest(table, "charges")


def test_a_template_is_put_where_the_table_is_tapped(table: Page) -> None:
    choose(table, "r2")
    table.locator("#look-template").click()
    expect(table.get_by_label("Template", exact=True)).to_be_visible()
    x, y = middle(table.locator('[data-unit="b1"]'))
    table.mouse.click(x, y + 4 * inch(table))
    expect(table.locator(".charge-answer")).to_contain_text(re.compile("under it|can’t be put"))
    expect(table.get_by_label("Template", exact=True)).not_to_have_value(re.compile("at 36,24"))


@pytest.fixture
def phone(chromium: Browser, site: str, complaints: list[str]) -> Iterator[Page]:
    size = {"width": 390, "height": 844}
    context = watched(chromium.new_context(base_url=site, viewport=size, has_touch=True, is_mobile=True), complaints)
    yield context.new_page()
    context.close()
    assert complaints == []


def test_a_tap_chooses_on_a_phone(phone: Page) -> None:
    set_up(phone)
    phone.locator('[data-unit="r2"]').scroll_into_view_if_needed()
    phone.touchscreen.tap(*middle(phone.locator('[data-unit="r2"]')))
    expect(phone.locator("#chosen-name")).to_contain_text("r2")
    phone.get_by_role("button", name="Zoom in").tap()
    expect(phone.locator(".board.near")).to_be_visible()


def test_without_a_script_it_is_read_and_played_by_forms(plain_context: BrowserContext) -> None:
    page = plain_context.new_page()
    set_up(page)
    choose(page, "r1")
    page.locator("#look-sight").click()
    expect(page.locator(".beside-units")).to_contain_text("In sight")
    page.get_by_label("Command").fill("forward 2")
    page.get_by_role("button", name="Do it").click()
    latest(page, "forward 2")
    expect(page.locator("#chosen-name")).to_contain_text("r1")


def test_everybody_can_use_it(table: Page) -> None:
    choose(table, "r2")
    for look in ("charge", "sight", "template"):
        table.locator(f"#look-{look}").click()
        expect(table.locator(f"#look-{look}")).to_have_attribute("aria-current", "true")
        check_with_axe(table)
    resized(table, PHONE)
    assert table.evaluate(OVERFLOW) == {"scrolls": False, "wide": []}
