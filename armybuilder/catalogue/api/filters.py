"""Which printed rows are asked for, and in what order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from django import forms
from django.db.models import Model, Q, QuerySet
from django_filters import rest_framework as filters
from rest_framework.pagination import PageNumberPagination

from armybuilder.catalogue.models import SECTIONS
from armybuilder.catalogue.spell_models import LEVELS, SAVES, SCHOOLS, SPELL_KINDS
from armybuilder.models import ArmyList, Profile, Roster, Spell
from tabletop.arcana.catalogue.profiles import BASE_SIZES, Printed

Found = TypeVar("Found", bound=Model)

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


class FewerPages(Pages):
    """Twenty rows, each of which takes some work."""

    page_size = 20
    max_page_size = 100


class WholeNumberFilter(filters.NumberFilter):
    field_class = forms.IntegerField  # type: ignore[assignment]


def named(orders: Iterable[str] | None) -> list[str]:
    """The orders between commas; between two commas there may be none."""
    return [each for each in orders or () if each]


class OrderFilter(filters.OrderingFilter):
    """An order whose ties are in the book's order, so that pages never overlap."""

    def filter(self, qs: QuerySet[Profile], value: Any) -> QuerySet[Profile]:
        return qs.order_by(*named(value), "army_list__number", "number")


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
        return with_words(queryset, SEARCHED, value)


class SpellFilter(filters.FilterSet):
    school = filters.ChoiceFilter(
        choices=[(each, each) for each in SCHOOLS], method="taught_by", label="A school that teaches it"
    )
    level = filters.TypedChoiceFilter(
        choices=[(str(each), str(each)) for each in LEVELS], coerce=int, label="Its level"
    )
    range = filters.CharFilter(max_length=20, label="Inches, or `line-of-sight`, `contact`, `self` or `none`")
    kind = filters.ChoiceFilter(choices=[(each, each) for each in SPELL_KINDS], label="How long it lasts")
    save = filters.ChoiceFilter(choices=[(each, each) for each in SAVES], field_name="saves", label="Who may save")
    template = filters.TypedChoiceFilter(
        choices=[("true", "true"), ("false", "false")],
        coerce=lambda value: value == "true",
        label="Lays a template or not",
    )
    search = filters.CharFilter(
        method="having_words",
        max_length=LONGEST_SEARCH,
        label="Words that all stand in the spell's name, school or text",
    )

    class Meta:
        model = Spell
        fields: list[str] = []

    def taught_by(self, queryset: QuerySet[Spell], name: str, value: str) -> QuerySet[Spell]:
        """The school's spells by their places in its list."""
        return queryset.filter(listings__school=value).order_by("listings__place")

    def having_words(self, queryset: QuerySet[Spell], name: str, value: str) -> QuerySet[Spell]:
        return with_words(queryset, ("name", "text", "listings__school"), value).distinct()


class ShelfOrderFilter(filters.OrderingFilter):
    """An order whose ties go to the newer one."""

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


class RosterFilter(KeptFilter):
    army = filters.CharFilter(field_name="content__army", max_length=60, label="The army list’s slug")
    rules = filters.CharFilter(field_name="content__rules", max_length=30, label="`tournament`, `pack/` and its code")
    tag = filters.CharFilter(field_name="tags__word", max_length=40, label="A tag")

    places = ("name", "tags__word")

    class Meta:
        model = Roster
        fields: list[str] = []


def with_words(queryset: QuerySet[Found], places: tuple[str, ...], words: str) -> QuerySet[Found]:
    """The rows that have every word in one of these fields."""
    for word in words.split():
        queryset = queryset.filter(Q(*((f"{place}__icontains", word) for place in places), _connector=Q.OR))
    return queryset
