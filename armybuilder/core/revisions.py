"""Writing what players keep: only on the version that a change was made on, never for good, each version recorded."""

from __future__ import annotations

from typing import Any, TypeVar

from django.utils import timezone
from msgspec import json

from armybuilder.core.models import Kept, Visitor

LONGEST_REASON = 100

Row = TypeVar("Row", bound=Kept)


class StaleError(Exception):
    """Somebody changed the row after the version that this change was made on; nothing was written."""

    def __init__(self, current: Kept) -> None:
        super().__init__(f"version {current.version} is newer")
        self.current = current


def keep(kind: type[Row], visitor: Visitor, **fields: Any) -> Row:
    """A new row of this visitor's."""
    return kind._default_manager.create(browser=visitor.browser, owner_id=visitor.account, **fields)


def check_version(row: Kept, version: int) -> None:
    """StaleError where the row is at another version."""
    if row.version != version:
        raise StaleError(row)


def rewrite(row: Kept, **fields: Any) -> None:
    """Replace these fields only if nobody else has since this row was read."""
    rows = type(row)._default_manager
    changed = fields | {"version": row.version + 1, "updated_at": timezone.now()}
    if not rows.filter(pk=row.pk, version=row.version, deleted_at=None).update(**changed):
        raise StaleError(rows.get(pk=row.pk))
    for name, value in changed.items():
        setattr(row, name, value)


def put_away(row: Kept, version: int | None = None) -> None:
    """Delete the row; StaleError where a version is given and it is another one by now."""
    rows = type(row)._default_manager
    known: dict[str, Any] = {} if version is None else {"version": version, "deleted_at": None}
    if not rows.filter(pk=row.pk, **known).update(deleted_at=timezone.now()):
        raise StaleError(rows.get(pk=row.pk))


def take_back(row: Kept) -> None:
    """Restore a deleted row."""
    type(row)._default_manager.filter(pk=row.pk).update(deleted_at=None)


def plain(value: object) -> Any:
    """The value as a file states it."""
    return json.decode(json.encode(value))


def record(row: Any, *, reason: str, is_new: bool = False) -> None:
    """Add what the row is now to its history; `reason` is the change in a few words."""
    type(row).history.bulk_history_create([row], update=not is_new, default_change_reason=reason[:LONGEST_REASON])


def version_of(row: Any, version: int) -> Any:
    """The row as its history has it at a version; StaleError for a version that never was."""
    kept = type(row).history.filter(id=row.pk, version=version).first()
    if kept is None:
        raise StaleError(row)
    return kept


def locked(row: Row) -> Row:
    """The row refetched, locked against other writers until this transaction ends."""
    row.refresh_from_db(from_queryset=type(row)._default_manager.select_for_update())
    return row


def present(row: Row) -> Row:
    """The row refetched and locked; StaleError for one that was deleted."""
    if locked(row).deleted_at:
        raise StaleError(row)
    return row
