"""A file that comes in or goes out: its format, its largest size, its text, and what reading it has given."""

from __future__ import annotations

import codecs
from typing import Literal

from msgspec import Struct

from tabletop.arcana.army.roster import Roster
from tabletop.arcana.formats.problems import ProblemLine
from tabletop.decoding import LARGEST_FILE, MalformedError

Format = Literal["json", "text", "markdown", "csv", "summary", "ros", "rosz"]

LARGEST_XML = 8 * LARGEST_FILE  # a .ros repeats the profile of every line
BYTE_ORDER_MARKS = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}


class ReadFile(Struct, frozen=True, kw_only=True):
    """A file as it was read: `roster` is None where there are problems."""

    name: str
    format: Format
    roster: Roster | None = None
    problems: tuple[ProblemLine, ...] = ()


class WrittenFile(Struct, frozen=True):
    """A file to hand out."""

    name: str
    content_type: str
    content: bytes


def decode_text(content: bytes, most: int = LARGEST_FILE) -> str:
    """The text of a file in UTF-8, or in UTF-16 with its byte order mark.

    Raises MalformedError for more than `most` bytes, for any other encoding and for null characters.
    """
    if len(content) > most:
        raise MalformedError("", f"the file is larger than {most:,} bytes")
    mark = next(filter(content.startswith, BYTE_ORDER_MARKS), b"")
    try:
        text = content[len(mark) :].decode(BYTE_ORDER_MARKS.get(mark, "utf-8"))
    except UnicodeDecodeError as error:
        raise MalformedError("", f"this isn't text in UTF-8 (byte {error.start:,}); save it as UTF-8") from error
    if "\x00" in text:
        raise MalformedError("", "this isn't text: there are null characters in it; save it as UTF-8")
    return text
