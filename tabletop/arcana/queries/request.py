"""A table and a question about it in one file, as programs send them."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from tabletop.arcana.battlefield.schema import Table
from tabletop.arcana.battlefield.validation import LARGEST_FILE, check_table
from tabletop.decoding import MalformedError, decoded
from tabletop.rosters.files import decode_text
from tabletop.values import NO_CONTROLS, ONE_LINE, Value

Word = Annotated[str, Meta(max_length=1000, pattern=NO_CONTROLS, extra=ONE_LINE)]

# What one answer may cost a shared machine; at home there is no such limit.
MOST_ON_A_TABLE = 600
MOST_PAIRS = 3_600


class Asked(Value, frozen=True, kw_only=True):
    """A question by its name and the words after it, as on the command line; `picture` wants the SVG too."""

    table: Table
    question: Word
    words: Annotated[tuple[Word, ...], Meta(max_length=4)] = ()
    picture: bool = False


def read_asked(content: bytes) -> Asked:
    """MalformedError names the first field that is wrong, as in `table.units[0].base`."""
    text = decode_text(content, LARGEST_FILE)
    asked = decoded(text, Asked, most=LARGEST_FILE)
    try:
        check_table(asked.table)
    except MalformedError as error:
        raise MalformedError(f"table.{error.field}", error.reason) from error
    _check_size(asked)
    return asked


def _check_size(asked: Asked) -> None:
    """MalformedError where an answer would take a machine that others share too long."""
    models = {unit.ref: unit.models for unit in asked.table.units}
    if sum(models.values()) > MOST_ON_A_TABLE:
        raise MalformedError("table.units", f"has more than {MOST_ON_A_TABLE} models")
    first, second = ([models.get(word, 1) for word in asked.words] + [1, 1])[:2]
    if first * second > MOST_PAIRS:
        raise MalformedError("words", f"these units make more than {MOST_PAIRS:,} pairs of models")
