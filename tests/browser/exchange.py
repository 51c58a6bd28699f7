"""Rosters that travel, on their pages: how a browser gets there, and the states of them that look different."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.catalogue import SAMPLES
from tests.visitors import RAIDERS, TOKEN, kept, kept_share

BAD = {"name": "bad.txt", "mimeType": "text/plain", "buffer": b"Roster: A\nArmy: Dwarfs\nUnit: B\n- 17 Axmen\n"}


def files(count: int) -> list[Any]:
    return [
        {"name": path.name, "mimeType": "application/json", "buffer": path.read_bytes()}
        for path in sorted(SAMPLES.glob("*.json"))[:count]
    ]


def paste(page: Page, text: str) -> None:
    page.goto("/rosters/open/")
    page.get_by_label("Or paste a list").fill(text)
    page.get_by_role("button", name="Read").click()


def share(page: Page, kind: str) -> str:
    """The address of a link to the raiding party, made on the page where the browser is left."""
    paste(page, RAIDERS.decode())
    page.get_by_role("button", name="Save").click()
    page.get_by_role("link", name="Share").click()
    page.get_by_label(kind).check()
    page.get_by_role("button", name="Make a link").click()
    return page.get_by_label("Link 1", exact=True).input_value()


def check_batch(page: Page) -> None:
    page.goto("/batch/")
    page.get_by_label("Roster files").set_input_files([*files(4), BAD])
    page.get_by_role("button", name="Check them").click()
    expect(page.locator("tr[data-verdict]")).to_have_count(5)


def shared(page: Page) -> None:
    kept_share(kept())
    page.goto(f"/s/{TOKEN}/")
    for summary in page.locator("main summary").all():
        summary.click()


def links(page: Page) -> None:
    share(page, "View and print")
    expect(page.locator(".share-link")).to_have_count(1)


def previews(page: Page) -> None:
    page.goto("/rosters/open/")
    page.get_by_label("Roster files").set_input_files([*files(2), BAD])
    page.get_by_label("Or paste a list").fill(json.dumps(json.loads(RAIDERS) | {"points_limit": 500}))
    page.get_by_role("button", name="Read").click()
    page.locator(".preview summary").click()


def comparison(page: Page) -> None:
    page.goto("/compare/")
    page.get_by_label("Or paste a list").first.fill(RAIDERS.decode())
    page.get_by_label("Or paste a list").last.fill("Roster: A\nArmy: Dwarves\nUnit: Guard\n- 17 Axemen\n")
    page.get_by_role("button", name="Compare").click()
    expect(page.locator(".beside")).to_be_visible()


def compared_code(page: Page) -> None:
    page.goto("/check/?d=AAAAA-BBBBB")
    page.get_by_label("Or paste a list").fill(RAIDERS.decode())
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_role("status")).to_contain_text("This isn't the army on paper")


REACHED: dict[str, Callable[[Page], object]] = {
    "a shared army": shared,
    "links": links,
    "previews": previews,
    "a comparison": comparison,
    "a comparison of nothing": lambda page: page.goto("/compare/"),
    "a batch": check_batch,
    "a batch of nothing": lambda page: page.goto("/batch/"),
    "a check": lambda page: page.goto("/check/"),
    "a compared code": compared_code,
}
