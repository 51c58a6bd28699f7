"""What has just been begun: one draft for each army, and no unit that comes twice by a double click."""

from __future__ import annotations

import gzip
import json
from typing import Any

import pytest
from django.test import Client

from armybuilder.models import Roster as Row
from tests.markup import Document
from tests.visitors import HTMX, OTHER, OWNER, browser_of, content_of, edit_address, kept

TILE = {"army": "dwarves", "points": "2000"}


def begin(client: Client, **fields: str) -> str:
    """Press the tile of an army, or send the form of a new roster; where that leads."""
    answer = client.post("/rosters/new/", fields)
    assert answer.status_code == 302
    return str(answer.headers["Location"])


@pytest.fixture
def owner(printed: None) -> Client:
    return browser_of(OWNER)


def test_a_tile_leads_to_the_draft_of_its_army_that_is_still_empty(owner: Client) -> None:
    first = begin(owner, **TILE)
    assert begin(owner, **TILE) == first
    Row.objects.update(content=Row.objects.get().content | {"name": "Renamed", "points_limit": 1500})
    assert begin(owner, **TILE) == first
    assert begin(owner, **TILE | {"army": "orcs"}) != first
    assert Row.objects.count() == 2


@pytest.mark.parametrize(
    "content",
    [
        {"units": [{"ref": "u1", "models": [{"profile": "dwarves/axemen", "count": 10}]}]},
        {"rules": "tournament"},
        {"allies": [{"army": "barbarians", "points": 500}]},
    ],
    ids=str,
)
def test_a_roster_that_something_is_in_is_no_draft(owner: Client, content: dict[str, Any]) -> None:
    kept({"format": "muster-roster/1", "game": "arcana", "name": "Begun", "army": "dwarves"} | content)
    begin(owner, **TILE)
    assert Row.objects.count() == 2


def test_nobody_else_gets_to_a_draft_and_a_deleted_one_is_gone(owner: Client) -> None:
    first = begin(owner, **TILE)
    assert begin(browser_of(OTHER), **TILE) != first
    owner.post(f"{first}delete/")
    assert begin(owner, **TILE) != first


def test_the_form_of_a_new_roster_always_makes_one(owner: Client) -> None:
    first = begin(owner, **TILE)
    assert begin(owner, **TILE, name="") != first
    assert Row.objects.count() == 2


ADD = {"edit": json.dumps({"verb": "add_unit", "profile": "dwarves/axemen", "count": 10})}


def press(client: Client, row: Row, *, version: int = 1, headers: dict[str, str] | None = None, **fields: str) -> None:
    answer = client.post(edit_address(row), {"version": version, **fields}, headers=headers or {})
    assert answer.status_code == (200 if headers else 302)


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
def test_a_double_click_adds_one_unit(row: Row, owner: Client, headers: dict[str, str]) -> None:
    for version in (1, 1, 2):
        press(owner, row, version=version, headers=headers, key="of one page", **ADD)
    assert len(content_of(row).units) == 4
    assert Row.objects.get().version == 2


def test_another_button_of_the_page_and_the_next_page_are_no_double_click(row: Row, owner: Client) -> None:
    press(owner, row, key="of one page", **ADD)
    press(owner, row, key="of one page", edit=ADD["edit"].replace("axemen", "berserker"))
    press(owner, row, version=3, key="of the next page", **ADD)
    assert len(content_of(row).units) == 6


def test_what_was_undone_is_added_again_by_a_new_page(row: Row, owner: Client) -> None:
    press(owner, row, key="of one page", **ADD)
    owner.post(f"/rosters/{row.code}/undo/", {"version": 2})
    press(owner, row, version=3, key="of the next page", **ADD)
    assert len(content_of(row).units) == 4


def test_what_was_refused_is_made_when_it_is_pressed_again(row: Row, owner: Client) -> None:
    press(owner, row, version=9, key="of one page", **ADD)
    assert len(content_of(row).units) == 3
    press(owner, row, version=1, key="of one page", **ADD)
    assert len(content_of(row).units) == 4


def test_keys_do_not_pile_up(row: Row, owner: Client) -> None:
    for version in range(1, 20):
        press(owner, row, version=version, key=f"of page {version}", **ADD)
    assert len(Row.objects.get().presses) == 12


def test_a_draft_is_neutral_and_says_what_is_to_go(owner: Client) -> None:
    page = Document(owner.get(begin(owner, **TILE)).content.decode())
    assert page.with_id("verdict").text == "Draft"
    assert "Normal, 1,200 to go" in page.with_id("tally").text
    assert not [each for each in page.all("span", "a") if "bad" in each.get("class").split()]
    row = Row.objects.get()
    press(owner, row, headers=HTMX, **ADD)
    page = Document(owner.get(f"/rosters/{row.code}/").content.decode())
    assert page.with_id("verdict").text == "Draft"
    assert page.with_id("findings").text.startswith("1,000 of normal troops to go.")
    lord = {"edit": json.dumps({"verb": "add_unit", "profile": "dwarves/dwarf-wizard"})}
    for version in (2, 3, 4):
        press(owner, row, version=version, headers=HTMX, **lord)
    page = Document(owner.get(f"/rosters/{row.code}/").content.decode())
    assert "not legal" in page.with_id("verdict").text


def test_a_click_is_answered_with_little(row: Row, owner: Client) -> None:
    fields = {"version": 1, "key": "of one page"} | ADD
    answer = owner.post(edit_address(row), fields, headers=HTMX)
    assert len(gzip.compress(answer.content)) < 25_000
