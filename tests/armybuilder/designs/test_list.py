"""A visitor's designs: starting, opening, copying, deleting and taking back; each visitor sees their own."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any

import pytest
from django.test import Client

from armybuilder.models import Design as Row
from armybuilder.models import Roster
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.creation.design_files import write_design
from tabletop.arcana.creation.points import price
from tabletop.arcana.creation.points.rows import design_of as design_of_row
from tests.armybuilder.core.test_queries import exactly
from tests.catalogue import equipment
from tests.designs import CODE, YOUNG_DRAGON, address, design, design_of, kept_design
from tests.markup import Document
from tests.visitors import OTHER, OWNER, browser_of


def latest() -> Row:
    return Row.objects.order_by("-pk")[0]


def texts(client: Client, where: str) -> str:
    return Document(client.get(where).content.decode()).all("main")[0].text


def test_a_design_starts_from_nothing_with_a_price(printed: None, client: Client) -> None:
    answer = client.post("/forge/new/")
    assert answer.headers["Location"] == address(code=latest().code)
    assert price(design_of(latest())).points > 0
    assert client.get(address(code=latest().code)).status_code == 200


def test_any_printed_row_starts_a_design_as_it_is_played(printed: None, client: Client, catalogue: Catalogue) -> None:
    for slug in list(catalogue.rows)[::23]:
        assert client.post("/forge/new/", {"row": slug}).status_code == 302
        assert design_of(latest()) == design_of_row(catalogue.in_play(slug))


def test_a_package_starts_a_plain_trooper_that_bears_it(printed: None, client: Client) -> None:
    document = Document(client.get("/forge/new/").content.decode())
    offered = [each.get("value") for each in document.all("button") if each.get("name") == "package"]
    assert offered == list(equipment())
    for slug in offered:
        assert client.post("/forge/new/", {"package": slug}).status_code == 302
        assert latest().name.startswith("Trooper")
        assert price(design_of(latest())).points > 0
    assert client.post("/forge/new/", {"package": "harp"}).status_code == 404


def test_a_rows_page_has_the_button(printed: None, client: Client) -> None:
    document = Document(client.get("/armies/dwarves/handgunner/").content.decode())
    [form] = [each for each in document.all("form") if each.get("action") == "/forge/new/"]
    [button] = [each for each in document.all("button") if each.inside(form)]
    assert document.sent(form, button)["row"] == "dwarves/handgunner"


def test_a_row_that_is_not_printed_starts_nothing(printed: None, client: Client) -> None:
    assert client.post("/forge/new/", {"row": "dwarves/elves"}).status_code == 404
    assert not Row.objects.exists()


@pytest.mark.parametrize(
    ("find", "found"), [("young dragon", 1), ("orcs scimitar", 1), ("dwarves", 18), ("no such", 0), ("", 0)]
)
def test_rows_are_found_by_name_and_list(printed: None, client: Client, find: str, found: int) -> None:
    document = Document(client.get("/forge/new/", {"find": find}).content.decode())
    assert sum(each.get("name") == "row" for each in document.all("button")) == found


def opened(client: Client, content: bytes) -> Any:
    return client.post("/forge/open/", {"file": BytesIO(content)})


def test_a_file_opens_as_the_design_that_was_saved(row: Roster, owner: Client) -> None:
    saved = owner.get(address("design-file")).content
    opened(owner, saved)
    assert design_of(latest()) == design()
    assert latest().code != CODE
    assert saved == write_design(design())


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"{", "the JSON ends too soon"),
        (b"[]", "object"),
        (json.dumps(YOUNG_DRAGON | {"wounds": "many"}).encode(), "wounds"),
        (json.dumps(YOUNG_DRAGON | {"format": None}).encode(), "format"),
        (b"\xff\xfe", "UTF-8"),
        (b" " * 1_000_001, "larger than"),
    ],
)
def test_a_file_that_is_no_design_is_refused_with_its_fault(
    printed: None, client: Client, content: bytes, complaint: str
) -> None:
    answer = opened(client, content)
    assert answer.status_code == 200
    assert complaint.lower() in answer.content.decode().lower()
    assert "Nothing was changed" in answer.content.decode()
    assert not Row.objects.exists()


def test_a_file_without_a_price_is_opened_as_a_draft(printed: None, client: Client) -> None:
    opened(client, json.dumps(YOUNG_DRAGON | {"melee": [{"attacks": 1, "skill": 6}]}).encode())
    assert "No price yet" in texts(client, address(code=latest().code))
    assert "No price yet" in texts(client, "/forge/")


def test_the_list_shows_price_and_standing(row: Roster, owner: Client) -> None:
    text = texts(owner, "/forge/")
    assert "Young Dragon" in text
    assert "428 points ◆ Special" in text


def test_a_copy_has_a_name_of_its_own(row: Roster, owner: Client) -> None:
    owner.post(address("duplicate-design"))
    assert design_of(latest()).name == "Young Dragon (copy)"
    assert price(design_of(latest())).points == 428


def test_a_deleted_design_can_be_taken_back(row: Roster, owner: Client) -> None:
    owner.post(address("delete-design"))
    text = texts(owner, "/forge/")
    assert "Deleted “Young Dragon”" in text
    assert "No designs yet" in text
    assert owner.get(address()).status_code == 404
    assert owner.post(address("restore-design")).headers["Location"] == address()
    assert owner.get(address()).status_code == 200


def test_the_list_shows_nobody_elses(row: Roster, owner: Client) -> None:
    for client in (browser_of(OTHER), Client()):
        assert "Young Dragon" not in texts(client, "/forge/")


@pytest.mark.parametrize("designs", [1, 20])
def test_the_list_asks_the_same_for_any_number(printed: None, owner: Client, designs: int) -> None:
    for number in range(designs):
        kept_design(code=f"dragon-{number}")
    owner.get("/forge/")  # what a process looks up once isn't counted
    with exactly(2):
        assert owner.get("/forge/").content.decode().count("Young Dragon") == designs


def test_a_roster_shows_and_prints_the_designs_that_it_carries(row: Roster, owner: Client) -> None:
    place = f"/rosters/{row.code}/designs/young-dragon/"
    assert "427.5" in texts(owner, place)
    assert owner.get(f"{place}a4.pdf").content.startswith(b"%PDF")
    assert owner.get(f"{place}a3.pdf").status_code == 404
    assert owner.get(f"/rosters/{row.code}/designs/old-dragon/").status_code == 404


def test_a_design_that_a_roster_carries_can_be_taken_into_ones_own_forge(row: Roster, owner: Client) -> None:
    owner.post(f"/rosters/{row.code}/designs/young-dragon/")
    assert (latest().visitor, latest().name) == (OWNER, "Young Dragon")
    assert latest().code != CODE
