"""Rosters under a pack: started, put under it by link or code, checked by it, and still there when it is gone."""

from __future__ import annotations

import io
import json
from typing import Any

import pypdfium2
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from armybuilder.models import Pack
from armybuilder.models import Roster as Row
from tabletop.arcana.army.roster import read_roster
from tests.armybuilder.core.test_queries import questions
from tests.markup import Document, Element
from tests.packs import CODE, kept_pack
from tests.visitors import HTMX, OTHER, RAIDERS, content_of, edit_address, kept

UNDER = f"pack/{CODE}"
ROSTER = json.loads(RAIDERS)
HOW = pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])


@pytest.fixture
def pack(printed: None) -> Pack:
    """Somebody else's pack: whoever has the link may use it."""
    return kept_pack(visitor=OTHER)


@pytest.fixture
def row(pack: Pack) -> Row:
    return kept(ROSTER | {"rules": UNDER})


def desk(client: Client, row: Row, query: str = "") -> Document:
    return Document(client.get(f"/rosters/{row.code}/{query}").content.decode())


def set_rules(client: Client, row: Row, headers: dict[str, str], **fields: str) -> Document:
    stated = {"version": Row.objects.get(pk=row.pk).version, "verb": "set_rules", "rules": "core"} | fields
    answer = client.post(edit_address(row), stated, headers=headers, follow=True)
    assert answer.status_code == 200
    return Document(answer.content.decode())


def menu(page: Document) -> list[tuple[str, str]]:
    select = page.with_id("rules-of-game")
    return [(each.get("value"), each.text) for each in page.all("option") if each.inside(select)]


def findings(page: Document) -> list[Element]:
    return [each for each in page.all("li", "div") if "finding" in each.get("class").split()]


def summary(page: Document) -> str:
    """By which rules the army is built, as its head says after where it is saved and its army list."""
    _, _, rules = page.with_id("army-title").text.split(" · ")
    return rules


def test_a_roster_is_checked_by_its_pack_and_every_finding_leads_to_its_rule(row: Row, owner: Client) -> None:
    page = desk(owner, row)
    assert summary(page) == "pack “Spring Cup”"
    found = findings(page)
    assert len(found) == 2
    rules = {each.get("id") for each in Document(owner.get(f"/packs/{CODE}/").content.decode()).elements}
    links = [each.get("href") for each in page.all("a") if each.get("class") == "cite"]
    assert len(links) > len(found)
    for link in links:
        address, _, code = link.partition("#")
        assert address == f"/packs/{CODE}/"
        assert code in rules


@HOW
@pytest.mark.parametrize(
    "link",
    [CODE, UNDER, f"/packs/{CODE}/", f"http://testserver/packs/{CODE}/", f"  https://muster.example/packs/{CODE}/?a "],
)
def test_a_pack_is_added_by_its_link_or_code(pack: Pack, owner: Client, link: str, headers: dict[str, str]) -> None:
    row = kept()
    page = set_rules(owner, row, headers, pack=link)
    assert content_of(row).rules == UNDER
    assert summary(page) == "pack “Spring Cup”"
    assert page.chosen(page.with_id("rules-of-game")) == UNDER
    assert page.with_id("pack-of-game").get("value") == ""


@HOW
@pytest.mark.parametrize("fields", [{"pack": "gone"}, {"pack": "a b"}, {"pack": "x" * 300}, {"rules": "pack/gone"}])
def test_a_pack_that_isnt_here_is_told_and_changes_nothing(
    pack: Pack, owner: Client, fields: dict[str, str], headers: dict[str, str]
) -> None:
    row = kept()
    page = set_rules(owner, row, headers, **fields)
    assert page.with_id("notice").text.startswith("That can't be done. ")
    assert "pack" in page.with_id("notice").text
    assert (content_of(row), Row.objects.get(pk=row.pk).version) == (read_roster(RAIDERS), 1)


def test_a_deleted_pack_cant_be_chosen_any_more(pack: Pack, owner: Client) -> None:
    Pack.objects.update(deleted_at=timezone.now())
    row = kept()
    assert "no pack" in set_rules(owner, row, HTMX, pack=CODE).with_id("notice").text
    assert content_of(row).rules == "core"


def test_the_menu_has_the_books_rules_my_packs_and_the_present_one(row: Row, owner: Client) -> None:
    kept_pack(code="mine", name="Club night")
    kept_pack(code="theirs", name="Secret", visitor=OTHER)
    book = [("core", "Core rules"), ("tournament", "Tournament rules")]
    mine = ("pack/mine", "Pack: Club night")
    assert menu(desk(owner, row)) == [*book, mine, (UNDER, "Pack: Spring Cup")]
    assert menu(set_rules(owner, row, HTMX, rules="pack/mine")) == [*book, mine]
    assert content_of(row).rules == "pack/mine"
    assert menu(set_rules(owner, row, HTMX)) == [*book, mine]
    assert content_of(row).rules == "core"


@pytest.mark.parametrize("gone", ["deleted", "unknown"])
def test_without_its_pack_a_roster_is_checked_by_the_core_rules_and_says_so(row: Row, owner: Client, gone: str) -> None:
    if gone == "deleted":
        Pack.objects.update(deleted_at=timezone.now())
    else:
        Row.objects.update(content=ROSTER | {"rules": "pack/no-such"})
    page = desk(owner, row)
    [finding] = findings(page)
    assert "Warning" in finding.text
    assert "only the core rules were checked" in finding.text
    assert summary(page) == "core rules"
    assert menu(page)[-1][1] == "A pack that isn't here"
    assert page.chosen(page.with_id("rules-of-game")) == menu(page)[-1][0]
    link, _ = [each for each in page.all("a") if each.inside(finding)]
    assert link.get("href") == "/rules/checked/#PACK-00"
    assert Document(owner.get("/rules/checked/").content.decode()).with_id("PACK-00")
    assert owner.get(f"/rosters/{row.code}/a4.pdf").content.startswith(b"%PDF-")
    assert not set_rules(owner, row, HTMX, rules=content_of(row).rules).with_id("notice").text


def test_the_form_of_the_rules_sent_as_it_stands_changes_nothing(row: Row, owner: Client) -> None:
    page = desk(owner, row)
    [form] = [each for each in page.all("form") if page.sent(each).get("verb") == "set_rules"]
    answer = owner.post(edit_address(row), page.sent(form), headers=HTMX)
    assert not Document(answer.content.decode()).with_id("notice").text
    assert content_of(row).rules == UNDER


def test_only_the_rules_take_a_pack(row: Row, owner: Client) -> None:
    fields = {"version": 1, "verb": "rename", "name": "Other", "pack": CODE}
    answer = owner.post(edit_address(row), fields, headers=HTMX)
    assert "can't be done" in Document(answer.content.decode()).with_id("notice").text


def test_the_sheet_and_the_lists_name_the_pack(row: Row, owner: Client) -> None:
    document = pypdfium2.PdfDocument(io.BytesIO(owner.get(f"/rosters/{row.code}/a4.pdf").content))
    text = document[0].get_textpage().get_text_range()
    document.close()
    assert "pack “Spring Cup”" in text
    assert "rules Spring Cup" in " ".join(text.split())
    assert "core rules" not in text
    assert "pack “Spring Cup”" in owner.get("/rosters/").content.decode()


def test_the_file_of_a_roster_keeps_its_pack(row: Row, owner: Client) -> None:
    content = owner.get(f"/rosters/{row.code}/roster.json").content
    assert read_roster(content).rules == UNDER
    copy = owner.post(f"/rosters/{row.code}/duplicate/", follow=True).redirect_chain[0][0]
    assert "Spring Cup" in owner.get(copy).content.decode()


def test_the_picker_says_what_the_pack_bans(row: Row, owner: Client) -> None:
    misfits = [each.text for each in desk(owner, row).all("small") if each.get("class") == "misfit"]
    assert misfits.count("banned by Spring Cup") >= 8
    page = set_rules(owner, row, {})
    assert "banned by" not in page.with_id("picks").text


def test_a_whole_repair_is_one_under_the_pack(row: Row, owner: Client) -> None:
    page = Document(owner.get(f"/rosters/{row.code}/repair/").content.decode())
    steps = [each.text for each in page.all("li") if any(each.inside(part) for part in page.all("ol"))]
    assert any("Agree on another size" in step for step in steps)


def test_an_army_is_started_under_a_pack(printed: None, owner: Client) -> None:
    kept_pack(visitor=OTHER, banned_lists=["orcs", "war-machines"])
    page = Document(owner.get("/rosters/new/", {"pack": CODE}).content.decode())
    [form] = [each for each in page.all("form") if each.get("action") == "/rosters/new/"]
    fields = page.sent(form)
    assert (fields["pack"], fields["points"]) == (CODE, "2000")
    offered = [each.get("value") for each in page.all("option") if each.inside(page.all("select")[0])]
    assert "dwarves" in offered
    assert "orcs" not in offered
    assert owner.post("/rosters/new/", fields | {"army": "dwarves"}).status_code == 302
    assert content_of(Row.objects.get()).rules == UNDER


@pytest.mark.parametrize("code", ["gone", "a b", "x" * 100, "\x00", "é"])
def test_an_army_isnt_started_under_a_pack_that_isnt_here(pack: Pack, owner: Client, code: str) -> None:
    assert owner.get("/rosters/new/", {"pack": code}).status_code == 200
    answer = owner.post("/rosters/new/", {"army": "dwarves", "pack": code})
    assert answer.status_code == 200
    [told] = [each for each in Document(answer.content.decode()).all("div") if each.get("role") == "alert"]
    assert told.text.startswith("Pack: ")
    assert not Row.objects.exists()


def number_of_questions(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        assert client.get(address).status_code == 200
    return len(questions(captured))


@pytest.mark.parametrize("rosters", [1, 8])
def test_lists_of_rosters_under_packs_ask_once_for_all_of_them(pack: Pack, owner: Client, rosters: int) -> None:
    for number in range(rosters):
        kept_pack(code=f"cup-{number}")
        kept(ROSTER | {"rules": f"pack/cup-{number}"})
    first = number_of_questions(owner, "/rosters/")  # what was judged is kept, at once for all of them
    assert (first, number_of_questions(owner, "/rosters/")) == (8, 5)


@pytest.mark.parametrize("packs", [1, 8])
def test_the_editor_asks_the_same_for_any_number_of_packs(row: Row, owner: Client, packs: int) -> None:
    for number in range(packs):
        kept_pack(code=f"cup-{number}")
    assert number_of_questions(owner, f"/rosters/{row.code}/") == 5
    assert number_of_questions(owner, "/packs/") == 2
    edit: dict[str, Any] = {"version": 1, "verb": "set_rules", "rules": "pack/cup-0"}
    with CaptureQueriesContext(connection) as captured:
        owner.post(edit_address(row), edit, headers=HTMX)
    assert len(questions(captured)) <= 10
    assert content_of(row).rules == "pack/cup-0"
