"""Bodies of requests, read by the readers that name fields exactly."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import IO, Any, TypeVar

from msgspec import Struct
from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from armybuilder.core.api.errors import TooLargeError
from tabletop.decoding import LARGEST_FILE, MalformedError, decoded

Read = TypeVar("Read")
Shape = TypeVar("Shape", bound=Struct)


class FileParser(BaseParser):
    """JSON as it was sent, for its own reader; no more of a body is read than a file may be long."""

    media_type = "application/json"

    def parse(  # type: ignore[override]  # a parser may return what its view reads
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> bytes:
        content: bytes = stream.read(LARGEST_FILE + 1)
        if len(content) > LARGEST_FILE:
            raise TooLargeError
        return content


def sent(request: Request, read: Callable[[bytes], Read]) -> Read:
    """What was sent, read; MalformedError names the field that can't be."""
    content: Any = request.data
    if not isinstance(content, bytes):
        raise MalformedError("", "the body is empty")
    return read(content)


def shaped(request: Request, shape: type[Shape]) -> Shape:
    """What was sent, in this shape; MalformedError names the field that doesn't fit."""
    return sent(request, partial(decoded, kind=shape))
