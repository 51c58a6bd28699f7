"""Making, changing and deleting organisers' packs."""

from __future__ import annotations

from django.db import transaction
from msgspec.structs import replace

from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.core.models import Visitor
from armybuilder.core.revisions import StaleError, check_version, copied_name, create_row, plain, update_row
from armybuilder.event_packs.models import Pack as Row
from armybuilder.event_packs.snapshots import pack_in
from tabletop.arcana.army.event_pack import MOST_LISTS, Pack, check_pack
from tabletop.arcana.catalogue.lists import OwnList
from tabletop.decoding import MalformedError

__all__ = ["StaleError", "copy_pack", "create_pack", "put_list", "save_pack"]


@transaction.atomic
def create_pack(*, visitor: Visitor, pack: Pack) -> Row:
    """Keep a pack for a visitor; MalformedError where it names what the catalogue doesn't have."""
    check_pack(pack, current_catalogue())
    return create_row(Row, visitor, name=pack.name, content=plain(pack))


@transaction.atomic
def save_pack(*, row: Row, version: int, pack: Pack) -> Row:
    """Replace a pack on the version that was changed; StaleError or MalformedError, and then nothing is written."""
    check_version(row, version)
    check_pack(pack, current_catalogue())
    if pack_in(row) != pack:
        update_row(row, name=pack.name, content=plain(pack))
    return row


@transaction.atomic
def put_list(*, row: Row, own: OwnList) -> Row:
    """Put an own army list into the pack, in the place of one of the same name.

    StaleError, or MalformedError where it has lists enough; then nothing is written.
    """
    pack = pack_in(row)
    names = [each.name for each in pack.lists]
    at = names.index(own.name) if own.name in names else len(names)
    if at >= MOST_LISTS:
        raise MalformedError("lists", f"must be at most {MOST_LISTS}")
    lists = (*pack.lists[:at], own, *pack.lists[at + 1 :])
    return save_pack(row=row, version=row.version, pack=replace(pack, lists=lists))


@transaction.atomic
def copy_pack(*, row: Row, visitor: Visitor) -> Row:
    """A copy as the visitor's own, under a name of its own."""
    pack = pack_in(row)
    copy = replace(pack, name=copied_name(pack.name))
    return create_row(Row, visitor, name=copy.name, content=plain(copy))
