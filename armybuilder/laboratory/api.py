"""The laboratory for programs: a question in, counted by the site's workers; how far it is, and the answer, out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.utils import OpenApiResponse, extend_schema
from msgspec import Meta, Struct, to_builtins
from rest_framework import serializers, status
from rest_framework.exceptions import APIException
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BooleanField, CharField, DateTimeField, IntegerField

from armybuilder.core.api.base_views import ListedView
from armybuilder.core.api.errors import MISSING
from armybuilder.core.api.filters import KeptFilter
from armybuilder.core.api.owner_views import (
    DELETED,
    IF_MATCH,
    LISTS,
    MAKES,
    READS,
    REMOVES,
    TAKES_BACK,
    OwnView,
    answer,
    known_version,
)
from armybuilder.core.api.pagination import FewerPages
from armybuilder.core.api.parsers import sent, shaped
from armybuilder.core.api.serializers import KeptSerializer, ProblemSerializer, Serializer
from armybuilder.core.models import kept_by
from armybuilder.core.revisions import restore_row
from armybuilder.core.visitors import payer_of
from armybuilder.laboratory import queries, services
from armybuilder.laboratory.limits import TooManyExperimentsError
from armybuilder.laboratory.models import Experiment as Row
from armybuilder.laboratory.snapshots import said_in
from tabletop.arcana.simulation.experiments import Experiment
from tabletop.decoding import decoded

BODY = (
    "The first line of a `muster-experiment/1` file: `question`, `stop`, `seed`, and what else is stated. The whole "
    "file, with its batches, is on the experiment's page."
)
TOO_MANY = OpenApiResponse(
    ProblemSerializer,
    description="Too many requests, or more experiments, or seconds of counting, than there are for one visitor.",
)
WAIT = 60  # seconds


class TooManyExperimentsRefusal(APIException):
    """The laboratory takes on no more of this visitor at present."""

    status_code = status.HTTP_429_TOO_MANY_REQUESTS
    default_code = "too_many_experiments"
    wait = WAIT  # what the framework's handler says in Retry-After


class ExperimentSerializer(Serializer):
    """An experiment: how far it is, and what it says by now."""

    code = CharField()
    name = CharField()
    version = IntegerField()
    state = CharField(help_text="`waiting`, `running`, `stopped` or `done`.")
    why = CharField(help_text="Why it was stopped, or empty.")
    is_over = BooleanField(help_text="Whether nothing more is counted unless it's told to go on.")
    batches = IntegerField(help_text="How many are finished, of all cells together.")
    answer = serializers.DictField(
        allow_null=True, help_text="As the last line of its file says it; null before every cell has a batch."
    )
    address = CharField(help_text="Of its page.")
    created_at = DateTimeField()


class ExperimentSummarySerializer(KeptSerializer):
    """An experiment in a list."""

    state = CharField(source="row.state", help_text="`waiting`, `running`, `stopped` or `done`.")
    why = CharField(source="row.why", help_text="Why it was stopped, or empty.")
    batches = IntegerField(source="row.batches_done", help_text="How many are finished, of all cells together.")


class ExperimentPages(FewerPages):
    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> Any:
        rows: Sequence[Row] = super().paginate_queryset(queryset, request, view) or ()
        return [{"row": row} for row in rows]


class ExperimentsView(OwnView, ListedView, ListAPIView[Row]):
    """A visitor's experiments."""

    serializer_class = ExperimentSummarySerializer
    pagination_class = ExperimentPages
    queryset = Row.objects.none()  # says their kind; whose they are depends on who asks
    filter_backends = [DjangoFilterBackend]
    filterset_class = KeptFilter

    def get_queryset(self) -> QuerySet[Row]:
        return queries.experiments_of(self.visitor)

    @extend_schema(
        operation_id="experiments",
        summary="Your experiments",
        responses={200: ExperimentSummarySerializer(many=True)} | LISTS,
    )
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Those that match every parameter given, page by page, the latest change first."""
        return super().get(request, *args, **kwargs)

    @extend_schema(
        operation_id="create_experiment",
        summary="Ask the laboratory",
        request={"application/json": {"type": "object", "description": BODY}},
        responses={201: ExperimentSerializer} | MAKES | {429: TOO_MANY},
    )
    def post(self, request: Request) -> Response:
        """A question in; it is put in line and counted. Ask its address how far it is."""
        experiment = sent(request, lambda content: decoded(content, Experiment))
        try:
            payer = payer_of(request._request)
            row = services.ask(visitor=self.keeper(), payer=payer, experiment=experiment)
        except TooManyExperimentsError as error:
            raise TooManyExperimentsRefusal(str(error)) from error
        return shown(request, row, status=201)


class ExperimentRowView(OwnView):
    """One of them."""

    def row(self) -> Row:
        return get_object_or_404(queries.experiments_of(self.visitor), code=self.kwargs["code"])


class ExperimentView(ExperimentRowView):
    @extend_schema(
        operation_id="experiment", summary="How an experiment stands", responses={200: ExperimentSerializer} | READS
    )
    def get(self, request: Request, code: str) -> Response:
        """Its state, and what it says: an estimate is right whenever it is read, and narrows."""
        return shown(request, self.row())

    @extend_schema(
        operation_id="delete_experiment",
        summary="Delete an experiment",
        parameters=[IF_MATCH],
        responses={204: DELETED} | REMOVES,
    )
    def delete(self, request: Request, code: str) -> Response:
        """It is stopped, and can be restored for thirty days."""
        services.delete_experiment(self.row(), known_version(request))
        return Response(status=204)


class RestoreExperimentView(OwnView):
    @extend_schema(
        operation_id="restore_experiment",
        summary="Restore a deleted experiment",
        request=None,
        responses={200: ExperimentSerializer} | TAKES_BACK,
    )
    def post(self, request: Request, code: str) -> Response:
        """As it was when it was deleted, stopped; one that isn't deleted stays as it is."""
        row = get_object_or_404(kept_by(self.visitor, Row), code=code)
        restore_row(row)
        row.refresh_from_db()
        return shown(request, row)


class StopView(ExperimentRowView):
    @extend_schema(
        operation_id="stop_experiment",
        summary="Stop an experiment",
        request=None,
        responses={200: ExperimentSerializer} | TAKES_BACK,
    )
    def post(self, request: Request, code: str) -> Response:
        """What is counted stays, and its interval holds. One that isn't under way stays as it is."""
        row = self.row()
        services.stop(row=row)
        return shown(request, row)


class GoOn(Struct, frozen=True, forbid_unknown_fields=True):
    """How to go on: as it was, or until its interval is as narrow as `half`."""

    half: Annotated[float, Meta(ge=1e-6, lt=1)] | None = None


class GoOnView(ExperimentRowView):
    @extend_schema(
        operation_id="go_on_with_experiment",
        summary="Count on",
        request={"application/json": {"type": "object", "description": "`half`, or nothing in it."}},
        responses={200: ExperimentSerializer} | MAKES | {404: MISSING, 429: TOO_MANY},
    )
    def post(self, request: Request, code: str) -> Response:
        """Where it was stopped; with `half`, also while it is counted, until its interval is as narrow as that."""
        row, asked = self.row(), shaped(request, GoOn)
        try:
            services.go_on(row=row, payer=payer_of(request._request), half=asked.half)
        except TooManyExperimentsError as error:
            raise TooManyExperimentsRefusal(str(error)) from error
        return shown(request, row)


def shown(request: Request, row: Row, *, status: int = 200) -> Response:
    said = said_in(row)
    shape: dict[str, Any] = {
        "code": row.code,
        "name": row.name,
        "version": row.version,
        "state": row.state,
        "why": row.why,
        "is_over": not row.is_under_way,
        "batches": row.batches_done,
        "answer": to_builtins(said.answer) if said else None,
        "address": request.build_absolute_uri(reverse("experiment", args=[row.code])),
        "created_at": row.created_at,
    }
    address = reverse("api-experiment", args=[row.code]) if status == 201 else ""
    return answer(row, ExperimentSerializer(shape).data, status=status, address=address)
