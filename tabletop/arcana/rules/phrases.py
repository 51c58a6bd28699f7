"""What players order in words, one phrase after the other: `wheel left 2.5; forward 5`."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeVar

from tabletop.decoding import MalformedError

LONGEST_TEXT = 50_000

Order = TypeVar("Order")
Grammar = Sequence[tuple[str, Callable[..., Order]]]


def read_phrases(
    text: str, grammar: Grammar[Order], *, field: str, most: int, examples: Sequence[str]
) -> tuple[Order, ...]:
    """The orders of a text, parted by semicolons; MalformedError names the one that can't be read, as `orders[1]`."""
    if len(text) > LONGEST_TEXT:
        raise MalformedError(field, f"longer than {LONGEST_TEXT:,} characters")
    words = [part.strip().lower() for part in text.replace("\n", ";").split(";")]
    given = [part for part in words if part]
    if not 1 <= len(given) <= most:
        raise MalformedError(field, f"from 1 to {most} {field}, parted by semicolons")
    return tuple(_phrase(part, grammar, f"{field}[{number}]", examples) for number, part in enumerate(given))


def _phrase(text: str, grammar: Grammar[Order], field: str, examples: Sequence[str]) -> Order:
    for pattern, made in grammar:
        if match := re.fullmatch(pattern, text):
            try:
                return made(*match.groups())
            except ValueError as error:
                raise MalformedError(field, str(error)) from error
    raise MalformedError(field, f"“{text[:60]}” isn't one of: {', '.join(examples)}")
