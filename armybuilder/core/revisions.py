"""Writing kept rows: optimistic locking by version, soft deletion, history, undo and redo."""

from __future__ import annotations

from functools import cache
from typing import Any, TypeVar

from django.db import transaction
from django.utils import timezone
from msgspec import json

from armybuilder.core.bounds import bytes_of, check_room, check_versions, no_room, with_room_for
from armybuilder.core.models import Kept, Visitor

LONGEST_REASON = 100
LONGEST_OF_COPIED = 110

Row = TypeVar("Row", bound=Kept)


class StaleError(Exception):
    """The row was changed after the version that this change is based on; nothing was written."""

    def __init__(self, current: Kept) -> None:
        super().__init__(f"version {current.version} is newer")
        self.current = current


class NothingToDoError(Exception):
    """There is no change to undo or redo."""


def create_row(kind: type[Row], visitor: Visitor, **fields: Any) -> Row:
    """Insert a row that belongs to the visitor; NoRoomError where it keeps too much."""
    row = insert_row(kind, visitor, **fields)
    check_room(kind, visitor)
    return row


def insert_row(kind: type[Row], visitor: Visitor, **fields: Any) -> Row:
    """Insert one of several rows without a look at the room; whoever inserts them calls `check_room` after the last."""
    size = bytes_of(fields)
    owner = {"browser": visitor.browser, "owner_id": visitor.account}
    return kind._default_manager.create(**owner, **fields, size=2 * size if has_versions(kind) else size)


def has_versions(kind: type[Kept]) -> bool:
    """Whether every version of such a row is kept."""
    return history_of(kind) is not None


@cache  # simple_history makes a class anew each time that it is asked: 0.3 ms; kinds are few
def history_of(kind: type[Kept]) -> Any:
    """The manager of all versions of such rows; None where they aren't kept."""
    return getattr(kind, "history", None)


def check_version(row: Kept, version: int) -> None:
    """StaleError where the row is at another version."""
    if row.version != version:
        raise StaleError(row)


def update_row(row: Kept, **fields: Any) -> None:
    """Write the fields as the next version; StaleError if the row was changed since it was read.

    NoRoomError where its owner keeps too much, or it has too many versions.
    """
    rows = type(row)._default_manager
    size = bytes_of(fields) + (row.size if has_versions(type(row)) else 0)
    changed = fields | {"version": row.version + 1, "updated_at": timezone.now(), "size": size}
    present = rows.filter(pk=row.pk, version=row.version, deleted_at=None)
    check_versions(row)
    if not with_room_for(row, size - row.size, present).update(**changed):
        raise no_room(row) if present.exists() else StaleError(rows.get(pk=row.pk))
    for name, value in changed.items():
        setattr(row, name, value)


def delete_row(row: Kept, version: int | None = None) -> None:
    """Mark the row as deleted; StaleError if a version is given and the row is at another one."""
    rows = type(row)._default_manager
    known: dict[str, Any] = {} if version is None else {"version": version, "deleted_at": None}
    if not rows.filter(pk=row.pk, **known).update(deleted_at=timezone.now()):
        raise StaleError(rows.get(pk=row.pk))


def restore_row(row: Kept) -> None:
    """Restore a deleted row; one that isn't stays as it is. NoRoomError where its owner has too many others by now."""
    with transaction.atomic():
        type(row)._default_manager.filter(pk=row.pk).exclude(deleted_at=None).update(
            deleted_at=None, updated_at=timezone.now()
        )
        check_room(type(row), row.visitor)


def plain(value: object) -> Any:
    """The value as JSON types, without the defaults that files leave out."""
    return json.decode(json.encode(value))


def copied_name(name: str) -> str:
    """What a copy of something of this name is called."""
    return f"{name[:LONGEST_OF_COPIED]} (copy)"


def record(row: Any, *, reason: str, is_new: bool = False) -> None:
    """Append the row's present state to its history; `reason` says in a few words what changed."""
    kind: type[Kept] = type(row)
    history_of(kind).bulk_history_create([row], update=not is_new, default_change_reason=reason[:LONGEST_REASON])


def version_of(row: Any, version: int) -> Any:
    """The history row of a version; StaleError for a version that never existed."""
    kind: type[Kept] = type(row)
    kept = history_of(kind).filter(id=row.pk, version=version).first()
    if kept is None:
        raise StaleError(row)
    return kept


def version_beside(row: Any, version: int, *, back: bool) -> tuple[Any, dict[str, int | None]]:
    """The version that undo (`back`) or redo leads to from a version, and the `undo_to` and `redo_to` of a row there.

    Both are written beside each version, so that a step is one look-up however far it goes. NothingToDoError where
    there is none, StaleError for a version that never was.
    """
    start = row if version == row.version else version_of(row, version)
    number = start.undo_to if back else start.redo_to
    if number is None:
        raise NothingToDoError
    target = version_of(row, number)
    return target, {"undo_to": target.undo_to, "redo_to": row.version if back else target.redo_to}


def lock_row(row: Row) -> Row:
    """The row refetched, locked against other writers until this transaction ends."""
    row.refresh_from_db(from_queryset=type(row)._default_manager.select_for_update())
    return row


def lock_present_row(row: Row) -> Row:
    """The row refetched and locked; StaleError for one that was deleted."""
    if lock_row(row).deleted_at:
        raise StaleError(row)
    return row
