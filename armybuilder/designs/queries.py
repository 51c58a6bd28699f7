"""Queries of designs, own army lists and variants of the formula, always of one owner."""

from __future__ import annotations

from django.db.models import QuerySet

from armybuilder.core.models import Visitor, present_rows
from armybuilder.designs.models import Design, FormulaVariant, OwnList


def designs_of(visitor: Visitor) -> QuerySet[Design]:
    """A visitor's designs, the latest change first."""
    return present_rows(visitor, Design)


def own_lists_of(visitor: Visitor) -> QuerySet[OwnList]:
    """A visitor's own army lists, the latest change first."""
    return present_rows(visitor, OwnList)


def rows_of_list(row: OwnList) -> list[Design]:
    """The designs that are a list's rows, in its order, without deleted ones."""
    by_code = {design.code: design for design in designs_of(row.visitor).filter(code__in=row.designs)}
    return [by_code[code] for code in row.designs if code in by_code]


def shared_lists() -> QuerySet[OwnList]:
    """The lists that anybody who has their link may look at."""
    return OwnList.objects.filter(deleted_at=None).exclude(share=None)


def variants_of(visitor: Visitor) -> QuerySet[FormulaVariant]:
    """A visitor's variants of the formula, the latest change first."""
    return present_rows(visitor, FormulaVariant)
