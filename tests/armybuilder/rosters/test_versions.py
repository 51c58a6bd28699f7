"""The history of a roster: a row for every write, roads back and forth, and nothing written over."""

from __future__ import annotations

import io
from datetime import timedelta
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from armybuilder import migrations
from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.models import Roster as Row
from armybuilder.rosters import queries, services
from armybuilder.rosters.services import (
    KEPT_FOR,
    NothingToDoError,
    StaleError,
    create_roster,
    delete_roster,
    edit_roster,
    redo_roster,
    restore_roster,
    restore_version,
    tag_rosters,
    undo_roster,
)
from armybuilder.rosters.snapshots import roster_at
from tabletop.arcana.army.edits import AddUnit, RemoveUnit, Rename, SetLimit
from tabletop.arcana.army.pricing import price, price_record
from tabletop.arcana.army.resolve import resolve
from tabletop.arcana.army.roster import Roster
from tabletop.decoding import MalformedError
from tests.accounts import person, things_of
from tests.visitors import OTHER, OWNER, browser_of, content_of, edit_address, kept, load_printed_rows

pytestmark = pytest.mark.django_db


@pytest.fixture
def row(db: None) -> Row:
    load_printed_rows()
    return kept()


def versions(row: Row) -> list[int]:
    return [each.version for each in Row.history.filter(id=row.pk).order_by("version")]


def reasons(row: Row) -> list[str]:
    return [each.history_change_reason for each in Row.history.filter(id=row.pk).order_by("version")]


def limit(row: Row, points: int) -> None:
    edit_roster(row=row, version=row.version, edit=SetLimit(points=points))


def test_every_write_leaves_a_version_with_its_reason(row: Row) -> None:
    limit(row, 900)
    undo_roster(row=row, version=2)
    redo_roster(row=row, version=3)
    restore_version(row=row, version=4, wanted=1)
    delete_roster(row=row)
    restore_roster(row=row)
    assert versions(row) == [1, 2, 3, 4, 5, 6, 7]
    assert reasons(row) == ["Start", "Set limit", "Undo", "Redo", "Restore version 1", "Delete", "Restore"]
    assert [roster_at(row, version).points_limit for version in versions(row)] == [834, 900, 834, 900, 834, 834, 834]
    latest = Row.history.get(id=row.pk, version=7)
    assert (latest.content, latest.browser, latest.name) == (row.content, OWNER.browser, row.name)


def test_a_version_knows_what_it_came_to_and_by_which_catalogue(row: Row) -> None:
    edit_roster(row=row, version=1, edit=RemoveUnit(unit="u1"))
    for version in versions(row):
        catalogue = current_catalogue()
        tally = price_record(price(resolve(roster_at(row, version), catalogue)), catalogue.version)
        priced = Row.history.get(id=row.pk, version=version).priced
        assert (priced["points"], priced["catalogue"]) == (tally.points, tally.catalogue)
        assert priced["profiles"] == tally.profiles


def test_what_fails_leaves_no_version(row: Row) -> None:
    with pytest.raises(MalformedError):
        edit_roster(row=row, version=1, edit=RemoveUnit(unit="u9"))
    with pytest.raises(StaleError):
        restore_version(row=row, version=1, wanted=9)
    with pytest.raises(StaleError):
        restore_version(row=row, version=7, wanted=1)
    for step in (undo_roster, redo_roster):
        with pytest.raises(NothingToDoError):
            step(row=row, version=1)
    assert versions(row) == [1]


def test_a_version_is_written_with_its_roster_or_not_at_all(row: Row, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object, **kwargs: object) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(services, "record", fail)
    with pytest.raises(OSError, match="full"):
        limit(row, 900)
    assert (content_of(row).points_limit, Row.objects.get().version, versions(row)) == (834, 1, [1])


def test_a_version_cant_be_written_twice(row: Row) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Row.history.bulk_history_create([row], update=True)


def test_rosters_of_before_there_was_a_history_begin_theirs_with_what_they_hold(row: Row) -> None:
    limit(row, 900)
    Row.history.all().delete()
    names = [each.name for each in iter_modules(migrations.__path__) if each.name.endswith("versions_and_tags")]
    migration: Any = import_module(f"{migrations.__name__}.{names[0]}")
    migration.keep_present_versions(apps, None)
    assert (versions(row), roster_at(row, 2)) == ([2], content_of(row))
    assert edit_roster(row=row, version=2, edit=SetLimit(points=950)) == "written"
    undo_roster(row=row, version=3)
    assert content_of(row).points_limit == 900


def test_who_is_signed_in_stands_beside_the_version(row: Row) -> None:
    browser_of(OWNER).post(edit_address(row), {"version": 1, "verb": "set_limit", "points": 900})
    assert [each.history_user for each in Row.history.filter(id=row.pk).order_by("version")] == [None, None]
    thorin = person("thorin")
    theirs = kept(visitor=things_of(thorin))
    browser_of(things_of(thorin)).post(edit_address(theirs), {"version": 1, "verb": "set_limit", "points": 901})
    assert [each.history_user for each in Row.history.filter(id=theirs.pk).order_by("version")] == [None, thorin]


moves = st.lists(st.sampled_from(["edit", "edit", "undo", "redo", "file"]), max_size=14)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(moves=moves)
@pytest.mark.long
def test_undo_and_redo_go_where_an_editor_with_two_stacks_goes(row: Row, moves: list[str]) -> None:
    mine = create_roster(visitor=OWNER, roster=content_of(row))
    past: list[Roster] = []
    future: list[Roster] = []
    present = content_of(mine)
    for number, move in enumerate(moves):
        if move == "edit":
            limit(mine, 1000 + number)
            past, future, present = [*past, present], [], content_of(mine)
        elif move == "file":
            delete_roster(row=mine)
            restore_roster(row=mine)
        else:
            step, back, forth = (undo_roster, past, future) if move == "undo" else (redo_roster, future, past)
            if back:
                forth.append(present)
                present = back.pop()
                assert step(row=mine, version=mine.version) == "written"
        mine.refresh_from_db()
        assert content_of(mine) == present
        assert (mine.undo_to is not None, mine.redo_to is not None) == (bool(past), bool(future))
    assert versions(mine) == list(range(1, mine.version + 1))


def test_the_road_back_is_one_look_up_however_long_it_is(row: Row, django_assert_num_queries: Any) -> None:
    for number in range(60):
        limit(row, 900 + number)
    asked = []
    for _ in range(60):
        with django_assert_num_queries(8, exact=False) as captured:
            undo_roster(row=row, version=row.version)
        asked.append(len(captured))
    assert len(set(asked)) == 1
    assert (content_of(row).points_limit, row.undo_to, row.version) == (834, None, 121)


def test_bringing_an_old_version_back_can_be_undone(row: Row) -> None:
    limit(row, 900)
    limit(row, 950)
    restore_version(row=row, version=3, wanted=1)
    assert content_of(row).points_limit == 834
    undo_roster(row=row, version=4)
    assert content_of(row).points_limit == 950


def test_a_merge_is_undone_as_one_change(row: Row) -> None:
    limit(row, 900)
    assert edit_roster(row=row, version=1, edit=Rename(name="Others")) == "merged"
    undo_roster(row=row, version=3)
    assert (content_of(row).name, content_of(row).points_limit) == ("Raiding Party", 900)


def test_an_old_version_whose_pack_is_gone_still_comes_back(row: Row) -> None:
    content = row.content | {"rules": "pack/no-more"}
    Row.history.filter(id=row.pk).update(content=content)
    limit(row, 900)
    restore_version(row=row, version=2, wanted=1)
    assert content_of(row).rules == "pack/no-more"


def days_ago(row: Row, days: float) -> None:
    Row.objects.filter(pk=row.pk).update(deleted_at=timezone.now() - timedelta(days=days))


def test_deleted_rosters_are_there_for_thirty_days(row: Row) -> None:
    delete_roster(row=row)
    for days, there in ((0, [row]), (29.9, [row]), (30.1, [])):
        days_ago(row, days)
        assert list(queries.deleted_rosters_of(OWNER, kept_for=KEPT_FOR)) == there
        assert list(queries.deleted_rosters_of(OTHER, kept_for=KEPT_FOR)) == []


def test_deleting_and_taking_back_twice_is_once(row: Row) -> None:
    twin = Row.objects.get()
    delete_roster(row=row)
    delete_roster(row=twin)
    restore_roster(row=row)
    restore_roster(row=twin)
    assert versions(row) == [1, 2, 3]
    assert content_of(row).name == "Raiding Party"


def test_purging_removes_old_deleted_rosters_and_their_history_alone(row: Row) -> None:
    fresh, present, old = kept(), kept(), kept()
    tag_rosters(rows=[old, present], word="club")
    for each, days in ((fresh, 29), (old, 31)):
        delete_roster(row=each)
        days_ago(each, days)
    out = io.StringIO()
    call_command("purge_deleted", stdout=out)
    assert "1 deleted rosters removed\n" in out.getvalue()
    assert set(Row.objects.all()) == {row, fresh, present}
    assert set(Row.history.values_list("id", flat=True)) == {row.pk, fresh.pk, present.pk}
    call_command("purge_deleted", "--days", "7", stdout=out)
    assert set(Row.objects.all()) == {row, present}


def test_a_copy_has_a_history_of_its_own(row: Row) -> None:
    limit(row, 900)
    copy = services.duplicate_roster(row=row)
    assert (versions(copy), reasons(copy)) == ([1], ["Copy of “Raiding Party”"])
    assert (copy.undo_to, copy.redo_to) == (None, None)


def test_an_unfielded_merge_is_a_conflict(row: Row, monkeypatch: pytest.MonkeyPatch) -> None:
    edit_roster(row=row, version=1, edit=AddUnit(profile="dwarves/axemen"))
    monkeypatch.setattr(services, "_has_price", lambda roster, catalogue: False)
    with pytest.raises(services.ConflictError):
        edit_roster(row=row, version=1, edit=SetLimit(points=900))


def test_nobody_elses_history_is_shown(row: Row) -> None:
    assert browser_of(OTHER).get(f"/rosters/{row.code}/history/").status_code == 404
    assert Client().get(f"/rosters/{row.code}/versions/1/").status_code == 404
