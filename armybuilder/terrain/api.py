"""The terrain charts and kinds of ground, and tables rolled from a seed, as answers."""

from __future__ import annotations

from typing import Any

import msgspec
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import CharField, IntegerField
from rest_framework.views import APIView

from armybuilder.catalogue.loaders.terrain import chart_of, terrain_charts
from armybuilder.core.api.base_views import StatelessView
from armybuilder.core.api.errors import NOT_JSON, TOO_LARGE, TOO_OFTEN
from armybuilder.core.api.fields import ValueField, reference, spelt_out
from armybuilder.core.api.parsers import sent
from armybuilder.core.api.serializers import RefusalSerializer
from tabletop.arcana.terrain import TERRAIN_KINDS, Chart, odds, roll_table, ways
from tabletop.arcana.terrain.orders import read_order_file

Serializer = serializers.Serializer[Any]

NO_TABLE = OpenApiResponse(
    RefusalSerializer, description="Not an order, or its pieces find no room; the field is named."
)


class ChanceSerializer(Serializer):
    """A line of a chart with its chance."""

    rolls = serializers.ListField(child=IntegerField(), help_text="Its totals of 2d6.")
    features = serializers.ListField(child=CharField(), help_text="What it brings; of two, a d6 of 1 to 3 the first.")
    ways = IntegerField(help_text="In how many of 36 throws.")
    chance = CharField(help_text="The same as a fraction in lowest terms.")


class RegionSerializer(Serializer):
    """A region's chart."""

    slug = CharField()
    name = CharField()
    odds = ChanceSerializer(many=True)
    facts = ValueField("Chart", help_text="Features, sizes in inches, sub-rolls, effects and results as values.")


class TerrainView(APIView):
    @extend_schema(operation_id="terrain", summary="The terrain charts", responses=RegionSerializer(many=True))
    def get(self, request: Request) -> Response:
        """The four regions in the book's order, each line with its chance in 36ths."""
        return Response(RegionSerializer(map(_shown, terrain_charts().values()), many=True).data)


def _shown(chart: Chart) -> dict[str, Any]:
    lines = [
        {"rolls": result.rolls, "features": result.choices, "ways": ways(result), "chance": str(chance)}
        for result, chance in odds(chart)
    ]
    return {"slug": chart.slug, "name": chart.name, "odds": lines, "facts": chart}


class KindsView(APIView):
    @extend_schema(
        operation_id="ground",
        summary="The kinds of ground",
        responses={(200, "application/json"): {"type": "array", "items": reference("GroundKind")}},
    )
    def get(self, request: Request) -> Response:
        """What each kind does by itself: going, cover, sight; `ours` where the book leaves it to the players."""
        return Response([spelt_out(kind.published) for kind in TERRAIN_KINDS.values()])


class RollView(StatelessView):
    """Stateless: the same order is the same table, and nothing is kept."""

    @extend_schema(
        operation_id="roll",
        summary="Roll a table",
        request={"application/json": reference("Order")},
        responses={
            (200, "application/json"): reference("Table"),
            400: NO_TABLE,
            413: TOO_LARGE,
            415: NOT_JSON,
            429: TOO_OFTEN,
        },
    )
    def post(self, request: Request) -> Response:
        """An order with its seed in; a muster-table/1 out, each piece with its rolls, after every agreed change."""
        order = sent(request, read_order_file)
        return Response(msgspec.to_builtins(roll_table(order, chart_of(order.region))))
