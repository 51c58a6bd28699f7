"""Terrain in a browser: a table is rolled, shared, changed by hand, by keyboard and without a script."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.test_keyboard import tab_to

TABLE = "/terrain/table/?region=forests&pieces=6&width=72&depth=48&placing=alternating&strip=0&seed=4"
MARSH = "/terrain/table/?region=swamps-and-marshes&pieces=8&width=72&depth=48&placing=one-player&strip=0&seed=5"


@pytest.fixture(params=["with JavaScript", "without JavaScript"])
def visit(request: pytest.FixtureRequest, site: str, chromium: Browser) -> Page:
    page: Page = request.getfixturevalue("page" if request.param == "with JavaScript" else "plain_page")
    return page


def shape(page: Page, ref: str) -> Locator:
    return page.locator(f'#map [data-piece="{ref}"]').first


def middle(where: Locator) -> tuple[float, float]:
    box = where.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def on_map(page: Page, ref: str) -> tuple[float, float]:
    """The middle of a piece in CSS pixels from the map's upper left corner, wherever the page is scrolled to."""
    x, y = middle(shape(page, ref))
    table = page.locator("#map .terrain").bounding_box()
    assert table is not None
    return x - table["x"], y - table["y"]


def drag(page: Page, ref: str, across: float, down: float) -> None:
    """By so many CSS pixels, from the piece's badge."""
    x, y = middle(page.locator(f'#map [data-piece="{ref}"] circle'))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + across / 2, y + down / 2)
    page.mouse.move(x + across, y + down)
    page.mouse.up()


def agreed(page: Page) -> list[str]:
    return parse_qs(urlsplit(page.url).query).get("agreed", [])


def scale(page: Page) -> float:
    """CSS pixels to an inch."""
    box = page.locator("#map .terrain").bounding_box()
    assert box is not None
    return box["width"] / 72


def test_a_table_is_rolled_from_the_guide_and_shared_by_its_address(visit: Page, plain_page: Page) -> None:
    visit.goto("/terrain/")
    visit.get_by_role("link", name="Roll a table", exact=True).click()
    visit.get_by_label("Region").select_option("Jungles")
    visit.get_by_role("spinbutton", name="Pieces").fill("7")
    visit.get_by_role("button", name="Roll", exact=True).click()
    expect(visit.get_by_role("heading", level=1)).to_contain_text("Jungles, pieces: 7, seed:")
    expect(visit.locator(".pieces li")).to_have_count(7)
    expect(visit.get_by_role("img", name=re.compile("Jungles, pieces: 7"))).to_be_visible()
    friend = plain_page.context.new_page()
    friend.goto(visit.url)
    assert friend.locator("#map").inner_html() == _as_laid(visit)


def _as_laid(page: Page) -> str:
    """The map as the server sent it."""
    marks = re.compile(r' (class="(chosen)?"|transform="[^"]*")')
    return marks.sub("", page.locator("#map").inner_html())


def test_both_sides_agree_before_a_piece_is_rolled_again(visit: Page) -> None:
    visit.goto(TABLE)
    form = visit.get_by_role("form", name="Change a piece")
    form.get_by_label("Piece").select_option("t3")
    form.get_by_text("Blue").click()
    form.get_by_role("button", name="Roll it again").click()
    assert agreed(visit) == []
    form.get_by_label("The other side agrees").check()
    form.get_by_role("button", name="Roll it again").click()
    expect(visit.locator(".agreed li")).to_have_text(["Blue rolled t3 again"])
    assert agreed(visit) == ["t3~blue"]
    visit.get_by_role("link", name="Undo the last change").click()
    expect(visit.locator(".agreed")).to_have_count(0)


def test_a_piece_is_moved_by_figures(visit: Page) -> None:
    visit.goto(TABLE)
    visit.locator("#piece-t2").get_by_role("link").click()
    form = visit.get_by_role("form", name="Change a piece")
    expect(form.get_by_label("Piece")).to_have_value("t2")
    form.get_by_label("Across").fill("36")
    form.get_by_label("Up", exact=True).fill("24")
    form.get_by_label("Turned").select_option("90°")
    form.get_by_label("The other side agrees").check()
    form.get_by_role("button", name="Move it there").click()
    expect(visit.locator(".agreed li")).to_have_text(["Red moved t2 to 36, 24, turned 90°"])
    box = visit.locator("#map .terrain").bounding_box()
    assert box is not None
    x, y = middle(shape(visit, "t2"))
    assert (x, y) == (
        pytest.approx(box["x"] + box["width"] / 2, abs=2),
        pytest.approx(box["y"] + box["height"] / 2, abs=2),
    )


@pytest.mark.parametrize("width", [390, 1280])
def test_a_piece_is_dragged_and_stays_once_agreed(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(TABLE)
    form = page.get_by_role("form", name="Change a piece")
    inch = scale(page)
    option = page.locator('#change option[value="t3"]')
    x, y = float(option.get_attribute("data-x") or 0), float(option.get_attribute("data-y") or 0)
    to = 36 - x, y - 24
    drag(page, "t3", to[0] * inch, to[1] * inch)
    expect(form.get_by_label("Piece")).to_have_value("t3")
    assert float(form.get_by_label("Across").input_value()) == pytest.approx(36, abs=0.5)
    assert float(form.get_by_label("Up", exact=True).input_value()) == pytest.approx(24, abs=0.5)
    assert agreed(page) == []
    form.get_by_label("The other side agrees").check()
    form.get_by_role("button", name="Move it there").click()
    expect(page.locator(".agreed li")).to_contain_text("Red moved t3 to 3")
    again = page.locator('#change option[value="t3"]')
    assert float(again.get_attribute("data-x") or 0) == pytest.approx(36, abs=0.5)


def test_a_drag_ends_at_the_edge_and_can_be_put_back(page: Page) -> None:
    page.goto(TABLE)
    before = on_map(page, "t3")
    drag(page, "t3", -3000, 3000)
    box, table = shape(page, "t3").bounding_box(), page.locator("#map .terrain").bounding_box()
    assert box is not None
    assert table is not None
    assert box["x"] == pytest.approx(table["x"], abs=6)  # with its stroke
    assert box["y"] + box["height"] == pytest.approx(table["y"] + table["height"], abs=6)  # with its stroke
    page.get_by_role("button", name="Put it back").click()
    expect(shape(page, "t3")).to_have_attribute("transform", re.compile(r"^translate\(0 0\)"))
    assert on_map(page, "t3") == pytest.approx(before, abs=1)


def test_a_stream_is_dragged_across_its_course_alone(page: Page) -> None:
    page.goto(MARSH)
    before = on_map(page, "t8")
    drag(page, "t8", 60, 60)
    after = on_map(page, "t8")
    assert sorted(round(abs(one - other)) for one, other in zip(before, after, strict=True))[0] == 0
    assert after != pytest.approx(before, abs=5)


def test_figures_move_the_piece_on_the_map_at_once(page: Page) -> None:
    page.goto(TABLE)
    page.locator("#change [name=piece]").select_option("t3")
    up = page.get_by_label("Up", exact=True)
    before = on_map(page, "t3")
    up.focus()
    page.keyboard.press("ArrowUp")
    after = on_map(page, "t3")
    assert before[1] - after[1] == pytest.approx(scale(page), abs=0.5)
    assert after[0] == pytest.approx(before[0], abs=0.5)


def test_a_table_is_changed_by_keyboard_alone(page: Page) -> None:
    page.goto(TABLE)
    tab_to(page, page.locator("#piece-t2 a").inner_text())
    page.keyboard.press("Enter")
    chosen = page.locator("#change [name=piece]")
    expect(page.locator(":focus")).to_have_attribute("name", "piece")
    page.keyboard.press("Tab")
    page.keyboard.press("Control+A")
    page.keyboard.type("30")
    for _ in range(4):
        page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_attribute("name", "agree")
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_text("Move it there")
    ref = chosen.input_value()
    page.keyboard.press("Enter")
    expect(page.locator(".agreed li")).to_contain_text(f"Red moved {ref} to 30")


def test_a_refused_change_says_why(visit: Page, complaints: list[str]) -> None:
    visit.goto(MARSH)
    form = visit.get_by_role("form", name="Change a piece")
    form.get_by_label("Piece").select_option("t8")
    form.get_by_label("Across").fill("30")
    form.get_by_label("Up", exact=True).fill("20")
    form.get_by_label("Turned").select_option("45°")
    form.get_by_label("The other side agrees").check()
    form.get_by_role("button", name="Move it there").click()
    expect(visit.get_by_role("alert")).to_contain_text("can't be turned")
    complaints.clear()


def test_the_map_and_the_file_are_there_to_take_away(page: Page) -> None:
    page.goto(TABLE)
    for name, kind in (("Print on A4", "application/pdf"), ("on Letter", "application/pdf")):
        address = page.get_by_role("link", name=name, exact=True).get_attribute("href")
        assert page.request.get(str(address)).headers["content-type"] == kind
    with page.expect_download() as download:
        page.get_by_role("link", name="Save as a file").click()
    assert download.value.suggested_filename == "forests-pieces-6-seed-4.json"
