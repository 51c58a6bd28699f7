"""Search and ordering of lists of rows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from django.db.models import Model, Q, QuerySet
from django_filters import rest_framework as filters

Found = TypeVar("Found", bound=Model)

LONGEST_SEARCH = 60


def named(orders: Iterable[str] | None) -> list[str]:
    """The names of the orders that are given, without empty ones."""
    return [order for order in orders or () if order]


class ShelfOrderFilter(filters.OrderingFilter):
    """Ordering of kept rows; of equal rows the newer one comes first."""

    def filter(self, qs: QuerySet[Found], value: Any) -> QuerySet[Found]:
        return qs.order_by(*(named(value) or ("-updated_at",)), "-pk")


class KeptFilter(filters.FilterSet):
    search = filters.CharFilter(method="having_words", max_length=LONGEST_SEARCH, label="Words that all stand in it")
    ordering = ShelfOrderFilter(
        fields=("name", "created_at", "updated_at"), label="The latest change first unless given"
    )

    places: tuple[str, ...] = ("name",)

    def having_words(self, queryset: QuerySet[Found], name: str, value: str) -> QuerySet[Found]:
        return with_words(queryset, self.places, value).distinct()


def with_words(queryset: QuerySet[Found], places: tuple[str, ...], words: str) -> QuerySet[Found]:
    """The rows that have every word in one of these fields."""
    for word in words.split():
        queryset = queryset.filter(Q(*((f"{place}__icontains", word) for place in places), _connector=Q.OR))
    return queryset
