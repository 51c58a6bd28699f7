"""A collection on its pages: counted, filled, fielded, and in the editor beside what a roster needs."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from typing import Any

import pdfplumber
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from armybuilder.collection.services import step_models
from armybuilder.collection.snapshots import collection_in
from armybuilder.models import Collection, Roster
from armybuilder.rosters.snapshots import roster_of
from armybuilder.rosters.verdicts import verdict
from tabletop.rosters.collection import at_home
from tests.collection import COLLECTION_CODE, kept_collection
from tests.markup import Document
from tests.visitors import HTMX, OTHER, edit_address, kept

PAGE = f"/collection/{COLLECTION_CODE}/"


@pytest.fixture
def shelf(printed: None) -> Collection:
    return kept_collection()


def words_of(pdf: bytes) -> str:
    with pdfplumber.open(io.BytesIO(pdf)) as document:
        return " ".join(str(page.extract_text()) for page in document.pages)


def counts(row: Collection) -> Mapping[str, int]:
    """How many models there are of each profile, wherever they are."""
    row.refresh_from_db()
    return at_home([collection_in(row)])


def test_steps_add_to_what_stands_by_then_whoever_was_faster(shelf: Collection, owner: Client) -> None:
    axes = collection_in(shelf).models[0]
    step_models(row=Collection.objects.get(), entry=axes.ref, by=5)
    answer = owner.post(f"{PAGE}change/", {"step": f"-1 {axes.ref}"}, headers=HTMX)
    assert counts(shelf)["dwarves/axemen"] == 64
    assert f'<output id="count-{axes.ref}">64</output>' in answer.content.decode()
    assert owner.post(f"{PAGE}change/", {"step": f"+1 {axes.ref}"}).headers["Location"] == f"{PAGE}#{axes.ref}"
    for wrong in ("+7 " + axes.ref, "+1 m0", ""):
        owner.post(f"{PAGE}change/", {"step": wrong})
    assert counts(shelf)["dwarves/axemen"] == 65


def test_a_form_states_an_entry_and_more_painted_than_there_are_is_refused(shelf: Collection, owner: Client) -> None:
    axes = collection_in(shelf).models[0]
    stated = {"version": "1", "entry": axes.ref, "count": "50", "painted": "50", "based": "0", "where": "attic"}
    owner.post(f"{PAGE}change/", stated)
    shelf.refresh_from_db()
    changed = collection_in(shelf).models[0]
    assert (changed.count, changed.painted, changed.where, shelf.version) == (50, 50, "attic", 2)
    wrong = stated | {"version": "2", "entry": changed.ref, "painted": "51"}
    page = owner.post(f"{PAGE}change/", wrong, follow=True).content.decode()
    assert "painted: must be at most 50" in page
    owner.post(f"{PAGE}change/", {"version": "2", "entry": changed.ref, "remove": "1"})
    assert "dwarves/axemen" not in counts(shelf)


def test_a_text_is_shown_as_it_was_read_before_anything_is_added(shelf: Collection, owner: Client) -> None:
    text = "Dwarves\n5 Axemen\n4 double axmen, 2 painted"
    page = owner.post(f"{PAGE}fill/", {"text": text}).content.decode()
    assert ("4 Double Axemen, 2 painted" in page, counts(shelf)["dwarves/axemen"]) == (True, 60)
    boxes = [box for box in Document(page).all("input") if box.get("name") == "reading"]
    assert [("checked" in box.attributes, box.get("value")) for box in boxes] == [(True, "2"), (False, "3")]
    owner.post(f"{PAGE}fill/", {"text": text, "keep": "1", "reading": ["2", "3"], "how": "all"})
    assert (counts(shelf)["dwarves/axemen"], counts(shelf)["dwarves/double-axemen"]) == (65, 4)
    owner.post(f"{PAGE}fill/", {"text": "70 Axemen", "line": "1"})
    assert counts(shelf)["dwarves/axemen"] == 135


def test_an_army_of_what_is_at_home_becomes_a_roster_that_is_legal(shelf: Collection, owner: Client) -> None:
    page = owner.get(f"{PAGE}field/", {"points": "2000"}).content.decode()
    assert "Exact: no legal army of these models is nearer to 2,000" in page
    document = Document(page)
    forms = [form for form in document.all("form") if form.get("action") == reverse("save-opened")]
    assert len(forms) >= 2
    owner.post(reverse("save-opened"), document.sent(forms[0]))
    judged: Any = verdict(roster_of(Roster.objects.get()))
    assert (judged.report.is_legal, judged.points) == (True, 2000)
    wrong = owner.get(f"{PAGE}field/", {"points": "many"})
    assert (wrong.status_code, "Points" in wrong.content.decode()) == (422, True)


def test_the_editor_says_what_is_at_home_by_one_query_more_and_by_none_without_a_collection(
    printed: None, owner: Client
) -> None:
    row = kept()
    address = reverse("roster", kwargs={"code": row.code})
    owner.get(address)
    asked = []
    for _ in range(2):
        with CaptureQueriesContext(connection) as captured:
            page = owner.get(address).content.decode()
        asked.append(len([each for each in captured if "SAVEPOINT" not in each["sql"]]))
        if len(asked) == 1:
            assert "at home</" not in page
            kept_collection(visitor=OTHER, code="others")
            assert "at home</" not in owner.get(address).content.decode(), "others' models are theirs"
            kept_collection()
    assert asked[1] == asked[0] + 1
    assert '<span class="at-home">18 of 18 at home</span>' in page
    assert "30 at home" in page, "in the picker: crossbowmen that aren't in"
    edit = json.dumps({"verb": "add_unit", "profile": "dwarves/axemen", "count": 50})
    answer = owner.post(edit_address(row), {"version": row.version, "edit": edit}, headers=HTMX).content.decode()
    assert "43 of 50 at home" in answer, "the first unit has taken its own"


def test_what_a_roster_lacks_is_listed_printed_and_its_models_are_taken_over(printed: None, owner: Client) -> None:
    row = kept()
    address = reverse("lacking", kwargs={"code": row.code})
    assert "You haven't written down any models yet" in owner.get(address).content.decode()
    owner.post(address)
    mine = Collection.objects.get()
    before = counts(mine)
    assert "To get" in owner.get(address).content.decode()
    owner.post(address, {"collection": mine.code, "how": "missing"})
    assert counts(mine) == before, "it is all there"
    step_models(row=mine, entry=collection_in(mine).models[0].ref, by=-3)
    sheet = owner.get(reverse("lacking-pdf", kwargs={"code": row.code, "paper": "a4"}))
    text = words_of(sheet.content)
    assert ("3 to get" in text, "Axemen" in text) == (True, True)
    kept_collection(visitor=OTHER, code="others")
    assert owner.post(address, {"collection": "others"}).status_code == 404


def test_a_collection_leaves_as_file_table_and_paper(shelf: Collection, owner: Client) -> None:
    file = owner.get(f"{PAGE}collection.json").content
    table = owner.get(f"{PAGE}collection.csv").content.decode("utf-8-sig")
    assert json.loads(file)["format"] == "muster-collection/1"
    assert table.splitlines()[1] == "dwarves/axemen,Axemen,Dwarves,,60,40,20,blue box"
    text = words_of(owner.get(f"{PAGE}letter.pdf").content)
    assert ("148 models" in text, "Dwarf Champion, crossbow" in text) == (True, True)
    upload = io.BytesIO(file)
    upload.name = "mine.json"
    owner.post(reverse("open-collection"), {"file": upload})
    assert [collection_in(row) for row in Collection.objects.all()] == [collection_in(shelf)] * 2
