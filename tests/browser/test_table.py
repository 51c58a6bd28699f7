"""The table in a browser: armies are put down, pulled, wheeled and charged with, by hand, by touch and by keyboard."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, Locator, Page, expect

from armybuilder.battles.models import TableRow
from tests.browser.conftest import watched
from tests.browser.everybody import OVERFLOW, check_page, violations
from tests.browser.test_terrain import middle
from tests.played import TABLE_TOKEN
from tests.tables import block, loose

ROLLED = "/terrain/table/?region=forests&pieces=6&width=72&depth=48&placing=alternating&strip=0&seed=4"
UNITS = [
    block("r1", corner=(20, 12), name="Spears"),
    block("r2", corner=(40, 10), name="Bows", movement=5),
    block("b1", corner=(25, 30), facing=180, side="blue", name="Axes"),
    block("b2", corner=(45, 34), facing=180, side="blue", name="Slingers"),
    loose("b3", (60, 30), (62, 30), facing=180, side="blue", name="Scouts"),
]


def opened(page: Page, **fields: Any) -> Page:
    """A table from a file: five units on bare ground unless told otherwise."""
    table = {
        "format": "muster-table/1",
        "game": "arcana",
        "name": "The ford",
        "size": [72, 48],
        "units": UNITS,
    } | fields
    page.goto("/table/open/")
    page.get_by_label("Table file").set_input_files(
        {"name": "ford.json", "mimeType": "application/json", "buffer": json.dumps(table).encode()}
    )
    page.get_by_role("button", name="Open").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The ford")
    page.wait_for_load_state()  # the scripts are there
    return page


def choose(page: Page, ref: str) -> None:
    page.locator(f"#choose-{ref}").click()
    expect(page.locator("#chosen-name")).to_contain_text(ref)


def look(page: Page, word: str) -> None:
    page.locator(f"#look-{word}").click()
    expect(page.locator(f"#look-{word}")).to_have_attribute("aria-current", "true")


def say(page: Page, command: str) -> None:
    page.get_by_label("Command", exact=True).fill(command)
    page.get_by_label("Command", exact=True).press("Enter")


def inch(page: Page) -> float:
    """CSS pixels to an inch."""
    box = page.locator(".board .paper").bounding_box()
    assert box is not None
    return box["width"] / 72


def pull(page: Page, grip: Locator, across: float, up: float) -> str:
    """Drag by inches; what was said of the cost before letting go."""
    grip.scroll_into_view_if_needed()
    (x, y), scale = middle(grip), inch(page)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + across * scale / 2, y - up * scale / 2)
    page.mouse.move(x + across * scale, y - up * scale)
    cost = page.locator("#cost").inner_text()
    page.mouse.up()
    return cost


def body(page: Page, ref: str) -> Locator:
    return page.locator(f'[data-unit="{ref}"] .outline')


def latest(page: Page, text: str | re.Pattern[str]) -> None:
    expect(page.locator(".log li").first).to_contain_text(text)


def test_armies_are_put_down_on_rolled_terrain_and_measured(page: Page) -> None:
    page.goto(ROLLED)
    page.get_by_role("link", name="Play on it").click()
    page.get_by_role("button", name="Set up the table").click()
    expect(page.locator(".board [data-piece]").first).to_be_visible()
    for army, side, ref in (("sample.dwarves", "Red, near edge", "r1"), ("sample.orcs", "Blue, far edge", "b1")):
        if page.locator("#roster-of").is_hidden():
            page.locator("#put-down summary").click()
        page.locator("#roster-of").select_option(army)
        page.get_by_text(side).click()
        page.get_by_role("button", name="Put it down").click()
        expect(page.locator(f"#choose-{ref}")).to_be_visible()
    page.get_by_text("Measure", exact=True).click()
    (x, y), (to_x, to_y) = middle(body(page, "r1")), middle(body(page, "b1"))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move((x + to_x) / 2, (y + to_y) / 2)
    expect(page.locator("#cost")).to_contain_text("from point to point")
    page.mouse.move(to_x, to_y)
    page.mouse.up()
    expect(page.locator(".ray.measure")).to_be_visible()
    expect(page).to_have_url(re.compile(r"\?unit=r1&to=b1$"))


def test_units_follow_the_hand_at_the_cost_that_is_shown(page: Page) -> None:
    opened(page)
    choose(page, "r2")
    told = re.fullmatch(r"r2 forward (\S+): (\S+)″ of 5″ left, on open ground", pull(page, body(page, "r2"), 0, 3))
    assert told
    assert float(told[2]) == pytest.approx(3, abs=0.1)
    latest(page, f"{float(told[2]):g}″ spent")
    assert pull(page, body(page, "r2"), 0, 12).startswith("r2 forward 2")
    latest(page, "0″ left")
    choose(page, "b1")
    told = re.fullmatch(
        r"b1 wheel left (\S+)°: (\S+)″ of 12″ left, on open ground",
        pull(page, page.locator('[data-handle="left"] .handle'), -0.5, -2),
    )
    assert told
    latest(page, f"{float(told[2]):g}″ spent")
    page.get_by_text("Put anywhere").click()
    choose(page, "r1")
    pull(page, body(page, "r1"), -10, 12)
    latest(page, "is put down at")
    pull(page, page.locator("[data-handle=turn] .handle"), 5, -3)
    latest(page, re.compile("facing 9[0-9]|facing 8[0-9]"))


def test_everything_is_done_by_keyboard(page: Page) -> None:
    opened(page)
    page.locator("#choose-r1").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#chosen-name")).to_contain_text("r1")
    say(page, "forward 2")
    latest(page, "forward 2")
    page.locator("#desk").focus()
    page.keyboard.press("Control+z")
    latest(page, "Back to:")
    page.keyboard.press("Control+Shift+Z")
    latest(page, "Again:")
    say(page, "forward 30")
    expect(page.locator("#notice")).to_contain_text("Not by the rules")
    expect(page.get_by_label("Command", exact=True)).to_have_value("forward 30")
    say(page, "measure b2")
    expect(page.locator(".told")).to_contain_text("Inches")
    page.locator("#lose-button").focus()
    page.keyboard.press("Enter")
    latest(page, "1 of 10 models fall")


def test_sight_and_charge_change_with_the_table(page: Page) -> None:
    opened(page)
    choose(page, "r1")
    look(page, "sight")
    expect(page.locator(".out-of-sight")).to_have_count(0)
    page.locator("#of-unit").select_option("b3")
    say(page, "remove")
    latest(page, "taken off")
    page.locator("#of-unit").select_option("b2")
    say(page, "put 22.5,20")
    latest(page, "is put down")
    choose(page, "r1")
    expect(page.locator(".out-of-sight")).to_contain_text("Slingers (b2)")
    expect(page.locator(".ray.blocked")).to_contain_text("b2")
    page.reload()
    expect(page.locator(".ray.blocked")).to_contain_text("b2")
    look(page, "charge")
    page.locator("#to-b2").click()
    expect(page.locator(".charge-answer")).to_contain_text("It reaches b2")
    page.locator("#advancing").click()
    page.locator(".what-if button").first.click()
    latest(page, "forward")
    page.get_by_role("button", name="Charge b2").click()
    latest(page, "charges")
    expect(page.locator('[data-unit="r1"]')).to_have_attribute("data-engaged", "1")


def test_a_template_is_tapped_and_dragged_into_place(page: Page) -> None:
    opened(page)
    choose(page, "r2")
    look(page, "template")
    words = page.get_by_label("Template", exact=True)
    (x, y), scale = middle(body(page, "b1")), inch(page)
    page.mouse.click(x, y + 4 * scale)
    expect(page).to_have_url(re.compile(r"at%2022\.\d%2C2[67]"))
    expect(page.locator(".charge-answer")).to_contain_text(re.compile("under it|can't be placed"))
    (x, y) = middle(page.locator("circle.template"))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 5 * scale, y)
    page.mouse.move(x + 10 * scale, y)
    page.mouse.up()
    expect(page).to_have_url(re.compile(r"at%203[23](\.\d)?%2C2[67]"))
    expect(words).to_have_value(re.compile(r"at 3[23]\.?\d?,2[67]"))


def test_a_second_tab_shows_every_move_and_writes_over_none(page: Page) -> None:
    opened(page)
    late = page.context.new_page()
    late.goto(page.url)
    late.locator("#put-down summary").click()
    TableRow.objects.update(share=TABLE_TOKEN)
    watcher = page.context.new_page()
    watcher.goto(f"/t/{TABLE_TOKEN}/?look=move")
    say(page, "forward 2")
    latest(late, "forward 2")
    latest(watcher, "forward 2")
    watcher.close()
    expect(late.locator("#put-down")).to_have_attribute("open", "")
    late.route("**/after/**", lambda route: route.fulfill(status=204))
    say(page, "forward 1.5")
    latest(page, "forward 1.5")
    say(late, "forward 5")
    expect(late.locator("#notice")).to_contain_text("changed in another place")
    latest(late, "forward 1.5")
    late.get_by_role("button", name=re.compile("Back to here ?: The table is laid")).click()
    latest(late, "Back to: The table is laid")
    expect(late.locator(".log .undone")).to_have_count(2)


@pytest.fixture
def phone(chromium: Browser, site: str, complaints: list[str]) -> Iterator[Page]:
    size = {"width": 390, "height": 844}
    context = watched(chromium.new_context(base_url=site, viewport=size, has_touch=True, is_mobile=True), complaints)
    yield context.new_page()
    context.close()
    assert complaints == []


def touch(session: CDPSession, kind: str, *points: tuple[float, float]) -> None:
    fingers = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})


def test_fingers_choose_drag_and_zoom_on_a_phone(phone: Page) -> None:
    opened(phone)
    phone.touchscreen.tap(*middle(body(phone, "r2")))
    expect(phone.locator("#chosen-name")).to_contain_text("r2")
    fingers, scale = phone.context.new_cdp_session(phone), inch(phone)
    x, y = middle(body(phone, "r2"))
    touch(fingers, "touchStart", (x, y))
    for step in (1, 2, 3):
        touch(fingers, "touchMove", (x, y - step * scale))
    touch(fingers, "touchEnd")
    latest(phone, "Bows (r2) forward")
    x, y = middle(body(phone, "b1"))
    touch(fingers, "touchStart", (x - 20, y), (x + 20, y))
    for step in (30, 45, 60):
        touch(fingers, "touchMove", (x - step, y), (x + step, y))
    touch(fingers, "touchEnd")
    expect(phone.locator(".board.near")).to_be_visible()
    assert inch(phone) == pytest.approx(scale * 3, rel=0.15)
    expect(phone.locator('[data-unit="b1"] .emblem')).to_be_visible()
    phone.get_by_role("button", name="Whole table").tap()
    expect(phone.locator(".board.near")).to_have_count(0)
    assert phone.evaluate(OVERFLOW) == {"scrolls": False, "wide": []}


FINGER = 44  # pixels


def room(page: Page, part: str) -> list[tuple[float, float]]:
    """Width and height of whatever can be pressed in a part of the page."""
    boxes = [each.bounding_box() for each in page.locator(f"{part} button:visible").all()]
    return [(box["width"], box["height"]) for box in boxes if box]


def test_a_finger_hits_units_and_handles_smaller_than_itself(phone: Page) -> None:
    close = [block("r1", corner=(20, 12), name="Spears"), block("r2", corner=(26, 12), name="Bows")]
    opened(phone, units=[*close, block("b1", corner=(25, 30), facing=180, side="blue", name="Axes")])
    x, y = middle(body(phone, "b1"))
    phone.touchscreen.tap(x, y + FINGER * 0.6)
    expect(phone.locator("#chosen-name")).to_contain_text("b1")
    x, y = middle(body(phone, "r1"))
    phone.touchscreen.tap(x + 10, y)
    expect(phone.locator("#which button")).to_have_text(["r1 Spears", "r2 Bows"])
    assert all(min(each) >= FINGER for each in [*room(phone, "#which"), *room(phone, ".rim")])
    phone.locator("#which button").last.tap()
    expect(phone.locator("#chosen-name")).to_contain_text("r2")
    expect(phone.locator("#which")).to_be_hidden()
    handles = [phone.locator(f"[data-handle={hand}] .reach").bounding_box() for hand in ("left", "right")]
    left, right = sorted((each for each in handles if each), key=lambda box: box["x"])
    assert left["x"] + FINGER <= right["x"]
    assert min(left["width"], right["height"]) == pytest.approx(FINGER, abs=0.5)
    fingers, (x, y) = phone.context.new_cdp_session(phone), middle(phone.locator("[data-handle=left] .handle"))
    touch(fingers, "touchStart", (x, y))
    for step in (2, 4, 8):
        touch(fingers, "touchMove", (x - step, y - step))
    touch(fingers, "touchEnd")
    latest(phone, "Bows (r2) wheel left")


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)])
def test_why_not_and_undo_are_beside_the_board_and_said(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    opened(page)
    choose(page, "r1")
    page.get_by_label("Command", exact=True).scroll_into_view_if_needed()
    for command, told in (
        ("forward 2", "forward 2"),
        ("forward 30", "Not by the rules: "),
        ("dance", "Order 1: “dance”"),
    ):
        say(page, command)
        expect(page.locator("#spoken")).to_contain_text(told)
    for part in (".board", "#notice .notice", "#undo-button", "[data-zoom=fit]"):
        expect(page.locator(part)).to_be_in_viewport(ratio=0.9)
    expect(page.locator("#cost")).to_be_hidden()
    page.locator("#undo-button").click()
    expect(page.locator("#cost")).to_have_text("Back to: The table is laid")


def test_without_a_script_it_is_read_and_played_by_forms(plain_page: Page) -> None:
    page = plain_page
    opened(page)
    choose(page, "r1")
    look(page, "sight")
    expect(page.locator(".beside-units")).to_contain_text("In sight")
    page.get_by_label("Command", exact=True).fill("forward 2")
    page.get_by_role("button", name="Do it").click()
    latest(page, "forward 2")
    expect(page.locator("#chosen-name")).to_contain_text("r1")
    page.locator("#all-sights").click()
    expect(page.locator("#everything caption").first).to_have_text("From r1 Spears")


def test_everybody_can_use_it(page: Page) -> None:
    page.goto("/table/")
    page.get_by_role("button", name="Show me an example").click()
    choose(page, "b3")
    look(page, "shoot")
    page.locator("#to-r3").click()
    expect(page.locator(".charge-answer")).to_be_visible()
    check_page(page)
    look(page, "sight")
    page.locator("#all-sights").click()
    expect(page.locator("#everything")).to_be_visible()
    assert violations(page) == []
