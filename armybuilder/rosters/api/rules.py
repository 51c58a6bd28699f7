"""The rules that rosters of Armies of Arcana are checked by."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from armybuilder.core.api.base_views import StrictView
from armybuilder.core.api.serializers import RulebookSerializer
from tabletop.arcana.army.rules import CORE


class RulesView(StrictView):
    @extend_schema(
        operation_id="rules",
        summary="What is checked",
        responses=RulebookSerializer,
    )
    def get(self, request: Request) -> Response:
        """Every rule that rosters are checked by, and those of the book that aren't checked."""
        return Response(RulebookSerializer(CORE).data)
