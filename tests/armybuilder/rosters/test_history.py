"""The history's pages: every change told, every version there to see and to bring back, for the owner alone."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from armybuilder.accounts.services import adopt
from armybuilder.models import Roster as Row
from armybuilder.rosters.services import edit_roster
from armybuilder.rosters.views.history import PAGE, Step, sittings
from tabletop.arcana.army.edits import Rename, SetLimit
from tests.accounts import person
from tests.markup import Document, Element
from tests.visitors import HTMX, OWNER, content_of, edit_address

HOW = pytest.mark.parametrize("headers", [{}, HTMX], ids=["plain", "htmx"])
NOON = datetime(2026, 5, 3, 12, tzinfo=timezone.get_default_timezone())


def at(row: Row, what: str) -> str:
    return f"/rosters/{row.code}/{what}"


def page(client: Client, address: str) -> Document:
    answer = client.get(address)
    assert answer.status_code == 200
    return Document(answer.content.decode())


def changed(client: Client, row: Row, version: int, **fields: object) -> None:
    assert client.post(edit_address(row), {"version": version, **fields}).status_code == 302


def steps(document: Document) -> list[str]:
    return [each.text for each in document.all("li") if each.get("class") == "version"]


def form_to(document: Document, action: str) -> Element:
    (found,) = [each for each in document.all("form") if each.get("action") == action]
    return found


def test_every_change_is_told_the_latest_first(row: Row, owner: Client) -> None:
    changed(owner, row, 1, verb="set_count", unit="u1", profile="dwarves/axemen", count=22)
    changed(owner, row, 2, verb="remove_unit", unit="u2")
    first, second, third = steps(page(owner, at(row, "history/")))
    assert "Version 3 − The Shirtless (8 Berserkers), −192 Remove unit" in first
    assert "Version 2 +5 Axemen, +100 Set count" in second
    assert "Version 1 Start" in third
    for step in (first, second, third):
        assert "this browser" in step
        assert " points" in step


def test_what_was_done_before_signing_in_is_told_so(row: Row, owner: Client) -> None:
    ada = person("ada")
    adopt(browser=OWNER, account=ada.pk)
    owner.force_login(ada)
    changed(owner, row, 1, verb="rename", name="Raiders")
    signed_in, before = steps(page(owner, at(row, "history/")))
    assert "ada" in signed_in
    assert "before signing in" in before


def test_a_sitting_ends_where_nobody_changed_anything_for_ten_minutes() -> None:
    minutes = [0, 10, 20, 30.5, 31, 45]
    made = [step(number, NOON + timedelta(minutes=each)) for number, each in enumerate(minutes, 1)]
    found = [[each.version for each in sitting.steps] for sitting in sittings(made[::-1])]
    assert found == [[6], [5, 4], [3, 2, 1]]
    assert list(sittings([])) == []
    (whole,) = sittings(made[2::-1])
    assert (whole.begins, whole.ends, whole.lasts) == (made[0].at, made[2].at, True)


def step(version: int, when: datetime) -> Step:
    return Step(version, when, "", "", (), 0, None, is_repriced=False)


def test_long_histories_have_pages_and_nothing_is_left_out(row: Row, owner: Client) -> None:
    for number in range(PAGE * 2):
        edit_roster(row=row, version=row.version, edit=SetLimit(points=900 + number))
    document, told = page(owner, at(row, "history/")), []
    while True:
        told += steps(document)
        further = [each for each in document.all("a") if each.text == "Earlier changes"]
        if not further:
            break
        document = page(owner, further[0].get("href"))
        assert [each for each in document.all("a") if each.text == "Back to the latest"]
    assert [int(each.split()[1]) for each in told if each.startswith("Version")] == list(range(PAGE * 2 + 1, 0, -1))
    assert all("limit:" in each for each in told[:-1])


@pytest.mark.parametrize("before", ["", "x", "-1", "1", "9" * 30, "²"])
def test_a_strange_page_is_an_empty_one_or_the_first(row: Row, owner: Client, before: str) -> None:
    assert len(steps(page(owner, at(row, f"history/?before={before}")))) == (0 if before == "1" else 1)


def test_the_history_asks_the_same_for_any_number_of_changes(row: Row, owner: Client) -> None:
    counts = []
    for number in range(12):
        with CaptureQueriesContext(connection) as captured:
            owner.get(at(row, "history/"))
        counts.append(len(captured))
        edit_roster(row=row, version=row.version, edit=SetLimit(points=900 + number))
    assert set(counts[1:]) == {5}
    with CaptureQueriesContext(connection) as captured:
        owner.get(at(row, "versions/1/"))
    assert len(captured) == 5


def test_an_old_version_is_shown_priced_and_says_what_has_changed_since(row: Row, owner: Client) -> None:
    changed(owner, row, 1, verb="set_count", unit="u1", profile="dwarves/axemen", count=22)
    changed(owner, row, 2, verb="set_notes", notes="Hold the ford")
    shown = page(owner, at(row, "versions/1/"))
    assert "This is an old version. Since then:" in shown.with_id("main").text
    assert [each.text for each in shown.all("li") if each.text.startswith("+")] == ["+5 Axemen, +100"]
    assert "notes: “Hold the ford”" in shown.with_id("main").text
    assert not [each for each in shown.all("input", "button") if each.inside(shown.with_id("desk"))]
    now = page(owner, at(row, "versions/3/"))
    assert "as it is now" in now.with_id("main").text
    assert not [each for each in now.all("form") if "restore" in each.get("action")]


@HOW
def test_an_old_version_is_brought_back_as_a_new_one(row: Row, owner: Client, headers: dict[str, str]) -> None:
    before = content_of(row)
    changed(owner, row, 1, verb="remove_unit", unit="u1")
    changed(owner, row, 2, verb="rename", name="Others")
    document = page(owner, at(row, "history/"))
    form = form_to(document, at(row, "versions/1/restore/"))
    answer = owner.post(form.get("action"), document.sent(form), headers=headers, follow=True)
    told = Document(answer.content.decode()).with_id("toasts").text
    assert told.startswith("Version 1 restored: name: “Others” → “Raiding Party”")
    assert content_of(row) == before
    assert list(Row.history.filter(id=row.pk).values_list("version", flat=True)) == [4, 3, 2, 1]
    assert "Restore version 1" in steps(page(owner, at(row, "history/")))[0]


def test_an_old_version_isnt_brought_back_over_what_the_page_didnt_show(row: Row, owner: Client) -> None:
    changed(owner, row, 1, verb="rename", name="Mine")
    document = page(owner, at(row, "history/"))
    changed(owner, row, 2, verb="rename", name="Theirs")
    form = form_to(document, at(row, "versions/1/restore/"))
    told = Document(owner.post(form.get("action"), document.sent(form), headers=HTMX).content.decode())
    assert "changed in another place" in told.with_id("notice").text
    assert content_of(row).name == "Theirs"


@pytest.mark.parametrize("version", [0, 2, 10**9, 10**30])
def test_a_version_that_never_was_is_not_there(row: Row, owner: Client, version: int) -> None:
    assert owner.get(at(row, f"versions/{version}/")).status_code == 404
    owner.post(at(row, f"versions/{version}/restore/"), {"version": 1})
    assert (content_of(row).name, Row.objects.get(pk=row.pk).version) == ("Raiding Party", 1)


def test_a_version_of_another_roster_is_not_there(row: Row, owner: Client, other: Client) -> None:
    changed(owner, row, 1, verb="rename", name="Others")
    twin = Row.objects.get(pk=owner_copy(owner, row))
    assert owner.get(at(twin, "versions/2/")).status_code == 404


def owner_copy(client: Client, row: Row) -> int:
    code = client.post(at(row, "duplicate/")).headers["Location"].split("/")[2]
    return Row.objects.get(code=code).pk


@HOW
def test_undo_and_redo_are_buttons_that_say_what_they_did(row: Row, owner: Client, headers: dict[str, str]) -> None:
    def press(way: str) -> Document:
        document = page(owner, at(row, ""))
        form = document.with_id(way)
        answer = owner.post(form.get("action"), document.sent(form), headers=headers, follow=True)
        return Document(answer.content.decode())

    def enabled(document: Document) -> list[bool]:
        return ["disabled" not in document.with_id(f"{way}-button").attributes for way in ("undo", "redo")]

    assert enabled(page(owner, at(row, ""))) == [False, False]
    changed(owner, row, 1, verb="set_limit", points=900)
    changed(owner, row, 2, verb="remove_unit", unit="u2")
    assert enabled(page(owner, at(row, ""))) == [True, False]
    undone = press("undo")
    assert undone.with_id("toasts").text == "Undone: + The Shirtless (8 Berserkers), +192"
    assert enabled(undone) == [True, True]
    assert enabled(press("undo")) == [False, True]
    again = press("redo")
    assert again.with_id("toasts").text == "Done again: limit: 834 → 900"
    assert (content_of(row).points_limit, len(content_of(row).units)) == (900, 3)
    assert "nothing to undo or redo" in press_at_the_end(owner, row, headers).with_id("toasts").text


def press_at_the_end(client: Client, row: Row, headers: dict[str, str]) -> Document:
    """Undo on the first version, as an old tab would."""
    client.post(at(row, "undo/"), {"version": Row.objects.get(pk=row.pk).version})
    version = Row.objects.get(pk=row.pk).version
    answer = client.post(at(row, "undo/"), {"version": version}, headers=headers, follow=True)
    return Document(answer.content.decode())


@pytest.mark.parametrize("version", ["", "x", "0", "99", "9" * 12])
@pytest.mark.parametrize("way", ["undo/", "redo/", "versions/1/restore/"])
def test_a_step_from_nowhere_changes_nothing(row: Row, owner: Client, way: str, version: str) -> None:
    edit_roster(row=row, version=1, edit=Rename(name="Others"))
    told = owner.post(at(row, way), {"version": version}, headers=HTMX)
    assert told.status_code == 200
    assert Document(told.content.decode()).with_id("notice").text
    assert (content_of(row).name, Row.objects.get(pk=row.pk).version) == ("Others", 2)


def test_a_dearer_row_is_told_until_the_roster_is_written_again(row: Row, owner: Client) -> None:
    priced = row.priced | {"catalogue": "before", "points": row.priced["points"] - 17}
    priced |= {"profiles": row.priced["profiles"] | {"dwarves/axemen": row.priced["profiles"]["dwarves/axemen"] - 17}}
    Row.objects.filter(pk=row.pk).update(priced=priced, updated_at=NOON)
    Row.history.filter(id=row.pk).update(priced=priced, history_date=NOON)
    notice = "+17 since 3 May 2026: Axemen +17."
    assert notice in page(owner, at(row, "")).with_id("desk").text
    assert "+17 since 3 May: Axemen +17" in page(owner, "/rosters/").with_id("main").text
    old = page(owner, at(row, "versions/1/")).with_id("main").text
    assert f"It came to {priced['points']:,} on 3 May 2026." in old
    assert "(+17): Axemen +17" in old
    changed(owner, row, 1, verb="set_limit", points=999)
    assert "since 3 May" not in page(owner, at(row, "")).with_id("desk").text
    first, second = steps(page(owner, at(row, "history/")))
    assert "with newer prices" in first
    assert f"{priced['points']:,} points" in second


def test_a_roster_of_before_there_were_prices_says_nothing_of_them(row: Row, owner: Client) -> None:
    Row.objects.filter(pk=row.pk).update(priced={})
    Row.history.filter(id=row.pk).update(priced={})
    assert " since " not in page(owner, at(row, "")).with_id("desk").text
    assert "It came to" not in page(owner, at(row, "versions/1/")).with_id("main").text
    assert " points" not in steps(page(owner, at(row, "history/")))[0]
