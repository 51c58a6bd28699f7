"""Which printed profiles are asked for, and in what order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, cast

from django import forms
from django.db.models import QuerySet
from django_filters import rest_framework as filters
from drf_spectacular.utils import extend_schema_field

from armybuilder.catalogue.models import LEVELS, SAVES, SCHOOLS, SECTIONS, SPELL_KINDS, ArmyList, Profile, Spell
from armybuilder.catalogue.queries import loaded_at
from armybuilder.core.api.filters import LONGEST_SEARCH, SINCE, MomentFilter, named, with_words
from tabletop.arcana.catalogue.profiles import BASE_SIZES, Printed

MOST_POINTS = 100_000
SEARCHED = ("name", "army_list__name", *(f"facts__printed__{cell}" for cell in Printed.__struct_fields__))


class WholeNumberFilter(filters.NumberFilter):
    field_class = forms.IntegerField  # type: ignore[assignment]


class OrderFilter(filters.OrderingFilter):
    """An order whose ties are in the book's order, so that pages never overlap."""

    def filter(self, qs: QuerySet[Profile], value: Any) -> QuerySet[Profile]:
        return qs.order_by(*named(value), "army_list__number", "number")


BASES = tuple(f"{size:g}" for size in BASE_SIZES)


def typed_choice(
    words: Sequence[str], *, coerce: Callable[[str], Any], shape: dict[str, Any], label: str
) -> filters.Filter:
    """A choice of one of these words, which stand for another type's values; `shape` is the schema of what is sent."""
    choice: Any = filters.TypedChoiceFilter(choices=[(word, word) for word in words], coerce=coerce, label=label)
    return cast("filters.Filter", extend_schema_field(shape)(choice))


class LoadedFilter(filters.FilterSet):
    """Rows of the catalogue, all of which change when it is loaded."""

    changed_since = MomentFilter(method="loaded_since", label=SINCE)

    def loaded_since(self, queryset: QuerySet[Any], name: str, value: datetime) -> QuerySet[Any]:
        return queryset if value <= loaded_at() else queryset.none()


class ProfileFilter(LoadedFilter):
    list = filters.ModelChoiceFilter(
        field_name="army_list", to_field_name="slug", queryset=ArmyList.objects.all(), label="The list's slug"
    )
    section = filters.ChoiceFilter(
        choices=[(section, section) for section in SECTIONS], label="The section of its list"
    )
    min_points = WholeNumberFilter(
        field_name="points", lookup_expr="gte", min_value=0, max_value=MOST_POINTS, label="Printed points, at least"
    )
    max_points = WholeNumberFilter(
        field_name="points", lookup_expr="lte", min_value=0, max_value=MOST_POINTS, label="Printed points, at most"
    )
    base = typed_choice(BASES, coerce=float, shape={"type": "string", "enum": [*BASES]}, label="The base it stands on")
    search = filters.CharFilter(
        method="having_words", max_length=LONGEST_SEARCH, label="Words that all stand in the profile's printed cells"
    )
    ordering = OrderFilter(fields=("name", "points", "base"), label="The book's order unless given")

    class Meta:
        model = Profile
        fields: list[str] = []

    def having_words(self, queryset: QuerySet[Profile], name: str, value: str) -> QuerySet[Profile]:
        return with_words(queryset, SEARCHED, value)


class SpellFilter(LoadedFilter):
    school = filters.ChoiceFilter(
        choices=[(school, school) for school in SCHOOLS], method="taught_by", label="A school that teaches it"
    )
    level = typed_choice(
        [str(level) for level in LEVELS],
        coerce=int,
        shape={"type": "integer", "enum": [*LEVELS]},
        label="Its level",
    )
    range = filters.CharFilter(max_length=20, label="Inches, or `line-of-sight`, `contact`, `self` or `none`")
    kind = filters.ChoiceFilter(choices=[(kind, kind) for kind in SPELL_KINDS], label="How long it lasts")
    save = filters.ChoiceFilter(choices=[(save, save) for save in SAVES], field_name="saves", label="Who may save")
    template = typed_choice(
        ("true", "false"), coerce="true".__eq__, shape={"type": "boolean"}, label="Lays a template or not"
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
