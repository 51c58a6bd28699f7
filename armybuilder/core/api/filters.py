"""Search and ordering of lists of rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.db.models import Model, Q, QuerySet
from django_filters import rest_framework as filters
from django_filters.fields import IsoDateTimeField
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from tabletop.decoding import MalformedError

Found = TypeVar("Found", bound=Model)

Row = TypeVar("Row")

LONGEST_SEARCH = 60
YEARS = range(1970, 9999)  # beyond them a time has no moment in every zone
SINCE = "Only what changed at this time or later, as in `2026-11-22T18:00:00Z`"
CHANGED_SINCE = OpenApiParameter(
    "changed_since",
    OpenApiTypes.DATETIME,
    description=SINCE,
)


class MomentField(IsoDateTimeField):
    """A time with its zone, in ISO 8601; without one it is the site's."""

    def to_python(self, value: Any) -> datetime | None:
        try:
            moment: datetime | None = super().to_python(value)
        except ValidationError:
            moment = None
        if value and (moment is None or moment.year not in YEARS):
            raise ValidationError("Write a time of ISO 8601, as in 2026-11-22T18:00:00Z.")
        return moment


class MomentFilter(filters.IsoDateTimeFilter):
    field_class = MomentField


def changed_since(field: str) -> filters.Filter:
    """The filter of rows by the time of their last change."""
    return MomentFilter(field_name=field, lookup_expr="gte", label=SINCE)


def asked_since(request: Request) -> datetime | None:
    """The time in `changed_since`; MalformedError where it can't be read."""
    try:
        moment: datetime | None = MomentField(required=False).clean(request.query_params.get(CHANGED_SINCE.name, ""))
    except ValidationError as error:
        raise MalformedError(CHANGED_SINCE.name, " ".join(error.messages)) from error
    return moment


def if_changed(request: Request, rows: Sequence[Row], changed_at: Callable[[], datetime]) -> Sequence[Row]:
    """The rows of what changes as a whole; none if that was before `changed_since`."""
    since = asked_since(request)
    return rows if since is None or since <= changed_at() else ()


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
    changed_since = changed_since("updated_at")

    places: tuple[str, ...] = ("name",)

    def having_words(self, queryset: QuerySet[Found], name: str, value: str) -> QuerySet[Found]:
        return with_words(queryset, self.places, value).distinct()


def with_words(queryset: QuerySet[Found], places: tuple[str, ...], words: str) -> QuerySet[Found]:
    """The rows that have every word in one of these fields."""
    for word in words.split():
        queryset = queryset.filter(Q(*((f"{place}__icontains", word) for place in places), _connector=Q.OR))
    return queryset
