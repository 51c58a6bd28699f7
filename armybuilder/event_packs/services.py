"""Making, changing and deleting organisers' packs."""

from __future__ import annotations

from django.db import transaction
from msgspec.structs import replace

from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.core.models import Visitor
from armybuilder.core.revisions import StaleError, check_version, keep, plain, put_away, rewrite, take_back
from armybuilder.event_packs.models import Pack as Row
from armybuilder.event_packs.snapshots import pack_in
from tabletop.arcana.army.event_pack import Pack, check_pack

__all__ = ["StaleError", "copy_pack", "create_pack", "delete_pack", "restore_pack", "save_pack"]


@transaction.atomic
def create_pack(*, visitor: Visitor, pack: Pack) -> Row:
    """Keep a pack for a visitor; MalformedError where it names what the catalogue doesn't have."""
    check_pack(pack, current_catalogue())
    return keep(Row, visitor, name=pack.name, content=plain(pack))


@transaction.atomic
def save_pack(*, row: Row, version: int, pack: Pack) -> Row:
    """Replace a pack on the version that was changed; StaleError or MalformedError, and then nothing is written."""
    check_version(row, version)
    check_pack(pack, current_catalogue())
    if pack_in(row) != pack:
        rewrite(row, name=pack.name, content=plain(pack))
    return row


@transaction.atomic
def copy_pack(*, row: Row, visitor: Visitor) -> Row:
    """A copy as the visitor's own, under a name of its own."""
    pack = pack_in(row)
    copy = replace(pack, name=f"{pack.name[:110]} (copy)")
    return keep(Row, visitor, name=copy.name, content=plain(copy))


@transaction.atomic
def delete_pack(*, row: Row, version: int | None = None) -> None:
    """Put a pack away; it can be taken back. Rosters under it fall back to the core rules.

    StaleError where it isn't at the version that is given.
    """
    put_away(row, version)


@transaction.atomic
def restore_pack(*, row: Row) -> None:
    """Take a deleted pack back."""
    take_back(row)
