"""Verdicts on rosters that nobody keeps."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from armybuilder.core.api.base_views import StatelessView
from armybuilder.core.api.errors import NOT_JSON, TOO_LARGE, TOO_OFTEN
from armybuilder.core.api.fields import reference
from armybuilder.core.api.parsers import sent
from armybuilder.core.api.serializers import RefusalSerializer
from armybuilder.core.games import read_roster
from armybuilder.rosters.api.serializers import VerdictSerializer
from armybuilder.rosters.verdicts import advised, verdict
from tabletop.rosters.plain import plain_verdict

MALFORMED = OpenApiResponse(RefusalSerializer, description="Not a roster file; the field is named.")


class CheckView(StatelessView):
    @extend_schema(
        operation_id="check",
        summary="Check a roster",
        request={"application/json": reference("Roster")},
        responses={
            200: VerdictSerializer,
            400: MALFORMED,
            413: TOO_LARGE,
            415: NOT_JSON,
            429: TOO_OFTEN,
        },
    )
    def post(self, request: Request) -> Response:
        """A muster-roster/1 file in; its price, its receipt and every finding out, whether it is legal or not."""
        judged = advised(verdict(sent(request, read_roster)))
        return Response(plain_verdict(judged))
