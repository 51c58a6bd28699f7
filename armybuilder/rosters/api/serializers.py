"""Rosters and verdicts on them as answers."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.serializers import BooleanField, CharField, ChoiceField, IntegerField, JSONField

from armybuilder.core.api.fields import ValueField, reference
from armybuilder.core.api.serializers import SEVERITIES, CitationSerializer, KeptSerializer, LineSerializer, Serializer


class RosterSummarySerializer(KeptSerializer):
    """A roster in a list."""

    army = CharField(source="verdict.listed.army_slug")
    points_limit = IntegerField(source="verdict.listed.points_limit", allow_null=True)
    rules = CharField(source="verdict.listed.rules")
    points = IntegerField(source="verdict.points")
    legal = BooleanField(source="verdict.report.is_legal")
    tags = serializers.ListField(child=CharField())


class KeptRosterSerializer(RosterSummarySerializer):
    """A roster as it is now, with its file."""

    roster = ValueField("Roster", source="verdict.roster")


class KeptUnitSerializer(Serializer):
    """A unit of a roster, and what it costs."""

    points = IntegerField()
    ally = CharField(allow_null=True, help_text="The army whose contingent it is in; null in the roster's own.")
    unit = ValueField("Unit")


class EntrySerializer(Serializer):
    """Models of one profile, or a character: the one of both that isn't null."""

    entry = CharField(help_text="Its name in addresses: the models' profile, or the character's `ref`.")
    models = ValueField("Models", allow_null=True)
    character = ValueField("Character", allow_null=True)


class CulpritSerializer(Serializer):
    """The part of the roster it is about: the roster, an army, a unit or a character."""

    kind = CharField()
    ref = CharField(help_text="The part's `ref`, an army's slug, or empty for the whole.")


@extend_schema_field(reference("Edit"))
class EditField(JSONField):
    """A change of the roster as plain values."""


class RemedySerializer(Serializer):
    """A way out."""

    label = CharField()  # type: ignore[assignment]
    edit = EditField()


class FindingSerializer(Serializer):
    """What a rule has to say: an error is illegal, a warning needs the opponent's agreement, a note is advice."""

    code = CharField()
    severity = ChoiceField(SEVERITIES)
    message = CharField()
    culprit = CulpritSerializer()
    unit = CharField(help_text="The name of the unit that the culprit is or belongs to; empty for the whole.")
    actual = IntegerField(allow_null=True)
    limit = IntegerField(allow_null=True)
    citation = CitationSerializer()
    remedies = RemedySerializer(many=True)


class PassSerializer(Serializer):
    """Why a rule is met, in numbers."""

    code = CharField()
    message = CharField()
    citation = CitationSerializer()


class UnitReceiptSerializer(Serializer):
    """What a unit costs, and why."""

    ref = CharField()
    name = CharField()
    points = IntegerField()
    lines = LineSerializer(many=True)


# What the schema shows of a verdict; `plain_verdict` writes it, with the shares of whatever game it is.
class VerdictSerializer(Serializer):
    """A roster's price and everything the rules have to say about it."""

    legal = BooleanField()
    points = IntegerField()
    normal = IntegerField()
    special = IntegerField()
    rules = CharField(help_text="By which rules and which catalogue.")
    receipt = UnitReceiptSerializer(many=True)
    findings = FindingSerializer(many=True)
    passes = PassSerializer(many=True)
