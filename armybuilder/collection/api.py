"""Collections for programs: what is owned in and out, and what can be fielded of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.utils import extend_schema
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BooleanField, CharField, IntegerField

from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.collection import queries, services
from armybuilder.collection.models import Collection as Row
from armybuilder.collection.snapshots import collection_in, read_known
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
from armybuilder.core.api.serializers import KeptSerializer, Serializer
from armybuilder.core.models import kept_by
from armybuilder.core.revisions import delete_row, restore_row
from tabletop.arcana.army.fielding import Answer, Wish, fielded_by_any
from tabletop.decoding import decoded


class CollectionSummarySerializer(KeptSerializer):
    """A collection in a list."""

    game = CharField(source="row.game", help_text="The slug of the game that its models are of.")
    models = IntegerField(source="count", help_text="How many models there are.")


class KeptCollectionSerializer(CollectionSummarySerializer):
    """A collection as it is now, with its file."""

    collection = ValueField("Collection")


class ProposalSerializer(Serializer):
    """A legal army of what is at home."""

    style = CharField(  # type: ignore[assignment]
        help_text="What it takes most of: `even`, `painted`, `special`, `normal` or `few` kinds."
    )
    points = IntegerField()
    normal = IntegerField()
    special = IntegerField()
    roster = ValueField("Roster")


class FieldedSerializer(Serializer):
    """What can be fielded of one army list."""

    army = CharField()
    exact = BooleanField(source="is_exact", help_text="Whether no legal army of these models is nearer.")
    nearest = IntegerField(allow_null=True, help_text="Points that no legal army of these models exceeds.")
    looked = IntegerField(help_text="How many combinations were looked at.")
    proved = IntegerField(help_text="How many armies were judged whole.")
    hindrance = CharField(
        allow_null=True,
        help_text="Why there is no army: `no-troops`, `too-few-normal`, `not-at-home`, `no-sum`, `against-the-rules`.",
    )
    has = IntegerField(help_text="Normal points at home.")
    needs = IntegerField(help_text="Normal points that a game of this size needs.")
    words = CharField(help_text="What isn't at home, or the rule that is broken.")
    proposals = ProposalSerializer(many=True)


class FieldingSerializer(Serializer):
    """What can be fielded, army list by army list, the nearest to the points first."""

    armies = FieldedSerializer(many=True)


class CollectionPages(FewerPages):
    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> Any:
        rows: Sequence[Row] = super().paginate_queryset(queryset, request, view) or ()
        return [plain(row) for row in rows]


def plain(row: Row) -> dict[str, Any]:
    collection = collection_in(row)
    return {"row": row, "collection": collection, "count": sum(owned.count for owned in collection.models)}


class CollectionsView(OwnView, ListedView, ListAPIView[Row]):
    """The visitor's collections."""

    serializer_class = CollectionSummarySerializer
    pagination_class = CollectionPages
    queryset = Row.objects.none()  # says their kind; whose they are depends on who asks
    filter_backends = [DjangoFilterBackend]
    filterset_class = KeptFilter

    def get_queryset(self) -> QuerySet[Row]:
        return queries.collections_of(self.visitor)

    @extend_schema(
        operation_id="collections",
        summary="Your collections",
        responses={200: CollectionSummarySerializer(many=True)} | LISTS,
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Those that match every parameter given, page by page, the latest change first."""
        return super().get(request, *args, **kwargs)

    @extend_schema(
        operation_id="create_collection",
        summary="Keep a collection",
        request={"application/json": reference("Collection")},
        responses={201: KeptCollectionSerializer} | MAKES,
    )
    def post(self, request: Request) -> Response:
        """A muster-collection/1 file in. Profiles that no list has are kept all the same."""
        row = services.create_collection(visitor=self.keeper(), collection=sent(request, read_known))
        return shown(row, status=201, address=reverse("api-collection", kwargs={"code": row.code}))


class CollectionView(OwnView):
    def row(self) -> Row:
        return get_object_or_404(queries.collections_of(self.visitor), code=self.kwargs["code"])

    @extend_schema(
        operation_id="collection", summary="One collection", responses={200: KeptCollectionSerializer} | READS
    )
    def get(self, request: Request, code: str) -> Response:
        """A collection with its file."""
        return shown(self.row())

    @extend_schema(
        operation_id="replace_collection",
        summary="Replace a collection",
        parameters=[IF_MATCH],
        request={"application/json": reference("Collection")},
        responses={200: KeptCollectionSerializer} | WRITES,
    )
    def put(self, request: Request, code: str) -> Response:
        """A muster-collection/1 file in place of what is there."""
        row, version = self.row(), known_version(request)
        return shown(services.replace_collection(row=row, version=version, collection=sent(request, read_known)))

    @extend_schema(
        operation_id="delete_collection",
        summary="Delete a collection",
        parameters=[IF_MATCH],
        responses={204: DELETED} | REMOVES,
    )
    def delete(self, request: Request, code: str) -> Response:
        """It can be restored for thirty days."""
        row = self.row()
        delete_row(row, known_version(request))
        return Response(status=204)


class RestoreCollectionView(OwnView):
    @extend_schema(
        operation_id="restore_collection",
        summary="Restore a deleted collection",
        request=None,
        responses={200: KeptCollectionSerializer} | TAKES_BACK,
    )
    def post(self, request: Request, code: str) -> Response:
        """As it was when it was deleted; one that isn't deleted stays as it is. No version is asked for."""
        row = get_object_or_404(kept_by(self.visitor, Row), code=code)
        restore_row(row)
        row.refresh_from_db()
        return shown(row)


class FieldView(OwnView):
    @extend_schema(
        operation_id="field_collection",
        summary="What can be fielded of a collection",
        request={"application/json": reference("Wish")},
        responses={200: FieldingSerializer} | MAKES | {404: READS[404]},
    )
    def post(self, request: Request, code: str) -> Response:
        """A wish in; legal armies of what is at home out, of one list or of each, the nearest to the points first.

        Nothing is kept. An answer is exact where no legal army of these models is nearer, else bounded.
        """
        row = get_object_or_404(queries.collections_of(self.visitor), code=code)
        wish = sent(request, lambda content: decoded(content, Wish))
        answers: list[Answer] = fielded_by_any(collection_in(row), wish, current_catalogue())
        return Response(FieldingSerializer({"armies": answers}).data)


def shown(row: Row, *, status: int = 200, address: str = "") -> Response:
    return answer(row, KeptCollectionSerializer(plain(row)).data, status=status, address=address)
