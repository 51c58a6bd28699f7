"""Army lists of one's own: made of designs, changed, mustered, and nobody else's."""

from __future__ import annotations

from html import unescape
from unittest.mock import Mock

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from msgspec import to_builtins

from armybuilder.core.models import Visitor
from armybuilder.core.revisions import delete_row, restore_row
from armybuilder.designs import services
from armybuilder.designs.queries import rows_of_list
from armybuilder.designs.snapshots import own_list_in
from armybuilder.designs.views import list as list_views
from armybuilder.models import OwnList, Roster
from armybuilder.rosters.snapshots import roster_of
from tabletop.arcana.creation.design_files import OWN_DESIGNS
from tabletop.arcana.creation.points import price
from tests.designs import LIST_CODE, address, kept_design, kept_own_list
from tests.markup import Document
from tests.visitors import OTHER, OWNER, browser_of

INDEX = reverse("own-lists")
PAGE = address("own-list", LIST_CODE)
SHIELD = to_builtins(OWN_DESIGNS.shield)
FROG = {"name": "Frog", "kind": "creature", "wounds": 1, "base": 1}


@pytest.fixture
def client(printed: None) -> Client:
    return browser_of(OWNER)


def form(row: OwnList, **changed: object) -> dict[str, object]:
    return {"version": row.version, "name": row.name, "note": "", **SHIELD, **changed}


def test_a_list_is_made_by_its_name_and_filled_on_its_page(client: Client) -> None:
    frog, dragon, _ = kept_design(code="frog", **FROG), kept_design(), kept_design(code="left-out")
    page = client.post(INDEX, {"name": "Frogs"}).headers["Location"]
    row = OwnList.objects.get()
    sent = form(row, name="Toads", note=" They\r\ncroak ", charge="snake", design=[dragon.code, frog.code])
    assert client.post(page, sent).headers["Location"] == page
    row.refresh_from_db()
    own = own_list_in(row)
    assert (own.name, own.note, own.shield.charge, row.version) == ("Toads", "They croak", "snake", 2)
    assert rows_of_list(row) == [frog, dragon]  # in the order of an army list's sections
    shown = Document(client.get(page).content.decode())
    boxes = [each for each in shown.all("input") if each.get("name") == "design"]
    assert [each.get("value") for each in boxes if "checked" in each.attributes] == [frog.code, dragon.code]
    assert "Toads" in client.get(INDEX).content.decode()


def test_a_roster_of_it_has_its_designs_and_its_shield(client: Client) -> None:
    frog = kept_design(code="frog", **FROG)
    kept_own_list(designs=[frog.code])
    answer = client.post(address("muster-own-list", LIST_CODE), {"points": "1500"}, follow=True)
    roster = roster_of(Roster.objects.get())
    assert (roster.army, roster.points_limit, [each.name for each in roster.designs]) == ("designs", 1500, ["Frog"])
    page = answer.content.decode()
    assert "Marsh Dragons (own list)" in page
    assert any("designs/frog" in button.get("value") for button in Document(page).all("button", "input"))
    assert page.count("picks-designs-troops") == page.count("picks-war-machines-war-machines") > 0
    assert reverse("army-list", kwargs={"army": "designs"}) not in page
    for name in ("rosters", "home"):
        assert "Marsh Dragons (own list)" in client.get(reverse(name)).content.decode()
    pdf = client.get(reverse("roster-pdf", kwargs={"code": Roster.objects.get().code, "paper": "a4"}))
    assert pdf.status_code == 200


def test_nothing_is_mustered_that_has_no_price_or_shares_a_name(client: Client) -> None:
    frogs = [kept_design(code=f"frog-{number}", **FROG) for number in range(2)]
    unpriced = kept_design(code="odd", **FROG | {"name": "Odd", "base": 1, "melee": [{"attacks": 1, "skill": 9}]})
    kept_own_list(designs=[each.code for each in frogs])
    kept_own_list(code="unpriced", designs=[unpriced.code])
    for code, said in ((LIST_CODE, "Design 2, name: another design is"), ("unpriced", "Design 1, melee 1")):
        answer = client.post(address("muster-own-list", code), {"points": "1500"}, follow=True)
        assert f"It can't be mustered. {said}" in unescape(answer.content.decode())
    for points in ("0", "many", "99999999"):
        answer = client.post(address("muster-own-list", LIST_CODE), {"points": points}, follow=True)
        assert "Points: must be a whole number" in answer.content.decode()
    assert not Roster.objects.exists()


def test_what_can_t_be_read_is_told_by_its_field_and_saves_nothing(client: Client) -> None:
    row = kept_own_list()
    faults = {
        "name": ({"name": " "}, "Name"),
        "note": ({"note": "x" * 501}, "Note"),
        "charge": ({"charge": "frog"}, "Shield, charge"),
        "second": ({"field": SHIELD["second"]}, "Shield"),
        "version": ({"version": ""}, "Version"),
    }
    for case, (changed, said) in faults.items():
        answer = client.post(PAGE, form(row, **changed))
        assert f"Nothing was saved. {said}" in answer.content.decode(), case
    assert "Name" in client.post(INDEX, {"name": ""}).content.decode()
    assert OwnList.objects.get().version == 1


def test_a_list_has_no_more_designs_than_a_roster_takes(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_DESIGNS", 2)
    codes = [kept_design(code=f"frog-{number}", **FROG).code for number in range(3)]
    row, priced = kept_own_list(), Mock(side_effect=price)
    monkeypatch.setattr(list_views, "price", priced)
    answer = client.post(PAGE, form(row, design=codes)).content.decode()
    assert "Nothing was saved. Designs: are at most 2 in a list, as in a roster; 3 are ticked." in answer
    assert (OwnList.objects.get().designs, priced.call_count) == ([], 3)
    client.post(PAGE, form(row, design=codes[:2]))
    assert len(OwnList.objects.get().designs) == 2


def test_a_name_that_is_refused_stands_in_its_field(client: Client) -> None:
    page = Document(client.post(INDEX, {"name": "F" * 121}).content.decode())
    assert "F" * 121 in [each.get("value") for each in page.all("input") if each.get("name") == "name"]


def test_a_deleted_design_is_no_row_until_it_is_restored(client: Client) -> None:
    frog = kept_design(code="frog", **FROG)
    row = kept_own_list(designs=[frog.code])
    assert "1 profile ·" in client.get(INDEX).content.decode()
    delete_row(frog)
    assert rows_of_list(row) == []
    assert "0 profiles ·" in client.get(INDEX).content.decode()
    restore_row(frog)
    assert rows_of_list(row) == [frog]


def test_designs_and_lists_of_others_are_hidden(client: Client) -> None:
    theirs = kept_design(visitor=OTHER, code="theirs", **FROG)
    row = kept_own_list()
    client.post(PAGE, form(row, design=[theirs.code]))
    assert OwnList.objects.get().designs == []
    OwnList.objects.update(designs=[theirs.code])
    assert rows_of_list(OwnList.objects.get()) == []
    other = browser_of(OTHER)
    assert other.get(PAGE).status_code == 404
    for name in ("own-list", "muster-own-list", "delete-own-list", "restore-own-list"):
        assert other.post(address(name, LIST_CODE), form(row)).status_code == 404
    assert "Marsh" not in other.get(INDEX).content.decode()


def test_deleting_is_undone_from_the_list_of_lists(client: Client) -> None:
    kept_own_list()
    assert client.post(address("delete-own-list", LIST_CODE)).headers["Location"] == INDEX
    assert client.get(PAGE).status_code == 404
    assert "Deleted “Marsh Dragons”." in client.get(INDEX).content.decode()
    assert client.post(address("restore-own-list", LIST_CODE)).headers["Location"] == PAGE
    assert client.get(PAGE).status_code == 200


def test_pages_ask_the_same_for_any_number(client: Client) -> None:
    asked: dict[str, list[int]] = {INDEX: [], PAGE: []}
    kept_own_list()
    client.get(PAGE)
    for many in (1, 9):
        codes = [kept_design(code=f"frog-{many}-{number}", **FROG).code for number in range(many)]
        kept_own_list(code=f"list-{many}", visitor=Visitor(browser=OWNER.browser), designs=codes)
        OwnList.objects.filter(code=LIST_CODE).update(designs=codes)
        for page, counts in asked.items():
            with CaptureQueriesContext(connection) as captured:
                assert client.get(page).status_code == 200
            counts.append(len(captured))
    assert all(few == most for few, most in asked.values()), asked
