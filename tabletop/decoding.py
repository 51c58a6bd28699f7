"""Files and requests read strictly into values, and the one error that names the field that can't be read."""

from __future__ import annotations

import re
from typing import TypeVar

import msgspec

Decoded = TypeVar("Decoded")

LARGEST_FILE = 1_000_000  # bytes of a file that states choices
NAMED_FIELD = re.compile(r"(?:missing required|unknown) field `([^`]*)`|^(base) must be")


class MalformedError(ValueError):
    """Input that can't be read as what it claims to be; `field` names the place, as in `units[0].models[1].count`."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}" if field else reason)
        self.field = field
        self.reason = reason


def decoded(content: bytes | str, kind: type[Decoded], *, most: int | None = None, what: str = "file") -> Decoded:
    """A value from its JSON of at most so many bytes; MalformedError names the first field that is wrong."""
    if most is not None and len(content) > most:
        raise MalformedError("", f"the {what} is larger than {most:,} bytes")
    try:
        return msgspec.json.decode(content, type=kind)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise malformed(error) from error


def malformed(error: Exception) -> MalformedError:
    """The decoder's complaint as a MalformedError: `Expected int - at $.units[0].count` names `units[0].count`."""
    reason, _, path = str(error).partition(" - at `")
    field = path.rstrip("`").removeprefix("key in ").strip("`$.")
    if named := NAMED_FIELD.search(reason):
        field = f"{field}.{named[1] or named[2]}".strip(".")
    return MalformedError(field, reason.replace("`", "") or "nested too deeply")
