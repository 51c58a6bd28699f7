"""Which printed rows are asked for, and in what order."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db.models import Q, QuerySet
from django_filters import rest_framework as filters
from rest_framework.pagination import PageNumberPagination

from armybuilder.models import ArmyList, Profile
from armybuilder.models.reference import SECTIONS
from tabletop.arcana.profile import BASE_SIZES, Printed

MOST_POINTS = 100_000
LONGEST_SEARCH = 60
SEARCHED = ("name", "army_list__name", *(f"facts__printed__{cell}" for cell in Printed.__struct_fields__))


class Pages(PageNumberPagination):
    """Fifty rows, or as many as asked for; the whole catalogue fits on one page."""

    page_size = 50
    page_size_query_param = "page_size"
    max_page_size = 400

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """The framework's own, with the missing neighbours of the first and last page as the schema's version says."""
        page = super().get_paginated_response_schema(schema)
        for neighbour in ("next", "previous"):
            page["properties"][neighbour] = {"type": ["string", "null"], "format": "uri"}
        return page


class WholeNumberFilter(filters.NumberFilter):
    field_class = forms.IntegerField  # type: ignore[assignment]


class OrderFilter(filters.OrderingFilter):
    """An order whose ties are in the book's order, so that pages never overlap."""

    def filter(self, qs: QuerySet[Profile], value: Any) -> QuerySet[Profile]:
        return qs.order_by(*(value or ()), "army_list__number", "number")


class ProfileFilter(filters.FilterSet):
    list = filters.ModelChoiceFilter(
        field_name="army_list", to_field_name="slug", queryset=ArmyList.objects.all(), label="The list's slug"
    )
    section = filters.ChoiceFilter(choices=[(each, each) for each in SECTIONS], label="The section of its list")
    min_points = WholeNumberFilter(
        field_name="points", lookup_expr="gte", min_value=0, max_value=MOST_POINTS, label="Printed points, at least"
    )
    max_points = WholeNumberFilter(
        field_name="points", lookup_expr="lte", min_value=0, max_value=MOST_POINTS, label="Printed points, at most"
    )
    base = filters.TypedChoiceFilter(
        choices=[(f"{size:g}", f"{size:g}") for size in BASE_SIZES], coerce=float, label="The base it stands on"
    )
    search = filters.CharFilter(
        method="having_words", max_length=LONGEST_SEARCH, label="Words that all stand in the row's printed cells"
    )
    ordering = OrderFilter(fields=("name", "points", "base"), label="The book's order unless given")

    class Meta:
        model = Profile
        fields: list[str] = []

    def having_words(self, queryset: QuerySet[Profile], name: str, value: str) -> QuerySet[Profile]:
        for word in value.split():
            queryset = queryset.filter(Q(*((f"{place}__icontains", word) for place in SEARCHED), _connector=Q.OR))
        return queryset
