"""The creature creation formula: its tables, and the price of a design."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BooleanField, CharField, IntegerField

from armybuilder.catalogue.queries import cost_cells, loaded_at
from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.core.api.base_views import ListedView, StatelessView
from armybuilder.core.api.errors import NOT_JSON, PAGES, TOO_LARGE, TOO_OFTEN
from armybuilder.core.api.fields import ValueField, reference
from armybuilder.core.api.filters import CHANGED_SINCE, if_changed
from armybuilder.core.api.parsers import sent
from armybuilder.core.api.serializers import LineSerializer, RefusalSerializer
from armybuilder.rosters.api.serializers import FindingSerializer
from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.creation.design_files import read_design
from tabletop.arcana.creation.design_rules import review_design
from tabletop.arcana.creation.points import Receipt, RefusedError, price
from tabletop.arcana.creation.points.plain import plain_price
from tabletop.decoding import MalformedError

Serializer = serializers.Serializer[Any]

NO_PRICE = OpenApiResponse(
    RefusalSerializer, description="Not a design file, or the formula has no price for it; the field is named."
)


class DesignRemedySerializer(Serializer):
    """A way out: the whole design with the change made."""

    label = CharField()  # type: ignore[assignment]
    edit = ValueField("Design")


class DesignFindingSerializer(FindingSerializer):
    """What a rule of designing has to say; its culprit is a field of the design, or of its parts."""

    unit = None  # type: ignore[assignment]
    remedies = DesignRemedySerializer(many=True)  # type: ignore[assignment]


class PriceSerializer(Serializer):
    """A design's receipt by the book's formula."""

    name = CharField()
    exact = CharField(help_text="Points, exact: `75`, or a fraction as `855/2`.")
    points = IntegerField(help_text="The exact price rounded up, once.")
    elite = BooleanField()
    special = BooleanField(help_text="Whether it counts as special troops under the core rules.")
    lines = LineSerializer(many=True)
    legal = BooleanField(help_text="Whether no error is among the findings.")
    findings = DesignFindingSerializer(many=True)


class CostSerializer(Serializer):
    """One cell of a cost table."""

    table = CharField()
    key = CharField()
    amount = CharField(help_text="Victory points or a factor, exact.")
    section = CharField(source="citation", help_text="Where the book prints it.")


class PriceView(StatelessView):
    """Stateless: nobody logs in and nothing is kept."""

    @extend_schema(
        operation_id="price",
        summary="Price a design",
        request={"application/json": reference("Design")},
        responses={200: PriceSerializer, 400: NO_PRICE, 413: TOO_LARGE, 415: NOT_JSON, 429: TOO_OFTEN},
    )
    def post(self, request: Request) -> Response:
        """A muster-design/1 file in; its price out, line by line with sources, and what the rules of designing say.

        A remedy's edit is a whole design.
        """
        receipt = _priced(sent(request, read_design))
        report = review_design(receipt.design, current_catalogue())
        return Response(PriceSerializer(plain_price(receipt, report)).data)


def _priced(design: Design) -> Receipt:
    try:
        return price(design)
    except RefusedError as refused:
        raise MalformedError(refused.field, refused.reason) from refused


class CostsView(ListedView):
    @extend_schema(
        operation_id="costs",
        summary="The formula's cost tables",
        parameters=[CHANGED_SINCE],
        responses={200: CostSerializer(many=True)} | PAGES,
    )
    def get(self, request: Request) -> Response:
        """Every cell that a price is made of, in the book's order, page by page."""
        return self.page_of(if_changed(request, list(cost_cells()), loaded_at), CostSerializer)
