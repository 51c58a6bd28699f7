"""The rows of an own list on its page: typed, read from a file, audited, kept, handed on, and mustered."""

from __future__ import annotations

import json
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from armybuilder.designs.snapshots import own_list_in
from armybuilder.models import OwnList, Roster
from armybuilder.rosters.snapshots import roster_of
from tests.designs import LIST_CODE, address, kept_own_list
from tests.visitors import OTHER, OWNER, browser_of

PAGE, ROWS = address("own-list-table", LIST_CODE), address("own-list-rows", LIST_CODE)
SHEET = "name,section,points,move,morale,attacks,skill\nFrog,,,6,7,1,2\nQueen,characters,90,6,8,3,4\n"


@pytest.fixture
def client(printed: None) -> Client:
    return browser_of(OWNER)


def said(client: Client, **fields: object) -> str:
    return unescape(client.post(PAGE, {"version": 1, "sheet": SHEET, "any": "yes"} | fields).content.decode())


def test_rows_are_typed_audited_and_kept_and_a_roster_of_them_is_judged(client: Client) -> None:
    row = kept_own_list()
    assert "name,section,points" in client.get(PAGE).content.decode()
    sent = {"version": 1, "sheet": SHEET, "surcharge": "9", "hires": ["monsters/bear"]}
    assert client.post(PAGE, sent).headers["Location"] == ROWS
    row.refresh_from_db()
    own = own_list_in(row)
    assert [each.name for each in own.rows] == ["Frog", "Queen"]
    assert (own.war_machines.surcharge, own.hires, row.version) == (9, ("monsters/bear",), 2)
    page = client.get(ROWS).content.decode()
    assert "1 of 2 rows cost what the formula comes to" in page
    head = {"version": 2, "name": "Toads", "note": "", **vars_of(own)}
    assert client.post(address("own-list", LIST_CODE), head).status_code == 302
    row.refresh_from_db()
    assert (row.name, own_list_in(row).rows) == ("Toads", own.rows)
    client.post(address("muster-own-list", LIST_CODE), {"points": "1000"})
    kept = Roster.objects.get()
    assert roster_of(kept).own_list == own_list_in(row)
    add = {"verb": "add_unit", "profile": "designs/frog", "count": 60, "version": kept.version}
    assert client.post(reverse("edit-roster", args=[kept.code]), add).status_code in (200, 302)
    shown = client.get(reverse("roster", args=[kept.code])).content.decode()
    assert "60 Frogs" in shown
    assert "Toads (own list)" in shown
    assert client.get(reverse("roster-pdf", kwargs={"code": kept.code, "paper": "a4"})).status_code == 200


def vars_of(own: object) -> dict[str, object]:
    shield = own.shield  # type: ignore[attr-defined]
    return {name: str(getattr(shield, name)) for name in shield.__struct_fields__}


def test_what_can_t_be_kept_is_said_and_stays_in_the_form(client: Client) -> None:
    kept_own_list()
    wrong = SHEET.replace("6,7,1,2", "six,7,1,2")
    assert "Row 1, movement, ground: must be" in (page := said(client, sheet=wrong))
    assert wrong in page
    assert "Row 2, name: another row" in said(client, sheet=SHEET.replace("Queen", "frog"))
    chosen = {"version": 1, "sheet": SHEET, "hires": ["monsters/no"]}
    assert "Hire 1: there is no printed monster" in unescape(client.post(PAGE, chosen).content.decode())
    assert "Points for the crew: must be a whole number" in said(client, surcharge="many")
    assert "has been changed in another place" in said(client, version=7)
    assert OwnList.objects.get().version == 1


def test_a_list_is_handed_on_as_a_file_and_a_table(client: Client) -> None:
    kept_own_list()
    table = SimpleUploadedFile("rows.csv", SHEET.replace(",", ";").encode("utf-8-sig"))
    assert client.post(PAGE, {"version": 1, "sheet": "", "any": "yes", "file": table}).status_code == 302
    content = client.get(address("own-list-file", LIST_CODE)).content
    assert json.loads(content)["meta"]["id"] == "marsh-dragons"
    assert client.get(address("own-list-sheet", LIST_CODE)).content.decode("utf-8-sig").startswith("name,section")
    foreign = SimpleUploadedFile("rows.csv", SHEET.replace("Frog", "Kröte").encode("cp1252"))
    page = said(client, version=2, file=foreign)
    assert "must be in UTF-8" in page
    assert "Frog" in page, "the table that was typed"
    stranger = browser_of(OTHER)
    opened = stranger.post(reverse("open-own-list"), {"file": SimpleUploadedFile("l.json", content)})
    assert opened.status_code == 302
    one, two = OwnList.objects.order_by("pk")
    assert replace(own_list_in(one), pack="marsh-dragons") == own_list_in(two)
    broken = content.replace(b'"skill": 2', b'"skill": 99')
    page = stranger.post(reverse("open-own-list"), {"file": SimpleUploadedFile("l.json", broken)}).content.decode()
    assert "list.rows[0].melee[0].skill" in page
    assert OwnList.objects.count() == 2
    for name in ("own-list-rows", "own-list-file", "own-list-sheet"):
        assert stranger.get(address(name, LIST_CODE)).status_code == 404
    assert stranger.post(PAGE, {"version": 2, "sheet": SHEET}).status_code == 404
