"""The laboratory for programs: a question in, counted by the site's workers; how far it is, and the answer, out."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.utils import OpenApiResponse, extend_schema
from msgspec import to_builtins
from rest_framework import serializers, status
from rest_framework.exceptions import APIException
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BooleanField, CharField, DateTimeField, IntegerField

from armybuilder.core.api.owner_views import MAKES, READS, OwnView, answer
from armybuilder.core.api.parsers import sent
from armybuilder.core.api.serializers import ProblemSerializer, Serializer
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


class ExperimentsView(OwnView):
    """A visitor's experiments."""

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


class ExperimentView(OwnView):
    """One of them."""

    @extend_schema(
        operation_id="experiment", summary="How an experiment stands", responses={200: ExperimentSerializer} | READS
    )
    def get(self, request: Request, code: str) -> Response:
        """Its state, and what it says: an estimate is right whenever it is read, and narrows."""
        return shown(request, get_object_or_404(queries.experiments_of(self.visitor), code=code))


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
