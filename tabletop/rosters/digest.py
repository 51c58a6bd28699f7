"""A roster's fingerprint: the same for the same choices, whatever file they came in."""

from __future__ import annotations

import base64
import hashlib
import json
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from tabletop.rosters.document import Roster

SHORT = 20  # letters of five bits: a hundred bits, beyond anybody's luck and beyond forging in pairs
GROUP = 5
SHORT_DIGITS = SHORT * 5 // 4  # hexadecimal digits that say the same
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
FILLING = "A" * 4  # base32 goes by eights
AFTER_DIGITS = "g"  # in every order of letters after the hexadecimal digits


def content_digest(roster: Roster) -> str:
    """SHA-256 over the choices, as 64 hexadecimal digits.

    Names, every order and the rules of an own army list count. Refs and notes don't, for they choose nothing; nor does
    whether a default is written out, or a part of the roster says which format a file of its own would have.
    """
    plain = _plain(roster, without=("ref", "notes", "format")) | {"format": roster.format}
    text = json.dumps(plain, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def short_digest(digest: str) -> str:
    """The digest's beginning for print and QR codes: `MZXW6-YTBOI-...`, capitals and the digits 2 to 7."""
    letters = base64.b32encode(bytes.fromhex(digest)).decode()[:SHORT]
    return "-".join(letters[place : place + GROUP] for place in range(0, SHORT, GROUP))


def is_short_of(text: str, digest: str) -> bool:
    """Whether somebody has typed this digest's short form, with or without hyphens, in either case."""
    return "".join(text.split()).replace("-", "").upper() == short_digest(digest).replace("-", "")


def digests_of_short(text: str) -> tuple[str, str] | None:
    """Between which two digests, the first of them counted in, all lie that somebody's typed short form may stand for.

    None for what is no short form. Its letters are the digest's first hundred bits: 25 hexadecimal digits.
    """
    letters = "".join(text.split()).replace("-", "").upper()
    if len(letters) != SHORT or not set(letters) <= set(LETTERS):
        return None
    start = base64.b32decode(letters + FILLING).hex()[:SHORT_DIGITS]
    return start, start + AFTER_DIGITS


def same_choices(first: object, second: object) -> bool:
    """Whether two rosters, or two parts of rosters, differ in nothing but refs; notes count here.

    What is equal isn't looked into, so that two versions of a large roster cost no more than what differs.
    """
    if first == second:
        return True
    if isinstance(first, Struct) and type(first) is type(second):
        names = (name for name in first.__struct_fields__ if name != "ref")
        return all(same_choices(getattr(first, name), getattr(second, name)) for name in names)
    if isinstance(first, tuple) and isinstance(second, tuple):
        return len(first) == len(second) and all(map(same_choices, first, second))
    return False


def _plain(value: Any, without: tuple[str, ...]) -> Any:
    """The value without its defaults and the fields of these names, whole numbers as whole numbers."""
    if isinstance(value, Struct):
        defaults = _defaults(type(value))
        fields = {name: getattr(value, name) for name in value.__struct_fields__ if name not in without}
        if isinstance(rules := getattr(value, "notes", ""), tuple):
            fields["notes"] = rules
        return {name: _plain(part, without) for name, part in fields.items() if part != defaults.get(name, ...)}
    if isinstance(value, tuple):
        return [_plain(part, without) for part in value]
    return int(value) if isinstance(value, float) and value.is_integer() else value


@cache
def _defaults(kind: type[Struct]) -> dict[str, Any]:
    return {
        field.name: field.default for field in msgspec.structs.fields(kind) if field.default is not msgspec.NODEFAULT
    }
