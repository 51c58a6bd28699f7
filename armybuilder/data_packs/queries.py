"""Queries of data packs of one owner."""

from __future__ import annotations

from django.db.models import QuerySet

from armybuilder.core.models import Visitor, present_rows
from armybuilder.data_packs.models import OwnPack


def data_packs_of(visitor: Visitor) -> QuerySet[OwnPack]:
    """A visitor's data packs, the latest change first."""
    return present_rows(visitor, OwnPack)
