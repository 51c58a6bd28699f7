"""The shapes of the answers, field by field."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from msgspec import Struct
from rest_framework import serializers
from rest_framework.serializers import BooleanField, CharField, ChoiceField, FloatField, IntegerField, JSONField

from armybuilder.catalogue.models import KINDS, SECTIONS, STRENGTHS
from armybuilder.core.api.fields import ValueField, reference
from armybuilder.models import Profile
from tabletop.arcana.army.event_pack import Pack
from tabletop.arcana.army.roster import Options
from tabletop.arcana.army.troop_class import is_special
from tabletop.arcana.catalogue.lists import ArmyList, Catalogue, Erratum, Grants, WarMachineTerms
from tabletop.arcana.catalogue.profiles import Printed, Row
from tabletop.findings import Severity
from tabletop.heraldry import Shield
from tabletop.rulebook import Rule

SEVERITIES = tuple(severity.name.lower() for severity in Severity)

Serializer = serializers.Serializer[Any]


class Entry(Struct, frozen=True):
    """A printed row with what is said about it."""

    row: Row
    in_play: Row
    army: ArmyList
    errata: tuple[Erratum, ...]

    @property
    def special(self) -> bool:
        return is_special(self.row, self.army, Options())


def entry_of(catalogue: Catalogue, slug: str) -> Entry:
    return Entry(catalogue.rows[slug], catalogue.in_play(slug), catalogue.list_of(slug), catalogue.errata.get(slug, ()))


class CitationSerializer(Serializer):
    """Where it stands."""

    document = CharField()
    section = CharField()


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
    rows = IntegerField(help_text="How many rows it has.")


class ArmyNoteSerializer(Serializer):
    """A rule at the head of a list."""

    title = CharField()
    text = CharField()


class ArmyListSerializer(ArmyListSummarySerializer):
    """A printed list with the rules at its head."""

    section = CharField(help_text="Where the book prints it.")
    shield = ValueField(Shield)
    war_machines = ValueField(WarMachineTerms)
    grants = ValueField(Grants)
    troops_are_normal = BooleanField()
    notes = ArmyNoteSerializer(many=True)


class ProfileSummarySerializer(Serializer):
    """A printed row: its cells as the book prints them, and what is wrong with them."""

    slug = CharField(source="row.slug")
    list = CharField(source="army.slug")
    name = CharField(source="row.name")
    section = ChoiceField(SECTIONS, source="row.section")
    points = IntegerField(source="row.points", help_text="The printed points, which rosters pay.")
    base = FloatField(source="row.base")
    special = BooleanField(help_text="Whether it counts as special troops under the usual options.")
    printed = ValueField(Printed, source="row.printed")
    errata = ErratumSerializer(many=True)


class FoundProfileSerializer(ProfileSummarySerializer):
    """A row found in the database, as the catalogue of the view has it."""

    def to_representation(self, instance: Profile) -> dict[str, Any]:
        return super().to_representation(entry_of(self.context["view"].catalogue, instance.slug))


class ProfileSerializer(ProfileSummarySerializer):
    """A printed row with its figures, as printed and as played."""

    figures = ValueField(Row, source="row")
    in_play = ValueField(Row, help_text="With strong errata applied and the abilities of the whole list.")


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


class KeptPackSerializer(Serializer):
    """An organiser's pack: its file with every default spelt out, and the rulebook that it makes."""

    code = CharField(help_text="Rosters name it as `pack/` and this code in `rules`.")
    version = IntegerField(help_text="How often it was written.")
    pack = ValueField(Pack)
    rulebook = RulebookSerializer()


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
    """What a rule has to say: an error is illegal, a warning needs the opponent's leave, a note is advice."""

    code = CharField()
    severity = ChoiceField(SEVERITIES)
    message = CharField()
    culprit = CulpritSerializer()
    actual = IntegerField(allow_null=True)
    limit = IntegerField(allow_null=True)
    citation = CitationSerializer()
    remedies = RemedySerializer(many=True)


class PassSerializer(Serializer):
    """Why a rule is met, in numbers."""

    code = CharField()
    message = CharField()
    citation = CitationSerializer()


class LineSerializer(Serializer):
    """One line of a receipt."""

    label = CharField()  # type: ignore[assignment]
    amount = CharField(help_text="Points, exact: `75`, or a fraction as `855/2`.")
    citation = CitationSerializer()


class UnitReceiptSerializer(Serializer):
    """What a unit costs, and why."""

    ref = CharField()
    name = CharField()
    points = IntegerField()
    lines = LineSerializer(many=True)


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
