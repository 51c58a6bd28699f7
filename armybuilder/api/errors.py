"""What a refused request is answered: the field that is wrong, where there is one, and why."""

from __future__ import annotations

from typing import Any

from rest_framework import status
from rest_framework.exceptions import APIException, ValidationError
from rest_framework.response import Response
from rest_framework.views import exception_handler

from tabletop.arcana.roster import LARGEST_FILE, MalformedError


class TooLargeError(APIException):
    """A body of more than `LARGEST_FILE` bytes."""

    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_detail = f"The file is larger than {LARGEST_FILE:,} bytes."
    default_code = "too_large"


def answer_error(error: Exception, context: dict[str, Any]) -> Response | None:
    """The framework's own answer, with malformed files and wrong parameters as `field` and `detail`."""
    if isinstance(error, MalformedError):
        return _refusal(error.field, error.reason)
    if isinstance(error, ValidationError) and isinstance(error.detail, dict):
        field, reasons = next(iter(error.detail.items()))
        return _refusal(field, " ".join(str(reason) for reason in reasons))
    return exception_handler(error, context)


def _refusal(field: str, detail: str) -> Response:
    return Response({"field": field, "detail": detail}, status=status.HTTP_400_BAD_REQUEST)
