"""Printed lists and profiles as answers."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from rest_framework.serializers import BooleanField, CharField, ChoiceField, FloatField, IntegerField, JSONField

from armybuilder.catalogue.models import KINDS, SECTIONS, STRENGTHS, Profile
from armybuilder.core.api.fields import ValueField
from armybuilder.core.api.serializers import Serializer
from tabletop.arcana.army.roster import Options
from tabletop.arcana.army.troop_class import is_special
from tabletop.arcana.catalogue.lists import ArmyList, Catalogue, Erratum
from tabletop.arcana.catalogue.profiles import Row


class Entry(Struct, frozen=True):
    """A printed profile with what is said about it."""

    row: Row
    in_play: Row
    army: ArmyList
    errata: tuple[Erratum, ...]

    @property
    def special(self) -> bool:
        return is_special(self.row, self.army, Options())


def entry_of(catalogue: Catalogue, slug: str) -> Entry:
    return Entry(catalogue.rows[slug], catalogue.in_play(slug), catalogue.list_of(slug), catalogue.errata.get(slug, ()))


class ErratumSerializer(Serializer):
    """A printed figure that is plainly (strong) or probably (weak) wrong; strong ones are applied to play."""

    field = CharField(help_text="The path in `figures`, as in `melee.0.strength`.")
    printed = JSONField()
    corrected = JSONField()
    why = CharField()
    strength = ChoiceField(STRENGTHS)


class ArmyListSummarySerializer(Serializer):
    """A printed list."""

    slug = CharField()
    name = CharField()
    kind = ChoiceField(KINDS, help_text="`army` to muster from, `general` open to every army.")
    summary = CharField()
    rows = IntegerField(help_text="How many profiles it has.")


class ArmyNoteSerializer(Serializer):
    """A rule at the head of a list."""

    title = CharField()
    text = CharField()


class ArmyListSerializer(ArmyListSummarySerializer):
    """A printed list with the rules at its head."""

    section = CharField(help_text="Where the book prints it.")
    shield = ValueField("Shield")
    war_machines = ValueField("WarMachineTerms")
    grants = ValueField("Grants")
    troops_are_normal = BooleanField()
    notes = ArmyNoteSerializer(many=True)


class ProfileSummarySerializer(Serializer):
    """A printed profile: its cells as the book prints them, and what is wrong with them."""

    slug = CharField(source="row.slug")
    list = CharField(source="army.slug")
    name = CharField(source="row.name")
    section = ChoiceField(SECTIONS, source="row.section")
    points = IntegerField(source="row.points", help_text="The printed points, which rosters pay.")
    base = FloatField(source="row.base")
    special = BooleanField(help_text="Whether it counts as special troops under the usual options.")
    printed = ValueField("Printed", source="row.printed")
    errata = ErratumSerializer(many=True)


class FoundProfileSerializer(ProfileSummarySerializer):
    """A profile found in the database, as the catalogue of the view has it."""

    def to_representation(self, instance: Profile) -> dict[str, Any]:
        return super().to_representation(entry_of(self.context["view"].catalogue, instance.slug))


class ProfileSerializer(ProfileSummarySerializer):
    """A printed profile with its figures, as printed and as played."""

    figures = ValueField("Row", source="row")
    in_play = ValueField("Row", help_text="With strong errata applied and the abilities of the whole list.")
