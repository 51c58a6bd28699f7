"""The editor's menus for riders, beasts that cast and troops that close up."""

from __future__ import annotations

import json
from typing import Any

from django.test import Client

from armybuilder.models import Roster as Row
from tabletop.arcana.army.roster import Mount
from tests.clicks import ARMY, CHARIOT, SMALL_FOLK
from tests.markup import Document
from tests.visitors import content_of, edit_address, kept


def press(client: Client, row: Row, edit: dict[str, Any], **state: str) -> Document:
    """Post a button's edit and read the page that it leads to."""
    row.refresh_from_db()
    answer = client.post(edit_address(row), {"version": row.version, "edit": json.dumps(edit), **state})
    return Document(client.get(answer.headers["Location"]).content.decode())


def edits_on(page: Document) -> list[Any]:
    return [json.loads(each.get("value")) for each in page.all("button") if each.get("name") == "edit"]


def test_a_character_can_ride_along_and_get_off(printed: None, owner: Client) -> None:
    row = kept(SMALL_FOLK)
    page = Document(owner.get(f"/rosters/{row.code}/", {"outfit": "c2"}).content.decode())
    (along,) = [each for each in edits_on(page) if each.get("shared")]
    page = press(owner, row, along, outfit="c2")
    assert content_of(row).units[0].characters[1].mount == Mount(profile=CHARIOT, shared=True)
    assert "room for 1 base beside its crew" in page.with_id("desk").text
    off = next(each for each in edits_on(page) if each.get("profile", "") is None)
    press(owner, row, off, outfit="c2")
    assert content_of(row).units[0].characters[1].mount is None


def test_a_dragon_learns_and_pikes_close_up(printed: None, owner: Client) -> None:
    dragon = {"ref": "u1", "models": [{"profile": "undead/skeleton-dragon", "count": 1}]}
    row = kept(ARMY | {"army": "undead", "allies": [], "units": [dragon]})
    page = Document(owner.get(f"/rosters/{row.code}/").content.decode())
    (menu,) = [each for each in page.all("select") if each.get("name") == "school"]
    assert [each.text for each in page.all("option") if each.inside(menu)] == ["None", "Death (250)"]
    school = {"verb": "set_model_school", "unit": "u1", "profile": "undead/skeleton-dragon", "school": "death"}
    page = press(owner, row, school)
    assert "Death magic" in page.with_id("fielded").text
    pikes = {"profile": "hogmen/hog-watch-with-spear-halberd-or-pike", "count": 10}
    row = kept(ARMY | {"army": "hogmen", "allies": [], "units": [{"ref": "u1", "models": [pikes]}]})
    page = Document(owner.get(f"/rosters/{row.code}/").content.decode())
    (close_up,) = [each for each in edits_on(page) if each["verb"] == "set_phalanx"]
    page = press(owner, row, close_up)
    assert "310" in page.with_id("unit-u1").text


def test_a_menu_shows_what_is_chosen_even_from_another_list(printed: None, owner: Client) -> None:
    hero = {"ref": "c1", "profile": "dwarves/dwarf-lord", "weapon": "sling", "mount": {"profile": "orcs/riding-beast"}}
    row = kept(ARMY | {"allies": [], "units": [{"ref": "u1", "characters": [hero]}]})
    page = Document(owner.get(f"/rosters/{row.code}/", {"outfit": "c1"}).content.decode())
    chosen = [each for each in page.all("p") if each.get("aria-current") and "choice" in each.get("class").split()]
    names = [each.text for each in chosen]
    assert [sum(name.startswith(words) for name in names) for words in ("Riding Beast", "Sling")] == [1, 1], names
    reasons = [each for each in page.all("span") if "against" in each.get("class").split()]
    assert all(any(reason.inside(each) for reason in reasons) for each in chosen if each.text != "None")
