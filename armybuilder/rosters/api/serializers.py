"""Players' own things as answers."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.serializers import BooleanField, CharField, ChoiceField, DateTimeField, IntegerField

from armybuilder.core.api.fields import ValueField
from armybuilder.sharing.models import KINDS
from tabletop.arcana.army.event_pack import Pack
from tabletop.arcana.army.roster import Character, Models, Roster, Unit
from tabletop.arcana.catalogue.design import Design

Serializer = serializers.Serializer[Any]


class KeptSerializer(Serializer):
    """What is kept under a code."""

    code = CharField(source="row.code", help_text="Its name in addresses.")
    name = CharField(source="row.name")
    version = IntegerField(source="row.version", help_text="How often it was written; the `ETag` in `If-Match`.")
    created_at = DateTimeField(source="row.created_at")
    updated_at = DateTimeField(source="row.updated_at")


class RosterSummarySerializer(KeptSerializer):
    """A roster in a list."""

    army = CharField(source="verdict.roster.army")
    points_limit = IntegerField(source="verdict.roster.points_limit", allow_null=True)
    rules = CharField(source="verdict.roster.rules")
    points = IntegerField(source="verdict.price.points")
    legal = BooleanField(source="verdict.report.is_legal")
    tags = serializers.ListField(child=CharField())


class KeptRosterSerializer(RosterSummarySerializer):
    """A roster as it is now, with its file."""

    roster = ValueField(Roster, source="verdict.roster")


class KeptUnitSerializer(Serializer):
    """A unit of a roster, and what it costs."""

    points = IntegerField()
    ally = CharField(allow_null=True, help_text="The army whose contingent it is in; null in the roster’s own.")
    unit = ValueField(Unit)


class EntrySerializer(Serializer):
    """Models of one profile, or a character: the one of both that isn’t null."""

    entry = CharField(help_text="Its name in addresses: the models’ profile, or the character’s `ref`.")
    models = ValueField(Models, allow_null=True)
    character = ValueField(Character, allow_null=True)


class ShareSerializer(Serializer):
    """A live link to a roster."""

    token = CharField()
    kind = ChoiceField([kind for kind, _ in KINDS])
    address = CharField(help_text="Whoever has it sees the roster.")
    created_at = DateTimeField()


class DesignSummarySerializer(KeptSerializer):
    """A design in a list."""

    kind = CharField(source="design.kind", help_text="`creature`, `vehicle` or `war-machine`.")
    points = IntegerField(allow_null=True, help_text="By the book’s formula; null where it has no price for it.")


class KeptDesignSerializer(DesignSummarySerializer):
    """A design as it is now, with its file."""

    design = ValueField(Design)


class PackSummarySerializer(KeptSerializer):
    """A pack in a list."""

    rules = CharField(help_text="How rosters name it in `rules`.")
    pack = ValueField(Pack)
