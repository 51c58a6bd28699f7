"""Reads: what to fetch, always of one owner where rows have one."""

from __future__ import annotations

from django.db.models import Count, QuerySet

from armybuilder.models import ArmyList, CostCell, Design, FormulaVariant, Profile, Roster


def army_lists() -> QuerySet[ArmyList]:
    return ArmyList.objects.annotate(rows=Count("profiles"))


def profiles() -> QuerySet[Profile]:
    return Profile.objects.select_related("army_list")


def rosters_of(visitor: str) -> QuerySet[Roster]:
    """A visitor's rosters, the latest change first."""
    return Roster.objects.filter(visitor=visitor, deleted_at=None)


def any_roster_of(visitor: str) -> QuerySet[Roster]:
    """A visitor's rosters with the deleted ones, which can be taken back."""
    return Roster.objects.filter(visitor=visitor)


def designs_of(visitor: str) -> QuerySet[Design]:
    """A visitor's designs, the latest change first."""
    return Design.objects.filter(visitor=visitor, deleted_at=None)


def any_design_of(visitor: str) -> QuerySet[Design]:
    """A visitor's designs with the deleted ones, which can be taken back."""
    return Design.objects.filter(visitor=visitor)


def variants_of(visitor: str) -> QuerySet[FormulaVariant]:
    """A visitor's variants of the formula, the latest change first."""
    return FormulaVariant.objects.filter(visitor=visitor, deleted_at=None)


def any_variant_of(visitor: str) -> QuerySet[FormulaVariant]:
    """A visitor's variants with the deleted ones, which can be taken back."""
    return FormulaVariant.objects.filter(visitor=visitor)


def cost_cells() -> QuerySet[CostCell]:
    """The formula's cost tables, cell by cell in the book's order."""
    return CostCell.objects.all()
