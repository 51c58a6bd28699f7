"""Two posts on the same version at the same moment: both are made, or one is and the other is told."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Barrier, Event
from typing import Any

import pytest
from django.db.models import QuerySet
from django.test import Client

from armybuilder.core.models import Visitor
from armybuilder.models import Roster as Row
from armybuilder.models import Share
from armybuilder.rosters.services import edit_roster
from armybuilder.sharing import services as sharing
from tests.markup import Document
from tests.racing import at_once, in_thread
from tests.visitors import HTMX, OTHER, OWNER, TOKEN, browser_of, edit_address, kept_share

TOLD = "changed in another place"
ROUNDS = 8
MOMENT = 1.0  # seconds: long enough for a revoking that nothing holds up


def raced(threads: ThreadPoolExecutor, *changes: dict[str, object]) -> tuple[list[str], Row]:
    """Both changes posted at once on the present version: what each is told, and the roster afterwards."""
    clients = in_thread(threads, lambda: [browser_of(OWNER) for _ in changes])
    row = in_thread(threads, lambda: Row.objects.get(browser=OWNER.browser))

    def post(client: Client, change: dict[str, object]) -> str:
        answer = client.post(edit_address(row), {"version": row.version} | change, headers=HTMX)
        assert answer.status_code == 200
        return Document(answer.content.decode()).with_id("notice").text

    told = at_once(threads, *map(partial, (post, post), clients, changes))
    return told, in_thread(threads, lambda: Row.objects.get(browser=OWNER.browser))


def test_of_two_posts_about_one_thing_exactly_one_is_made(threads: ThreadPoolExecutor) -> None:
    for number in range(1, ROUNDS + 1):
        limits = (1000 + number, 2000 + number)
        told, after = raced(threads, *({"verb": "set_limit", "points": limit} for limit in limits))
        assert sorted(TOLD in notice for notice in told) == [False, True]
        assert after.version == number + 1
        assert after.content["points_limit"] == limits[TOLD not in told[1]]


def test_two_posts_about_different_things_are_both_made_and_both_kept(threads: ThreadPoolExecutor) -> None:
    for number in range(1, ROUNDS + 1):
        told, after = raced(
            threads,
            {"verb": "set_limit", "points": 1000 + number},
            {"verb": "name_unit", "unit": "u1", "name": f"Guard {number}"},
        )
        assert sorted("so both are kept" in notice for notice in told) == [False, True]
        assert (after.content["points_limit"], after.content["units"][0]["name"]) == (1000 + number, f"Guard {number}")
    versions = in_thread(threads, lambda: [each.version for each in Row.history.filter(browser=OWNER.browser)])
    assert sorted(versions) == list(range(1, 2 * ROUNDS + 2))


def test_without_the_guard_a_change_is_lost(threads: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative control: both write what they have read, and one change is gone without a word."""
    both_have_read = Barrier(2)

    def unguarded(row: Row, **fields: object) -> None:
        both_have_read.wait(timeout=30)
        Row.objects.filter(pk=row.pk).update(**fields, version=row.version + 1)
        row.version += 1

    monkeypatch.setattr("armybuilder.rosters.services.lock_present_row", lambda row: row)
    monkeypatch.setattr("armybuilder.rosters.services.record", lambda row, reason: None)
    monkeypatch.setattr("armybuilder.rosters.services.update_row", unguarded)
    monkeypatch.setattr("armybuilder.rosters.services.edit_roster", edit_roster.__wrapped__)
    told, after = raced(
        threads, {"verb": "set_limit", "points": 999}, {"verb": "name_unit", "unit": "u1", "name": "Guard"}
    )
    assert told == ["", ""]
    assert [after.content["points_limit"] == 999, after.content["units"][0]["name"] == "Guard"].count(True) == 1


def test_posts_on_different_rosters_are_both_made(threads: ThreadPoolExecutor) -> None:
    visitors = (OWNER, OTHER)

    def post(visitor: Visitor) -> str:
        row = Row.objects.get(browser=visitor.browser)
        fields = {"version": row.version, "verb": "set_limit", "points": "999"}
        answer = browser_of(visitor).post(edit_address(row), fields, headers=HTMX)
        return Document(answer.content.decode()).with_id("notice").text

    assert at_once(threads, *(lambda visitor=visitor: post(visitor) for visitor in visitors)) == ["", ""]


def test_a_read_while_another_writes_is_answered(threads: ThreadPoolExecutor) -> None:
    row = in_thread(threads, lambda: Row.objects.get(browser=OWNER.browser))
    clients = in_thread(threads, lambda: [browser_of(OWNER) for _ in range(2)])

    def write() -> str:
        for version in range(1, ROUNDS + 1):
            fields = {"version": version, "verb": "set_limit", "points": 900 + version}
            assert clients[0].post(edit_address(row), fields, headers=HTMX).status_code == 200
        return "written"

    def read() -> str:
        for _ in range(ROUNDS):
            assert clients[1].get(f"/rosters/{row.code}/").status_code == 200
        return "read"

    assert at_once(threads, write, read) == ["written", "read"]
    assert in_thread(threads, lambda: Row.objects.get(browser=OWNER.browser)).version == ROUNDS + 1


def test_a_link_that_is_revoked_and_used_at_once_copies_before_or_not_at_all(threads: ThreadPoolExecutor) -> None:
    row = in_thread(threads, lambda: Row.objects.get(browser=OWNER.browser))
    owner, other = in_thread(threads, lambda: [browser_of(OWNER), browser_of(OTHER)])
    for number in range(ROUNDS):
        token = f"Raced{number}"
        in_thread(threads, lambda token=token: kept_share(row, token=token))
        before = in_thread(threads, Row.objects.count)

        def use(token: str = token) -> str:
            return str(other.post(f"/s/{token}/copy/").status_code)

        def revoke(token: str = token) -> str:
            return str(owner.post(f"/rosters/{row.code}/share/{token}/revoke/").status_code)

        used, revoked = at_once(threads, use, revoke)
        assert (used in ("302", "404"), revoked) == (True, "302")
        assert in_thread(threads, Row.objects.count) == before + (used == "302")
        assert in_thread(threads, use) == "404"


def revoked_within_a_copy(threads: ThreadPoolExecutor, patch: pytest.MonkeyPatch, copy: Callable[..., Row]) -> bool:
    """Whether a link can be revoked between the copy's look at it and the copy itself, which is then made anyway."""
    share = in_thread(threads, lambda: kept_share(Row.objects.get(browser=OWNER.browser)))
    looked, revoked = Event(), Event()
    create, seen = sharing.create_roster, []

    def create_late(**given: Any) -> Row:
        looked.set()
        seen.append(revoked.wait(MOMENT))
        return create(**given)

    def revoke() -> str:
        assert looked.wait(10)
        sharing.revoke_share(share=share)
        revoked.set()
        return "revoked"

    patch.setattr(sharing, "create_roster", create_late)
    assert at_once(threads, lambda: copy(token=TOKEN, visitor=OTHER).name, revoke) == ["Raiding Party", "revoked"]
    assert in_thread(threads, lambda: Share.objects.get(pk=share.pk).revoked_at)
    return seen == [True]


def test_a_revoking_waits_for_a_copy_that_is_being_made(
    threads: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not revoked_within_a_copy(threads, monkeypatch, sharing.copy_shared)


def test_without_its_guard_a_copy_would_be_made_after_the_revoking(
    threads: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QuerySet, "select_for_update", lambda rows, **_: rows)
    unguarded: Callable[..., Row] = sharing.copy_shared.__wrapped__  # type: ignore[attr-defined]
    assert revoked_within_a_copy(threads, monkeypatch, unguarded)
