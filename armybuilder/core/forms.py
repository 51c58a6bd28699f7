"""Whole numbers and version numbers in form fields, and what can't be read in one, in words."""

from __future__ import annotations

import re

from django.http import QueryDict
from django.utils.text import capfirst

from tabletop.decoding import MalformedError

MOST_DIGITS = 9
ITEM = re.compile(r"(\w+)\[(\d+)\]")


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


def problem_in_words(error: MalformedError) -> str:
    """What can't be read, for people: the place `orders[0].inches` as “Order 1, inches”, without a full stop."""
    place = ITEM.sub(_counted, error.field).replace(".", ", ").replace("_", " ")
    words = f"{place}: {error.reason}" if place else error.reason
    return capfirst(words)


def _counted(item: re.Match[str]) -> str:
    """One of several, counted from 1: `allies[1]` is “ally 2”."""
    name = item[1].removesuffix("s").replace("hexe", "hex")
    return f"{name.removesuffix('ie') + 'y' if name.endswith('ie') else name} {int(item[2]) + 1}"
