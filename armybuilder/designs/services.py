"""Making and changing designs, own army lists and variants of the formula."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import msgspec
from django.db import transaction
from msgspec.structs import replace

from armybuilder.catalogue.models import Edition
from armybuilder.core.bounds import check_room
from armybuilder.core.games import library_digest
from armybuilder.core.models import Visitor
from armybuilder.core.revisions import StaleError, check_version, copied_name, create_row, insert_row, plain, update_row
from armybuilder.designs.models import Design as Row
from armybuilder.designs.models import FormulaVariant
from armybuilder.designs.models import OwnList as ListRow
from armybuilder.designs.queries import rows_of_list
from armybuilder.designs.snapshots import audit_in, design_in, edition_of, own_list_in
from armybuilder.sharing.models import new_token
from tabletop.arcana.army.roster import MOST_DESIGNS
from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.lists import Catalogue, OwnList
from tabletop.arcana.creation.own_lists import list_pack
from tabletop.arcana.creation.points import BOOK_FORMULA
from tabletop.arcana.creation.points.audit import Audited, audit
from tabletop.decoding import MalformedError

__all__ = [
    "StaleError",
    "copy_shared_list",
    "create_design",
    "create_designs",
    "create_own_list",
    "create_variant",
    "duplicate_design",
    "keep_audit",
    "save_design",
    "save_own_list",
    "save_variant",
    "share_own_list",
]

Cells = Mapping[tuple[str, str], Fraction]


@transaction.atomic
def create_design(*, visitor: Visitor, design: Design) -> Row:
    """Keep a design for a visitor, with a price or still without."""
    return create_row(Row, visitor, name=design.name, content=_content(design))


@transaction.atomic
def create_designs(*, visitor: Visitor, designs: Sequence[Design]) -> list[Row]:
    """Keep a whole family, or none of it."""
    rows = [insert_row(Row, visitor, name=design.name, content=_content(design)) for design in designs]
    check_room(Row, visitor)
    return rows


@transaction.atomic
def save_design(*, row: Row, version: int, design: Design) -> Row:
    """Replace a design on the version that was changed; StaleError, and then nothing is written."""
    check_version(row, version)
    content = _content(design)
    if content != row.content:
        update_row(row, name=design.name, content=content)
    return row


def _content(design: Design) -> object:
    """What a design's file says but for its format, which goes without saying here."""
    return plain(replace(design, format=None))


@transaction.atomic
def duplicate_design(*, row: Row) -> Row:
    """A copy under a name of its own."""
    design = design_in(row)
    return create_design(visitor=row.visitor, design=replace(design, name=copied_name(design.name)))


@transaction.atomic
def create_own_list(*, visitor: Visitor, own: OwnList, designs: Sequence[str] = ()) -> ListRow:
    """Keep an army list for a visitor; `designs` are the codes of those that are its rows."""
    return create_row(ListRow, visitor, name=own.name, content=plain(own), designs=list(designs))


@transaction.atomic
def save_own_list(*, row: ListRow, version: int, own: OwnList, designs: Sequence[str]) -> ListRow:
    """Replace a list on the version that was changed; nothing is written where an error is raised.

    StaleError on an older version, MalformedError for more designs than a roster takes.
    """
    check_version(row, version)
    if len(designs) > MOST_DESIGNS:
        words = f"are at most {MOST_DESIGNS} in a list, as in a roster; {len(designs)} are ticked"
        raise MalformedError("designs", words)
    update_row(row, name=own.name, content=plain(own), designs=list(designs))
    return row


@transaction.atomic
def share_own_list(*, row: ListRow, shared: bool) -> None:
    """Make a link by which anybody looks at it, or revoke it; a link that is made again is another one."""
    ListRow.objects.filter(pk=row.pk).update(share=(row.share or new_token()) if shared else None)
    row.refresh_from_db(fields=["share"])


@transaction.atomic
def copy_shared_list(*, token: str, visitor: Visitor) -> ListRow:
    """A list of the visitor's own, with the designs in it; OwnList.DoesNotExist where the link is revoked just now."""
    shared = ListRow.objects.select_for_update().get(share=token, deleted_at=None)
    copies = create_designs(visitor=visitor, designs=[design_in(row) for row in rows_of_list(shared)])
    own = list_pack(own_list_in(shared)).carried
    return create_own_list(visitor=visitor, own=own, designs=[copy.code for copy in copies])


@transaction.atomic
def create_variant(*, visitor: Visitor, name: str) -> FormulaVariant:
    """A club's formula that doesn't differ from the book's yet; ValueError for a name that isn't its own."""
    BOOK_FORMULA.changed(name, {})
    return create_row(FormulaVariant, visitor, name=name)


@transaction.atomic
def save_variant(*, row: FormulaVariant, version: int, name: str, cells: Cells) -> FormulaVariant:
    """Replace a variant's cells; StaleError on an older version, ValueError or KeyError for what is no formula."""
    check_version(row, version)
    BOOK_FORMULA.changed(name, cells)
    changed = [{"table": table, "key": key, "amount": str(amount)} for (table, key), amount in cells.items()]
    update_row(row, name=name, cells=changed)
    return row


def keep_audit(catalogue: Catalogue) -> tuple[Audited, ...]:
    """The audit of a catalogue's rows, made where none is kept, which takes seconds, and kept with its load."""
    edition = edition_of(catalogue)
    rows = audit_in(edition)
    if rows is None:
        rows = audit(catalogue)
        kept = {"library": library_digest(), "rows": msgspec.to_builtins(rows, enc_hook=str)}
        Edition.objects.filter(pk=edition.pk).update(audit=kept)
    return rows
