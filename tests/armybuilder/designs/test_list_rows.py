"""The rows of an own list on its page: typed, read from a file, audited, kept, handed on, and mustered."""

from __future__ import annotations

import json
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.designs.presenters.form_layout import Form
from armybuilder.designs.presenters.form_reading import fields_of_row, row_from
from armybuilder.designs.presenters.row_layout import groups_of_row
from armybuilder.designs.snapshots import own_list_in
from armybuilder.event_packs.snapshots import pack_in
from armybuilder.models import OwnList, Pack, Roster
from armybuilder.rosters.snapshots import roster_of
from armybuilder.rosters.verdicts import verdict
from tabletop.arcana.catalogue.profiles import Section
from tabletop.arcana.creation.own_lists import row_like
from tests.catalogue import printed_catalogue
from tests.designs import LIST_CODE, address, kept_design, kept_own_list
from tests.packs import kept_pack
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
    assert ("monsters/bear" in shown, "monsters/giant-eagle" in shown) == (True, False)
    assert "Toads (own list)" in shown
    assert client.get(reverse("roster-pdf", kwargs={"code": kept.code, "paper": "a4"})).status_code == 200


def vars_of(own: object) -> dict[str, object]:
    shield = own.shield  # type: ignore[attr-defined]
    return {name: str(getattr(shield, name)) for name in shield.__struct_fields__}


ROW = {"section": "troops", "movement.ground": "6", "wounds": "1", "morale.value": "7", "base": "1"}
ROW |= {f"melee[0].{name}": value for name, value in (("attacks", "1"), ("skill", "2"), ("strength", "0"))}
ADD = address("add-own-row", LIST_CODE)
WITHOUT_PRICE = {"monsters/golem-metal", "monsters/greater-golem-metal", "daemons/eyes-of-chaos"}


def names() -> list[str]:
    return [row.name for row in own_list_in(OwnList.objects.get()).rows]


def press(client: Client, **fields: object) -> str:
    """Where a button of the rows' page leads, or what it says instead."""
    answer = client.post(ROWS, {"version": OwnList.objects.get().version} | fields)
    return str(answer.headers.get("Location", unescape(answer.content.decode())))


def test_rows_are_written_one_by_one_priced_as_they_are_typed_copied_moved_and_put_back(client: Client) -> None:
    kept_own_list()
    typed = ROW | {"version": 1, "name": "Frog", "missile[0].strength": "0", "melee[1].strength": "0"}
    priced = unescape(client.post(ADD, typed | {"do": "price"}, headers={"HX-Request": "true"}).content.decode())
    assert "points, by the formula" in priced
    assert "<h1" not in priced
    assert names() == []
    assert client.post(ADD, typed | {"do": "another"}).headers["Location"] == ADD
    dear = typed | {"version": 2, "name": "Queen", "section": "characters", "points": "90", "do": "save"}
    assert client.post(ADD, dear).headers["Location"] == f"{ROWS}#queen"
    frog, queen = own_list_in(OwnList.objects.get()).rows
    assert (frog.points, len(frog.melee), frog.missile, queen.points) == (None, 1, (), 90)
    page = unescape(client.get(f"{ROWS}queen/").content.decode())
    assert "as you say; the formula says" in page
    assert "more than the formula" in page
    wrong = unescape(client.post(f"{ROWS}queen/", dear | {"version": 3, "melee[0].skill": "9"}).content.decode())
    assert 'id="why-melee-0-skill">the table for skill goes from 1 to 5, not 9' in wrong
    taken = client.post(f"{ROWS}queen/", dear | {"version": 3, "name": "frog"})
    assert "another row is “frog” already" in unescape(taken.content.decode())
    assert names() == ["Frog", "Queen"]
    assert press(client, copy="frog") == f"{ROWS}frog-2/"
    press(client, down="frog-2")
    press(client, delete="frog")
    assert names() == ["Queen", "Frog 2"]
    shown = client.get(ROWS).content.decode()
    assert "Deleted “Frog”" in unescape(shown)
    press(client, back=unescape(shown.split('name="back" value="')[1].split('"')[0]))
    assert names() == ["Frog", "Queen", "Frog 2"]
    assert "isn't in the list any more" in press(client, up="newt")
    assert "has been changed in another place" in press(client, up="queen", version=1)
    assert client.get(f"{ROWS}newt/").status_code == 404


def test_printed_rows_are_a_start(client: Client) -> None:
    kept_own_list()
    assert "Take those ticked" in client.get(ROWS, {"find": "axemen dwar"}).content.decode()
    press(client, taking="yes", take=["dwarves/axemen", "monsters/golem-metal"])
    assert names() == ["Axemen"]
    assert "Not taken: Golem, Metal (the tables have" in unescape(client.get(ROWS).content.decode())
    press(client, whole="orcs")
    rows = own_list_in(OwnList.objects.get()).rows
    assert len(rows) == 1 + sum(row.section != "equipment" for row in current_catalogue().rows_of("orcs"))
    assert "Tick at least one" in press(client, taking="yes")


def test_every_printed_row_comes_back_from_the_form_as_it_was() -> None:
    catalogue = printed_catalogue()
    for printed in catalogue.rows.values():
        if printed.section is Section.EQUIPMENT or printed.slug in WITHOUT_PRICE:
            continue
        row = replace(row_like(catalogue.in_play(printed.slug)), footprint=None)
        controls = [control for group in groups_of_row(Form(fields_of_row(row), {})) for control in group.controls]
        fields = {control.entry.path: list(control.chosen) for control in controls}
        assert len(fields) == len(controls)
        assert row_from(fields | {"name": [row.name]}) == row


def test_a_list_is_seen_taken_and_mustered_by_its_link_until_that_is_revoked(client: Client) -> None:
    kept_own_list(designs=[kept_design().code])
    said(client, hires=["monsters/bear"])
    share = address("share-own-list", LIST_CODE)
    client.post(share, {"shared": "yes"})
    link = reverse("shared-own-list", args=[OwnList.objects.get().share])
    stranger = browser_of(OTHER)
    page = unescape(stranger.get(link).content.decode())
    assert all(words in page for words in ("Marsh Dragons (own list)", "Queen", "by the formula", "Young Dragon"))
    assert stranger.get(f"{link}list.json").json()["meta"]["id"] == "marsh-dragons"
    stranger.post(f"{link}muster/", {"points": "1000"})
    roster = roster_of(Roster.objects.get())
    assert [design.name for design in roster.designs] == ["Young Dragon"]
    assert "must be a whole number" in stranger.post(f"{link}muster/", {"points": "x"}).content.decode()
    assert stranger.post(f"{link}copy/").status_code == 302
    first, copy = OwnList.objects.order_by("pk")
    assert (own_list_in(copy).rows, copy.share, copy.browser) == (own_list_in(first).rows, None, OTHER.browser)
    assert copy.designs != first.designs
    assert stranger.post(share, {"shared": "no"}).status_code == 404
    client.post(share, {"shared": "no"})
    assert {stranger.get(link).status_code, stranger.post(f"{link}copy/").status_code} == {404}


def test_an_organiser_puts_a_list_into_a_pack_and_its_players_start_from_it(client: Client) -> None:
    kept_own_list()
    said(client)
    pack = kept_pack()
    put = address("own-list-for-event", LIST_CODE)
    assert client.post(put, {"pack": pack.code}).headers["Location"] == reverse("pack", args=[pack.code])
    stranger = browser_of(OTHER)
    assert "Marsh Dragons (own list)" in stranger.get(reverse("new-roster"), {"pack": pack.code}).content.decode()
    begun = {"army": "designs.0", "points": 4000, "pack": pack.code}
    assert stranger.post(reverse("new-roster"), begun | {"army": "designs.1"}).status_code == 200
    assert stranger.post(reverse("new-roster"), begun).status_code == 302
    kept = Roster.objects.get()
    assert roster_of(kept).own_list == pack_in(Pack.objects.get()).lists[0]
    assert "PACK-04" not in {finding.code for finding in verdict(roster_of(kept)).report.findings}
    said(client, version=2, sheet=SHEET.replace("90", "80"))
    client.post(put, {"pack": pack.code})
    assert "PACK-04" in {finding.code for finding in verdict(roster_of(kept)).report.findings}
    form = client.get(reverse("edit-pack", args=[pack.code])).content.decode()
    assert 'name="lists" value="Marsh Dragons" checked' in form
    assert stranger.post(put, {"pack": pack.code}).status_code == 404
    theirs = kept_pack(visitor=OTHER, code="theirs")
    assert client.post(put, {"pack": theirs.code}).status_code == 404


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
