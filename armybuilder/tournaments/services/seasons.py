"""Seasons: made, changed on the version that was seen, deleted. Their events stay as they are."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction
from django.db.models import F

from armybuilder.core.models import Visitor
from armybuilder.core.revisions import plain
from armybuilder.tournaments import queries
from armybuilder.tournaments.models import Season
from tabletop.decoding import MalformedError, converted
from tabletop.tournament.season import MOST_EVENTS, SeasonRules
from tabletop.values import Name, Value

MOST_SEASONS = 50  # of one owner


class ChangedError(Exception):
    """The season was changed after what the form has shown; nothing was written."""


class Called(Value, frozen=True, kw_only=True):
    """What a season is called."""

    name: Name


@transaction.atomic
def create_season(*, visitor: Visitor, name: str, rules: SeasonRules, events: Collection[str]) -> Season:
    """A season of these events, by their codes; MalformedError where one isn't the visitor's, or there are too many."""
    if queries.seasons_of(visitor).count() >= MOST_SEASONS:
        raise MalformedError("season", f"is one too many: you can have at most {MOST_SEASONS}")
    called = converted({"name": name}, Called).name
    owner = {"browser": visitor.browser, "owner_id": visitor.account}
    season = Season.objects.create(**owner, name=called, rules=plain(rules))
    _set_events(season, visitor, events)
    return season


@transaction.atomic
def change_season(
    *, season: Season, visitor: Visitor, version: int, name: str, rules: SeasonRules, events: Collection[str]
) -> None:
    """Another name, other rules or events; ChangedError where it is at another version."""
    called = converted({"name": name}, Called).name
    same = queries.seasons_of(visitor).filter(pk=season.pk, version=version)
    if not same.update(name=called, rules=plain(rules), version=F("version") + 1):
        raise ChangedError
    _set_events(season, visitor, events)


def _set_events(season: Season, visitor: Visitor, codes: Collection[str]) -> None:
    if len(codes) > MOST_EVENTS:
        raise MalformedError("events", f"are too many: a season has at most {MOST_EVENTS}")
    found = list(queries.events_of(visitor).filter(code__in=codes))
    if len(found) != len(set(codes)):
        raise MalformedError("events", "has one that isn't yours")
    season.events.set(found)
