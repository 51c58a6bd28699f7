"""A file that comes in or goes out: its format, its largest size, its text, and what reading it has given."""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from tabletop.decoding import LARGEST_FILE, MalformedError
from tabletop.languages import marked
from tabletop.rosters.document import Roster, write_roster
from tabletop.rosters.problems import ProblemLine

LARGEST_XML = 8 * LARGEST_FILE  # the most that any reader takes: XML repeats what other formats say once
LONGEST_NAME = 60
BYTE_ORDER_MARKS = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}


class WrittenFile(Struct, frozen=True):
    """A file to hand out."""

    name: str
    content_type: str
    content: bytes


class FileFormat(Struct, frozen=True):
    """A format that rosters of a game are written in: `write` takes a roster and what it is looked up in.

    What a `label` names stands on a button with the suffix; of text formats, people `paste` the content.
    """

    label: str
    suffix: str
    content_type: str
    write: Callable[[Any, Any], bytes]
    paste: bool = False

    @property
    def address(self) -> str:
        """How an address asks for it: `txt`, or `summary` where the suffix begins with a word."""
        return self.suffix.strip("-.").partition(".")[0]

    @property
    def extension(self) -> str:
        """`.csv`, whatever word stands before it."""
        return self.suffix[self.suffix.rindex(".") :]

    def file(self, roster: Roster, reference: Any) -> WrittenFile:
        """The roster as a file that bears its name."""
        return WrittenFile(file_name(roster.name) + self.suffix, self.content_type, self.write(roster, reference))


ROSTER_FILE = FileFormat(marked("Muster's own"), ".json", "application/json", lambda roster, _: write_roster(roster))


class ReadFile(Struct, frozen=True, kw_only=True):
    """A file as it was read: `roster` is None where there are problems."""

    name: str
    format: str
    roster: Roster | None = None
    problems: tuple[ProblemLine, ...] = ()


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


def file_name(name: str, otherwise: str = "roster") -> str:
    """`the-old-guard` for “The Old Guard”; `otherwise` where a name has no Latin letters."""
    letters = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", letters)[:LONGEST_NAME].strip("-") or otherwise
