"""Writes of packs: whole or not at all, on the version they were made on, and never for good."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from armybuilder.core.models import kept_by
from armybuilder.core.revisions import delete_row, restore_row
from armybuilder.event_packs import queries
from armybuilder.event_packs.services import StaleError, copy_pack, create_pack, save_pack
from armybuilder.event_packs.snapshots import packs_named
from armybuilder.models import Pack as Row
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.decoding import MalformedError
from tests.packs import CODE, kept_pack, pack, pack_of
from tests.visitors import OWNER


@pytest.fixture
def row(catalogue: Catalogue) -> Row:
    return kept_pack()


def test_a_pack_is_kept_as_it_is(row: Row) -> None:
    assert pack_of(row) == pack()
    assert (row.name, row.version) == ("Spring Cup", 1)


def test_a_change_counts_and_no_change_doesnt(row: Row) -> None:
    save_pack(row=row, version=1, pack=pack())
    assert Row.objects.get().version == 1
    save_pack(row=row, version=1, pack=pack(name="Autumn Cup"))
    assert (Row.objects.get().version, Row.objects.get().name) == (2, "Autumn Cup")


@pytest.mark.parametrize("version", [0, 2, 7])
def test_a_change_on_another_version_is_refused_and_writes_nothing(row: Row, version: int) -> None:
    with pytest.raises(StaleError):
        save_pack(row=row, version=version, pack=pack(name="Autumn Cup"))
    assert pack_of(row) == pack()


def test_of_two_changes_on_one_version_the_second_is_refused(row: Row) -> None:
    first, second = Row.objects.get(), Row.objects.get()
    save_pack(row=first, version=1, pack=pack(name="First"))
    with pytest.raises(StaleError):
        save_pack(row=second, version=1, pack=pack(name="Second"))
    assert pack_of(row).name == "First"


def test_what_isnt_printed_is_not_kept(row: Row) -> None:
    wrong = replace(pack(), banned=("dwarves/elves",))
    with pytest.raises(MalformedError):
        create_pack(visitor=OWNER, pack=wrong)
    with pytest.raises(MalformedError):
        save_pack(row=row, version=1, pack=wrong)
    assert [pack_of(each) for each in Row.objects.all()] == [pack()]


def test_a_copy_is_anothers_own(row: Row) -> None:
    copy = copy_pack(row=row, visitor=OWNER)
    assert (copy.visitor, copy.version, copy.name) == (OWNER, 1, "Spring Cup (copy)")
    assert copy.code != row.code
    assert pack_of(copy) == pack(name="Spring Cup (copy)")
    longest = copy_pack(row=kept_pack(name="🐉" * 120, code="long"), visitor=OWNER)
    assert len(pack_of(longest).name) <= 120


def test_a_deleted_pack_is_away_until_it_is_taken_back(row: Row) -> None:
    delete_row(row)
    assert packs_named([f"pack/{CODE}"]) == {}
    assert not queries.packs_of(row.visitor)
    assert kept_by(row.visitor, Row).get() == row
    restore_row(row)
    assert packs_named([f"pack/{CODE}"]) == {f"pack/{CODE}": pack()}
    assert queries.packs_of(row.visitor).get() == row
