"""Error responses: the wrong field, where there is one, and the reason."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from drf_spectacular.utils import OpenApiResponse
from rest_framework import status
from rest_framework.exceptions import APIException, Throttled, ValidationError
from rest_framework.response import Response
from rest_framework.views import exception_handler

from armybuilder.core.api.fields import reference
from armybuilder.core.api.serializers import ProblemSerializer, RefusalSerializer, StaleSerializer
from armybuilder.core.bounds import NoRoomError
from armybuilder.core.budgets import RETRY_AFTER, BusyError
from armybuilder.core.models import Kept
from armybuilder.core.request_counts import TooOftenError
from armybuilder.core.revisions import StaleError
from tabletop.decoding import LARGEST_FILE, MalformedError
from tabletop.work import TooMuchWorkError

MISSING = OpenApiResponse(ProblemSerializer, description="There is no such thing.")
WRONG_PARAMETER = OpenApiResponse(RefusalSerializer, description="A parameter is wrong; it is named.")
PAGES: dict[int, Any] = {
    400: WRONG_PARAMETER,
    404: OpenApiResponse(ProblemSerializer, description="There is no such page."),
}
TOO_LARGE = OpenApiResponse(ProblemSerializer, description="More than 1,000,000 bytes.")
NOT_JSON = OpenApiResponse(ProblemSerializer, description="The content type isn't application/json.")
TOO_OFTEN = OpenApiResponse(ProblemSerializer, description="Too many requests; Retry-After says how long.")
NO_ROOM = OpenApiResponse(
    ProblemSerializer,
    description="There is no room for more, or it takes too much work; `detail` says of what. Nothing was written.",
)
STALE = OpenApiResponse(
    StaleSerializer, description="It was changed since: `version` is the newest. Nothing was written."
)
NO_VERSION = OpenApiResponse(ProblemSerializer, description="`If-Match` is missing.")
UNKNOWN_KEY = OpenApiResponse(ProblemSerializer, description="There is no such key, or it was revoked.")
FORGED = OpenApiResponse(ProblemSerializer, description="Neither a key nor the browser's CSRF token.")
REFUSED = OpenApiResponse(RefusalSerializer, description="What can't be done or read; the field is named.")

# What any operation may answer: every parameter is a known one, and every request has a budget of work.
REFUSALS_OF_ALL = {
    "400": ("Refusal", "There is no such parameter; it is named."),
    "422": ("Problem", "That takes more work than one request may ask for; `detail` says what there is too much of."),
    "503": (
        "Problem",
        "Too much is being worked out for others; Retry-After says when to try again.",
    ),
}


class TooLargeError(APIException):
    """A body of more than `LARGEST_FILE` bytes."""

    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_detail = f"The file is larger than {LARGEST_FILE:,} bytes."
    default_code = "too_large"


class NoVersionError(APIException):
    """A write that doesn't say which version it was made on."""

    status_code = status.HTTP_428_PRECONDITION_REQUIRED
    default_detail = "Say in If-Match which version you are changing: the ETag of its answer."
    default_code = "no_version"


def etag(row: Kept) -> str:
    return f'"{row.version}"'


def answer_error(error: Exception, context: dict[str, Any]) -> Response | None:
    """The exception handler: the framework's response, with `field` and `detail` for malformed files and parameters.

    A stale write gets the newest version and status 409; if the row was deleted meanwhile, 404.
    """
    if isinstance(error, NoRoomError):
        detail = f"{error} {error.offer}".rstrip()
        return Response({"detail": detail}, status=status.HTTP_422_UNPROCESSABLE_ENTITY)
    if isinstance(error, TooMuchWorkError):
        return Response({"detail": str(error)}, status=status.HTTP_422_UNPROCESSABLE_ENTITY)
    if isinstance(error, TooOftenError):
        return exception_handler(Throttled(error.wait), context)
    if isinstance(error, BusyError):
        headers = {"Retry-After": str(RETRY_AFTER)}
        return Response({"detail": str(error)}, status=status.HTTP_503_SERVICE_UNAVAILABLE, headers=headers)
    if isinstance(error, MalformedError):
        return _refusal(error.field, error.reason)
    if isinstance(error, StaleError):
        return _stale(error.current) if not error.current.deleted_at else exception_handler(Http404(), context)
    if isinstance(error, ValidationError) and isinstance(error.detail, dict):
        field, reasons = next(iter(error.detail.items()))
        return _refusal(field, " ".join(str(reason) for reason in reasons))
    return exception_handler(error, context)


def _refusal(field: str, detail: str) -> Response:
    return Response({"field": field, "detail": detail}, status=status.HTTP_400_BAD_REQUEST)


def _stale(row: Kept) -> Response:
    detail = f"It was changed since: version {row.version} is the newest. Nothing was written."
    return Response({"detail": detail, "version": row.version}, status.HTTP_409_CONFLICT, headers={"ETag": etag(row)})


def add_common_refusals(result: dict[str, Any], **generator: Any) -> dict[str, Any]:
    """A step of making the schema: what any operation may answer, under each that doesn't say so itself."""
    for operations in result["paths"].values():
        for operation in operations.values():
            responses = operation["responses"]
            for code, (shape, description) in REFUSALS_OF_ALL.items():
                content = {"application/json": {"schema": reference(shape)}}
                responses.setdefault(code, {"content": content, "description": description})
            operation["responses"] = dict(sorted(responses.items()))
    return result
