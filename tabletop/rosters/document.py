"""A roster of any game as a document: what it is called, its file, and its choices without the notes."""

from __future__ import annotations

import re
from typing import Any, Protocol, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace


class Roster(Protocol):
    """What every game's roster says of itself; the rest of its fields are its game's own."""

    @property
    def format(self) -> str: ...

    @property
    def game(self) -> str: ...

    @property
    def name(self) -> str: ...


Document = TypeVar("Document", bound=Roster)

NOTED = re.compile(rb'"notes":"[^"]')  # in a text each quotation mark is written behind a stroke


def write_roster(roster: Roster) -> bytes:
    """The roster's file, indented for people, with a newline at its end."""
    return msgspec.json.format(msgspec.json.encode(roster), indent=2) + b"\n"


def with_more_notes(roster: Document, notes: str, most: int) -> Document:
    """The roster with these lines below its own notes, cut at `most` letters; as it is where it can't have notes."""
    if "notes" not in getattr(roster, "__struct_fields__", ()):
        return roster
    together = "\n".join(filter(None, (getattr(roster, "notes", ""), notes)))
    noted: Document = replace(roster, notes=together[:most])  # type: ignore[type-var]
    return noted


def without_notes(roster: Document) -> Document:
    """The roster's choices alone, for readers whom the notes don't concern: every field `notes` in it is empty."""
    bare: Document = _without_notes(roster)
    return bare


def has_notes(roster: Roster) -> bool:
    """Whether anything stands in a field `notes` of a roster, or of a part of it.

    Looked for in what its file says, which is written in a tenth of the time that going through its parts takes.
    """
    return NOTED.search(msgspec.json.encode(roster)) is not None


def _without_notes(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(_without_notes, value))
    if not isinstance(value, Struct):
        return value
    fields = {name: _without_notes(getattr(value, name)) for name in value.__struct_fields__}
    return replace(value, **fields | ({"notes": ""} if _note_of(value) else {}))


def _note_of(value: Struct) -> str:
    """What stands in a part's field `notes`, where that is a text: the notes of an own army list are its rules."""
    notes = getattr(value, "notes", "")
    return notes if isinstance(notes, str) else ""
