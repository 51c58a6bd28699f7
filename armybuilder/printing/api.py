"""The print shop for programs: an order in, a PDF or a ZIP out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Any

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.exceptions import APIException
from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from armybuilder.core.api.base_views import StrictView
from armybuilder.core.api.errors import NOT_JSON, TOO_LARGE, TooLargeError
from armybuilder.core.api.fields import reference
from armybuilder.core.api.serializers import ProblemSerializer, RefusalSerializer
from armybuilder.core.visitors import payer_of
from armybuilder.printing import orders as printing
from armybuilder.printing.limits import TooManyPagesError, count_pages
from armybuilder.sharing.presenters.addresses import check_page
from tabletop.arcana.printing.orders import PrintOrder
from tabletop.arcana.printing.orders.order import read_order
from tabletop.decoding import LARGEST_FILE, MalformedError

NO_ORDER = OpenApiResponse(
    RefusalSerializer,
    description=f"Not an order, or one of more than {printing.MOST_AT_ONCE} pages; the field is named.",
)
TOO_MANY_PAGES = OpenApiResponse(
    ProblemSerializer,
    description="Too many requests, or more pages than are printed in a day for an address; Retry-After says how long.",
)
BOUND = OpenApiParameter(
    "bound", str, enum=["pdf", "zip"], description="One PDF, or a ZIP with a PDF for each sheet; a PDF if not said."
)


class PrintOrderParser(BaseParser):
    """An order; no more of a body is read than a file may be long."""

    media_type = "application/json"

    def parse(  # type: ignore[override]  # a parser may return what its view reads
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> PrintOrder:
        content: bytes = stream.read(LARGEST_FILE + 1)
        if len(content) > LARGEST_FILE:
            raise TooLargeError
        return read_order(content)


class TooManyPagesRefusal(APIException):
    """More pages than are printed for one address in a day."""

    status_code = status.HTTP_429_TOO_MANY_REQUESTS
    default_code = "too_many_pages"

    def __init__(self, detail: str, wait: int) -> None:
        super().__init__(detail)
        self.wait = wait  # what the framework's handler says in Retry-After


class PrintView(StrictView):
    """Stateless: the same order on the same day is the same file, and nothing is kept."""

    parameters = frozenset({BOUND.name})
    authentication_classes = ()
    parser_classes = [PrintOrderParser]

    @extend_schema(
        operation_id="print",
        summary="Print sheets",
        parameters=[BOUND],
        request={"application/json": reference("PrintOrder")},
        responses={
            (200, "application/pdf"): OpenApiTypes.BINARY,
            (200, "application/zip"): OpenApiTypes.BINARY,
            400: NO_ORDER,
            413: TOO_LARGE,
            415: NOT_JSON,
            429: TOO_MANY_PAGES,
        },
    )
    def post(self, request: Request) -> HttpResponse:
        """Kinds of sheets and the rosters they are for in; pages at true size out, 100 at most."""
        order: Any = request.data
        if not isinstance(order, PrintOrder):
            raise MalformedError("", "the body is empty")
        bound = request.query_params.get("bound", "pdf")
        if bound not in ("pdf", "zip"):
            raise MalformedError("bound", "is pdf or zip")
        page = check_page(request._request)
        copies = [printing.Copy(roster, page) for roster in order.rosters]
        content = printing.print_content(copies, timezone.now().date(), notes=order.notes)
        job = printing.short_job_of(order, content)
        try:
            count_pages(payer_of(request._request), job.pages)
        except TooManyPagesError as error:
            raise TooManyPagesRefusal(str(error), error.wait) from error
        if bound == "zip":
            return HttpResponse(printing.as_archive(job), "application/zip")
        return HttpResponse(printing.as_pdf(job), "application/pdf")
