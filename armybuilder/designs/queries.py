"""Reads of designs and variants of the formula, always of one owner."""

from __future__ import annotations

from django.db.models import QuerySet

from armybuilder.core.models import Visitor, kept_by
from armybuilder.designs.models import Design, FormulaVariant


def designs_of(visitor: Visitor) -> QuerySet[Design]:
    """A visitor's designs, the latest change first."""
    return kept_by(visitor, Design).filter(deleted_at=None)


def any_design_of(visitor: Visitor) -> QuerySet[Design]:
    """A visitor's designs with the deleted ones, which can be taken back."""
    return kept_by(visitor, Design)


def variants_of(visitor: Visitor) -> QuerySet[FormulaVariant]:
    """A visitor's variants of the formula, the latest change first."""
    return kept_by(visitor, FormulaVariant).filter(deleted_at=None)


def any_variant_of(visitor: Visitor) -> QuerySet[FormulaVariant]:
    """A visitor's variants with the deleted ones, which can be taken back."""
    return kept_by(visitor, FormulaVariant)
