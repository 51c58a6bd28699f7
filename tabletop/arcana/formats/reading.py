"""What reading a file answers: a roster or problems line by line, and the limits that every reader keeps."""

from __future__ import annotations

import codecs
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import Struct

from tabletop.arcana.army.roster import Roster
from tabletop.decoding import LARGEST_FILE, MalformedError, malformed

Format = Literal["json", "text", "markdown", "csv", "summary", "ros", "rosz"]
Thing = TypeVar("Thing")

LARGEST_XML = 8 * LARGEST_FILE  # a .ros repeats the profile of every line
MOST_PROBLEMS = 100
LONGEST_QUOTE = 120
LONGEST_WORD = 60
LIKENESS = 0.6
BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


class ProblemLine(Struct, frozen=True):
    """One thing that couldn't be read: its line from 1, 0 for the whole file; its text or the name of its field."""

    line: int
    text: str
    reason: str
    suggestion: str = ""


class Read(Struct, frozen=True, kw_only=True):
    """A file as it was read: `roster` is None where there are problems."""

    name: str
    format: Format
    roster: Roster | None = None
    problems: tuple[ProblemLine, ...] = ()


class File(Struct, frozen=True):
    """A file to hand out."""

    name: str
    content_type: str
    content: bytes


class UnclearError(MalformedError):
    """Words that name nothing we know; `word` is what was written, `among` what it could have meant."""

    def __init__(self, reason: str, word: str = "", among: Iterable[str] = ()) -> None:
        super().__init__("", reason)
        self.word = word
        self.among = among

    @property
    def suggestion(self) -> str:
        return nearest(self.word, self.among)


def nearest(word: str, among: Iterable[str]) -> str:
    """The likeliest of these words by its letters, in either case; empty where none is near."""
    known = {each.casefold(): each for each in among}
    found = get_close_matches(word.casefold()[:LONGEST_WORD], known, n=1, cutoff=LIKENESS)
    return known[found[0]] if found else ""


def problem(error: MalformedError, line: int = 0, text: str = "") -> ProblemLine:
    """The error as a problem of a line, or of its own field where there are no lines."""
    suggestion = error.suggestion if isinstance(error, UnclearError) else ""
    reason = f"{error.field}: {error.reason}" if text and error.field else error.reason
    return ProblemLine(line, (text or error.field)[:LONGEST_QUOTE], reason, suggestion)


def decoded(content: bytes, most: int = LARGEST_FILE) -> str:
    """The text of a file in UTF-8, or in UTF-16 with its mark; MalformedError for anything else, or over `most` bytes.

    A text with null characters is malformed too.
    """
    if len(content) > most:
        raise MalformedError("", f"the file is larger than {most:,} bytes")
    mark, encoding = next((each for each in BYTE_ORDER_MARKS if content.startswith(each[0])), (b"", "utf-8"))
    try:
        text = content[len(mark) :].decode(encoding)
    except UnicodeDecodeError as error:
        raise MalformedError("", f"this isn't text in UTF-8 (byte {error.start:,}); save it as UTF-8") from error
    if "\x00" in text:
        raise MalformedError("", "this isn't text: there are null characters in it; save it as UTF-8")
    return text


def read_json(text: str, kind: type[Thing]) -> Thing:
    """A value of a kind from JSON; MalformedError names the field."""
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise malformed(error) from error


def valid(value: Thing) -> Thing:
    """The value as a roster file would be read; MalformedError names the field that a file can't state."""
    read: Thing = valid_as(msgspec.to_builtins(value), type(value))
    return read


def valid_as(value: object, kind: object, field: str = "") -> Any:
    """The value as one of a kind; MalformedError names the field inside it, or the one that is given."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        wrong = malformed(error)
        raise MalformedError(wrong.field or field, wrong.reason) from error
