"""Rows become the very values that the fixtures state, and are read once a load."""

from __future__ import annotations

import io
import shutil
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings

from armybuilder.catalogue.snapshots import CatalogueMissingError, current_catalogue
from armybuilder.models import Edition
from armybuilder.models import Roster as Row
from armybuilder.rosters.services import create_roster
from armybuilder.rosters.snapshots import roster_of
from tabletop.arcana.army.roster import Roster, read_roster
from tabletop.rosters.document import write_roster
from tests.catalogue import ROWS, SAMPLES, printed_catalogue
from tests.strategies import rosters
from tests.visitors import OWNER, load_printed_rows

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def printed(db: None) -> None:
    load_printed_rows()


def test_the_database_gives_back_what_the_fixtures_state() -> None:
    loaded, read = current_catalogue(), printed_catalogue()
    assert list(loaded.lists.items()) == list(read.lists.items())
    assert list(loaded.rows.items()) == list(read.rows.items())
    assert dict(loaded.errata) == dict(read.errata)
    assert list(loaded.spells.items()) == list(read.spells.items())
    for slug in read.lists:
        assert loaded.rows_of(slug) == read.rows_of(slug)


def test_the_catalogue_is_read_once_a_load() -> None:
    first = current_catalogue()
    with CaptureQueriesContext(connection) as captured:
        assert current_catalogue() is first
    assert len(captured) == 1


def test_a_load_that_changes_something_is_seen_at_once(unaudited: None, tmp_path: Path) -> None:
    before = current_catalogue()
    copied = Path(shutil.copytree(ROWS, tmp_path / "rows"))
    dwarves = copied / "05-dwarves.yaml"
    dwarves.write_text(dwarves.read_text().replace("points: 20\n", "points: 21\n", 1))
    call_command("load_catalogue", copied, stdout=io.StringIO())
    assert current_catalogue().version != before.version
    assert current_catalogue().rows["dwarves/axemen"].points == before.rows["dwarves/axemen"].points + 1
    call_command("load_catalogue", stdout=io.StringIO())
    assert current_catalogue().version == before.version
    assert current_catalogue().rows == before.rows


def test_without_a_load_there_is_no_catalogue() -> None:
    Edition.objects.all().delete()
    with pytest.raises(CatalogueMissingError, match="load_catalogue"):
        current_catalogue()


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.json")), ids=lambda path: path.stem)
def test_a_kept_sample_comes_back_as_its_file(path: Path) -> None:
    roster = read_roster(path.read_bytes())
    row = create_roster(visitor=OWNER, roster=roster)
    assert write_roster(roster_of(Row.objects.get(pk=row.pk))) == write_roster(roster)


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(roster=rosters())
def test_any_roster_comes_back_as_it_was_kept(roster: Roster) -> None:
    row = create_roster(visitor=OWNER, roster=roster)
    assert roster_of(Row.objects.get(pk=row.pk)) == roster
    assert row.name == roster.name
