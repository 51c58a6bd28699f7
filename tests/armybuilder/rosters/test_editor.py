"""Every click on the editor: by form and by button, with htmx and without, seen at once, told when it can't be done."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any, get_args

import pytest
from django.http import HttpResponse
from django.test import Client

from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.models import Roster as Row
from tabletop.arcana.army.edits import AnyEdit
from tabletop.arcana.army.roster import read_roster
from tabletop.arcana.game import ARCANA
from tests.clicks import ARMY, CLICKS, as_fields, is_flat
from tests.markup import Document, Element
from tests.visitors import HTMX, OWNER, browser_of, content_of, edit_address, kept

FLAT = [click for click in CLICKS if is_flat(click)]
HOW = pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])


@pytest.fixture
def row(printed: None) -> Row:
    return kept(ARMY)


def label(value: Any) -> str | None:
    return " ".join(str(part) for part in value.values()) if isinstance(value, dict) else None


def press(
    client: Client, row: Row, *, version: int = 1, headers: dict[str, str] | None = None, **fields: Any
) -> Document:
    """Post an edit and read what comes back, by way of the redirect if that is the answer."""
    answer = client.post(edit_address(row), {"version": version, **fields}, headers=headers or {})
    if not headers:
        assert answer.status_code == 302
        answer = client.get(answer.headers["Location"])
    assert answer.status_code == 200
    return desk(answer, whole=not headers)


def desk(answer: HttpResponse, *, whole: bool) -> Document:
    text = answer.content.decode()
    assert text.startswith("<!doctype html>") == whole
    document = Document(text)
    assert document.with_id("fielded").tag == "div"
    return document


def text_of(document: Document) -> str:
    """Everything that a page or its new parts say."""
    return " ".join("".join(document.pieces).split())


def applied(click: dict[str, Any]) -> Any:
    return ARCANA.read_edit(click).applied(read_roster(json.dumps(ARMY)), current_catalogue())


def notice(document: Document) -> str:
    return " ".join(document.with_id(name).text for name in ("notice", "toasts")).strip()


def test_every_verb_is_clicked() -> None:
    verbs = {edit.__struct_config__.tag for edit in get_args(AnyEdit)}
    assert {click["verb"] for click in CLICKS} == verbs


GONE = [("set_count", 0), ("remove_models", 3)]  # what takes the last of a line


def fielded(row: Row) -> Counter[str]:
    """How many of each profile a roster has."""
    counts: Counter[str] = Counter()
    for unit in content_of(row).contingent_units:
        counts.update(character.profile for character in unit.characters)
        counts.update({models.profile: models.count for models in unit.models})
    return counts


@HOW
@pytest.mark.parametrize("click", CLICKS, ids=label)
def test_a_button_makes_its_edit_and_says_removed_only_of_what_was_removed(
    row: Row, owner: Client, click: dict[str, Any], headers: dict[str, str]
) -> None:
    """What moves, merges or is split is neither removed nor added; whatever comes or goes can be undone at once."""
    before = fielded(row)
    document = press(owner, row, headers=headers, edit=json.dumps(click))
    assert content_of(row) == applied(click)
    assert document.with_id("roster-name").get("value") == content_of(row).name
    assert Row.objects.get().version == 2
    grown, shrunk = fielded(row) - before, before - fielded(row)
    text = notice(document)
    assert not ("removed" in text and not shrunk)
    assert not (" added" in text and not grown)
    assert text.endswith("Undo") == ("removed" in text or " added" in text)
    verb = click["verb"]
    assert ("removed" in text) == (verb in ("remove_unit", "remove_character") or (verb, click.get("count")) in GONE)
    assert (" added" in text) == (verb in ("add_unit", "add_design", "add_character", "duplicate_unit", "several"))


@pytest.mark.parametrize("click", FLAT, ids=label)
def test_a_form_makes_its_edit(row: Row, owner: Client, click: dict[str, Any]) -> None:
    """As a browser without a script sends it; the next test sends the page's own forms by htmx."""
    answer = owner.post(edit_address(row), {"version": 1, **as_fields(click)})
    assert answer.status_code == 302
    assert content_of(row) == applied(click)


def test_what_the_page_shows_can_be_sent_back_as_it_stands(row: Row, owner: Client) -> None:
    """Every form of the page is read by the server, and sent untouched it changes nothing."""
    verbs_of: dict[str, set[str]] = {}
    for query in ("?unit=u1", "?unit=u3", "?outfit=c2"):
        document = Document(owner.get(f"/rosters/{row.code}/{query}").content.decode())
        forms = [
            form for form in document.all("form") if form.get("action") == edit_address(row) and not form.get("id")
        ]
        verbs = [document.sent(form)["verb"] for form in forms]
        verbs_of[query] = set(verbs)
        assert {"rename", "set_limit", "set_rules", "set_notes", "name_unit", "add_character"} <= set(verbs)
        for form, verb in zip(forms, verbs, strict=True):
            fields = document.sent(form) | {"version": str(Row.objects.get().version)}
            before = content_of(row)
            after = press(owner, row, headers=HTMX, **fields)
            assert verb == "add_character" or not notice(after), (verb, notice(after))
            stands_alone = verb == "move_character"  # it gets a unit of its own once more
            assert (content_of(row) == before) != (verb == "add_character" or stands_alone), verb
            Row.objects.update(content=ARMY)
    assert ["set_count" in verbs for verbs in verbs_of.values()] == [True, True, False]
    assert ["set_reinforced" in verbs for verbs in verbs_of.values()] == [False, True, False]
    assert ["move_character" in verbs for verbs in verbs_of.values()] == [False, False, True]


@pytest.mark.long
def test_every_button_of_the_page_makes_its_change(row: Row, owner: Client) -> None:
    too_small = ARMY | {"points_limit": 700, "allies": []}
    Row.objects.update(content=too_small)
    pages = [Document(owner.get(f"/rosters/{row.code}/{query}").content.decode()) for query in ("", "?outfit=c2")]
    document = pages[1]
    buttons = [button for page in pages for button in page.all("button") if button.get("name") == "edit"]
    verbs = {json.loads(button.get("value"))["verb"] for button in buttons}
    assert {"add_unit", "add_models", "remove_models", "move_unit", "duplicate_unit", "remove_unit"} <= verbs
    assert {"remove_character", "set_counterspell", "split_models"} <= verbs
    assert {"set_mount", "set_weapon", "set_school"} <= verbs
    many = [
        each
        for each in buttons
        if any(verb in each.get("value") for verb in ("add_unit", "set_mount", "set_weapon", "set_school"))
    ]
    pressed = [each for each in buttons if "disabled" not in each.attributes and each not in many]
    form = {name: value for name, value in document.sent(document.with_id("edit")).items() if name != "key"}
    for button in pressed + many[::20]:
        fields = form | {"edit": button.get("value"), "version": str(Row.objects.get().version)}
        after = press(owner, row, headers=HTMX, **fields)
        assert "can't be done" not in notice(after)
        assert content_of(row).units != read_roster(json.dumps(ARMY)).units or "limit" in button.get("value"), button
        Row.objects.update(content=too_small)


def findings(document: Document) -> list[Element]:
    return [each for each in document.all("li") if "finding" in each.get("class").split()]


def test_one_click_changes_entry_points_and_findings_in_one_answer(printed: None, owner: Client) -> None:
    row = kept()
    before = Document(owner.get(f"/rosters/{row.code}/").content.decode())
    assert before.with_id("tally-total").text.startswith("834 of 834 points")
    assert not findings(before)
    after = press(owner, row, headers=HTMX, verb="add_models", unit="u2", profile="dwarves/berserker", count="1")
    assert after.with_id("tally-total").text.startswith("858 of 834 points")
    assert after.with_id("verdict").text == "24 over, not legal"
    assert after.with_id("picker-total").text == "858 of 834 24 over, not legal"
    assert after.with_id("count-u2-1").get("value") == "9"
    assert findings(after)


def test_each_finding_leads_to_its_rule_and_offers_a_way_out(printed: None, owner: Client) -> None:
    row = kept(ARMY | {"points_limit": 700})
    document = Document(owner.get(f"/rosters/{row.code}/").content.decode())
    rules = {each.get("id") for each in Document(owner.get("/rules/checked/").content.decode()).elements}
    found = findings(document)
    assert found
    for finding in found:
        link, report = [each for each in document.all("a") if each.inside(finding)]
        assert report.get("href").startswith("/report/?finding=")
        page, _, code = link.get("href").partition("#")
        assert page == "/rules/checked/"
        assert code in rules
    assert [each for each in document.all("button") if any(each.inside(finding) for finding in found)]


def test_a_remedy_mends_what_it_is_offered_for(printed: None, owner: Client) -> None:
    row = kept()
    illegal = press(owner, row, verb="set_limit", points="800")
    assert "not legal" in illegal.with_id("verdict").text
    remedies = [each for each in illegal.all("button") if "834" in each.text and "another size" in each.text]
    fields = illegal.sent(illegal.with_id("edit"), remedies[0])
    mended = press(owner, row, **{name: value for name, value in fields.items() if name != "version"}, version=2)
    assert mended.with_id("verdict").text == "Legal"
    assert content_of(row).points_limit == 834


REMOVALS = [
    {"verb": "remove_unit", "unit": "u1"},
    {"verb": "remove_unit", "unit": "u3"},
    {"verb": "remove_character", "character": "c1"},
    {"verb": "remove_character", "character": "c2"},
    {"verb": "remove_models", "unit": "u1", "profile": "dwarves/axemen", "count": 1000},
    {"verb": "set_count", "unit": "u1", "profile": "dwarves/axemen", "count": 0},
]


@HOW
@pytest.mark.parametrize("removal", REMOVALS, ids=label)
def test_undoing_a_removal_restores_exactly_what_was_there(
    row: Row, owner: Client, removal: dict[str, Any], headers: dict[str, str]
) -> None:
    before = content_of(row)
    document = press(owner, row, headers=headers, edit=json.dumps(removal))
    assert content_of(row) != before
    (undo,) = [each for each in document.all("button") if each.text == "Undo"]
    form = document.with_id(undo.get("form"))
    assert form.get("action") == f"/rosters/{row.code}/undo/"
    owner.post(form.get("action"), document.sent(form, undo), headers=headers)
    assert content_of(row) == before


def test_without_htmx_a_notice_is_shown_once(row: Row, owner: Client) -> None:
    press(owner, row, verb="remove_unit", unit="u1")
    assert not notice(Document(owner.get(f"/rosters/{row.code}/").content.decode()))


@HOW
def test_what_is_open_stays_open(row: Row, owner: Client, headers: dict[str, str]) -> None:
    fields = {"outfit": "c1", "find": "axe", "verb": "set_weapon", "character": "c1", "weapon": "bow"}
    document = press(owner, row, headers=headers, **fields)
    [chosen] = [
        each
        for each in document.all("p")
        if each.get("aria-current") == "true" and each.inside(document.with_id("weapon-c1"))
    ]
    assert chosen.text.startswith("Bow")
    if not headers:
        assert document.with_id("find").get("value") == "axe"


def test_htmx_gets_only_what_it_asked_for(row: Row, owner: Client) -> None:
    address = f"/rosters/{row.code}/"
    part = owner.get(address, {"find": "axe"}, headers={"HX-Request": "true", "HX-Target": "picks"})
    assert part.content.decode().strip().startswith('<div id="picks"')
    part = owner.get(address, {"outfit": "c1"}, headers=HTMX)
    assert part.content.decode().startswith("<title>")
    assert all(
        f'id="{name}"' in part.content.decode() for name in ("fielded", "tally-total", "verdict", "picks", "forms")
    )
    assert "HX-Request" in part.headers["Vary"]
    assert "no-store" in part.headers["Cache-Control"]


def picks(client: Client, row: Row, find: str = "") -> list[str]:
    document = Document(client.get(f"/rosters/{row.code}/", {"find": find}).content.decode())
    buttons = [each for each in document.all("button") if each.get("form") == "adds"]
    return [re.sub(r"^Add (\d+ )?", "", each.get("aria-label")) for each in buttons]


def test_the_picker_finds_rows_by_any_words_of_their_names(row: Row, owner: Client) -> None:
    assert picks(owner, row, "CAVALRY ram") == ["Ram Cavalry with Lance", "Ram Cavalry with Sword"]
    assert picks(owner, row, "no such row") == []
    assert {"Axemen", "Dwarf Lord", "Giant Eagle", "Cannon"} <= set(picks(owner, row))


@pytest.mark.parametrize("outfit", ["", "c9", "u1", "<b>", "x" * 500, "\x00"])
def test_an_outfit_of_nobody_opens_nothing(row: Row, owner: Client, outfit: str) -> None:
    document = Document(owner.get(f"/rosters/{row.code}/", {"outfit": outfit}).content.decode())
    assert not [each for each in document.all("div") if each.get("class") == "outfit"]


def test_a_roster_without_a_size_counts_of_what_is_spent(printed: None, owner: Client) -> None:
    row = kept(ARMY | {"points_limit": None, "allies": []})
    page = Document(owner.get(f"/rosters/{row.code}/").content.decode())
    assert page.with_id("tally-total").text.startswith("2,780 of any points")
    empty = kept({"format": "muster-roster/1", "game": "arcana", "name": "Empty", "army": "dwarves"})
    assert "What makes a legal army" in owner.get(f"/rosters/{empty.code}/").content.decode()


def test_the_menu_of_a_unit_offers_the_armys_own_leaders(row: Row, owner: Client) -> None:
    document = Document(owner.get(f"/rosters/{row.code}/").content.decode())
    menus = [each for each in document.all("select") if each.get("name") == "profile"]
    leaders = {each.text for each in document.all("option") if any(each.inside(menu) for menu in menus)}
    assert leaders == {"Dwarf Lord (200)", "Dwarf Champion (117)", "Dwarf Wizard (318)"}


def test_a_cross_site_post_changes_nothing(row: Row) -> None:
    checked = Client(enforce_csrf_checks=True)
    checked.cookies = browser_of(OWNER).cookies
    answer = checked.post(edit_address(row), {"version": 1, "verb": "remove_unit", "unit": "u1"})
    assert answer.status_code == 403
    assert Row.objects.get().version == 1
    document = Document(checked.get(f"/rosters/{row.code}/").content.decode())
    token = document.sent(document.with_id("edit"))["csrfmiddlewaretoken"]
    fields = {"version": 1, "verb": "remove_unit", "unit": "u1", "csrfmiddlewaretoken": token}
    assert checked.post(edit_address(row), fields).status_code == 302
    assert Row.objects.get().version == 2
