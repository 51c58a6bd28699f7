"""The list of rosters: found, sorted, tagged, several at once, deleted and taken back."""

from __future__ import annotations

import io
import json
import zipfile
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from armybuilder.models import Roster as Row
from armybuilder.models import RosterTag
from tabletop.arcana.army.roster import read_roster
from tests.markup import Document
from tests.visitors import OTHER, OWNER, RAIDERS, browser_of, content_of, kept

SEVERAL = "/rosters/several/"


@pytest.fixture
def owner(printed: None) -> Client:
    return browser_of(OWNER)


def roster(name: str, **fields: Any) -> Row:
    return kept(json.loads(RAIDERS) | {"name": name} | fields)


@pytest.fixture
def three(printed: None) -> list[Row]:
    """A legal one, an illegal one, and one of another army, in the order of their making."""
    orcs = {"army": "orcs", "units": [{"ref": "u1", "name": "Guard", "models": []}], "points_limit": 500}
    return [roster("Zeal"), roster("alpha", points_limit=700), roster("Mob", **orcs)]


def names(client: Client, query: str = "") -> list[str]:
    document = Document(client.get(f"/rosters/{query}").content.decode())
    return [each.text for each in document.all("h2") if each.get("id").startswith("name-")]


def do(client: Client, rows: list[Row], action: str, **fields: str) -> Document:
    answer = client.post(SEVERAL, {"codes": [row.code for row in rows], "action": action} | fields, follow=True)
    assert answer.status_code == 200
    return Document(answer.content.decode())


def words(*rows: Row) -> list[set[str]]:
    return [set(row.tags.values_list("word", flat=True)) for row in rows]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", ["Mob", "alpha", "Zeal"]),
        ("?sort=name", ["alpha", "Mob", "Zeal"]),
        ("?sort=army", ["alpha", "Zeal", "Mob"]),
        ("?sort=points", ["alpha", "Zeal", "Mob"]),
        ("?sort=nonsense&army=&tag=", ["Mob", "alpha", "Zeal"]),
        ("?army=orcs", ["Mob"]),
        ("?army=elves", []),
        ("?verdict=legal", ["Zeal"]),
        ("?verdict=illegal", ["alpha"]),
        ("?verdict=draft", ["Mob"]),
        ("?words=OLD+shields", ["alpha", "Zeal"]),
        ("?words=orc+guard", ["Mob"]),
        ("?words=%00", []),
        ("?army=dwarves&words=zeal&verdict=legal", ["Zeal"]),
    ],
)
def test_rosters_are_sorted_and_found(three: list[Row], owner: Client, query: str, found: list[str]) -> None:
    assert names(owner, query) == found


def test_tags_are_added_found_and_taken_off(three: list[Row], owner: Client) -> None:
    assert "Tagged 2 rosters “club night”" in do(owner, three[:2], "tag", word="  club   night ").with_id("main").text
    do(owner, three[1:], "tag", word="club night")
    do(owner, three[:1], "tag", word="done")
    assert words(*three) == [{"club night", "done"}, {"club night"}, {"club night"}]
    assert names(owner, "?tag=done") == ["Zeal"]
    assert names(owner, "?words=done") == ["Zeal"]
    page = Document(owner.get("/rosters/").content.decode())
    (link,) = [each for each in page.all("a") if each.text == "done"]
    assert names(owner, link.get("href").removeprefix("/rosters/")) == ["Zeal"]
    do(owner, three, "untag", word="club night")
    assert words(*three) == [{"done"}, set(), set()]


def test_tags_are_no_version_and_stay_with_the_roster(three: list[Row], owner: Client) -> None:
    do(owner, three, "tag", word="club")
    assert {row.version for row in Row.objects.all()} == {1}
    assert Row.history.count() == 3


@pytest.mark.parametrize("word", ["", "   ", "x" * 41, "a\x07"])
def test_a_tag_that_is_none_is_refused(three: list[Row], owner: Client, word: str) -> None:
    assert "notice problem" in [each.get("class") for each in do(owner, three, "tag", word=word).all("div")]
    assert not RosterTag.objects.exists()


def test_several_are_copied_and_deleted(three: list[Row], owner: Client) -> None:
    do(owner, three[:2], "duplicate")
    assert sorted(names(owner)) == ["Mob", "Zeal", "Zeal (copy)", "alpha", "alpha (copy)"]
    said = do(owner, three[:2], "delete")
    assert "Deleted 2 rosters." in said.with_id("main").text
    assert sorted(names(owner)) == ["Mob", "Zeal (copy)", "alpha (copy)"]
    assert len(Document(owner.get("/rosters/deleted/").content.decode()).all("h2")) == 2


def test_several_are_downloaded_as_their_files(three: list[Row], owner: Client) -> None:
    twin = roster("Zeal")
    answer = owner.post(SEVERAL, {"codes": [row.code for row in (*three, twin)], "action": "download"})
    assert answer.headers["Content-Disposition"] == 'attachment; filename="rosters.zip"'
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        files = {name: read_roster(archive.read(name)) for name in archive.namelist()}
    assert len(files) == 4
    assert {"alpha.json", "mob.json", "zeal.json"} < files.keys()
    assert sorted(each.name for each in files.values()) == ["Mob", "Zeal", "Zeal", "alpha"]
    assert content_of(three[1]) == files["alpha.json"]


@pytest.mark.parametrize("action", ["delete", "duplicate", "download", "tag", "untag", "explode", ""])
def test_nobody_does_anything_with_anothers(three: list[Row], action: str) -> None:
    RosterTag.objects.create(roster=three[0], word="mine")
    for client in (browser_of(OTHER), Client()):
        answer = client.post(SEVERAL, {"codes": [row.code for row in three], "action": action, "word": "mine"})
        assert (answer.status_code, answer.headers["Content-Type"]) == (302, "text/html; charset=utf-8")
    assert (Row.objects.filter(deleted_at=None).count(), RosterTag.objects.count()) == (3, 1)


def test_what_is_no_action_or_no_roster_changes_nothing(three: list[Row], owner: Client) -> None:
    for rows, action in ((three, "explode"), (three, ""), ([], "delete")):
        assert "notice problem" in [each.get("class") for each in do(owner, rows, action).all("div")]
    for code in ("\x00", "'; --", "é", "x" * 10_000):
        assert owner.post(SEVERAL, {"codes": [code], "action": "delete"}).status_code == 302
    assert Row.objects.filter(deleted_at=None).count() == 3


def test_a_deleted_roster_is_listed_with_its_days_and_taken_back(three: list[Row], owner: Client) -> None:
    do(owner, three, "delete")
    Row.objects.filter(pk=three[0].pk).update(deleted_at=timezone.now() - timedelta(days=28, hours=5))
    Row.objects.filter(pk=three[1].pk).update(deleted_at=timezone.now() - timedelta(days=31))
    page = Document(owner.get("/rosters/deleted/").content.decode())
    assert [each.text for each in page.all("h2")] == ["Mob", "Zeal"]
    assert "2 days left" in page.with_id("main").text
    (form,) = [each for each in page.all("form") if three[0].code in each.get("action")]
    assert owner.post(form.get("action"), page.sent(form)).status_code == 302
    assert names(owner) == ["Zeal"]
    assert "Zeal" not in Document(browser_of(OTHER).get("/rosters/deleted/").content.decode()).with_id("main").text
    assert "Nothing was deleted" in Client().get("/rosters/deleted/").content.decode()


@pytest.mark.parametrize("many", [1, 9])
def test_the_lists_ask_the_same_for_any_number(printed: None, owner: Client, many: int) -> None:
    rows = [roster(f"Roster {number}") for number in range(many)]
    do(owner, rows, "tag", word="club")
    for address, questions in (("/rosters/?words=roster&sort=army", 4), ("/rosters/deleted/", 3)):
        with CaptureQueriesContext(connection) as captured:
            assert owner.get(address).status_code == 200
        owner.get("/rosters/")
        assert len([each for each in captured if "SAVEPOINT" not in each["sql"]]) <= questions + 1
