"""Designs of one's own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.utils import extend_schema
from msgspec.structs import replace
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
from armybuilder.core.api.serializers import KeptSerializer
from armybuilder.core.models import kept_by
from armybuilder.core.revisions import delete_row, restore_row
from armybuilder.designs import queries, services
from armybuilder.designs.models import Design as Row
from armybuilder.designs.snapshots import design_in
from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.creation.design_files import FORMAT, read_design
from tabletop.arcana.creation.points import RefusedError, price


class DesignSummarySerializer(KeptSerializer):
    """A design in a list."""

    kind = CharField(
        source="design.kind", help_text="`creature` (troops), `monster`, `character`, `vehicle` or `war-machine`."
    )
    points = IntegerField(allow_null=True, help_text="By the book's formula; null where it has no price for it.")


class KeptDesignSerializer(DesignSummarySerializer):
    """A design as it is now, with its file."""

    design = ValueField("Design")


class DesignPages(FewerPages):
    """A page is priced as it is read."""

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> Any:
        rows: Sequence[Row] = super().paginate_queryset(queryset, request, view) or ()
        return [plain(row) for row in rows]


def plain(row: Row) -> dict[str, Any]:
    design = design_in(row)
    return {"row": row, "design": replace(design, format=FORMAT), "points": points_of(design)}


def points_of(design: Design) -> int | None:
    try:
        return price(design).points
    except RefusedError:
        return None


class DesignsView(OwnView, ListedView, ListAPIView[Row]):
    """The visitor's designs."""

    serializer_class = DesignSummarySerializer
    pagination_class = DesignPages
    queryset = Row.objects.none()  # says their kind; whose they are depends on who asks
    filter_backends = [DjangoFilterBackend]
    filterset_class = KeptFilter

    def get_queryset(self) -> QuerySet[Row]:
        return queries.designs_of(self.visitor)

    @extend_schema(
        operation_id="designs", summary="Your designs", responses={200: DesignSummarySerializer(many=True)} | LISTS
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Designs with their prices, page by page."""
        return super().get(request, *args, **kwargs)

    @extend_schema(
        operation_id="create_design",
        summary="Keep a design",
        request={"application/json": reference("Design")},
        responses={201: KeptDesignSerializer} | MAKES,
    )
    def post(self, request: Request) -> Response:
        """A muster-design/1 file in; it is kept with a price or still without."""
        design = sent(request, read_design)
        row = services.create_design(visitor=self.keeper(), design=design)
        return shown(row, status=201, address=reverse("api-design", kwargs={"code": row.code}))


class DesignView(OwnView):
    def row(self) -> Row:
        return get_object_or_404(queries.designs_of(self.visitor), code=self.kwargs["code"])

    @extend_schema(operation_id="design", summary="One design", responses={200: KeptDesignSerializer} | READS)
    def get(self, request: Request, code: str) -> Response:
        """A design with its file and its price."""
        return shown(self.row())

    @extend_schema(
        operation_id="replace_design",
        summary="Replace a design",
        parameters=[IF_MATCH],
        request={"application/json": reference("Design")},
        responses={200: KeptDesignSerializer} | WRITES,
    )
    def put(self, request: Request, code: str) -> Response:
        """A muster-design/1 file in place of what is there."""
        row, version = self.row(), known_version(request)
        return shown(services.save_design(row=row, version=version, design=sent(request, read_design)))

    @extend_schema(
        operation_id="delete_design",
        summary="Delete a design",
        parameters=[IF_MATCH],
        responses={204: DELETED} | REMOVES,
    )
    def delete(self, request: Request, code: str) -> Response:
        """Rosters that have it keep their own copy."""
        row = self.row()
        delete_row(row, known_version(request))
        return Response(status=204)


class RestoreDesignView(OwnView):
    @extend_schema(
        operation_id="restore_design",
        summary="Restore a deleted design",
        request=None,
        responses={200: KeptDesignSerializer} | TAKES_BACK,
    )
    def post(self, request: Request, code: str) -> Response:
        """As it was when it was deleted; one that isn't deleted stays as it is. No version is asked for."""
        row = get_object_or_404(kept_by(self.visitor, Row), code=code)
        restore_row(row)
        row.refresh_from_db()
        return shown(row)


def shown(row: Row, *, status: int = 200, address: str = "") -> Response:
    return answer(row, KeptDesignSerializer(plain(row)).data, status=status, address=address)
