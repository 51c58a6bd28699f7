"""Odds of a situation, answered as the command `odds` answers them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.fields import SkipField
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import CharField, IntegerField

from armybuilder.core.api.base_views import StatelessView
from armybuilder.core.api.errors import NOT_JSON, TOO_LARGE, TOO_OFTEN
from armybuilder.core.api.fields import reference
from armybuilder.core.api.parsers import sent
from armybuilder.core.api.serializers import LineSerializer, RefusalSerializer
from armybuilder.core.games import game_of_file, reference_of

NO_ODDS = OpenApiResponse(RefusalSerializer, description="Not a situation, or one that can't be; the field is named.")
RESULTS = (
    "By name. A chance has `exact`, a fraction as text, and `decimal`. A number has `mean` (a fraction), `decimal`, "
    "and mostly `distribution` and `at_least` (fractions by number) and `middle` (least and greatest of the middle "
    "80 %). `exact` and `mean` are null where a long fight was computed in decimals, a result that never is, too."
)

CHANGES = (
    "Of a spell: what isn't rolled as it is cast, or comes back later. Each has a `mechanism`, the catalogue's "
    "`effect` and the target's `figures` that it changes, with `before` and `after`."
)


class NeededSerializer(serializers.Serializer[Any]):
    """A number that dice have to show, or what it is made of."""

    text = CharField()
    number = IntegerField()
    lines = LineSerializer(many=True)


REFUSALS = "Of a game that says them all: every `reason` with its `rule`, what it is `about` and its `citation`."
FACTS = "What the kind of situation answers beside odds, by name."
RATIO = "Of an attack in a game that fights by odds: their column, as 2:1; null where it isn't allowed."


class AnswerField(CharField):
    """A text or null that only some answers have: left out of the others."""

    def get_attribute(self, instance: Any) -> Any:
        if self.field_name not in instance:
            raise SkipField
        return super().get_attribute(instance)


class WhatIfSerializer(serializers.Serializer[Any]):
    """The same attack, changed by one unit."""

    change = CharField()
    ratio = CharField(allow_null=True)


class OddsSerializer(serializers.Serializer[Any]):
    """Every result of a situation with its exact chance or distribution."""

    results = serializers.DictField(help_text=RESULTS)
    steps = NeededSerializer(many=True)
    changes = serializers.ListField(child=serializers.DictField(), required=False, help_text=CHANGES)
    ratio = AnswerField(required=False, allow_null=True, help_text=RATIO)
    reason = AnswerField(required=False, allow_null=True, help_text="Why it isn't allowed, in a sentence.")
    rule = AnswerField(required=False, allow_null=True, help_text="The code of the rule by which it isn't.")
    explained = serializers.ListField(child=CharField(), required=False, help_text="How it is counted, step by step.")
    what_if = WhatIfSerializer(many=True, required=False)
    refusals = serializers.ListField(child=serializers.DictField(), required=False, help_text=REFUSALS)
    facts = serializers.DictField(required=False, help_text=FACTS)
    pack = CharField(required=False, help_text="Whose figures these are, where they aren't the published ones.")


class OddsView(StatelessView):
    """Stateless: nobody logs in and nothing is kept."""

    @extend_schema(
        operation_id="odds",
        summary="Odds of a moment of a battle",
        request={"application/json": reference("Situation")},
        responses={200: OddsSerializer, 400: NO_ODDS, 413: TOO_LARGE, 415: NOT_JSON, 429: TOO_OFTEN},
    )
    def post(self, request: Request) -> Response:
        """A muster-situation/1 file in; exact odds out, as the command line answers them, nothing rolled."""
        content = sent(request, bytes)
        game = game_of_file(content)
        return Response(OddsSerializer(game.odds(content, reference_of(game))).data)
