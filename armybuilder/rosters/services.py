"""Making, changing and deleting rosters; each change is a version of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from hashlib import sha256
from typing import Any

from django.db import transaction
from django.utils import timezone
from msgspec import Struct, json
from msgspec.structs import replace

from armybuilder.core.bounds import bytes_of, check_count, check_room
from armybuilder.core.games import References, game_in, game_of, reference_of
from armybuilder.core.models import Visitor, kept_by
from armybuilder.core.revisions import (
    NothingToDoError,
    StaleError,
    check_version,
    copied_name,
    insert_row,
    lock_present_row,
    lock_row,
    plain,
    record,
    update_row,
    version_beside,
)
from armybuilder.rosters.models import Roster as Row
from armybuilder.rosters.models import RosterTag
from armybuilder.rosters.snapshots import roster_at, roster_of
from tabletop.decoding import MalformedError
from tabletop.rosters.digest import content_digest
from tabletop.rosters.document import Roster

__all__ = [
    "KEPT_FOR",
    "ConflictError",
    "NothingToDoError",
    "Outcome",
    "StaleError",
    "create_roster",
    "create_rosters",
    "delete_roster",
    "duplicate_roster",
    "edit_roster",
    "redo_roster",
    "replace_roster",
    "restore_roster",
    "restore_version",
    "tag_rosters",
    "undo_roster",
    "untag_rosters",
]

KEPT_FOR = timedelta(days=30)
MOST_PRESSES = 12  # keys that a roster remembers: a second click comes within seconds


class Outcome(StrEnum):
    """What came of a change."""

    WRITTEN = "written"
    MERGED = "merged"
    UNCHANGED = "unchanged"


Change = Callable[[Any], Roster]


class ConflictError(Exception):
    """An edit that can't be merged with what others have changed since its version; nothing was written."""

    def __init__(self, base: Roster, mine: Roster, theirs: Roster) -> None:
        super().__init__("both change the same thing")
        self.base, self.mine, self.theirs = base, mine, theirs


@transaction.atomic
def create_roster(*, visitor: Visitor, roster: Roster, reason: str = "Start") -> Row:
    """Keep a roster for a visitor; MalformedError where no file could say it or it names what there isn't."""
    row = _insert(visitor, roster, reason=reason)
    check_room(Row, visitor)
    return row


def _insert(visitor: Visitor, roster: Roster, *, reason: str) -> Row:
    game = game_of(roster.game)
    row = insert_row(Row, visitor, **_columns(game.checked(roster), reference_of(game)))
    record(row, reason=reason, is_new=True)
    return row


@transaction.atomic
def create_rosters(*, visitor: Visitor, rosters: Sequence[Roster]) -> list[Row]:
    """Keep several rosters for a visitor, all of them or none."""
    rows = [_insert(visitor, roster, reason="Open a file") for roster in rosters]
    check_room(Row, visitor)
    return rows


@transaction.atomic
def edit_roster(
    *,
    row: Row,
    version: int,
    edit: Struct,
    merge: bool = True,
    key: str = "",
    references: References | None = None,
) -> Outcome:
    """Apply an edit on the version it was made on, and merge it with what was changed since.

    `key` stands for the form that it comes from: the same edit by the same key is made once, however often it comes.

    ConflictError where both touch the same thing, StaleError for a version that never was or a deleted roster,
    or for any but the newest where nothing is to be merged; MalformedError for what can't be done. Then nothing
    is written.
    """
    _lock(row, version, merge=merge)
    game = game_in(row.content)
    reference = (references or References()).of(game)
    reason = str(edit.__struct_config__.tag).replace("_", " ").capitalize()
    press = _press(key, edit)
    if press in row.presses:
        return Outcome.UNCHANGED
    if press:
        row.presses = [*row.presses, press][-MOST_PRESSES:]
    return _change(
        row,
        version,
        lambda roster: game.edited(roster, edit, reference),
        reference=reference,
        reason=reason,
    )


def _lock(row: Row, version: int, *, merge: bool) -> None:
    """Refetch and lock the row; StaleError for a deleted one, or any version but the newest where none is merged."""
    lock_present_row(row)
    if not merge:
        check_version(row, version)


def _press(key: str, edit: Struct) -> str:
    """What stands for one button of one form; empty for what has no key."""
    return sha256(key.encode() + json.encode(edit)).hexdigest()[:16] if key else ""


@transaction.atomic
def replace_roster(*, row: Row, version: int, roster: Roster) -> Outcome:
    """Another roster in place of the newest version; StaleError or MalformedError, and then nothing is written."""
    check_version(lock_present_row(row), version)
    game = game_in(row.content)
    if roster.game != game.slug:
        raise MalformedError("game", f"a roster of {game.name} stays one")
    goal = game.checked(roster)
    return _change(row, version, lambda now: goal, reference=reference_of(game), reason="Replace")


def _columns(roster: Roster, reference: Any) -> dict[str, Any]:
    """What a row holds of a roster; MalformedError where it names what there isn't."""
    came_to = game_of(roster.game).price(roster, reference)
    return {
        "name": roster.name,
        "content": plain(roster),
        "digest": content_digest(roster),
        "priced": plain(came_to),
    }


def _change(row: Row, version: int, change: Change, *, reference: Any, reason: str) -> Outcome:
    """Apply a change made on `version`, merge it with what was changed since, and write that as the next version."""
    now = roster_of(row)
    if version == row.version:
        return _write(row, change(now), reference=reference, reason=reason, undo_to=row.version)
    base = roster_at(row, version)
    mine = change(base)
    both = game_of(now.game).merged(base, mine, now)
    if both is None or not _has_price(both, reference):
        raise ConflictError(base, mine, now)
    written = _write(row, both, reference=reference, reason=f"{reason}, merged", undo_to=row.version)
    return Outcome.MERGED if written is Outcome.WRITTEN else written


def _has_price(roster: Roster, reference: Any) -> bool:
    try:
        game_of(roster.game).price(roster, reference)
    except MalformedError:
        return False
    return True


def _write(row: Row, roster: Roster, *, reference: Any, reason: str, **steps: int | None) -> Outcome:
    """Write what is new as the next version; `steps` are the versions that undo and redo lead to from it."""
    if roster == roster_of(row):
        return Outcome.UNCHANGED
    fields: dict[str, Any] = {"undo_to": None, "redo_to": None, "presses": row.presses} | steps
    update_row(row, **_columns(roster, reference), **fields)
    record(row, reason=reason)
    return Outcome.WRITTEN


@transaction.atomic
def undo_roster(*, row: Row, version: int, merge: bool = True) -> Outcome:
    """Go back by one change, as a new version; NothingToDoError at the first.

    StaleError for any version but the newest where nothing is to be merged.
    """
    _lock(row, version, merge=merge)
    return _step(row, version, back=True)


@transaction.atomic
def redo_roster(*, row: Row, version: int, merge: bool = True) -> Outcome:
    """Make the change again that was undone last; NothingToDoError where there is none.

    StaleError for any version but the newest where nothing is to be merged.
    """
    _lock(row, version, merge=merge)
    return _step(row, version, back=False)


def _step(row: Row, version: int, *, back: bool) -> Outcome:
    target, steps = version_beside(row, version, back=back)
    goal, reason = roster_of(target), "Undo" if back else "Redo"
    reference = reference_of(game_of(goal.game))
    if version != row.version:
        return _change(row, version, lambda roster: goal, reference=reference, reason=reason)
    return _write(row, goal, reference=reference, reason=reason, **steps)


@transaction.atomic
def restore_version(*, row: Row, version: int, wanted: int) -> Outcome:
    """Make an old version the newest one; what is there now stays in the history. StaleError where it has changed."""
    check_version(lock_present_row(row), version)
    goal = roster_at(row, wanted)
    reason = f"Restore version {wanted}"
    return _change(row, version, lambda roster: goal, reference=reference_of(game_of(goal.game)), reason=reason)


@transaction.atomic
def delete_roster(*, row: Row, version: int | None = None) -> None:
    """Put a roster away; it can be taken back for thirty days. StaleError where it isn't at a version that is given."""
    if version is not None:
        check_version(lock_present_row(row), version)
    if not lock_row(row).deleted_at:
        _file(row, timezone.now(), reason="Delete")


@transaction.atomic
def restore_roster(*, row: Row) -> None:
    """Restore a deleted roster."""
    if lock_row(row).deleted_at:
        _file(row, None, reason="Restore")
        check_room(Row, row.visitor)


def _file(row: Row, deleted_at: datetime | None, *, reason: str) -> None:
    row.deleted_at, row.version, row.updated_at = deleted_at, row.version + 1, timezone.now()
    row.size += bytes_of({"content": row.content, "priced": row.priced})
    Row.objects.filter(pk=row.pk).update(
        deleted_at=row.deleted_at, version=row.version, updated_at=row.updated_at, size=row.size
    )
    record(row, reason=reason)


@transaction.atomic
def tag_rosters(*, rows: Sequence[Row], word: str) -> None:
    """File rosters under a word; those that are stay so. NoRoomError where their owner has too many tags."""
    RosterTag.objects.bulk_create([RosterTag(roster=row, word=word) for row in rows], ignore_conflicts=True)
    for visitor in {row.visitor for row in rows}:
        check_count("tags", visitor, RosterTag.objects.filter(roster__in=kept_by(visitor, Row)))


@transaction.atomic
def untag_rosters(*, rows: Sequence[Row], word: str) -> None:
    """Take a word off rosters; those without it stay so."""
    RosterTag.objects.filter(roster__in=rows, word=word).delete()


@transaction.atomic
def duplicate_roster(*, row: Row) -> Row:
    """A copy under a name of its own."""
    roster = roster_of(row)
    copy = replace(roster, name=copied_name(roster.name))
    return create_roster(visitor=row.visitor, roster=copy, reason=f"Copy of “{roster.name}”")
