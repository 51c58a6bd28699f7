"""Reads: what to fetch, always of one owner where rows have one."""

from __future__ import annotations

from django.db.models import Count, QuerySet

from armybuilder.models import ArmyList, Profile, Roster


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
