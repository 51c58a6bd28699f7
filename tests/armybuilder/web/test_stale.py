"""Two tabs never overwrite each other: the later one is told, and nothing is lost."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from armybuilder.models import Roster as Row
from tests.markup import Document
from tests.visitors import HTMX, content_of, edit_address

HOW = pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
AGAIN = "Make my change now"


def press(client: Client, row: Row, fields: dict[str, str], headers: dict[str, str]) -> Document:
    return Document(client.post(edit_address(row), fields, headers=headers, follow=True).content.decode())


def form_of(document: Document, verb: str) -> dict[str, str]:
    """What the tab's first form of this verb would send."""
    return next(each for each in map(document.sent, document.all("form")) if each.get("verb") == verb)


@HOW
def test_the_later_tab_is_told_and_loses_nothing(row: Row, owner: Client, headers: dict[str, str]) -> None:
    tabs = [Document(owner.get(f"/rosters/{row.code}/").content.decode()) for _ in range(2)]
    press(owner, row, form_of(tabs[0], "set_count") | {"count": "20"}, headers)
    told = press(owner, row, form_of(tabs[1], "set_limit") | {"points": "1200"}, headers)

    assert "changed in another place" in told.with_id("notice").text
    assert told.with_id("count-u1-1").get("value") == "20"
    assert content_of(row).points_limit == 834

    (again,) = [each for each in told.all("button") if each.text == AGAIN]
    both = press(owner, row, told.sent(told.with_id("edit"), again), headers)
    assert not both.with_id("notice").text
    assert both.with_id("count-u1-1").get("value") == "20"
    assert both.with_id("points").get("value") == "1200"
    assert (content_of(row).units[0].models[0].count, content_of(row).points_limit) == (20, 1200)


@HOW
def test_a_version_that_never_was_is_told_too(row: Row, owner: Client, headers: dict[str, str]) -> None:
    told = press(owner, row, {"version": "7", "verb": "remove_unit", "unit": "u1"}, headers)
    assert AGAIN in told.with_id("notice").text
    assert len(content_of(row).units) == 3


@HOW
def test_what_another_tab_took_away_is_told_once_it_is_tried_again(
    row: Row, owner: Client, headers: dict[str, str]
) -> None:
    press(owner, row, {"version": "1", "verb": "remove_unit", "unit": "u2"}, headers)
    raise_it = {"version": "1", "verb": "set_count", "unit": "u2", "profile": "dwarves/berserker", "count": "9"}
    told = press(owner, row, raise_it, headers)
    (again,) = [each for each in told.all("button") if each.text == AGAIN]
    gone = press(owner, row, told.sent(told.with_id("edit"), again), headers)
    assert "no unit" in gone.with_id("notice").text
    assert [unit.ref for unit in content_of(row).units] == ["u1", "u3"]


def test_the_page_is_never_kept_by_the_browser(row: Row, owner: Client) -> None:
    assert "no-store" in owner.get(f"/rosters/{row.code}/").headers["Cache-Control"]


def test_every_form_carries_the_version_it_was_made_on(row: Row, owner: Client) -> None:
    owner.post(edit_address(row), {"version": 1, "verb": "set_limit", "points": "900"})
    page = Document(owner.get(f"/rosters/{row.code}/?outfit=c1").content.decode())
    sent = [page.sent(form) for form in page.all("form") if form.get("action") == edit_address(row)]
    assert len(sent) > 10
    assert {fields["version"] for fields in sent} == {"2"}


def test_undo_of_a_tab_that_is_behind_is_refused_too(row: Row, owner: Client) -> None:
    removed = press(owner, row, {"version": "1", "verb": "remove_unit", "unit": "u1"}, HTMX)
    press(owner, row, {"version": "2", "verb": "rename", "name": "Other"}, HTMX)
    (undo,) = [each for each in removed.all("button") if each.text == "Undo"]
    told = press(owner, row, removed.sent(removed.with_id("edit"), undo), HTMX)
    assert AGAIN in told.with_id("notice").text
    (again,) = [each for each in told.all("button") if each.text == AGAIN]
    assert json.loads(again.get("value"))["verb"] == "insert_unit"
    press(owner, row, told.sent(told.with_id("edit"), again), HTMX)
    assert [unit.ref for unit in content_of(row).units] == ["u1", "u2", "u3"]
    assert content_of(row).name == "Other"
