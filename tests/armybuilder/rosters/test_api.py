"""A person's own rosters, designs and packs through the API: the same services as the site, on a known version."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from django.contrib.auth.models import User
from django.test import Client

from armybuilder.models import Roster as Row
from armybuilder.models import Share
from armybuilder.rosters.services import restore_roster
from armybuilder.rosters.snapshots import roster_of
from tabletop.arcana.army.event_pack import read_pack
from tabletop.arcana.army.roster import read_roster
from tabletop.arcana.catalogue.design import Design as DesignValue
from tests.accounts import person, things_of
from tests.designs import YOUNG_DRAGON
from tests.packs import SPRING_CUP
from tests.programs import DESIGN, FILE, PACK, ROSTER, ask, keyed, state_of
from tests.visitors import OWNER, RAIDERS, TOKEN, kept, kept_share


@pytest.mark.parametrize("path", [ROSTER, DESIGN, PACK])
def test_a_file_that_is_answered_can_be_sent_back(ada_roster: Row, program: Client, path: str) -> None:
    answer = program.get(path)
    part = path.split("/")[2][:-1]
    again = ask(program, "PUT", path, answer.json()[part], answer.headers["ETag"])
    assert again.status_code == 200
    assert again.json()[part] == answer.json()[part]
    assert again.json()["version"] == 1  # nothing was changed, so nothing was written


def test_a_roster_is_kept_changed_and_put_into_the_bin(ada: User, program: Client) -> None:
    made = ask(program, "POST", "/api/rosters/", FILE)
    assert (made.status_code, made.headers["ETag"]) == (201, '"1"')
    path = made.headers["Location"]
    changed = ask(program, "PATCH", path, {"points_limit": None, "options": {"optional_schools": True}}, 1).json()
    assert (changed["points_limit"], changed["roster"]["options"]["optional_schools"]) == (None, True)
    assert ask(program, "PATCH", path, {}, 2).json()["version"] == 2
    assert ask(program, "DELETE", path, None, 2).status_code == 204
    assert program.get(path).status_code == 404
    restore_roster(row=Row.objects.get())
    assert program.get(path).json()["version"] == 4
    assert [each.history_user for each in Row.history.order_by("version")] == [ada, ada, ada, None]


def test_units_and_entries_are_changed_part_by_part(ada_roster: Row, program: Client) -> None:
    made = ask(program, "POST", f"{ROSTER}units/", {"profile": "dwarves/axemen", "count": 10}, 1)
    assert (made.status_code, made.headers["Location"]) == (201, f"{ROSTER}units/u4/")
    named = ask(program, "PATCH", f"{ROSTER}units/u4/", {"name": "New", "infiltrating": True}, 2)
    assert named.json()["roster"]["units"][-1].items() >= {"name": "New", "infiltrating": True}.items()
    led = ask(program, "POST", f"{ROSTER}units/u4/entries/", {"profile": "dwarves/dwarf-champion"}, 3)
    assert led.headers["Location"] == f"{ROSTER}units/u4/entries/c2/"
    more = ask(program, "POST", f"{ROSTER}units/u4/entries/", {"profile": "dwarves/axemen", "count": 3}, 4)
    assert more.headers["Location"] == f"{ROSTER}units/u4/entries/dwarves/axemen/"
    assert program.get(more.headers["Location"]).json()["models"]["count"] == 13
    bought = {"weapon": "crossbow", "counterspell": True, "mount": {"profile": "monsters/giant-eagle"}, "unit": "u2"}
    moved = ask(program, "PATCH", led.headers["Location"], bought, 5)
    [found] = moved.json()["roster"]["units"][1]["characters"]
    assert (found["ref"], found["weapon"], found["mount"]["profile"]) == ("c2", "crossbow", "monsters/giant-eagle")
    assert program.get(led.headers["Location"]).status_code == 404
    for path, version in (
        (more.headers["Location"], 6),
        (f"{ROSTER}units/u2/entries/c2/", 7),
        (f"{ROSTER}units/u4/", 8),
    ):
        assert ask(program, "DELETE", path, None, version).status_code == 200
    ada_roster.refresh_from_db()
    assert roster_of(ada_roster) == read_roster(RAIDERS)
    entries = program.get(f"{ROSTER}units/u1/entries/").json()["results"]
    assert [each["entry"] for each in entries] == ["dwarves/axemen", "c1"]
    units = program.get(f"{ROSTER}units/").json()["results"]
    assert [each["unit"]["ref"] for each in units] == ["u1", "u2", "u3"]


def test_a_remedy_of_the_report_can_be_sent_as_it_is(ada_roster: Row, program: Client) -> None:
    ask(program, "PATCH", ROSTER, {"points_limit": 500}, 1)
    report = program.get(f"{ROSTER}report/")
    edit = next(each["edit"] for finding in report.json()["findings"] for each in finding["remedies"])
    assert not report.json()["legal"]
    assert ask(program, "POST", f"{ROSTER}edits/", edit, report.headers["ETag"]).json()["version"] == 3


@pytest.mark.parametrize(
    "path", ["units/u9/", "units/u9/entries/", "units/u1/entries/c9/", "units/u1/entries/dwarves/berserker/"]
)
def test_parts_that_are_not_there_are_not_found(ada_roster: Row, program: Client, path: str) -> None:
    assert program.get(ROSTER + path).status_code == 404
    for method in ("PATCH", "DELETE") if not path.endswith("u9/entries/") else ("POST",):
        assert ask(program, method, ROSTER + path, {"profile": "dwarves/axemen"}, 1).status_code == 404


@pytest.mark.parametrize(
    ("method", "path", "body", "field"),
    [
        ("POST", "/api/rosters/", FILE | {"army": "elves"}, "army"),
        ("POST", "/api/rosters/", b"{", ""),
        ("POST", "/api/rosters/", None, ""),
        ("PUT", ROSTER, FILE | {"points_limit": 0}, "points_limit"),
        ("PATCH", ROSTER, {"name": "x" * 121}, "name"),
        ("PATCH", ROSTER, {"colour": "red"}, "colour"),
        ("PATCH", ROSTER, {"rules": "pack/no-such-pack"}, "rules"),
        ("POST", f"{ROSTER}edits/", {"verb": "fly"}, "verb"),
        ("POST", f"{ROSTER}edits/", [], ""),
        ("POST", f"{ROSTER}units/", {"profile": "dwarves/nobody"}, "profile"),
        ("POST", f"{ROSTER}units/", {"profile": "dwarves/axemen", "count": 0}, "count"),
        ("PATCH", f"{ROSTER}units/u1/", {"infiltrating": "yes"}, "infiltrating"),
        ("PATCH", f"{ROSTER}units/u1/entries/c1/", {"count": 3}, "count"),
        ("PATCH", f"{ROSTER}units/u1/entries/c1/", {"weapon": "laser"}, "weapon"),
        ("PATCH", f"{ROSTER}units/u1/entries/dwarves/axemen/", {"count": 1001}, "count"),
        ("POST", f"{ROSTER}shares/", {"kind": "own"}, "kind"),
        ("PUT", DESIGN, YOUNG_DRAGON | {"wounds": "many"}, "wounds"),
        ("PUT", PACK, SPRING_CUP | {"banned_lists": ["elves"]}, "banned_lists[0]"),
        ("GET", "/api/rosters/?ordering=colour", None, "ordering"),
        ("GET", "/api/rosters/?search=%00", None, "search"),
    ],
)
def test_what_cannot_be_read_is_refused_by_its_field(
    ada_roster: Row, program: Client, method: str, path: str, body: Any, field: str
) -> None:
    answer = ask(program, method, path, body, None if path == "/api/rosters/" else 1)
    assert (answer.status_code, answer.json()["field"]) == (400, field)
    assert answer.json()["detail"]
    assert state_of(ada_roster)[0] == 1


def test_too_much_and_other_kinds_of_bodies_are_refused(ada_roster: Row, program: Client) -> None:
    assert ask(program, "PUT", ROSTER, b" " * 1_000_001, 1).status_code == 413
    assert program.put(ROSTER, "name=x", content_type="text/plain", headers={"If-Match": '"1"'}).status_code == 415


def test_lists_are_filtered_sorted_and_paged(ada_roster: Row, program: Client, ada: User) -> None:
    for name in ("Zebra", "Aurochs"):
        kept(FILE | {"name": name, "rules": "tournament"}, visitor=things_of(ada))
    kept(FILE | {"name": "Somebody else’s"})
    ada_roster.tags.create(word="away")

    def names(query: str) -> list[str]:
        return [each["name"] for each in program.get(f"/api/rosters/?{query}").json()["results"]]

    assert names("") == ["Aurochs", "Zebra", "Raiding Party"]
    assert names("ordering=name") == ["Aurochs", "Raiding Party", "Zebra"]
    assert names("rules=tournament&ordering=-name") == ["Zebra", "Aurochs"]
    assert names("search=aw") == names("tag=away") == names("search=raid party") == ["Raiding Party"]
    assert names("army=orcs") == []
    assert names("ordering=,") == names("ordering=,,-updated_at") == names("")
    assert names("ordering=name&page_size=1&page=2") == ["Raiding Party"]
    page = program.get("/api/rosters/?page_size=2").json()
    assert (page["count"], page["previous"], "page=2" in page["next"]) == (3, None, True)
    assert program.get("/api/rosters/?page=9").status_code == 404


def test_links_are_made_of_the_version_that_was_seen_and_revoked_at_once(ada_roster: Row, program: Client) -> None:
    assert ask(program, "POST", f"{ROSTER}shares/", {"kind": "view"}).status_code == 428
    assert ask(program, "POST", f"{ROSTER}shares/", {"kind": "view"}, 2).status_code == 409
    made = ask(program, "POST", f"{ROSTER}shares/", {"kind": "view"}, 1)
    assert made.status_code == 201
    assert Client().get(made.json()["address"]).status_code == 200
    links = program.get(f"{ROSTER}shares/").json()["results"]
    assert {each["token"] for each in links} == {
        TOKEN,
        made.json()["token"],
    }
    assert ask(program, "DELETE", made.headers["Location"]).status_code == 204
    assert Client().get(made.json()["address"]).status_code == 404
    assert ask(program, "DELETE", made.headers["Location"]).status_code == 404
    other = kept_share(kept(visitor=OWNER), token="SomebodyElse")
    assert ask(program, "DELETE", f"{ROSTER}shares/{other.token}/").status_code == 404
    assert Share.objects.get(pk=other.pk).revoked_at is None


def test_packs_and_designs_are_kept_and_listed_for_their_owner_alone(ada_roster: Row, program: Client) -> None:
    made = ask(program, "POST", "/api/packs/", SPRING_CUP | {"name": "Autumn Cup"})
    design = ask(program, "POST", "/api/designs/", YOUNG_DRAGON | {"name": "Old Dragon", "wounds": 9})
    assert (made.status_code, design.status_code) == (201, 201)
    assert read_pack(msgspec.json.encode(made.json()["pack"])).name == "Autumn Cup"
    assert msgspec.convert(design.json()["design"], DesignValue).wounds == 9
    stranger = keyed(person("bob"))
    for kind, names in (("packs", ["Autumn Cup", "Spring Cup"]), ("designs", ["Old Dragon", "Young Dragon"])):
        assert [each["name"] for each in program.get(f"/api/{kind}/?ordering=name").json()["results"]] == names
        assert stranger.get(f"/api/{kind}/").json()["results"] == []
    assert program.get("/api/designs/?search=old").json()["results"][0]["points"] > 0


@pytest.mark.parametrize("path", ["/api/", "/api/rosters/~/", "/api/nothing/", "/api/rosters/a/units/b/c/d/"])
def test_an_address_that_leads_nowhere_is_answered_as_json(program: Client, path: str) -> None:
    answer = program.get(path)
    assert (answer.status_code, list(answer.json())) == (404, ["detail"])
    assert program.get("/nothing/").headers["Content-Type"].startswith("text/html")
