"""The terrain charts and kinds of ground, and tables rolled from a seed, as answers."""

from __future__ import annotations

from typing import Any

import msgspec
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import CharField, IntegerField

from armybuilder.catalogue.loaders.terrain import chart_of, terrain_charts
from armybuilder.catalogue.queries import loaded_at
from armybuilder.core.api.base_views import ListedView, StatelessView
from armybuilder.core.api.errors import NOT_JSON, PAGES, TOO_LARGE, TOO_OFTEN
from armybuilder.core.api.fields import ValueField, reference, spelt_out
from armybuilder.core.api.filters import CHANGED_SINCE, if_changed
from armybuilder.core.api.pagination import PAGING, Pages
from armybuilder.core.api.parsers import sent
from armybuilder.core.api.serializers import RefusalSerializer
from tabletop.arcana.terrain import TERRAIN_KINDS, Chart, GroundKind, odds, roll_table, ways
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


class GroundKindSerializer(Serializer):
    """A kind of ground with every default spelt out; its shape is a component of the schema already."""

    def to_representation(self, instance: GroundKind) -> Any:
        return spelt_out(instance)


GROUND_KINDS = Pages().get_paginated_response_schema({"type": "array", "items": reference("GroundKind")})


class TerrainView(ListedView):
    @extend_schema(
        operation_id="terrain",
        summary="The terrain charts",
        parameters=[CHANGED_SINCE],
        responses={200: RegionSerializer(many=True)} | PAGES,
    )
    def get(self, request: Request) -> Response:
        """The four regions in the book's order, each line with its chance in 36ths, page by page."""
        charts = [_shown(chart) for chart in terrain_charts().values()]
        return self.page_of(if_changed(request, charts, loaded_at), RegionSerializer)


def _shown(chart: Chart) -> dict[str, Any]:
    lines = [
        {"rolls": result.rolls, "features": result.choices, "ways": ways(result), "chance": str(chance)}
        for result, chance in odds(chart)
    ]
    return {"slug": chart.slug, "name": chart.name, "odds": lines, "facts": chart}


class KindsView(ListedView):
    @extend_schema(
        operation_id="ground",
        summary="The kinds of ground",
        parameters=[*PAGING, CHANGED_SINCE],
        responses={(200, "application/json"): GROUND_KINDS} | PAGES,
    )
    def get(self, request: Request) -> Response:
        """What each kind does by itself: going, cover, sight; `ours` where the book leaves it to the players."""
        kinds = [kind.published for kind in TERRAIN_KINDS.values()]
        return self.page_of(if_changed(request, kinds, loaded_at), GroundKindSerializer)


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
