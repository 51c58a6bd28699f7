"""Request bodies, decoded by readers whose errors name the wrong field."""

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
    """The undecoded JSON body; TooLargeError for more than LARGEST_FILE bytes."""

    media_type = "application/json"

    def parse(  # type: ignore[override]  # a parser may return what its view reads
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> bytes:
        content: bytes = stream.read(LARGEST_FILE + 1)
        if len(content) > LARGEST_FILE:
            raise TooLargeError
        return content


def sent(request: Request, read: Callable[[bytes], Read]) -> Read:
    """The body decoded by `read`; MalformedError names the wrong field."""
    content: Any = request.data
    if not isinstance(content, bytes):
        raise MalformedError("", "the body is empty")
    return read(content)


def shaped(request: Request, shape: type[Shape]) -> Shape:
    """The body decoded as a struct; MalformedError names the wrong field."""
    return sent(request, partial(decoded, kind=shape))
