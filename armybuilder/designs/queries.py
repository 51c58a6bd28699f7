"""Queries of designs and variants of the formula, always of one owner."""

from __future__ import annotations

from django.db.models import QuerySet

from armybuilder.core.models import Visitor, present_rows
from armybuilder.designs.models import Design, FormulaVariant


def designs_of(visitor: Visitor) -> QuerySet[Design]:
    """A visitor's designs, the latest change first."""
    return present_rows(visitor, Design)


def variants_of(visitor: Visitor) -> QuerySet[FormulaVariant]:
    """A visitor's variants of the formula, the latest change first."""
    return present_rows(visitor, FormulaVariant)
