"""The endpoints: the catalogue, the rules and the checker."""

from __future__ import annotations

from typing import Any

from django.core.cache import caches
from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import AnonRateThrottle
from rest_framework.views import APIView

from armybuilder import queries
from armybuilder.catalogue.api import serializers
from armybuilder.catalogue.api.filters import Pages, ProfileFilter
from armybuilder.core.api.fields import reference
from armybuilder.core.api.parsers import FileParser, sent
from armybuilder.models import Profile
from armybuilder.rosters.verdicts import advised, verdict
from armybuilder.snapshots import current_catalogue
from tabletop.arcana.army.roster import read_roster
from tabletop.arcana.army.rules import CORE
from tabletop.arcana.catalogue.lists import ArmyList, Catalogue
from tabletop.rosters.plain import plain_verdict

MISSING = OpenApiResponse(serializers.ProblemSerializer, description="There is no such thing.")
WRONG_PARAMETER = OpenApiResponse(serializers.RefusalSerializer, description="A parameter is wrong; it is named.")
MALFORMED = OpenApiResponse(serializers.RefusalSerializer, description="Not a roster file; the field is named.")
TOO_LARGE = OpenApiResponse(serializers.ProblemSerializer, description="More than 1,000,000 bytes.")
NOT_JSON = OpenApiResponse(serializers.ProblemSerializer, description="The content type isn't application/json.")
TOO_OFTEN = OpenApiResponse(serializers.ProblemSerializer, description="Too many requests; Retry-After says how long.")


def _listed(catalogue: Catalogue, army: ArmyList) -> dict[str, Any]:
    """A list's own fields, and how many rows it has."""
    head = {name: getattr(army, name) for name in army.__struct_fields__}
    return head | {"rows": len(catalogue.rows_of(army.slug))}


class ArmyListsView(APIView):
    @extend_schema(
        operation_id="lists",
        summary="Every printed list",
        responses=serializers.ArmyListSummarySerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        """The army lists and the three general ones, in the book's order."""
        catalogue = current_catalogue()
        listed = [_listed(catalogue, army) for army in catalogue.lists.values()]
        return Response(serializers.ArmyListSummarySerializer(listed, many=True).data)


class ArmyListView(APIView):
    @extend_schema(
        operation_id="list",
        summary="One list",
        responses={200: serializers.ArmyListSerializer, 404: MISSING},
    )
    def get(self, request: Request, slug: str) -> Response:
        """A list with its shield and the rules at its head."""
        catalogue = current_catalogue()
        if slug not in catalogue.lists:
            raise NotFound("There is no such list.")
        return Response(serializers.ArmyListSerializer(_listed(catalogue, catalogue.lists[slug])).data)


class ProfilesView(ListAPIView[Profile]):
    """Rows are found in the database and shown from the catalogue."""

    queryset = queries.profiles()
    serializer_class = serializers.FoundProfileSerializer
    pagination_class = Pages
    filter_backends = [DjangoFilterBackend]
    filterset_class = ProfileFilter

    @extend_schema(
        operation_id="profiles",
        summary="Printed rows",
        responses={200: serializers.FoundProfileSerializer(many=True), 400: WRONG_PARAMETER, 404: MISSING},
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Rows that match every parameter given, page by page."""
        self.catalogue = current_catalogue()
        return super().get(request, *args, **kwargs)


class ProfileView(APIView):
    @extend_schema(
        operation_id="profile",
        summary="One printed row",
        responses={200: serializers.ProfileSerializer, 404: MISSING},
    )
    def get(self, request: Request, list: str, name: str) -> Response:
        """A row with its figures as printed and as played; points are always the printed ones."""
        catalogue, slug = current_catalogue(), f"{list}/{name}"
        if slug not in catalogue.rows:
            raise NotFound("There is no such row.")
        return Response(serializers.ProfileSerializer(serializers.entry_of(catalogue, slug)).data)


class RulesView(APIView):
    @extend_schema(
        operation_id="rules",
        summary="What is checked",
        responses=serializers.RulebookSerializer,
    )
    def get(self, request: Request) -> Response:
        """Every rule that rosters are checked by, and those of the book that aren't checked."""
        return Response(serializers.RulebookSerializer(CORE).data)


class CheckThrottle(AnonRateThrottle):
    """Plenty for people and their tools, too little to keep a machine busy; each process counts for itself."""

    cache = caches["process"]
    scope = "check"
    rate = "600/min"


class CheckView(APIView):
    """Stateless: nobody logs in and nothing is kept, so there is nothing that a forged request could do."""

    authentication_classes = ()
    parser_classes = [FileParser]
    throttle_classes = [CheckThrottle]

    @extend_schema(
        operation_id="check",
        summary="Check a roster",
        request={"application/json": reference("Roster")},
        responses={
            200: serializers.VerdictSerializer,
            400: MALFORMED,
            413: TOO_LARGE,
            415: NOT_JSON,
            429: TOO_OFTEN,
        },
    )
    def post(self, request: Request) -> Response:
        """A muster-roster/1 file in; its price, its receipt and every finding out, whether it is legal or not."""
        judged = advised(verdict(sent(request, read_roster), current_catalogue()))
        return Response(serializers.VerdictSerializer(plain_verdict(judged)).data)
