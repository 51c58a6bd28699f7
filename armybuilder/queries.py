"""Reads: what to fetch, always of one owner where rows have one."""

from __future__ import annotations

from django.db.models import Count, QuerySet

from armybuilder.models import ArmyList, CostCell, Design, FormulaVariant, Pack, Profile, Roster, Seal, Share, Spell


def army_lists() -> QuerySet[ArmyList]:
    return ArmyList.objects.annotate(rows=Count("profiles"))


def profiles() -> QuerySet[Profile]:
    return Profile.objects.select_related("army_list")


def spells() -> QuerySet[Spell]:
    return Spell.objects.all()


def rosters_of(visitor: str) -> QuerySet[Roster]:
    """A visitor's rosters, the latest change first."""
    return Roster.objects.filter(visitor=visitor, deleted_at=None)


def any_roster_of(visitor: str) -> QuerySet[Roster]:
    """A visitor's rosters with the deleted ones, which can be taken back."""
    return Roster.objects.filter(visitor=visitor)


def live_shares() -> QuerySet[Share]:
    """Links that aren't revoked to rosters that aren't deleted: whoever has a token may see its roster."""
    return Share.objects.select_related("roster").filter(revoked_at=None, roster__deleted_at=None)


def shares_of(row: Roster) -> QuerySet[Share]:
    """The live links to a roster, those that only show it first, the latest first."""
    return Share.objects.filter(roster=row, revoked_at=None).order_by("-kind", "-pk")


def seals_of(row: Roster) -> QuerySet[Seal]:
    """What was sealed of a roster, the latest first."""
    return Seal.objects.filter(roster=row)


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
