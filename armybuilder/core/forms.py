"""The version that a form was made on."""

from __future__ import annotations

from tabletop.decoding import MalformedError

MOST_DIGITS = 9


def read_version(text: str) -> int:
    """The number that a form states; MalformedError where it states none."""
    if not (text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS):
        raise MalformedError("version", "is missing or not a number")
    return int(text)
