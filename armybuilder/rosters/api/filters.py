"""Which rosters are asked for."""

from __future__ import annotations

from django_filters import rest_framework as filters

from armybuilder.core.api.filters import KeptFilter
from armybuilder.rosters.models import Roster


class RosterFilter(KeptFilter):
    army = filters.CharFilter(field_name="content__army", max_length=60, label="The army list's slug")
    rules = filters.CharFilter(field_name="content__rules", max_length=30, label="`tournament`, `pack/` and its code")
    tag = filters.CharFilter(field_name="tags__word", max_length=40, label="A tag")

    places = ("name", "tags__word")

    class Meta:
        model = Roster
        fields: list[str] = []
