"""Queries of rosters, always of one owner."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from armybuilder.collection.queries import has_collection
from armybuilder.core.models import Visitor, kept_by, present_rows
from armybuilder.rosters.models import Roster
from tabletop.rosters.digest import digests_of_short


def rosters_of(visitor: Visitor) -> QuerySet[Roster]:
    """A visitor's rosters, the latest change first."""
    return present_rows(visitor, Roster)


def rosters_to_edit(visitor: Visitor, kind: type[Roster]) -> QuerySet[Roster]:
    """A visitor's rosters, each with `has_collection`: whether the visitor has written down any models."""
    return present_rows(visitor, kind).annotate(has_collection=has_collection(visitor))


def rosters_of_game(visitor: Visitor, game: str) -> QuerySet[Roster]:
    """A visitor's rosters of one game, by its slug, the latest change first."""
    return rosters_of(visitor).filter(content__game=game)


def empty_draft_of(visitor: Visitor, *, army: str) -> Roster | None:
    """The visitor's roster of an army under the core rules that has no units yet, the latest change first."""
    begun = rosters_of_game(visitor, "arcana").filter(content__army=army)
    return begun.exclude(content__has_any_keys=["units", "allies", "designs", "rules"]).first()


def rosters_with_tags_of(visitor: Visitor) -> QuerySet[Roster]:
    """A visitor's rosters with their tags, the latest change first."""
    return rosters_of(visitor).prefetch_related("tags")


def deleted_rosters_of(visitor: Visitor, *, kept_for: timedelta) -> QuerySet[Roster]:
    """A visitor's deleted rosters that can still be taken back, the latest first."""
    return kept_by(visitor, Roster).filter(deleted_at__gte=timezone.now() - kept_for).order_by("-deleted_at")


def versions_of(roster: Roster, *, before: int | None = None) -> QuerySet[Any]:
    """A roster's versions with who wrote them, the newest first."""
    versions: QuerySet[Any] = Roster.history.filter(id=roster.pk).select_related("history_user").order_by("-version")
    return versions if before is None else versions.filter(version__lt=before)


def version_with(code: str, roster: Roster) -> Any:
    """The latest version of a roster that a typed code stands for; None where there is none."""
    between = digests_of_short(code)
    if between is None:
        return None
    return versions_of(roster).filter(digest__gte=between[0], digest__lt=between[1]).first()
