"""How often a page asks the database: fixed, whatever it shows."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from armybuilder.accounts.token_services import create_token
from armybuilder.battles.snapshots import log_in
from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.models import RequestCount, TableRow
from armybuilder.models import Roster as Row
from tabletop.arcana.army.roster import Roster, new_roster
from tests.accounts import person, things_of
from tests.collection import COLLECTION_CODE
from tests.designs import LIST_CODE, LIST_ROW, LIST_TOKEN
from tests.laboratory import LAB_CODE, LAB_TOKEN, kept_experiment
from tests.packs import CODE, kept_pack
from tests.played import TABLE_CODE, TABLE_TOKEN
from tests.visitors import HTMX, RAIDERS, TOKEN, browser_of, edit_address, kept, kept_share

# Every page asks whose session this is: its head says who is signed in, and what is counted is counted by visitors.
COUNTS = {
    "/": 4,
    "/armies/": 2,
    "/armies/dwarves/": 2,
    "/armies/dwarves/axemen/": 2,
    "/rules/": 1,
    "/look/": 1,
    "/look/?q=petrify": 5,
    "/rosters/": 4,
    "/rosters/deleted/": 2,
}
COUNTS |= {"/packs/": 2, "/packs/new/": 2, "/packs/open/": 1, f"/packs/{CODE}/": 3, f"/packs/{CODE}/edit/": 3}
COUNTS |= {f"/packs/{CODE}/pack.json": 1, f"/rosters/new/?pack={CODE}": 3, f"/api/packs/{CODE}/": 1}
COUNTS |= {"/rosters/new/": 2, "/rosters/open/": 1, "/samples/dwarves/": 2, "/samples/dwarves/a4.pdf": 2}
COUNTS |= {"/magic/": 2, "/magic/?words=fire": 2, "/magic/air/": 2, "/magic/earth/geyser/": 2}
TABLE = "region=jungles&pieces=6&seed=5&agreed=t1~red"
COUNTS |= {"/terrain/": 1, "/terrain/table/": 1, f"/terrain/table/?{TABLE}": 1, f"/terrain/table/a4.pdf?{TABLE}": 1}
COUNTS |= {f"/terrain/table/table.json?{TABLE}": 1, "/api/terrain/": 0, "/api/terrain/kinds/": 0}
PRINTED = "kinds=markers&kinds=templates&roster=sample.dwarves"
COUNTS |= {"/print/": 3, f"/print/?{PRINTED}": 4, f"/print/sheets.pdf?{PRINTED}": 5, f"/print/sheets.zip?{PRINTED}": 5}
COUNTS |= {f"/print/pages/1.png?{PRINTED}": 3}
MEETING = "a=dwarves/axemen&b=orcs/orc-warrior&an=5&bn=5"
COUNTS |= {"/odds/": 4, f"/odds/?{MEETING}": 2, f"/odds/?{MEETING}&a=sample.dwarves.u1": 2}
COUNTS |= {"/forge/lists/": 3, f"/forge/lists/{LIST_CODE}/": 4, f"/forge/lists/{LIST_CODE}/rows/": 3}
COUNTS |= {f"/forge/lists/{LIST_CODE}/rows/{LIST_ROW}/": 3, f"/forge/lists/shared/{LIST_TOKEN}/": 3}
COUNTS |= {"/check/": 1, "/compare/": 2, "/batch/": 2, f"/s/{TOKEN}/": 3, f"/check/{TOKEN}/": 4}
COUNTS |= {f"/s/{TOKEN}/a4.pdf": 3}
COUNTS |= {
    "/table/": 2,
    "/table/new/": 1,
    "/table/open/": 1,
    f"/table/{TABLE_CODE}/": 6,
    f"/table/{TABLE_CODE}/?unit=r1&look=sight": 6,
}
COUNTS |= {f"/table/{TABLE_CODE}/table.json": 3, f"/table/{TABLE_CODE}/a4.pdf": 3, f"/t/{TABLE_TOKEN}/": 3}
COUNTS |= {"/laboratory/": 2, "/laboratory/new/?a=sample.dwarves": 3, "/laboratory/swap/?a=sample.dwarves": 4}
COUNTS |= {f"/laboratory/{LAB_CODE}/": 3, f"/laboratory/{LAB_CODE}/experiment.jsonl": 3, f"/l/{LAB_TOKEN}/": 2}
COUNTS |= {f"/laboratory/{LAB_CODE}/experiment.csv": 2, f"/laboratory/compare/?a={LAB_CODE}&b={LAB_CODE}": 3}
OWNED = f"/collection/{COLLECTION_CODE}/"
COUNTS |= {"/collection/": 3, "/collection/?all=1": 2, OWNED: 3, f"{OWNED}fill/": 2, f"{OWNED}field/?points=2000": 3}
COUNTS |= {f"{OWNED}collection.json": 2, f"{OWNED}collection.csv": 3, f"{OWNED}a4.pdf": 3, "/collection/open/": 1}
COUNT = f'INSERT INTO "{RequestCount._meta.db_table}"'  # at most once a request
SIGNED_IN = 1  # who the session's account is
SUMMARIES = 2  # a list reads the rosters that were changed, and keeps what it shows of them
EDITOR, SHEET, FILE, TEXT, SHARING, REPAIR = 4, 4, 3, 3, 5, 3
BATCH = 3
EDIT, EDIT_MOST = 7, 8
LIST_MOST = 6
ACCOUNT, KEYS = 18, 6


@contextmanager
def exactly(count: int) -> Iterator[None]:
    with CaptureQueriesContext(connection) as captured:
        yield
    asked = questions(captured)
    assert len(asked) == count, asked
    assert sum(query["sql"].startswith(COUNT) for query in captured) <= 1


def questions(captured: CaptureQueriesContext) -> list[str]:
    """What was asked; where a transaction begins and ends is no question, nor is that a request is counted."""
    marks = ("SAVEPOINT", "RELEASE", "ROLLBACK", "BEGIN", COUNT)
    return [query["sql"] for query in captured if not query["sql"].startswith(marks)]


def with_units(count: int) -> Roster:
    from tabletop.arcana.army.edits import AddUnit

    roster = new_roster(name="Many", army="dwarves", points_limit=100_000)
    for _ in range(count):
        for profile in ("dwarves/axemen", "dwarves/dwarf-wizard"):
            roster = AddUnit(profile=profile, count=2).applied(roster, current_catalogue())
    return roster


def test_every_page_asks_a_fixed_number_of_questions(printed: None, owner: Client, row: Row) -> None:
    current_catalogue()
    kept_experiment()
    log_in(TableRow.objects.get(code=TABLE_CODE))  # a process keeps what it has folded
    owner.get("/rosters/")
    wrong = []
    for address, count in COUNTS.items():
        with CaptureQueriesContext(connection) as captured:
            status = owner.get(address).status_code
        counted = sum(query["sql"].startswith(COUNT) for query in captured)
        if (status, len(asked := questions(captured))) != (200, count) or counted > 1:
            wrong.append((address, status, asked))
    assert wrong == []
    assert max(COUNTS.values()) <= 6


@pytest.mark.parametrize("rosters", [1, 20])
def test_lists_of_rosters_ask_the_same_for_any_number(printed: None, owner: Client, rosters: int) -> None:
    current_catalogue()
    for _ in range(rosters):
        kept()
    with exactly(COUNTS["/rosters/"] + SUMMARIES):
        owner.get("/rosters/")
    with exactly(COUNTS["/rosters/"]):
        assert owner.get("/rosters/").content.decode().count("Raiding Party") == rosters
    with exactly(COUNTS["/"]):
        owner.get("/")


@pytest.mark.parametrize("rosters", [1, 20])
def test_somebody_signed_in_costs_one_question_more(printed: None, rosters: int) -> None:
    ada = things_of(person("ada"))
    client = browser_of(ada)
    current_catalogue()
    rows = [kept(visitor=ada) for _ in range(rosters)]
    client.get("/rosters/")
    with exactly(COUNTS["/rosters/"] + SIGNED_IN):
        assert client.get("/rosters/").content.decode().count("Raiding Party") == rosters
    with exactly(EDITOR + SIGNED_IN):
        assert client.get(f"/rosters/{rows[0].code}/").status_code == 200
    with exactly(EDIT + SIGNED_IN):
        assert post(client, rows[0], {"version": 1, "verb": "set_limit", "points": "999"}).status_code == 200
    assert COUNTS["/rosters/"] + SIGNED_IN <= LIST_MOST
    assert EDIT + SIGNED_IN <= EDIT_MOST


@pytest.mark.parametrize("rosters", [1, 20])
def test_the_account_asks_the_same_for_any_number_of_things(printed: None, rosters: int) -> None:
    ada = things_of(person("ada"))
    for _ in range(rosters):
        kept(visitor=ada)
    client = browser_of(ada)
    with exactly(ACCOUNT):
        assert client.get("/account/").status_code == 200


@pytest.mark.parametrize("keys", [1, 15])
def test_keys_are_listed_with_the_same_questions_for_any_number(member: Client, keys: int) -> None:
    for number in range(keys):
        create_token(account=User.objects.get().pk, name=f"No. {number}")
    with exactly(KEYS):
        assert member.get("/account/keys/").content.decode().count("never used") == keys


@pytest.mark.parametrize("units", [1, 30])
@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "part"])
def test_the_editor_asks_the_same_for_any_number_of_units(
    printed: None, owner: Client, units: int, headers: dict[str, str]
) -> None:
    row = kept(with_units(units))
    owner.get(f"/rosters/{row.code}/?outfit=c1", headers=headers)  # what a process looks up once isn't counted
    with exactly(EDITOR):
        assert owner.get(f"/rosters/{row.code}/?outfit=c1", headers=headers).status_code == 200
    with exactly(SHEET):
        owner.get(f"/rosters/{row.code}/a4.pdf")
    for suffix in ("json", "txt", "rosz"):
        with exactly(FILE):
            owner.get(f"/rosters/{row.code}/roster.{suffix}")
    with exactly(TEXT):
        owner.get(f"/rosters/{row.code}/text/")


@pytest.mark.parametrize("links", [1, 5])
def test_links_are_listed_with_the_same_questions_for_any_number(row: Row, owner: Client, links: int) -> None:
    for number in range(links):
        kept_share(row, token=f"Another{number}")
    with exactly(SHARING):
        assert owner.get(f"/rosters/{row.code}/share/").status_code == 200


@pytest.mark.parametrize("files", [1, 20])
def test_a_batch_asks_the_same_for_any_number_of_files(printed: None, owner: Client, files: int) -> None:
    current_catalogue()
    kept_pack()
    under = RAIDERS.replace(b'"army"', f'"rules": "pack/{CODE}", "army"'.encode(), 1)
    sent = [SimpleUploadedFile(f"{number}.json", under) for number in range(files)]
    with exactly(BATCH + 1):
        assert owner.post("/batch/", {"file": sent}).content.decode().count('name="checked"') == files
    with exactly(3):
        owner.post("/rosters/open/", {"text": under.decode()})


@pytest.mark.parametrize("units", [1, 8])
def test_making_it_legal_asks_the_same_for_any_number_of_units(printed: None, owner: Client, units: int) -> None:
    row = kept(with_units(units))
    owner.get(f"/rosters/{row.code}/repair/")  # what a process looks up once isn't counted
    with exactly(REPAIR):
        assert owner.get(f"/rosters/{row.code}/repair/").status_code == 200


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
        assert len(questions(captured)) <= EDIT_MOST


def post(client: Client, row: Row, change: dict[str, object]) -> HttpResponse:
    return client.post(edit_address(row), change, headers=HTMX)
