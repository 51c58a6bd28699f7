"""The schools of magic and their spells, as answers."""

from __future__ import annotations

from typing import Any

from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BooleanField, CharField, ChoiceField, IntegerField

from armybuilder.catalogue import queries
from armybuilder.catalogue.api.filters import SpellFilter
from armybuilder.catalogue.models import LEVELS, SAVES, SCHOOLS, SPELL_KINDS
from armybuilder.catalogue.models import Spell as SpellRow
from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.core.api.base_views import ListedView, StrictView
from armybuilder.core.api.errors import MISSING, PAGES
from armybuilder.core.api.fields import ValueField
from armybuilder.core.api.filters import CHANGED_SINCE, if_changed
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.catalogue.profiles import OPTIONAL_SCHOOLS, School
from tabletop.arcana.catalogue.schools import wizards_of
from tabletop.arcana.catalogue.spells import Spell, header
from tabletop.arcana.catalogue.spells.spell import Marker
from tabletop.arcana.pictures.school_colours import SCHOOL_TINCTURES
from tabletop.heraldry import Tincture

Serializer = serializers.Serializer[Any]
RANGE = {"oneOf": [{"type": "integer"}, {"enum": ["line-of-sight", "contact", "self", "none"]}]}


class SchoolSerializer(Serializer):
    """A school of magic."""

    slug = ChoiceField(SCHOOLS)
    name = CharField()
    tincture = ChoiceField(tuple(Tincture), help_text="Its colour in our heraldry.")
    optional = BooleanField(help_text="Taken only where both players agree, and never in tournaments.")
    spells = IntegerField(help_text="How many it teaches.")
    casters = serializers.ListField(child=CharField(), help_text="The profiles that have it, by their slugs.")


class ListingSerializer(Serializer):
    """A school that teaches the spell."""

    school = ChoiceField(SCHOOLS)
    place = IntegerField(help_text="Its number in the school's list.")


class SpellSummarySerializer(Serializer):
    """A spell: its header and its rule."""

    slug = CharField()
    name = CharField()
    schools = ListingSerializer(many=True)
    level = ChoiceField(LEVELS)
    range = serializers.SerializerMethodField(help_text="Inches, or what stands in their place.")
    kind = ChoiceField(SPELL_KINDS)
    save = ChoiceField(SAVES)  # type: ignore[assignment]  # a serializer that is only written never saves
    template = BooleanField(help_text="Whether it lays a template on the table.")
    header = CharField(help_text="Level, range, how long it lasts, save and template on one line, in our words.")
    text = CharField(help_text="The whole rule, in our words.")

    @extend_schema_field(RANGE)
    def get_range(self, spell: dict[str, Any]) -> int | str:
        reach: int | str = spell["range"]
        return reach


class FoundSpellSerializer(SpellSummarySerializer):
    """A spell found in the database, as the catalogue of the view has it."""

    def to_representation(self, instance: SpellRow) -> dict[str, Any]:
        spell = self.context["view"].catalogue.spells[instance.slug]
        return super().to_representation(summary_of(spell))


class SpellDetailSerializer(SpellSummarySerializer):
    """A spell with everything that other programs may act on."""

    marker = ChoiceField(tuple(Marker), allow_null=True, help_text="What lies on the table while it lasts.")
    facts = ValueField("Spell", help_text="Target, template, effects and extra power as values.")


def summary_of(spell: Spell) -> dict[str, Any]:
    """A spell's own fields, and what is said of it."""
    own = {name: getattr(spell, name) for name in spell.__struct_fields__}
    return own | {
        "template": spell.template is not None,
        "header": header(spell),
        "marker": spell.marker,
        "facts": spell,
    }


def school_of(catalogue: Catalogue, school: School) -> dict[str, Any]:
    return {
        "slug": school,
        "name": school.capitalize(),
        "tincture": SCHOOL_TINCTURES[school],
        "optional": school in OPTIONAL_SCHOOLS,
        "spells": len(catalogue.spells_of(school)),
        "casters": [row.slug for row in wizards_of(catalogue, school)],
    }


class SchoolsView(ListedView):
    @extend_schema(
        operation_id="schools",
        summary="Every school of magic",
        parameters=[CHANGED_SINCE],
        responses={200: SchoolSerializer(many=True)} | PAGES,
    )
    def get(self, request: Request) -> Response:
        """The general list and the schools, in the book's order, each with the profiles that have it, page by page."""
        catalogue = current_catalogue()
        schools = [school_of(catalogue, school) for school in SCHOOLS]
        return self.page_of(if_changed(request, schools, queries.loaded_at), SchoolSerializer)


class SpellsView(ListedView, ListAPIView[SpellRow]):
    """Spells are found in the database and shown from the catalogue."""

    queryset = queries.spells()
    serializer_class = FoundSpellSerializer
    filter_backends = [DjangoFilterBackend]
    filterset_class = SpellFilter

    @extend_schema(
        operation_id="spells",
        summary="Spells",
        responses={200: FoundSpellSerializer(many=True)} | PAGES,
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Spells that match every parameter given, school by school, page by page."""
        self.catalogue = current_catalogue()
        return super().get(request, *args, **kwargs)


class SpellView(StrictView):
    @extend_schema(operation_id="spell", summary="One spell", responses={200: SpellDetailSerializer, 404: MISSING})
    def get(self, request: Request, school: str, spell: str) -> Response:
        """A spell with its effects as values; one that two schools teach has the first one's slug."""
        found = current_catalogue().spells.get(f"{school}/{spell}")
        if found is None:
            raise NotFound("There is no such spell.")
        return Response(SpellDetailSerializer(summary_of(found)).data)
