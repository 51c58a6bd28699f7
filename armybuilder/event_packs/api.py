"""Organisers' packs: read by whoever has the code, changed by their owners."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import CharField, IntegerField

from armybuilder.core.api.base_views import ListedView
from armybuilder.core.api.fields import ValueField, reference
from armybuilder.core.api.filters import KeptFilter
from armybuilder.core.api.owner_views import (
    DELETED,
    IF_MATCH,
    LISTS,
    MAKES,
    READS,
    REMOVES,
    TAKES_BACK,
    WRITES,
    OwnView,
    answer,
    known_version,
)
from armybuilder.core.api.pagination import FewerPages
from armybuilder.core.api.parsers import sent
from armybuilder.core.api.serializers import KeptSerializer, RulebookSerializer, Serializer
from armybuilder.core.models import kept_by
from armybuilder.core.revisions import delete_row, restore_row
from armybuilder.event_packs import queries, services
from armybuilder.event_packs.models import Pack as Row
from armybuilder.event_packs.snapshots import pack_in
from tabletop.arcana.army.event_pack import read_pack, rules_of
from tabletop.arcana.army.rules import CORE, pack_rulebook


class PackSummarySerializer(KeptSerializer):
    """A pack in a list."""

    rules = CharField(help_text="How rosters name it in `rules`.")
    pack = ValueField("Pack")


class KeptPackSerializer(Serializer):
    """An organiser's pack: its file with every default spelt out, and the rulebook that it makes."""

    code = CharField(help_text="Rosters name it as `pack/` and this code in `rules`.")
    version = IntegerField(help_text="How often it was written.")
    pack = ValueField("Pack")
    rulebook = RulebookSerializer()


class PackPages(FewerPages):
    """A page with every default spelt out."""

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> Any:
        rows: Sequence[Row] = super().paginate_queryset(queryset, request, view) or ()
        return [{"row": row, "rules": rules_of(row.code), "pack": pack_in(row)} for row in rows]


class PacksView(OwnView, ListedView, ListAPIView[Row]):
    serializer_class = PackSummarySerializer
    pagination_class = PackPages
    queryset = Row.objects.none()  # says their kind; whose they are depends on who asks
    filter_backends = [DjangoFilterBackend]
    filterset_class = KeptFilter

    def get_queryset(self) -> QuerySet[Row]:
        return queries.packs_of(self.visitor)

    @extend_schema(
        operation_id="packs", summary="Your packs", responses={200: PackSummarySerializer(many=True)} | LISTS
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Packs of your own; those of others are read by their codes alone."""
        return super().get(request, *args, **kwargs)

    @extend_schema(
        operation_id="create_pack",
        summary="Keep a pack",
        request={"application/json": reference("Pack")},
        responses={201: KeptPackSerializer} | MAKES,
    )
    def post(self, request: Request) -> Response:
        """A muster-pack/1 file in; anybody who has its code can play by it."""
        pack = sent(request, read_pack)
        row = services.create_pack(visitor=self.keeper(), pack=pack)
        return shown(row, status=201, address=reverse("api-pack", kwargs={"code": row.code}))


class PackView(OwnView):
    @extend_schema(operation_id="pack", summary="An organiser's pack", responses={200: KeptPackSerializer} | READS)
    def get(self, request: Request, code: str) -> Response:
        """A pack by the code in its link, and every rule that rosters under it are checked by."""
        row = queries.packs().filter(code=code).first()
        if row is None:
            raise NotFound("There is no such pack.")
        return shown(row)

    @extend_schema(
        operation_id="replace_pack",
        summary="Replace a pack",
        parameters=[IF_MATCH],
        request={"application/json": reference("Pack")},
        responses={200: KeptPackSerializer} | WRITES,
    )
    def put(self, request: Request, code: str) -> Response:
        """A muster-pack/1 file in place of a pack of your own; rosters under it are checked by it from now on."""
        row, version = self.own_row(code), known_version(request)
        return shown(services.save_pack(row=row, version=version, pack=sent(request, read_pack)))

    @extend_schema(
        operation_id="delete_pack",
        summary="Delete a pack",
        parameters=[IF_MATCH],
        responses={204: DELETED} | REMOVES,
    )
    def delete(self, request: Request, code: str) -> Response:
        """A pack of your own; rosters under it fall back to the core rules."""
        row = self.own_row(code)
        delete_row(row, known_version(request))
        return Response(status=204)

    def own_row(self, code: str) -> Row:
        return get_object_or_404(queries.packs_of(self.visitor), code=code)


class RestorePackView(OwnView):
    @extend_schema(
        operation_id="restore_pack",
        summary="Restore a deleted event pack",
        request=None,
        responses={200: KeptPackSerializer} | TAKES_BACK,
    )
    def post(self, request: Request, code: str) -> Response:
        """As it was when it was deleted; one that isn't deleted stays as it is. No version is asked for."""
        row = get_object_or_404(kept_by(self.visitor, Row), code=code)
        restore_row(row)
        row.refresh_from_db()
        return shown(row)


def shown(row: Row, *, status: int = 200, address: str = "") -> Response:
    pack = pack_in(row)
    shape = {"code": row.code, "version": row.version, "pack": pack, "rulebook": pack_rulebook(pack, CORE)}
    return answer(row, KeptPackSerializer(shape).data, status=status, address=address)
