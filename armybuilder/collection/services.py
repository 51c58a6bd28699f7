"""Making and changing collections.

One model more or fewer is added to whatever stands by then; what states figures needs the version that it was made on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import transaction
from msgspec.structs import replace

from armybuilder.collection.models import Collection as Row
from armybuilder.collection.snapshots import collection_in
from armybuilder.core.models import Visitor
from armybuilder.core.revisions import check_version, create_row, lock_present_row, plain, update_row
from tabletop.rosters.collection import Collection, Owned, changed, checked, filled_up, stepped, with_more, without

FIRST_NAME = "My models"


@transaction.atomic
def create_collection(*, visitor: Visitor, collection: Collection) -> Row:
    """Keep a collection for a visitor; MalformedError where no file could say it."""
    collection = checked(collection)
    return create_row(Row, visitor, name=collection.name, game=collection.game, content=_content(collection))


@transaction.atomic
def replace_collection(*, row: Row, version: int, collection: Collection) -> Row:
    """Another collection in place of one on the version that was changed; StaleError, and then nothing is written."""
    check_version(lock_present_row(row), version)
    _write(row, checked(collection))
    return row


@transaction.atomic
def step_models(*, row: Row, entry: str, by: int) -> Row:
    """So many models of an entry more or fewer than there are now, whoever has changed it before."""
    collection = collection_in(lock_present_row(row))
    _write(row, stepped(collection, entry, by))
    return row


@transaction.atomic
def change_models(*, row: Row, version: int, entry: str, owned: Owned) -> Row:
    """State what an entry is; StaleError on an older version."""
    check_version(lock_present_row(row), version)
    _write(row, changed(collection_in(row), entry, owned))
    return row


@transaction.atomic
def remove_models(*, row: Row, version: int, entry: str) -> Row:
    """Take an entry out; StaleError on an older version."""
    check_version(lock_present_row(row), version)
    _write(row, without(collection_in(row), entry))
    return row


@transaction.atomic
def add_models(*, row: Row, models: Sequence[Owned], only_missing: bool = False) -> Row:
    """More models beside those that are there by now; of them only what is missing, if that is asked for."""
    collection = collection_in(lock_present_row(row))
    _write(row, filled_up(collection, models) if only_missing else with_more(collection, models))
    return row


@transaction.atomic
def rename_collection(*, row: Row, version: int, name: str) -> Row:
    """StaleError on an older version."""
    check_version(lock_present_row(row), version)
    _write(row, checked(replace(collection_in(row), name=name)))
    return row


def _write(row: Row, collection: Collection) -> None:
    content = _content(collection)
    if (content, collection.name, collection.game) != (row.content, row.name, row.game):
        update_row(row, name=collection.name, game=collection.game, content=content)


def _content(collection: Collection) -> dict[str, Any]:
    """What a collection's file says but for what columns of the row say."""
    told: dict[str, Any] = plain(collection)
    return {name: value for name, value in told.items() if name not in ("format", "game", "name")}
