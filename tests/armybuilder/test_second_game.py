"""Another game comes in by its registration alone: the site, the API and `check_roster` take its rosters."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from armybuilder.rosters.models import Roster as Row
from armybuilder.rosters.services import create_roster, edit_roster
from armybuilder.rosters.snapshots import roster_of
from armybuilder.sharing.models import Seal, Share
from tabletop.games import DOORS
from tabletop.rosters.digest import content_digest, short_digest
from tabletop.rosters.document import write_roster
from tests.marbles import Bag, Marbles, Put
from tests.markup import Document
from tests.visitors import OTHER, OWNER, RAIDERS, browser_of, kept, load_printed_rows

pytestmark = pytest.mark.django_db

BAG = Bag(format="muster-roster/1", game="marbles", name="My bag", notes="Not for Ada.", marbles={"glass": 3})
FULL = Bag(format="muster-roster/1", game="marbles", name="Too many", marbles={"glass": 9, "steel": 2})


@pytest.fixture(autouse=True)
def _registered(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(DOORS, "marbles", Marbles)
    load_printed_rows()


@pytest.fixture
def row() -> Row:
    return create_roster(visitor=OWNER, roster=BAG)


@pytest.fixture
def owner() -> Client:
    return browser_of(OWNER)


def marbles_in(row: Row) -> dict[str, int]:
    row.refresh_from_db()
    bag: Bag = roster_of(row)
    return bag.marbles


def page(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def put(client: Client, row: Row, **fields: Any) -> Any:
    row.refresh_from_db()
    return client.post(reverse("edit-roster", args=[row.code]), {"version": row.version, "verb": "put"} | fields)


def test_a_file_is_opened_shown_and_kept(owner: Client) -> None:
    shown = owner.post(reverse("open-roster"), {"text": write_roster(BAG).decode()}).content.decode()
    assert "My bag" in shown
    assert "6 points" in shown
    kept_one = owner.post(reverse("save-opened"), {"roster": write_roster(BAG).decode()}, follow=True)
    assert "My bag" in kept_one.content.decode()
    assert roster_of(Row.objects.get()) == BAG


def test_a_file_with_a_fault_names_its_field(owner: Client) -> None:
    content = json.dumps(json.loads(write_roster(BAG)) | {"marbles": {"wood": 1}})
    assert (
        "there are no marbles of wood" in owner.post(reverse("open-roster"), {"text": content}).content.decode().lower()
    )


def test_it_is_edited_undone_and_done_again(row: Row, owner: Client) -> None:
    assert put(owner, row, kind="steel", count="2").status_code == 302
    assert marbles_in(row) == {"glass": 3, "steel": 2}
    assert "16" in page(owner, reverse("roster", args=[row.code]))
    owner.post(reverse("undo-roster", args=[row.code]), {"version": row.version})
    assert marbles_in(row) == {"glass": 3}
    owner.post(reverse("redo-roster", args=[row.code]), {"version": row.version})
    assert marbles_in(row) == {"glass": 3, "steel": 2}


def test_what_cant_be_done_is_said(row: Row, owner: Client) -> None:
    put(owner, row, kind="wood")
    assert marbles_in(row) == {"glass": 3}
    assert "there are no marbles of wood" in page(owner, reverse("roster", args=[row.code]))


def test_two_changes_at_once_are_put_to_the_player(row: Row, owner: Client) -> None:
    edit_roster(row=row, version=1, edit=Put("steel"))
    owner.post(reverse("edit-roster", args=[row.code]), {"version": 1, "verb": "put", "kind": "glass"})
    assert "both changes are about the same thing" in page(owner, reverse("roster", args=[row.code]))


def test_its_versions_are_kept_shown_and_brought_back(row: Row, owner: Client) -> None:
    put(owner, row, kind="glass", count="9")
    history = page(owner, reverse("roster-history", args=[row.code]))
    assert "other choices" in history
    old = page(owner, reverse("roster-version", args=[row.code, 1]))
    assert "other choices" in old
    owner.post(reverse("restore-version", args=[row.code, 1]), {"version": 2})
    assert marbles_in(row) == {"glass": 3}


def test_its_rules_are_checked(owner: Client) -> None:
    row = create_roster(visitor=OWNER, roster=FULL)
    shown = page(owner, reverse("roster", args=[row.code]))
    assert "Not legal" in shown
    assert "There are 11 marbles in the bag." in shown
    assert owner.get(reverse("repair-roster", args=[row.code])).status_code == 404


def test_it_is_listed_beside_others_and_found(row: Row, owner: Client) -> None:
    kept(RAIDERS)
    both = page(owner, reverse("rosters"))
    assert "My bag" in both
    assert "Raiding Party" in both
    found = page(owner, reverse("rosters") + "?words=glass")
    assert "My bag" in found
    assert "Raiding Party" not in found
    assert "My bag" in page(owner, "/")


def test_it_is_copied_deleted_and_taken_back(row: Row, owner: Client) -> None:
    owner.post(reverse("duplicate-roster", args=[row.code]))
    assert sorted(Row.objects.values_list("name", flat=True)) == ["My bag", "My bag (copy)"]
    owner.post(reverse("delete-roster", args=[row.code]))
    assert "My bag" in page(owner, reverse("deleted-rosters"))
    owner.post(reverse("restore-roster", args=[row.code]))
    assert Row.objects.filter(deleted_at=None).count() == 2


def test_several_are_downloaded(row: Row, owner: Client) -> None:
    answer = owner.post(reverse("several-rosters"), {"codes": [row.code], "action": "download"})
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert archive.read("my-bag.json") == write_roster(BAG)


def test_it_is_exported_in_its_own_formats(row: Row, owner: Client) -> None:
    assert owner.get(reverse("roster-file", args=[row.code, "json"])).content == write_roster(BAG)
    assert owner.get(reverse("roster-file", args=[row.code, "txt"])).content == b"My bag: 3 glass"
    assert owner.get(reverse("roster-file", args=[row.code, "ros"])).status_code == 404
    assert "My bag: 3 glass" in page(owner, reverse("roster-text", args=[row.code]))


def test_it_is_printed(row: Row, owner: Client) -> None:
    answer = owner.get(reverse("roster-pdf", args=[row.code, "a4"]))
    assert answer.content.startswith(b"%PDF")


def test_it_is_shared_sealed_copied_and_checked(row: Row, owner: Client) -> None:
    owner.post(reverse("share-roster", args=[row.code]), {"kind": "copy"})
    token, code = Share.objects.get().token, short_digest(content_digest(BAG))
    assert Seal.objects.get().points == 6
    assert code in page(owner, reverse("share-roster", args=[row.code]))
    other = browser_of(OTHER)
    shared = page(other, reverse("shared", args=[token]))
    assert "My bag" in shared
    assert "Not for Ada." not in shared
    assert other.get(reverse("shared-pdf", args=[token, "letter"])).content.startswith(b"%PDF")
    other.post(reverse("copy-shared", args=[token]))
    assert roster_of(Row.objects.order_by("-pk")[0]).notes == ""
    put(owner, row, kind="steel")
    proof = page(other, f"{reverse('check-shared', args=[token])}?d={code}")
    assert "This is the army with that code" in proof
    assert "other choices" in proof
    checked = other.post(reverse("check"), {"code": code, "text": write_roster(BAG).decode()}).content.decode()
    assert "This is the same army as on paper." in checked


def test_two_are_compared(row: Row, owner: Client) -> None:
    theirs = {"a": row.code, "b-text": write_roster(FULL).decode()}
    assert "other choices" in owner.post(reverse("compare"), theirs).content.decode()
    arcana = {"a": row.code, "b-text": RAIDERS.decode()}
    assert "game: Marbles → Armies of Arcana" in owner.post(reverse("compare"), arcana).content.decode()


def test_an_organiser_checks_a_batch(owner: Client) -> None:
    texts = [write_roster(BAG), write_roster(FULL), RAIDERS]
    files = [io.BytesIO(text) for text in texts]
    for number, file in enumerate(files):
        file.name = f"{number}.json"
    answer = owner.post(reverse("batch"), {"file": files, "rules": "core"}).content.decode()
    page = Document(answer)
    counts = [button.text for button in page.all("button") if button.inside(page.with_id("sum"))]
    assert counts == ["3 all", "2 legal", "1 not legal"]
    assert "BAG-01: There are 11 marbles in the bag." in answer


def test_the_api_keeps_changes_judges_and_lists_it(owner: Client) -> None:
    made = owner.post("/api/rosters/", write_roster(BAG), content_type="application/json")
    assert made.status_code == 201
    address, plain = made.headers["Location"], made.json()
    assert (plain["points"], plain["legal"], plain["army"]) == (6, True, "")
    assert plain["roster"]["marbles"] == {"glass": 3}
    sent = {"content_type": "application/json", "headers": {"If-Match": made.headers["ETag"]}}
    edited = owner.post(f"{address}edits/", {"verb": "put", "kind": "glass", "count": 8}, **sent)
    assert (edited.status_code, edited.json()["legal"]) == (200, False)
    report = owner.get(f"{address}report/").json()
    assert [finding["code"] for finding in report["findings"]] == ["BAG-01"]
    assert report["receipt"][0]["points"] == 22
    sent["headers"] = {"If-Match": edited.headers["ETag"]}
    assert owner.put(address, write_roster(BAG), **sent).json()["version"] == 3
    sent["headers"] = {"If-Match": '"3"'}
    assert owner.put(address, RAIDERS, **sent).json()["field"] == "game"
    assert owner.patch(address, {"name": "Other"}, **sent).status_code == 400
    assert owner.get(f"{address}units/").status_code == 404
    shared = owner.post(f"{address}shares/", {"kind": "view"}, **sent)
    assert shared.status_code == 201
    assert [each["name"] for each in owner.get("/api/rosters/").json()["results"]] == ["My bag"]
    assert owner.delete(address, **sent).status_code == 204


def test_the_api_checks_it(client: Client) -> None:
    answer = client.post("/api/check/", write_roster(FULL), content_type="application/json").json()
    assert (answer["legal"], answer["points"], answer["rules"]) == (False, 28, "marbles 1")
    assert [each["name"] for each in answer["receipt"]] == ["glass", "steel"]


def test_check_roster_checks_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, bag in (("a", BAG), ("b", FULL)):
        (tmp_path / f"{name}.json").write_bytes(write_roster(bag))
    with pytest.raises(SystemExit) as ended:
        call_command("check_roster", str(tmp_path))
    assert ended.value.code == 1
    assert capsys.readouterr().out.splitlines() == [
        f"{tmp_path}/a.json: legal, 6 points",
        f"{tmp_path}/b.json: illegal, 28 points",
        "  error BAG-01: There are 11 marbles in the bag. [The bag]",
    ]


def test_rooms_of_armies_of_arcana_leave_it_out(row: Row, owner: Client) -> None:
    assert "My bag" not in page(owner, reverse("print"))
    assert owner.get(reverse("roster-design", args=[row.code, "dragon"])).status_code == 404
