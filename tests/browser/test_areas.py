"""One visit: areas placed by a press over one's own picture, joined by a drag, and by the forms; saved as a file."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.everybody import PHONE, check_sizes, resized
from tests.catalogue import PROJECT


def test_a_board_of_areas_is_made_on_a_picture_that_is_sent_nowhere(page: Page, context: BrowserContext) -> None:
    sent: list[int] = []
    context.on("request", lambda request: sent.append(len(request.post_data_buffer or b"")))
    page.goto("/boards/areas/")
    page.get_by_label("A picture of your own").set_input_files(PROJECT / "docs" / "screenshot.png")
    expect(page.locator(".a-under")).to_be_visible()
    page.locator(".a-frame svg").click(position={"x": 700, "y": 200})
    page.get_by_label("Name", exact=True).fill("Fell")
    page.get_by_label("Name", exact=True).press("Enter")
    expect(page.locator("[data-area='fell']")).to_be_visible()
    expect(page.locator(".a-under")).to_be_visible()  # as before the change
    one, other = (page.locator(f"[data-area='{name}'] .shape") for name in ("first", "fell"))
    one.drag_to(other)
    expect(page.locator(".border.open")).to_have_count(1)
    page.locator("#set-border [name=type]").select_option("river")
    page.get_by_role("button", name="Join them").click()
    expect(page.locator(".border.river")).to_have_count(1)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    board = json.loads(Path(download.value.path()).read_text("utf-8"))
    assert [area["id"] for area in board["areas"]] == ["first", "fell"]
    assert abs(board["areas"][1]["at"][0] - 700) < 3
    assert board["borders"] == [{"a": "first", "b": "fell", "type": "river"}]
    assert max(sent) < 5_000  # the picture has a hundred times as many bytes
    resized(page, PHONE)
    check_sizes(page)
