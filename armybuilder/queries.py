"""Reads: what to fetch, always of one owner where rows have one."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db.models import Count, QuerySet
from django.utils import timezone

from armybuilder.models import ArmyList, CostCell, Design, FormulaVariant, Pack, Profile, Roster, Spell


def army_lists() -> QuerySet[ArmyList]:
    return ArmyList.objects.annotate(rows=Count("profiles"))


def profiles() -> QuerySet[Profile]:
    return Profile.objects.select_related("army_list")


def spells() -> QuerySet[Spell]:
    return Spell.objects.all()


def rosters_of(visitor: str) -> QuerySet[Roster]:
    """A visitor's rosters, the latest change first."""
    return Roster.objects.filter(visitor=visitor, deleted_at=None)


def shelf_of(visitor: str) -> QuerySet[Roster]:
    """A visitor's rosters with their tags, the latest change first."""
    return rosters_of(visitor).prefetch_related("tags")


def any_roster_of(visitor: str) -> QuerySet[Roster]:
    """A visitor's rosters with the deleted ones, which can be taken back."""
    return Roster.objects.filter(visitor=visitor)


def deleted_rosters_of(visitor: str, *, kept_for: timedelta) -> QuerySet[Roster]:
    """A visitor's deleted rosters that can still be taken back, the latest first."""
    return any_roster_of(visitor).filter(deleted_at__gte=timezone.now() - kept_for).order_by("-deleted_at")


def versions_of(roster: Roster, *, before: int | None = None) -> QuerySet[Any]:
    """A roster's versions with who wrote them, the newest first."""
    versions: QuerySet[Any] = Roster.history.filter(id=roster.pk).select_related("history_user").order_by("-version")
    return versions if before is None else versions.filter(version__lt=before)


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


def packs() -> QuerySet[Pack]:
    """Every pack that isn't deleted: whoever has its code may read it."""
    return Pack.objects.filter(deleted_at=None)


def packs_of(visitor: str) -> QuerySet[Pack]:
    """A visitor's packs, the latest change first."""
    return Pack.objects.filter(visitor=visitor, deleted_at=None)


def any_pack_of(visitor: str) -> QuerySet[Pack]:
    """A visitor's packs with the deleted ones, which can be taken back."""
    return Pack.objects.filter(visitor=visitor)
