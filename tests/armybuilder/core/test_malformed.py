"""Posts that no page makes: they change nothing, they are answered clearly, and never by a fault of ours."""

from __future__ import annotations

import json
from itertools import product
from urllib.parse import urlencode

import pytest
from django.test import Client

from armybuilder.models import Roster as Row
from tests.markup import Document
from tests.visitors import HTMX, RAIDERS, content_of, edit_address, kept

AXES = {"unit": "u1", "profile": "dwarves/axemen"}
MALFORMED: dict[str, tuple[dict[str, str], str]] = {
    "nothing": ({}, "verb"),
    "no verb": ({"version": "1"}, "verb"),
    "unknown verb": ({"version": "1", "verb": "explode"}, "explode"),
    "no version": ({"verb": "remove_unit", "unit": "u1"}, "version"),
    "version in words": ({"version": "one", "verb": "remove_unit", "unit": "u1"}, "version"),
    "version below zero": ({"version": "-1", "verb": "remove_unit", "unit": "u1"}, "version"),
    "version in other digits": ({"version": "١", "verb": "remove_unit", "unit": "u1"}, "version"),
    "endless version": ({"version": "1" * 5000, "verb": "remove_unit", "unit": "u1"}, "version"),
    "huge count": ({"version": "1", "verb": "set_count", "count": "1" + "0" * 30} | AXES, "count"),
    "too many": ({"version": "1", "verb": "set_count", "count": "1001"} | AXES, "count"),
    "below zero": ({"version": "1", "verb": "set_count", "count": "-1"} | AXES, "count"),
    "half a dwarf": ({"version": "1", "verb": "set_count", "count": "1.5"} | AXES, "count"),
    "no count": ({"version": "1", "verb": "set_count", "count": ""} | AXES, "count"),
    "missing field": ({"version": "1", "verb": "set_count"} | AXES, "count"),
    "unknown field": ({"version": "1", "verb": "remove_unit", "unit": "u1", "also": "u2"}, "also"),
    "unknown unit": ({"version": "1", "verb": "remove_unit", "unit": "u77"}, "u77"),
    "unknown profile": ({"version": "1", "verb": "add_unit", "profile": "dwarves/dragon"}, "dwarves/dragon"),
    "no slug": ({"version": "1", "verb": "add_unit", "profile": "../secrets"}, "profile"),
    "no profile of the unit": (
        {"version": "1", "verb": "set_count", "unit": "u1", "profile": "dwarves/berserker", "count": "0"},
        "dwarves/berserker",
    ),
    "endless name": ({"version": "1", "verb": "rename", "name": "x" * 121}, "name"),
    "empty name": ({"version": "1", "verb": "rename", "name": ""}, "name"),
    "control character": ({"version": "1", "verb": "rename", "name": "a\x00b"}, "name"),
    "limit of nothing": ({"version": "1", "verb": "set_limit", "points": "0"}, "points"),
    "limit beyond all": ({"version": "1", "verb": "set_limit", "points": "1000001"}, "points"),
    "no JSON": ({"version": "1", "edit": "{"}, "edit"),
    "JSON of another kind": ({"version": "1", "edit": "[]"}, "object"),
    "no number": ({"version": "1", "edit": '{"verb": "set_limit", "points": NaN}'}, "edit"),
    "text for a number": ({"version": "1", "edit": '{"verb": "set_limit", "points": "900"}'}, "points"),
    "deep JSON": ({"version": "1", "edit": "[" * 50_000}, "edit"),
    "notes beyond all": ({"version": "1", "verb": "set_notes", "notes": "x" * 1001}, "notes"),
    "design with secrets": ({"version": "1", "edit": '{"verb": "add_design", "design": {"name": "x", "a": 1}}'}, "a"),
}


@pytest.mark.long
def test_a_malformed_edit_changes_nothing_and_names_the_fault(row: Row, owner: Client) -> None:
    before = content_of(row)
    for (name, (fields, named)), headers in product(MALFORMED.items(), (HTMX, {})):
        answer = owner.post(edit_address(row), fields, headers=headers, follow=True)
        assert answer.status_code == 200, name
        notice = Document(answer.content.decode()).with_id("notice").text
        assert notice.startswith("That can't be done"), name
        assert named.casefold() in notice.casefold(), name
        assert (content_of(row), Row.objects.get().version) == (before, 1), name


@pytest.mark.parametrize("kind", ["application/json", "multipart/form-data", "text/plain", "image/png"])
def test_a_body_of_another_kind_changes_nothing(row: Row, owner: Client, kind: str) -> None:
    body = json.dumps({"version": 1, "verb": "remove_unit", "unit": "u1"})
    answer = owner.post(edit_address(row), body, content_type=kind, headers=HTMX)
    assert answer.status_code in (200, 400)
    assert content_of(row).units[0].ref == "u1"


def test_an_endless_body_is_refused(row: Row, owner: Client) -> None:
    fields = {"version": "1", "verb": "rename", "name": "x" * 3_000_000}
    assert owner.post(edit_address(row), fields).status_code == 400
    form = "application/x-www-form-urlencoded"
    assert owner.post(edit_address(row), urlencode(fields), content_type=form).status_code == 400
    assert Row.objects.get().version == 1


def test_an_edit_of_anothers_roster_changes_nothing(row: Row, other: Client) -> None:
    for click in ({"version": 1, "verb": "remove_unit", "unit": "u1"}, {"version": 1, "edit": "{"}, {}):
        assert other.post(edit_address(row), click).status_code == 404
    assert Row.objects.get().version == 1


def test_a_roster_has_at_most_500_units(printed: None, owner: Client) -> None:
    units = [{"ref": f"u{number}"} for number in range(500)]
    row = kept(json.loads(RAIDERS) | {"units": units})
    answer = owner.post(
        edit_address(row), {"version": 1, "verb": "add_unit", "profile": "dwarves/axemen"}, headers=HTMX
    )
    assert "500" in Document(answer.content.decode()).with_id("notice").text
    assert len(content_of(row).units) == 500
