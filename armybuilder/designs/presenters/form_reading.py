"""A design or a list's row as the flat fields of a form, and back: every field under its path, as `melee[0].skill`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.own_rows import OwnRow
from tabletop.decoding import MalformedError, converted

Fields = Mapping[str, Sequence[str]]

PATH = re.compile(r"(\w+)(?:\[(\d{1,2})\])?(?:\.(\w+))?")
MANY = {"movement.abilities", "defence.sensitive", "defence.immune", "spellcaster.schools"}
PRESENT_BY = {
    "armour": "value",
    "second_armour": "value",
    "morale": "value",
    "ramming": "attacks",
    "missile_skill": "attacks",
}
LINES = ("melee", "missile")
LINE = re.compile(r"(melee|missile)\[(\d+)\]")
WITHOUT_SAYING = {"strength"}  # stands in the form of an empty line, too
UNKNOWN = "unknown"  # the room of a mount for which nobody has stated it


def fields_of(design: Design) -> dict[str, list[str]]:
    """The form's fields for a design; what is absent in it is absent in them, and so are a vehicle's parts."""
    return dict(_flat("", replace(design, parts=None)))


def _flat(path: str, value: Any) -> Iterator[tuple[str, list[str]]]:
    if isinstance(value, Struct):
        for name in value.__struct_fields__:
            yield from _flat(f"{path}.{name}".lstrip("."), getattr(value, name))
    elif isinstance(value, tuple) and value and isinstance(value[0], Struct):
        for number, each in enumerate(value):
            yield from _flat(f"{path}[{number}]", each)
    elif isinstance(value, tuple):
        yield from [(path, list(value))] * bool(value)
    elif value is not None and value is not False and value != "":
        yield path, [_text(value)]


def _text(value: Any) -> str:
    if value is True:
        return "true"
    return f"{value:g}" if isinstance(value, float) else str(value)


def design_from(fields: Fields) -> Design:
    """The design that a form states; MalformedError names the field that can't be read."""
    return converted(_nested(fields), Design, strict=False)


def fields_of_row(row: OwnRow) -> dict[str, list[str]]:
    """The form's fields for a row of a list, but for the ground it stands on."""
    fields = dict(_flat("", replace(row, footprint=None)))
    return fields | {"room": [UNKNOWN if row.room is None else str(row.room)]}


def row_from(fields: Fields) -> OwnRow:
    """The row that a form states, in which lines without figures are none.

    MalformedError names the field that can't be read, its line counted as in the form.
    """
    plain = _nested(fields)
    stated: dict[str, list[int]] = {}
    for head in LINES:
        lines: list[dict[str, Any]] = plain.get(head, [])
        stated[head] = [number for number, line in enumerate(lines) if line.keys() - WITHOUT_SAYING]
        plain[head] = [lines[number] for number in stated[head]]
    if plain.get("room") == UNKNOWN:
        plain["room"] = None
    if not plain.get("spellcaster", {}).get("schools"):
        plain.pop("spellcaster", None)
    try:
        return converted(plain, OwnRow, strict=False)
    except MalformedError as error:
        field = LINE.sub(lambda found: f"{found[1]}[{stated[found[1]][int(found[2])]}]", error.field)
        raise MalformedError(field, error.reason) from error


def _nested(fields: Fields) -> dict[str, Any]:
    nested: dict[str, Any] = {}
    lines: dict[str, dict[int, dict[str, Any]]] = {name: {} for name in LINES}
    for path, values in fields.items():
        match = PATH.fullmatch(path)
        if match is None or not _is_stated(path, values):
            continue
        head, number, leaf = match.groups()
        value = list(values) if path in MANY else _value(leaf, values[-1])
        if head in LINES and number and leaf:
            lines[head].setdefault(int(number), {})[leaf] = value
        elif leaf:
            nested.setdefault(head, {})[leaf] = value
        else:
            nested[head] = value
    nested |= {name: [found[number] for number in sorted(found)] for name, found in lines.items()}
    return {name: part for name, part in nested.items() if _is_present(name, part)}


def _is_stated(path: str, values: Sequence[str]) -> bool:
    """An empty field says nothing, except the name's."""
    return path in MANY or path == "name" or bool(values and values[-1] != "")


def _is_present(name: str, part: Any) -> bool:
    return name not in PRESENT_BY or (isinstance(part, dict) and PRESENT_BY[name] in part)


def _value(leaf: str | None, text: str) -> int | str:
    """Strength is a number or a word; a form carries both as text."""
    return int(text) if leaf == "strength" and text.isascii() and text.isdecimal() and len(text) < 4 else text
