"""Queries of organisers' packs: of one owner, or by the code that anybody may have."""

from __future__ import annotations

from django.db.models import QuerySet

from armybuilder.core.models import Visitor, present_rows
from armybuilder.event_packs.models import Pack


def packs() -> QuerySet[Pack]:
    """Every pack that isn't deleted: whoever has its code may read it."""
    return Pack.objects.filter(deleted_at=None)


def packs_of(visitor: Visitor) -> QuerySet[Pack]:
    """A visitor's packs, the latest change first."""
    return present_rows(visitor, Pack)
