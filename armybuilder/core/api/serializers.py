"""Answers that several areas give: citations, receipts, rulebooks, what is kept, and what is wrong."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.serializers import CharField, ChoiceField, DateTimeField, IntegerField

from tabletop.findings import Severity
from tabletop.rulebook import Rule

SEVERITIES = tuple(severity.name.lower() for severity in Severity)

Serializer = serializers.Serializer[Any]


class CitationSerializer(Serializer):
    """Where it stands."""

    document = CharField()
    section = CharField()


class LineSerializer(Serializer):
    """One line of a receipt."""

    label = CharField()  # type: ignore[assignment]
    amount = CharField(help_text="Points, exact: `75`, or a fraction as `855/2`.")
    citation = CitationSerializer()


class RuleSerializer(Serializer):
    """A rule that rosters are checked by."""

    code = CharField()
    severity = serializers.SerializerMethodField()
    statement = CharField()
    citation = CitationSerializer()

    @extend_schema_field(ChoiceField(SEVERITIES))
    def get_severity(self, rule: Rule) -> str:
        return rule.severity.name.lower()


class UncheckedRuleSerializer(Serializer):
    """A rule of the book that isn't checked, and why."""

    statement = CharField()
    reason = CharField()
    citation = CitationSerializer()


class RulebookSerializer(Serializer):
    """Every rule in the order in which findings are reported."""

    name = CharField()
    version = CharField()
    rules = RuleSerializer(many=True)
    unchecked = UncheckedRuleSerializer(many=True)


class RefusalSerializer(Serializer):
    """What is wrong with the request, and where."""

    field = CharField(help_text="As in `units[0].models[0].count`; empty where it is the whole.")
    detail = CharField()


class ProblemSerializer(Serializer):
    """Why there is no answer."""

    detail = CharField()


class StaleSerializer(ProblemSerializer):
    """Why nothing was written."""

    version = IntegerField(help_text="The newest version.")


class KeptSerializer(Serializer):
    """What is kept under a code."""

    code = CharField(source="row.code", help_text="Its name in addresses.")
    name = CharField(source="row.name")
    version = IntegerField(source="row.version", help_text="How often it was written; the `ETag` in `If-Match`.")
    created_at = DateTimeField(source="row.created_at")
    updated_at = DateTimeField(source="row.updated_at")
