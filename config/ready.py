"""What has to have happened before several threads serve the site."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import msgspec
from django.urls import get_resolver


def get_ready() -> None:
    """Import every page's module, and let msgspec learn every kind of value, while there is one thread.

    It learns a kind the first time that one is read; two threads that make it learn the same kind at once end the
    process by a segmentation fault (msgspec 0.22).
    """
    _ = get_resolver().url_patterns
    for kind in set(_kinds_of(msgspec.Struct)):
        with suppress(TypeError):  # it holds what no file can say, a picture for one: nothing reads it
            msgspec.json.Decoder(kind)


def _kinds_of(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for each in kind.__subclasses__():
        yield each
        yield from _kinds_of(each)
