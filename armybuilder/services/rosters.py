"""Making, changing and deleting rosters."""

from __future__ import annotations

import msgspec
from django.db import transaction
from django.utils import timezone

from armybuilder.models import Roster as Row
from armybuilder.snapshots import current_catalogue, roster_of
from tabletop.arcana.edits import Edit
from tabletop.arcana.fielding import field
from tabletop.arcana.roster import MOST_UNITS, MalformedError, Roster


class StaleError(Exception):
    """Somebody changed the roster after the version that this change was made on; nothing was written."""

    def __init__(self, current: Row) -> None:
        super().__init__(f"version {current.version} is newer")
        self.current = current


@transaction.atomic
def create_roster(*, visitor: str, roster: Roster) -> Row:
    """Keep a roster for a visitor; MalformedError where it names what the catalogue doesn't have."""
    field(roster, current_catalogue())
    return Row.objects.create(visitor=visitor, name=roster.name, content=_content(roster))


@transaction.atomic
def edit_roster(*, row: Row, version: int, edit: Edit) -> Row:
    """Apply one edit on the version it was made on; StaleError or MalformedError, and then nothing is written."""
    if row.version != version:
        raise StaleError(row)
    catalogue = current_catalogue()
    roster = edit.applied(roster_of(row), catalogue)
    field(roster, catalogue)
    if len(roster.units) > MOST_UNITS:
        raise MalformedError("units", f"a roster has at most {MOST_UNITS} units")
    return _write(row, roster)


def _write(row: Row, roster: Roster) -> Row:
    """Replace the content only if nobody else has since this row was read."""
    changed = {"name": roster.name, "content": _content(roster), "version": row.version + 1}
    now = timezone.now()
    if not Row.objects.filter(pk=row.pk, version=row.version, deleted_at=None).update(**changed, updated_at=now):
        raise StaleError(Row.objects.get(pk=row.pk))
    for name, value in changed.items():
        setattr(row, name, value)
    row.updated_at = now
    return row


def _content(roster: Roster) -> object:
    return msgspec.json.decode(msgspec.json.encode(roster))


@transaction.atomic
def delete_roster(*, row: Row) -> None:
    """Put a roster away; it can be taken back."""
    Row.objects.filter(pk=row.pk).update(deleted_at=timezone.now())


@transaction.atomic
def restore_roster(*, row: Row) -> None:
    """Take a deleted roster back."""
    Row.objects.filter(pk=row.pk).update(deleted_at=None)


@transaction.atomic
def duplicate_roster(*, row: Row) -> Row:
    """A copy under a name of its own."""
    roster = roster_of(row)
    name = f"{roster.name[:110]} (copy)"
    return create_roster(visitor=row.visitor, roster=msgspec.structs.replace(roster, name=name))
