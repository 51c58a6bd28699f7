"""Starting, opening, copying, deleting and taking away rosters."""

from __future__ import annotations

import io
import json
from typing import Any

import pypdfium2
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client

from armybuilder.models import Roster as Row
from tabletop.arcana.army.roster import read_roster
from tabletop.decoding import LARGEST_FILE
from tabletop.rosters.document import write_roster
from tests.catalogue import SAMPLES
from tests.clicks import ARMY
from tests.markup import Document
from tests.visitors import OWNER, content_of, kept

NAMES = [
    "Die Zwerge",
    "Гномы",
    "דְּוַרְבִים",
    "الأقزام",
    "矮人军团",
    "ドワーフ",
    "난쟁이",
    "बौने",
    "คนแคระ",
    "🐉⚔️",
    "N̈ı̊ŋ̃",
    "<b>&'\"",
]


def open_file(client: Client, content: bytes) -> HttpResponse:
    """What comes of reading a file, and of saving it where it can be read."""
    answer = client.post("/rosters/open/", {"file": SimpleUploadedFile("a.json", content)})
    page = Document(answer.content.decode())
    found = [each.get("value") for each in page.all("input") if each.get("name") == "roster"]
    return client.post("/rosters/open/save/", {"roster": found}, follow=True) if found else answer


def problem(answer: HttpResponse) -> str:
    page = Document(answer.content.decode())
    told = next(
        each for each in page.all("div", "section") if each.get("role") == "alert" or "notice" in each.get("class")
    )
    return told.text


def changed(**fields: Any) -> bytes:
    return json.dumps(ARMY | fields).encode()


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.json")), ids=lambda path: path.stem)
def test_every_sample_opens_as_a_roster_of_ones_own(printed: None, client: Client, path: Any) -> None:
    answer = open_file(client, path.read_bytes())
    row = Row.objects.get()
    assert answer.redirect_chain == [(f"/rosters/{row.code}/", 302)]
    assert content_of(row) == read_roster(path.read_bytes())
    assert Document(answer.content.decode()).with_id("verdict").text == "Legal"
    copied = client.post(f"/samples/{path.stem}/copy/", follow=True)
    assert copied.status_code == 200
    assert {each.name for each in Row.objects.all()} == {row.name}


MALFORMED = {
    "no file at all": (b"", "malformed"),
    "a picture": (b"\x89PNG\r\n\x1a\n\x00\x00", "malformed"),
    "not text": (b"\xff\xfe{}", "malformed"),
    "another format": (changed(format="muster-roster/2"), "format"),
    "another game": (changed(game="chess"), "game"),
    "no army": (changed(army="elves-of-nowhere"), "army"),
    "a general list": (changed(army="monsters"), "army"),
    "a negative limit": (changed(points_limit=-1), "points_limit"),
    "half a point": (changed(points_limit=10.5), "points_limit"),
    "an unknown field": (changed(prices=[]), "prices"),
    "a price of its own": (changed(units=[{"ref": "u1", "points": 3}]), "units[0].points"),
    "an unknown profile": (
        changed(units=[{"ref": "u1", "models": [{"profile": "dwarves/dragon", "count": 1}]}]),
        "units[0].models[0].profile",
    ),
    "too many": (
        changed(units=[{"ref": "u1", "models": [{"profile": "dwarves/axemen", "count": 1001}]}]),
        "units[0].models[0].count",
    ),
    "more second crews than machines": (
        changed(units=[{"ref": "u1", "models": [{"profile": "war-machines/cannon", "count": 1, "reinforced": 2}]}]),
        "units[0].models[0].reinforced",
    ),
    "a ref used twice": (changed(units=[{"ref": "u1"}, {"ref": "u1"}]), "units[1].ref"),
    "a ref of markup": (changed(units=[{"ref": "<b>"}]), "units[0].ref"),
    "a name of control characters": (changed(name="a\u0007"), "name"),
    "nested deeply": (b'{"name": ' + b"[" * 100_000, "name"),
    "an endless number": (changed(points_limit=10**400), "points_limit"),
    "a megabyte": (b" " * (LARGEST_FILE + 1), "larger"),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_a_malformed_file_names_its_field_and_nothing_is_kept(printed: None, client: Client, name: str) -> None:
    content, field = MALFORMED[name]
    answer = open_file(client, content)
    assert answer.status_code == 200
    told = problem(answer)
    if name == "no file at all":
        assert "Choose a file" in told or "can't be read" in told
    elif field != "malformed":
        assert field in told
    assert not Row.objects.exists()


def test_a_post_without_a_file_asks_for_one(printed: None, client: Client) -> None:
    assert "Choose a file" in problem(client.post("/rosters/open/", {"file": "not a file"}))
    assert "Choose a file" in problem(client.post("/rosters/open/"))


@pytest.mark.parametrize(
    ("fields", "named"),
    [
        ({}, "Army"),
        ({"army": "elves"}, "Army"),
        ({"army": "monsters"}, "Army"),
        ({"army": "dwarves", "points": "0"}, "Points"),
        ({"army": "dwarves", "points": "many"}, "Points"),
        ({"army": "dwarves", "points": "1000001"}, "Points"),
        ({"army": "dwarves", "name": "x" * 121}, "Name"),
        ({"army": "dwarves", "name": "a\x07b"}, "Name"),
        ({"army": "dwarves", "name": "a\u202eb"}, "Name"),
    ],
)
def test_a_roster_that_cant_be_started_names_the_field(
    printed: None, client: Client, fields: dict[str, str], named: str
) -> None:
    answer = client.post("/rosters/new/", fields)
    assert answer.status_code == 200
    assert problem(answer).startswith(named)
    assert not Row.objects.exists()


def test_a_roster_starts_with_or_without_a_name_and_a_size(printed: None, client: Client) -> None:
    client.post("/rosters/new/", {"army": "dwarves", "name": "  Raiders ", "points": "834"})
    client.post("/rosters/new/", {"army": "dwarves", "name": " ", "points": ""})
    assert {(row.name, row.content.get("points_limit")) for row in Row.objects.all()} == {
        ("Raiders", 834),
        ("My Dwarves", None),
    }
    chosen = Document(client.get("/rosters/new/", {"army": "orcs"}).content.decode())
    assert chosen.chosen(chosen.all("select")[0]) == "orcs"


@pytest.mark.parametrize("name", NAMES)
def test_a_name_in_any_script_survives(printed: None, client: Client, name: str) -> None:
    client.post("/rosters/new/", {"army": "dwarves", "name": name, "points": "1000"})
    row = Row.objects.get()
    page = Document(client.get(f"/rosters/{row.code}/").content.decode())
    assert page.with_id("roster-name").get("value") == row.name == name
    answer = client.get(f"/rosters/{row.code}/roster.json")
    assert read_roster(answer.content).name == name
    assert client.get(f"/rosters/{row.code}/a4.pdf").content.startswith(b"%PDF-")
    assert any(name in each.text for each in Document(client.get("/rosters/").content.decode()).all("a"))


def test_a_saved_file_opens_as_the_same_roster(row: Row, owner: Client) -> None:
    answer = owner.get(f"/rosters/{row.code}/roster.json")
    assert answer.headers["Content-Type"] == "application/json"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="raiding-party.json"'
    assert answer.content == write_roster(content_of(row))
    open_file(owner, answer.content)
    assert [content_of(each) for each in Row.objects.all()] == [content_of(row)] * 2


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("Die Zwerge!", "die-zwerge"),
        ("矮人", "roster"),
        ('a"; name=b.exe\\', "a-name-b-exe"),
        ("../etc", "etc"),
    ],
)
def test_a_file_is_called_like_its_roster(printed: None, owner: Client, name: str, file: str) -> None:
    row = kept(ARMY | {"name": name})
    saved = owner.get(f"/rosters/{row.code}/roster.json").headers["Content-Disposition"]
    printed_name = owner.get(f"/rosters/{row.code}/a4.pdf").headers["Content-Disposition"]
    assert (saved, printed_name) == (f'attachment; filename="{file}.json"', f'inline; filename="{file}.pdf"')


@pytest.mark.parametrize(("paper", "size"), [("a4", (595, 842)), ("letter", (612, 792))])
def test_the_sheet_is_a_pdf_of_the_chosen_paper(row: Row, owner: Client, paper: str, size: tuple[int, int]) -> None:
    for address in (f"/rosters/{row.code}/{paper}.pdf", f"/samples/dwarf-raiding-party/{paper}.pdf"):
        answer = owner.get(address)
        assert answer.headers["Content-Type"] == "application/pdf"
        document = pypdfium2.PdfDocument(io.BytesIO(answer.content))
        assert tuple(round(side) for side in document[0].get_size()) == size
        text = " ".join(page.get_textpage().get_text_range() for page in document)
        assert all(words in text for words in ("Raiding Party", "834", "Axemen", "Dwarf Champion"))
        document.close()


def test_the_sheet_of_a_roster_is_never_kept_by_the_browser(row: Row, owner: Client) -> None:
    for file in ("a4.pdf", "roster.json"):
        assert "no-store" in owner.get(f"/rosters/{row.code}/{file}").headers["Cache-Control"]


def test_a_copy_is_a_roster_of_its_own(row: Row, owner: Client) -> None:
    before = content_of(row)
    owner.post(f"/rosters/{row.code}/duplicate/")
    copy = Row.objects.exclude(pk=row.pk).get()
    assert (copy.name, copy.version, copy.visitor) == ("Raiding Party (copy)", 1, OWNER)
    assert content_of(copy).units == content_of(row).units
    edit = {"version": 1, "verb": "remove_unit", "unit": "u1"}
    owner.post(f"/rosters/{copy.code}/edit/", edit)
    assert content_of(copy) != content_of(row) == before


def test_a_copy_of_the_longest_name_is_still_readable(printed: None, owner: Client) -> None:
    row = kept(ARMY | {"name": "🐉" * 120})
    for _ in range(3):
        row = Row.objects.order_by("-pk")[0]
        assert owner.post(f"/rosters/{row.code}/duplicate/", follow=True).status_code == 200
    assert Row.objects.count() == 4


def test_notes_are_printed_if_asked(row: Row, owner: Client) -> None:
    for fields in (
        {"verb": "set_notes", "notes": "Hold the ford"},
        {"verb": "note_unit", "unit": "u1", "notes": "Left"},
    ):
        owner.post(f"/rosters/{row.code}/edit/", fields | {"version": Row.objects.get(pk=row.pk).version})
    for query, there in (("", False), ("?notes=1", True)):
        pdf = pypdfium2.PdfDocument(io.BytesIO(owner.get(f"/rosters/{row.code}/a4.pdf{query}").content))
        text = pdf[0].get_textpage().get_text_bounded()
        assert [words in text for words in ("Hold the ford", "Left", "Old Shields")] == [there, there, True]


def test_a_deleted_roster_can_be_taken_back(row: Row, owner: Client, other: Client) -> None:
    before = content_of(row)
    page = owner.post(f"/rosters/{row.code}/delete/", follow=True)
    assert page.redirect_chain == [("/rosters/", 302)]
    assert "Deleted “Raiding Party”" in page.content.decode()
    document = Document(page.content.decode())
    (back,) = [form for form in document.all("form") if form.get("action").endswith("/restore/")]
    assert row.code not in owner.get("/").content.decode()
    assert other.post(back.get("action")).status_code == 404
    assert owner.post(back.get("action"), follow=True).redirect_chain == [(f"/rosters/{row.code}/", 302)]
    assert content_of(row) == before
    assert "Deleted “" not in owner.get("/rosters/").content.decode()
