"""Whole numbers and version numbers in form fields."""

from __future__ import annotations

from django.http import QueryDict

from tabletop.decoding import MalformedError

MOST_DIGITS = 9


def whole_number(text: str) -> int | None:
    """The number that a text states; None where it states none, or one of more than nine digits."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS else None


def posted_version(post: QueryDict) -> int:
    """The version that a form was made on, or the newer one (`over`) that it knowingly replaces.

    MalformedError where it states none.
    """
    version = whole_number(post.get("over") or post.get("version", ""))
    if version is None:
        raise MalformedError("version", "is missing or not a number")
    return version
