"""Queries of collections of one owner."""

from __future__ import annotations

from collections import Counter

from django.db.models import Exists, QuerySet

from armybuilder.collection.models import Collection
from armybuilder.collection.snapshots import collection_of
from armybuilder.core.models import Visitor, present_rows
from tabletop.rosters.collection import at_home


def collections_of(visitor: Visitor) -> QuerySet[Collection]:
    """A visitor's collections, the latest change first."""
    return present_rows(visitor, Collection)


def has_collection(visitor: Visitor) -> Exists:
    """Whether a visitor has any, as part of another query."""
    return Exists(collections_of(visitor).order_by())


def models_at_home(visitor: Visitor, game: str) -> Counter[str] | None:
    """How many models of each profile a visitor has in all collections of a game; None where there is no collection."""
    rows = collections_of(visitor).filter(game=game).values_list("name", "content")
    collections = [collection_of(game, name, content) for name, content in rows]
    return at_home(collections) if collections else None
