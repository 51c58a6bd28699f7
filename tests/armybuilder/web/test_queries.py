"""How often a page asks the database: fixed, whatever it shows."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from armybuilder.models import Roster as Row
from armybuilder.snapshots import current_catalogue
from tabletop.arcana.roster import Roster, new_roster
from tests.packs import CODE
from tests.visitors import HTMX, edit_address, kept

COUNTS = {"/": 3, "/armies/": 1, "/armies/dwarves/": 1, "/armies/dwarves/axemen/": 1, "/rules/": 0, "/rosters/": 3}
COUNTS |= {"/packs/": 2, "/packs/new/": 1, "/packs/open/": 0, f"/packs/{CODE}/": 3, f"/packs/{CODE}/edit/": 3}
COUNTS |= {f"/packs/{CODE}/pack.json": 1, f"/rosters/new/?pack={CODE}": 2, f"/api/packs/{CODE}/": 1}
COUNTS |= {"/rosters/new/": 1, "/rosters/open/": 0, "/samples/dwarves/": 1, "/samples/dwarves/a4.pdf": 1}
COUNTS |= {"/magic/": 1, "/magic/?words=fire": 1, "/magic/air/": 1, "/magic/earth/geyser/": 1}
TABLE = "region=jungles&pieces=6&seed=5&agreed=t1~red"
COUNTS |= {"/terrain/": 0, "/terrain/table/": 0, f"/terrain/table/?{TABLE}": 0, f"/terrain/table/a4.pdf?{TABLE}": 0}
COUNTS |= {f"/terrain/table/table.json?{TABLE}": 0, "/api/terrain/": 0, "/api/terrain/kinds/": 0}
PRINTED = "kinds=markers&kinds=templates&roster=sample.dwarves"
COUNTS |= {"/print/": 2, f"/print/?{PRINTED}": 3, f"/print/sheets.pdf?{PRINTED}": 3, f"/print/sheets.zip?{PRINTED}": 3}
COUNTS |= {f"/print/pages/1.png?{PRINTED}": 3}
EDITOR, SHEET, FILE = 4, 3, 2
EDIT, EDIT_MOST = 6, 10


@contextmanager
def exactly(count: int) -> Iterator[None]:
    with CaptureQueriesContext(connection) as captured:
        yield
    asked = [query["sql"] for query in captured if not query["sql"].startswith(("SAVEPOINT", "RELEASE", "BEGIN"))]
    assert len(asked) == count, asked


def with_units(count: int) -> Roster:
    from tabletop.arcana.edits import AddUnit

    roster = new_roster(name="Many", army="dwarves", points_limit=100_000)
    for _ in range(count):
        for profile in ("dwarves/axemen", "dwarves/dwarf-wizard"):
            roster = AddUnit(profile=profile, count=2).applied(roster, current_catalogue())
    return roster


@pytest.mark.parametrize("address", COUNTS)
def test_a_page_asks_a_fixed_number_of_questions(printed: None, owner: Client, row: Row, address: str) -> None:
    current_catalogue()
    with exactly(COUNTS[address]):
        assert owner.get(address).status_code == 200
    assert COUNTS[address] <= 6


@pytest.mark.parametrize("rosters", [1, 20])
def test_lists_of_rosters_ask_the_same_for_any_number(printed: None, owner: Client, rosters: int) -> None:
    current_catalogue()
    for _ in range(rosters):
        kept()
    with exactly(COUNTS["/rosters/"]):
        assert owner.get("/rosters/").content.decode().count("Raiding Party") == rosters
    with exactly(COUNTS["/"]):
        owner.get("/")


@pytest.mark.parametrize("units", [1, 30])
@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "part"])
def test_the_editor_asks_the_same_for_any_number_of_units(
    printed: None, owner: Client, units: int, headers: dict[str, str]
) -> None:
    row = kept(with_units(units))
    with exactly(EDITOR):
        assert owner.get(f"/rosters/{row.code}/?outfit=c1", headers=headers).status_code == 200
    with exactly(SHEET):
        owner.get(f"/rosters/{row.code}/a4.pdf")
    with exactly(SHEET - 1):
        owner.get(f"/rosters/{row.code}/roster.json")


@pytest.mark.parametrize("units", [1, 30])
def test_a_click_asks_the_same_for_any_number_of_units(printed: None, owner: Client, units: int) -> None:
    row = kept(with_units(units))
    change = {"version": 1, "verb": "add_models", "unit": "u1", "profile": "dwarves/axemen"}
    with exactly(EDIT):
        assert post(owner, row, change).status_code == 200
    assert Row.objects.get().version == 2
    assert EDIT <= EDIT_MOST


@pytest.mark.parametrize(
    "change",
    [
        {"version": 9, "verb": "add_models", "unit": "u1", "profile": "dwarves/axemen"},
        {"version": 1, "verb": "remove_unit", "unit": "u1"},
        {"version": 1, "verb": "nonsense"},
        {},
    ],
)
def test_a_click_that_goes_wrong_asks_little_too(row: Row, owner: Client, change: dict[str, object]) -> None:
    for headers in (HTMX, {}):
        with CaptureQueriesContext(connection) as captured:
            owner.post(edit_address(row), change, headers=headers)
        assert len(captured) <= EDIT_MOST


def post(client: Client, row: Row, change: dict[str, object]) -> HttpResponse:
    return client.post(edit_address(row), change, headers=HTMX)
