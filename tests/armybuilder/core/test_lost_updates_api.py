"""Every write of the API is made on the newest version or not at all, and asks the database little."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from armybuilder.core.models import Kept
from armybuilder.models import Design, Pack
from armybuilder.models import Roster as Row
from tests.accounts import things_of
from tests.designs import YOUNG_DRAGON
from tests.packs import SPRING_CUP
from tests.programs import DESIGN, FILE, PACK, ROSTER, ask, asked, state_of
from tests.visitors import kept, kept_share

OTHER_FILE = FILE | {"name": "Another", "units": FILE["units"][:1]}
# Every write on something that is there, with a body that would do it.
WRITES: dict[str, tuple[str, str, Any]] = {
    "replace_roster": ("PUT", ROSTER, OTHER_FILE),
    "change_roster": ("PATCH", ROSTER, {"name": "Another"}),
    "delete_roster": ("DELETE", ROSTER, None),
    "edit_roster": ("POST", f"{ROSTER}edits/", {"verb": "remove_unit", "unit": "u1"}),
    "add_unit": ("POST", f"{ROSTER}units/", {"profile": "dwarves/axemen", "count": 5}),
    "change_unit": ("PATCH", f"{ROSTER}units/u1/", {"notes": "first"}),
    "remove_unit": ("DELETE", f"{ROSTER}units/u1/", None),
    "add_entry": ("POST", f"{ROSTER}units/u2/entries/", {"profile": "dwarves/dwarf-champion"}),
    "change_entry": ("PATCH", f"{ROSTER}units/u1/entries/dwarves/axemen/", {"count": 20}),
    "remove_entry": ("DELETE", f"{ROSTER}units/u1/entries/c1/", None),
    "replace_design": ("PUT", DESIGN, YOUNG_DRAGON | {"wounds": 6}),
    "delete_design": ("DELETE", DESIGN, None),
    "replace_pack": ("PUT", PACK, SPRING_CUP | {"sizes": [2500]}),
    "delete_pack": ("DELETE", PACK, None),
}
EACH = pytest.mark.parametrize("name", WRITES)


def target(name: str) -> Kept:
    """What a write changes."""
    kinds: dict[str, type[Kept]] = {"design": Design, "pack": Pack}
    return kinds.get(name.partition("_")[2], Row)._default_manager.get()


@EACH
def test_a_write_on_the_newest_version_is_made_and_counted(ada_roster: Row, program: Client, name: str) -> None:
    method, path, body = WRITES[name]
    thing = target(name)
    version, content, _ = state_of(thing)
    answer = ask(program, method, path, body, program.get(path if method != "POST" else ROSTER).headers["ETag"])
    assert answer.status_code in (200, 201, 204), answer.content
    after, changed, deleted = state_of(thing)
    assert (after, changed) != (version, content) or deleted
    if answer.content:
        assert answer.headers["ETag"] == f'"{after}"' == f'"{answer.json()["version"]}"'


def test_a_write_on_an_older_version_changes_nothing_and_names_the_newest(ada_roster: Row, program: Client) -> None:
    """The lost update: two read version 1, one writes, the other is told."""
    for kind in (Row, Design, Pack):
        kind._default_manager.update(version=3)
    for (name, (method, path, body)), version in product(WRITES.items(), (1, 2, 4, 999_999_999)):
        before = state_of(target(name))
        answer = ask(program, method, path, body, version)
        told = answer.status_code, answer.json().get("version"), answer.headers["ETag"], "detail" in answer.json()
        assert told == (409, 3, '"3"', True), (name, version)
        assert state_of(target(name)) == before, (name, version)


@EACH
def test_of_two_writes_on_one_version_the_second_is_refused(ada_roster: Row, program: Client, name: str) -> None:
    method, path, body = WRITES[name]
    first = ask(program, method, path, body, 1)
    between = state_of(target(name))
    second = ask(program, method, path, body, 1)
    assert first.status_code < 300
    assert second.status_code == (404 if method == "DELETE" else 409)
    assert state_of(target(name)) == between


def test_a_write_without_a_version_is_refused(ada_roster: Row, program: Client) -> None:
    for (name, (method, path, body)), version in product(WRITES.items(), (None, "", "*", " * ")):
        before = state_of(target(name))
        answer = ask(program, method, path, body, version)
        assert answer.status_code == 428, (name, version)
        assert "If-Match" in answer.json()["detail"], (name, version)
        assert state_of(target(name)) == before, (name, version)


NO_TAGS = ("1", '"one"', '"1", "2"', '"-1"', '"1', '"' + "1" * 30 + '"', '"١"'.encode().decode("latin-1"))


def test_a_version_that_is_no_tag_is_refused_by_its_name(ada_roster: Row, program: Client) -> None:
    for (name, (method, path, body)), version in product(WRITES.items(), NO_TAGS):
        answer = ask(program, method, path, body, version)
        assert (answer.status_code, answer.json().get("field")) == (400, "If-Match"), (name, version)


def test_a_weakened_tag_counts_as_its_version(ada_roster: Row, program: Client) -> None:
    assert ask(program, "PATCH", ROSTER, {"name": "Another"}, 'W/"1"').status_code == 200


def test_what_is_deleted_takes_no_writes(ada_roster: Row, program: Client) -> None:
    for kind in (Row, Design, Pack):
        kind._default_manager.update(deleted_at=ada_roster.updated_at)
    for name, (method, path, body) in WRITES.items():
        assert ask(program, method, path, body, 1).status_code == 404, name


READS = {
    "/api/rosters/": 5, "/api/designs/": 3, "/api/packs/": 3, ROSTER: 4, f"{ROSTER}report/": 4, f"{ROSTER}units/": 4,
    f"{ROSTER}units/u1/": 4, f"{ROSTER}units/u1/entries/": 3, f"{ROSTER}units/u1/entries/c1/": 3,
    f"{ROSTER}shares/": 4, f"{ROSTER}versions/": 7, f"{ROSTER}versions/1/": 4, DESIGN: 2, PACK: 2,
}  # fmt: skip
WRITE_MOST = 12


@pytest.mark.parametrize("rows", [1, 15])
def test_reads_ask_the_same_for_any_number_of_rows(ada_roster: Row, ada: User, program: Client, rows: int) -> None:
    for number in range(rows - 1):
        kept(FILE | {"name": f"No. {number}"}, visitor=things_of(ada)).tags.create(word="one")
        kept_share(ada_roster, token=f"Another{number}")
        ask(program, "POST", f"{ROSTER}units/u1/entries/", {"profile": "dwarves/dwarf-champion"}, number + 1)
    for path, questions in READS.items():
        program.get(path)  # the key's use is noted
        queries = asked(program, "GET", path)
        assert len(queries) == questions, (path, queries)


@EACH
def test_a_write_asks_few_questions(ada_roster: Row, program: Client, name: str) -> None:
    program.get(ROSTER)
    method, path, body = WRITES[name]
    assert len(asked(program, method, path, body, 1)) <= WRITE_MOST
