"""Making, changing and deleting rosters."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from django.db import transaction

from armybuilder.models import Roster as Row
from armybuilder.models.kept import Visitor
from armybuilder.services.keeping import StaleError, check_version, keep, plain, put_away, rewrite, take_back
from armybuilder.snapshots import current_catalogue, packs_named, roster_of
from tabletop.arcana.edits import Edit
from tabletop.arcana.fielding import field
from tabletop.arcana.pack import code_of
from tabletop.arcana.roster import MOST_UNITS, MalformedError, Roster, Rules, checked

__all__ = [
    "StaleError",
    "create_roster",
    "create_rosters",
    "delete_roster",
    "duplicate_roster",
    "edit_roster",
    "restore_roster",
]


@transaction.atomic
def create_roster(*, visitor: Visitor, roster: Roster) -> Row:
    """Keep a roster for a visitor; MalformedError where no file could say it or the catalogue doesn't have it."""
    field(checked(roster), current_catalogue())
    return keep(Row, visitor, name=roster.name, content=plain(roster))


@transaction.atomic
def create_rosters(*, visitor: Visitor, rosters: Sequence[Roster]) -> list[Row]:
    """Keep all of them, or none."""
    return [create_roster(visitor=visitor, roster=roster) for roster in rosters]


@transaction.atomic
def edit_roster(*, row: Row, version: int, edit: Edit) -> Row:
    """Apply one edit on the version it was made on; StaleError or MalformedError, and then nothing is written."""
    check_version(row, version)
    catalogue = current_catalogue()
    before = roster_of(row)
    roster = edit.applied(before, catalogue)
    field(roster, catalogue)
    if roster.rules != before.rules:
        _check_rules(roster.rules)
    if len(roster.units) > MOST_UNITS:
        raise MalformedError("units", f"a roster has at most {MOST_UNITS} units")
    rewrite(row, name=roster.name, content=plain(roster))
    return row


def _check_rules(rules: Rules) -> None:
    """MalformedError where a pack is named that isn't here."""
    if code_of(rules) and not packs_named([rules]):
        raise MalformedError("rules", f"there is no pack “{code_of(rules)}”")


@transaction.atomic
def delete_roster(*, row: Row) -> None:
    """Put a roster away; it can be taken back."""
    put_away(row)


@transaction.atomic
def restore_roster(*, row: Row) -> None:
    """Take a deleted roster back."""
    take_back(row)


@transaction.atomic
def duplicate_roster(*, row: Row) -> Row:
    """A copy under a name of its own."""
    roster = roster_of(row)
    name = f"{roster.name[:110]} (copy)"
    return create_roster(visitor=row.visitor, roster=msgspec.structs.replace(roster, name=name))
