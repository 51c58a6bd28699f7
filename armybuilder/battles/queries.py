"""Queries of tables, of one owner or by a link."""

from __future__ import annotations

from django.db.models import QuerySet

from armybuilder.battles.models import TableRow
from armybuilder.core.models import Visitor, present_rows


def tables_of(visitor: Visitor) -> QuerySet[TableRow]:
    """A visitor's tables, the latest change first."""
    return present_rows(visitor, TableRow)


def shared_tables() -> QuerySet[TableRow]:
    """Tables with a live link that aren't deleted: whoever has a token may see its table."""
    return TableRow.objects.filter(deleted_at=None).exclude(share=None)


def log_of(row: TableRow, most: int) -> list[tuple[int, str]]:
    """The latest lines of a table's log with their versions, the newest first."""
    lines = TableRow.history.filter(id=row.pk).order_by("-version").values_list("version", "said")
    return list(lines[:most])
