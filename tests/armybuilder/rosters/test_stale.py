"""Two tabs never overwrite each other: what differs is merged, what doesn't is told, and nothing is lost."""

from __future__ import annotations

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
def test_changes_of_different_things_are_both_made(row: Row, owner: Client, headers: dict[str, str]) -> None:
    tabs = [Document(owner.get(f"/rosters/{row.code}/").content.decode()) for _ in range(2)]
    press(owner, row, form_of(tabs[0], "set_count") | {"count": "20"}, headers)
    told = press(owner, row, form_of(tabs[1], "set_limit") | {"points": "1200"}, headers)

    assert "so both are kept" in told.with_id("notice").text
    assert told.with_id("count-u1-1").get("value") == "20"
    assert told.with_id("points").get("value") == "1200"
    assert (content_of(row).units[0].models[0].count, content_of(row).points_limit) == (20, 1200)


@HOW
def test_changes_of_the_same_thing_are_shown_side_by_side_and_nothing_is_lost(
    row: Row, owner: Client, headers: dict[str, str]
) -> None:
    tabs = [Document(owner.get(f"/rosters/{row.code}/").content.decode()) for _ in range(2)]
    press(owner, row, form_of(tabs[0], "set_limit") | {"points": "900"}, headers)
    told = press(owner, row, form_of(tabs[1], "set_limit") | {"points": "1200"}, headers)

    assert "changed in another place" in told.with_id("notice").text
    mine, theirs = [each.text for each in told.all("div") if each.get("class") == "side"]
    assert "limit: 834 → 1,200" in mine
    assert "limit: 834 → 900" in theirs
    assert (content_of(row).points_limit, told.with_id("points").get("value")) == (900, "900")

    (again,) = [each for each in told.all("button") if each.text == AGAIN]
    made = press(owner, row, told.sent(told.with_id("edit"), again), headers)
    assert not made.with_id("notice").text
    assert content_of(row).points_limit == 1200
    assert [each.content["points_limit"] for each in Row.history.order_by("version")] == [834, 900, 1200]


@HOW
def test_the_same_change_in_two_tabs_is_made_once(row: Row, owner: Client, headers: dict[str, str]) -> None:
    change = {"version": "1", "verb": "set_limit", "points": "900"}
    press(owner, row, change, headers)
    told = press(owner, row, change, headers)
    assert not told.with_id("notice").text
    assert (content_of(row).points_limit, Row.objects.get(pk=row.pk).version) == (900, 2)


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
    assert "+1 Berserker" in told.with_id("notice").text
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


@HOW
def test_undo_of_a_tab_that_is_behind_takes_back_what_that_tab_shows(
    row: Row, owner: Client, headers: dict[str, str]
) -> None:
    removed = press(owner, row, {"version": "1", "verb": "remove_unit", "unit": "u1"}, headers)
    press(owner, row, {"version": "2", "verb": "rename", "name": "Other"}, headers)
    undone = undo(owner, removed, headers)
    assert "so both are kept" in undone.with_id("notice").text
    assert [unit.ref for unit in content_of(row).units] == ["u1", "u2", "u3"]
    assert content_of(row).name == "Other"


@HOW
def test_undo_of_what_another_tab_changed_too_is_refused(row: Row, owner: Client, headers: dict[str, str]) -> None:
    renamed = press(owner, row, {"version": "1", "verb": "rename", "name": "Mine"}, headers)
    press(owner, row, {"version": "2", "verb": "rename", "name": "Theirs"}, headers)
    told = undo(owner, renamed, headers)
    assert "both changes are about the same thing" in told.with_id("notice").text
    assert not [each for each in told.all("button") if each.text == AGAIN]
    assert content_of(row).name == "Theirs"


def undo(client: Client, document: Document, headers: dict[str, str]) -> Document:
    """Press Undo as this tab shows it."""
    form = document.with_id("undo")
    answer = client.post(form.get("action"), document.sent(form), headers=headers, follow=True)
    return Document(answer.content.decode())
