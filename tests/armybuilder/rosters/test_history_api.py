"""Undo, redo, old versions, tags and the bin for programs, as the pages have them."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client
from django.utils import timezone

from armybuilder.core.models import Kept
from armybuilder.models import Design, Pack, RosterTag
from armybuilder.models import Roster as Row
from armybuilder.rosters.snapshots import roster_of
from tabletop.rosters.document import write_roster
from tests.accounts import person
from tests.programs import DESIGN, PACK, ROSTER, ask, keyed, state_of
from tests.visitors import kept


def renamed(program: Client, *names: str) -> None:
    """The roster under these names, one after the other, from its first version on."""
    for version, name in enumerate(names, 1):
        assert ask(program, "PATCH", ROSTER, {"name": name}, version).status_code == 200


def test_changes_are_undone_and_done_again(ada_roster: Row, program: Client) -> None:
    renamed(program, "Second", "Third")
    steps = [("undo", "Second"), ("undo", ada_roster.name), ("redo", "Second"), ("redo", "Third")]
    for version, (step, name) in enumerate(steps, 3):
        answer = ask(program, "POST", f"{ROSTER}{step}/", None, version)
        assert (answer.status_code, answer.json()["name"], answer.json()["version"]) == (200, name, version + 1)
        assert answer.headers["ETag"] == f'"{version + 1}"'
    refused = ask(program, "POST", f"{ROSTER}redo/", None, 7)
    assert (refused.status_code, refused.json()) == (400, {"field": "", "detail": "there is nothing to redo"})


def test_at_the_first_version_there_is_nothing_to_undo(ada_roster: Row, program: Client) -> None:
    refused = ask(program, "POST", f"{ROSTER}undo/", None, 1)
    assert (refused.status_code, refused.json()) == (400, {"field": "", "detail": "there is nothing to undo"})
    assert state_of(ada_roster)[0] == 1


@pytest.mark.parametrize("step", ["undo/", "redo/", "versions/1/restore/"])
def test_a_step_is_made_on_the_newest_version_or_not_at_all(ada_roster: Row, program: Client, step: str) -> None:
    renamed(program, "Second", "Third")
    ask(program, "POST", f"{ROSTER}undo/", None, 3)
    before = state_of(ada_roster)
    assert ask(program, "POST", f"{ROSTER}{step}").status_code == 428
    for version in (1, 3, 5):
        stale = ask(program, "POST", f"{ROSTER}{step}", None, version)
        assert (stale.status_code, stale.json()["version"]) == (409, 4)
    assert state_of(ada_roster) == before
    assert ask(program, "POST", f"{ROSTER}{step}", None, 4).status_code == 200


def test_the_history_tells_who_changed_what(ada_roster: Row, program: Client) -> None:
    renamed(program, "Second")
    ask(program, "DELETE", f"{ROSTER}units/u1/", None, 2)
    page = program.get(f"{ROSTER}versions/").json()
    assert [(step["version"], step["reason"]) for step in page["results"]] == [
        (3, "Remove unit"),
        (2, "Rename"),
        (1, "Start"),
    ]
    newest, renaming, first = page["results"]
    assert (newest["who"], newest["more"]) == ("ada", 0)
    assert "Second" in " ".join(renaming["changes"])
    assert newest["points"] < renaming["points"] == first["points"]
    assert first["changes"] == []


def test_a_page_of_the_history_knows_what_its_last_version_changed(ada_roster: Row, program: Client) -> None:
    renamed(program, "Second", "Third")
    whole = program.get(f"{ROSTER}versions/").json()["results"]
    pages = [program.get(f"{ROSTER}versions/?page_size=1&page={page}").json()["results"] for page in (1, 2, 3)]
    assert [step for page in pages for step in page] == whole


def test_an_old_version_is_read_and_brought_back(ada_roster: Row, program: Client) -> None:
    first = roster_of(ada_roster)
    renamed(program, "Second", "Third")
    old = program.get(f"{ROSTER}versions/1/")
    assert (old.json()["roster"]["name"], old.headers["ETag"]) == (first.name, '"3"')
    back = ask(program, "POST", f"{ROSTER}versions/1/restore/", None, 3)
    assert (back.status_code, back.json()["version"], back.json()["roster"]) == (200, 4, old.json()["roster"])
    ada_roster.refresh_from_db()
    assert write_roster(roster_of(ada_roster)) == write_roster(first)
    assert program.get(f"{ROSTER}versions/4/").json()["reason"] == "Restore version 1"


@pytest.mark.parametrize("version", [0, 2, 99999999999999999999999])
def test_a_version_that_never_was_is_not_there(ada_roster: Row, program: Client, version: int) -> None:
    assert program.get(f"{ROSTER}versions/{version}/").status_code == 404
    assert ask(program, "POST", f"{ROSTER}versions/{version}/restore/", None, 1).status_code == 404


def test_a_roster_is_filed_under_words(ada_roster: Row, program: Client) -> None:
    for word in ("club", "  spring   cup/2 ", "club"):
        answer = ask(program, "POST", f"{ROSTER}tags/", {"word": word})
        assert answer.status_code == 200
    assert (answer.json()["tags"], answer.json()["version"]) == (["club", "spring cup/2"], 1)
    assert program.get("/api/rosters/?tag=club").json()["count"] == 1
    assert ask(program, "DELETE", f"{ROSTER}tags/{quote('spring cup/2')}/").status_code == 204
    assert ask(program, "DELETE", f"{ROSTER}tags/{quote('spring cup/2')}/").status_code == 404
    assert program.get(ROSTER).json()["tags"] == ["club"]


@pytest.mark.parametrize("body", [{}, {"word": ""}, {"word": "   "}, {"word": "a" * 41}, {"word": "a\nb"}, {"word": 3}])
def test_what_is_no_word_is_refused(ada_roster: Row, program: Client, body: Any) -> None:
    refused = ask(program, "POST", f"{ROSTER}tags/", body)
    assert (refused.status_code, refused.json()["field"]) == (400, "word")
    assert not RosterTag.objects.exists()


@pytest.mark.parametrize(("path", "kind"), [(ROSTER, Row), (DESIGN, Design), (PACK, Pack)])
def test_what_was_deleted_is_taken_back(ada_roster: Row, program: Client, path: str, kind: type[Kept]) -> None:
    before = program.get(path).json()
    assert ask(program, "DELETE", path, None, 1).status_code == 204
    assert program.get(path).status_code == 404
    deleted_at = timezone.now()
    back = ask(program, "POST", f"{path}restore/")
    assert back.status_code == 200
    now = program.get(path)
    assert (now.json(), now.headers["ETag"]) == (back.json(), back.headers["ETag"])
    changing = ("version", "updated_at")
    assert {name: value for name, value in now.json().items() if name not in changing} == {
        name: value for name, value in before.items() if name not in changing
    }
    assert kind._default_manager.get().updated_at > deleted_at, "what was taken back has changed since"
    version = now.json()["version"]
    assert ask(program, "POST", f"{path}restore/").json()["version"] == version, "what isn't deleted stays as it is"


def test_a_strangers_key_finds_nothing(ada_roster: Row, program: Client) -> None:
    ask(program, "POST", f"{ROSTER}tags/", {"word": "club"})
    renamed(program, "Second")
    stranger, before = keyed(person("bob")), state_of(ada_roster)
    kept(visitor=ada_roster.visitor)
    for method, path, body in (
        ("GET", f"{ROSTER}versions/", None),
        ("GET", f"{ROSTER}versions/1/", None),
        ("POST", f"{ROSTER}versions/1/restore/", None),
        ("POST", f"{ROSTER}undo/", None),
        ("POST", f"{ROSTER}redo/", None),
        ("POST", f"{ROSTER}tags/", {"word": "mine"}),
        ("DELETE", f"{ROSTER}tags/club/", None),
        ("POST", f"{ROSTER}restore/", None),
        ("POST", f"{DESIGN}restore/", None),
        ("POST", f"{PACK}restore/", None),
    ):
        assert (path, ask(stranger, method, path, body, 2).status_code) == (path, 404)
    assert state_of(ada_roster) == before
    assert [tag.word for tag in RosterTag.objects.all()] == ["club"]
