"""Base class of endpoints for a visitor's own rows: authentication and versions in `If-Match`."""

from __future__ import annotations

import re
from typing import Any

from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework.request import Request
from rest_framework.response import Response

from armybuilder.core.api.authentication import BrowserAuthentication, TokenAuthentication
from armybuilder.core.api.base_views import StrictView
from armybuilder.core.api.errors import (
    FORGED,
    MISSING,
    NO_ROOM,
    NO_VERSION,
    NOT_JSON,
    REFUSED,
    STALE,
    TOO_LARGE,
    TOO_OFTEN,
    UNKNOWN_KEY,
    WRONG_PARAMETER,
    NoVersionError,
    etag,
)
from armybuilder.core.api.parsers import FileParser
from armybuilder.core.models import Kept, Visitor
from armybuilder.core.visitors import ensure_visitor, visitor_of
from tabletop.decoding import MalformedError

TAG = re.compile(r'(?:W/)?"([0-9]{1,9})"', re.ASCII)
IF_MATCH = OpenApiParameter(
    "If-Match",
    {"type": "string", "pattern": '^"[0-9]{1,9}"$'},
    OpenApiParameter.HEADER,
    required=True,
    description="The `ETag` of the answer that the change is made on: a version in quotes.",
)
REVOKED = OpenApiResponse(description="The link no longer works.")
DELETED = OpenApiResponse(description="It is deleted, and can be restored for thirty days.")

READS: dict[int, Any] = {401: UNKNOWN_KEY, 404: MISSING, 429: TOO_OFTEN}
LISTS: dict[int, Any] = READS | {400: WRONG_PARAMETER}
MAKES: dict[int, Any] = {
    400: REFUSED, 401: UNKNOWN_KEY, 403: FORGED, 413: TOO_LARGE, 415: NOT_JSON, 422: NO_ROOM, 429: TOO_OFTEN,
}  # fmt: skip
TAKES_BACK: dict[int, Any] = {401: UNKNOWN_KEY, 403: FORGED, 404: MISSING, 422: NO_ROOM, 429: TOO_OFTEN}
REMOVES: dict[int, Any] = {
    400: REFUSED, 401: UNKNOWN_KEY, 403: FORGED, 404: MISSING, 409: STALE, 428: NO_VERSION, 429: TOO_OFTEN,
}  # fmt: skip
WRITES: dict[int, Any] = MAKES | REMOVES


@method_decorator(never_cache, name="dispatch")
class OwnView(StrictView):
    """Endpoints of the visitor's own rows; rows of others give 404."""

    authentication_classes = [TokenAuthentication, BrowserAuthentication]
    parser_classes = [FileParser]

    @property
    def visitor(self) -> Visitor:
        return visitor_of(self.request._request)

    def keeper(self) -> Visitor:
        """The visitor, for writes: a browser without an identity gets one in its session."""
        return ensure_visitor(self.request._request)


def known_version(request: Request) -> int:
    """The version that a write is made on; NoVersionError without one, MalformedError where it can't be read."""
    header = request.headers.get("If-Match", "").strip()
    if header in ("", "*"):
        raise NoVersionError
    found = TAG.fullmatch(header)
    if found is None:
        raise MalformedError("If-Match", 'is the ETag of an answer, as in "3"')
    return int(found[1])


def answer(row: Kept, shown: Any, *, status: int = 200, address: str = "") -> Response:
    """A response with the version as `ETag` and, for a new row, its address as `Location`."""
    headers = {"ETag": etag(row)} | ({"Location": address} if address else {})
    return Response(shown, status=status, headers=headers)
