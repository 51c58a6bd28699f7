"""Queries of the printed lists, rows, spells and cost tables."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Count, QuerySet

from armybuilder.catalogue.models import ArmyList, CostCell, Edition, Profile, Spell


def army_lists() -> QuerySet[ArmyList]:
    return ArmyList.objects.annotate(rows=Count("profiles"))


def loaded_at() -> datetime:
    """When the catalogue was last loaded, which is done with every release."""
    return Edition.objects.latest().loaded_at


def profiles() -> QuerySet[Profile]:
    return Profile.objects.select_related("army_list")


def spells() -> QuerySet[Spell]:
    return Spell.objects.all()


def cost_cells() -> QuerySet[CostCell]:
    """The formula's cost tables, cell by cell in the book's order."""
    return CostCell.objects.all()
