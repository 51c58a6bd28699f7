"""Writes: whole or not at all, on the version they were made on, and never for good."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone
from msgspec.structs import replace

from armybuilder.core.models import kept_by
from armybuilder.models import Roster as Row
from armybuilder.rosters import queries
from armybuilder.rosters.services import (
    ConflictError,
    StaleError,
    create_roster,
    delete_roster,
    duplicate_roster,
    edit_roster,
    restore_roster,
)
from tabletop.arcana.army.edits import AddUnit, Edit, NameUnit, RemoveUnit, Rename, SetCount, SetLimit
from tabletop.arcana.army.roster import Models, Roster, Unit, new_roster, read_roster
from tabletop.decoding import MalformedError
from tests.visitors import OTHER, OWNER, RAIDERS, content_of, kept, load_printed_rows

pytestmark = pytest.mark.django_db


@pytest.fixture
def row(db: None) -> Row:
    load_printed_rows()
    return kept()


def kept_version(row: Row) -> int:
    return Row.objects.get(pk=row.pk).version


def test_an_edit_is_written_whole(row: Row) -> None:
    Row.objects.update(updated_at=timezone.now() - timedelta(days=2))
    assert edit_roster(row=row, version=1, edit=Rename(name="Others")) == "written"
    assert (Row.objects.get().name, content_of(row).name, kept_version(row), row.version) == ("Others", "Others", 2, 2)
    assert timezone.now() - Row.objects.get().updated_at < timedelta(hours=1)


def test_an_edit_of_a_version_that_never_was_is_stale(row: Row) -> None:
    edit_roster(row=row, version=1, edit=SetLimit(points=900))
    for version in (3, 0, 10**9):
        with pytest.raises(StaleError) as stale:
            edit_roster(row=row, version=version, edit=SetLimit(points=1000))
        assert stale.value.current.version == 2
    assert (content_of(row).points_limit, kept_version(row)) == (900, 2)


def test_an_edit_on_a_row_that_was_read_before_another_wrote_conflicts(row: Row) -> None:
    mine, theirs = Row.objects.get(), Row.objects.get()
    edit_roster(row=theirs, version=1, edit=SetLimit(points=900))
    with pytest.raises(ConflictError) as conflict:
        edit_roster(row=mine, version=1, edit=SetLimit(points=1000))
    told = conflict.value
    assert [each.points_limit for each in (told.base, told.mine, told.theirs)] == [834, 1000, 900]
    assert (content_of(row).points_limit, kept_version(row)) == (900, 2)


def test_an_edit_of_something_else_is_merged(row: Row) -> None:
    mine, theirs = Row.objects.get(), Row.objects.get()
    edit_roster(row=theirs, version=1, edit=SetLimit(points=900))
    assert edit_roster(row=mine, version=1, edit=RemoveUnit(unit="u1")) == "merged"
    assert (content_of(row).points_limit, len(content_of(row).units), kept_version(row)) == (900, 2, 3)


def test_an_edit_that_changes_nothing_is_no_version(row: Row) -> None:
    assert edit_roster(row=row, version=1, edit=SetLimit(points=834)) == "unchanged"
    edit_roster(row=row, version=1, edit=SetLimit(points=900))
    assert edit_roster(row=row, version=1, edit=SetLimit(points=900)) == "unchanged"
    assert (kept_version(row), Row.history.count()) == (2, 2)


def test_a_deleted_roster_is_not_edited(row: Row) -> None:
    delete_roster(row=Row.objects.get())
    with pytest.raises(StaleError):
        edit_roster(row=row, version=1, edit=SetLimit(points=1000))
    assert content_of(row).points_limit == 834


@pytest.mark.parametrize(
    ("edit", "field"),
    [
        (RemoveUnit(unit="u9"), "unit"),
        (AddUnit(profile="dwarves/dragon"), "profile"),
        (SetCount(unit="u1", profile="dwarves/dragon", count=3), "units[0].models[1].profile"),
        (NameUnit(unit="u1", name="x" * 121), "units[0].name"),
    ],
)
def test_an_edit_that_cant_be_made_writes_nothing(row: Row, edit: Edit, field: str) -> None:
    with pytest.raises(MalformedError) as malformed:
        edit_roster(row=row, version=1, edit=edit)
    assert malformed.value.field == field
    assert (content_of(row), kept_version(row)) == (read_roster(RAIDERS), 1)


UNKNOWN = Unit(ref="u1", models=(Models(profile="dwarves/dragon", count=1),))
DWARVES = new_roster(name="Dwarves", army="dwarves")


@pytest.mark.parametrize(
    ("roster", "field"),
    [
        (new_roster(name="Elves", army="elves"), "army"),
        (new_roster(name="Beasts", army="monsters"), "army"),
        (replace(DWARVES, units=(UNKNOWN,)), "units[0].models[0].profile"),
        (replace(DWARVES, units=(Unit(ref="u1"), Unit(ref="u1"))), "units[1].ref"),
        (replace(DWARVES, name="a\x07"), "name"),
        (replace(DWARVES, points_limit=0), "points_limit"),
    ],
)
def test_a_roster_that_could_not_be_read_again_is_not_kept(row: Row, roster: Roster, field: str) -> None:
    with pytest.raises(MalformedError) as malformed:
        create_roster(visitor=OWNER, roster=roster)
    assert malformed.value.field == field
    assert Row.objects.count() == 1


def test_a_roster_belongs_to_its_visitor_alone(row: Row) -> None:
    theirs = create_roster(visitor=OTHER, roster=DWARVES)
    assert list(queries.rosters_of(OTHER)) == [theirs]
    assert list(queries.rosters_of(OWNER)) == [row]
    assert row.code != theirs.code
    assert len(row.code) == 12


def test_a_deleted_roster_is_kept_until_it_is_taken_back(row: Row) -> None:
    delete_roster(row=row)
    assert (list(queries.rosters_of(OWNER)), list(kept_by(OWNER, Row))) == ([], [row])
    restore_roster(row=row)
    assert list(queries.rosters_of(OWNER)) == [row]
    assert (content_of(row), kept_version(row)) == (read_roster(RAIDERS), 3)


def test_the_latest_change_stands_first(row: Row) -> None:
    second = kept()
    assert list(queries.rosters_of(OWNER)) == [second, row]
    edit_roster(row=row, version=1, edit=SetLimit(points=900))
    assert list(queries.rosters_of(OWNER)) == [row, second]


def test_a_copy_starts_anew(row: Row) -> None:
    edit_roster(row=row, version=1, edit=SetLimit(points=900))
    copy = duplicate_roster(row=row)
    assert (copy.version, copy.name, copy.visitor) == (1, "Raiding Party (copy)", row.visitor)
    assert content_of(copy) == replace(content_of(row), name=copy.name)


@pytest.mark.parametrize("fields", [{"version": 0}, {"browser": ""}])
def test_the_database_holds_what_the_model_promises(row: Row, fields: dict[str, object]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Row.objects.update(**fields)
