"""The printed lists and profiles, as answers."""

from __future__ import annotations

from typing import Any

from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from armybuilder.catalogue import queries
from armybuilder.catalogue.api import serializers
from armybuilder.catalogue.api.filters import ProfileFilter
from armybuilder.catalogue.models import Profile
from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.core.api.base_views import ListedView, StrictView
from armybuilder.core.api.errors import MISSING, PAGES
from armybuilder.core.api.filters import CHANGED_SINCE, if_changed
from tabletop.arcana.catalogue.lists import ArmyList, Catalogue


def _listed(catalogue: Catalogue, army: ArmyList) -> dict[str, Any]:
    """A list's own fields, and how many profiles it has."""
    head = {name: getattr(army, name) for name in army.__struct_fields__}
    return head | {"rows": len(catalogue.rows_of(army.slug))}


class ArmyListsView(ListedView):
    @extend_schema(
        operation_id="lists",
        summary="Every printed list",
        parameters=[CHANGED_SINCE],
        responses={200: serializers.ArmyListSummarySerializer(many=True)} | PAGES,
    )
    def get(self, request: Request) -> Response:
        """The army lists and the three general ones, in the book's order, page by page."""
        catalogue = current_catalogue()
        listed = [_listed(catalogue, army) for army in catalogue.lists.values()]
        return self.page_of(if_changed(request, listed, queries.loaded_at), serializers.ArmyListSummarySerializer)


class ArmyListView(StrictView):
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


class ProfilesView(ListedView, ListAPIView[Profile]):
    """Rows are found in the database and shown from the catalogue."""

    queryset = queries.profiles()
    serializer_class = serializers.FoundProfileSerializer
    filter_backends = [DjangoFilterBackend]
    filterset_class = ProfileFilter

    @extend_schema(
        operation_id="profiles",
        summary="Printed profiles",
        responses={200: serializers.FoundProfileSerializer(many=True)} | PAGES,
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Profiles that match every parameter given, page by page."""
        self.catalogue = current_catalogue()
        return super().get(request, *args, **kwargs)


class ProfileView(StrictView):
    @extend_schema(
        operation_id="profile",
        summary="One printed profile",
        responses={200: serializers.ProfileSerializer, 404: MISSING},
    )
    def get(self, request: Request, list: str, name: str) -> Response:
        """A profile with its figures as printed and as played; points are always the printed ones."""
        catalogue, slug = current_catalogue(), f"{list}/{name}"
        if slug not in catalogue.rows:
            raise NotFound("There is no such profile.")
        return Response(serializers.ProfileSerializer(serializers.entry_of(catalogue, slug)).data)
