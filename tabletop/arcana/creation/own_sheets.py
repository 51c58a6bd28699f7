"""The rows of an own army list as a table of cells (CSV), as spreadsheets have it: written and read back.

A line is a row, a column a figure. The usual columns have short headings; any other is headed by its field, as
`melee.0.long_weapon` or `defence.regeneration`. An empty cell says nothing, `yes` and `no` are said so, several words
of one cell stand with spaces between them; `unknown` is a room for passengers that nobody has stated.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from tabletop.arcana.catalogue.own_rows import MOST_OWN_ROWS, OwnRow
from tabletop.decoding import LARGEST_FILE, MalformedError, converted
from tabletop.spreadsheet import unguarded, written_rows

USUAL = {
    "name": "name",
    "section": "section",
    "points": "points",
    "move": "movement.ground",
    "fly": "movement.fly",
    "swim": "movement.swim",
    "wounds": "wounds",
    "armour": "armour.value",
    "fixed": "armour.fixed",
    "shield": "defence.shield",
    "magic": "defence.magic_resistance",
    "morale": "morale.value",
    "courage": "morale.kind",
    "attacks": "melee.0.attacks",
    "skill": "melee.0.skill",
    "strength": "melee.0.strength",
    "weapon": "missile.0.name",
    "range": "missile.0.range",
    "shots": "missile.0.attacks",
    "shot skill": "missile.0.skill",
    "shot strength": "missile.0.strength",
    "fearsome": "fearsome",
    "elite": "elite",
    "base": "base",
    "note": "note",
}
HEADINGS = {path: heading for heading, path in USUAL.items()}
TEXTS = frozenset({"name", "note"})  # the last word of a field that takes whatever is written
WORDS = frozenset({"abilities", "sensitive", "immune", "schools", "footprint"})
SAID = {"yes": True, "no": False}
UNKNOWN = "unknown"
DECIMAL = re.compile(r"[0-9]{1,3}[.,][0-9]{1,3}")
MOST_COLUMNS = 100
MOST_PLACES = 20  # of a list within a row


def write_sheet(rows: Sequence[OwnRow]) -> str:
    """The rows as CSV, with the columns that any of them has; the usual ones first."""
    flat = [dict(_flat(msgspec.to_builtins(row), "")) for row in rows]
    used = dict.fromkeys(path for cells in flat for path in cells)
    paths = [*(path for path in HEADINGS if path in used), *(path for path in sorted(used) if path not in HEADINGS)]
    head = [HEADINGS.get(path, path) for path in paths or ["name"]]
    return written_rows([head, *([cells.get(path, "") for path in paths] for cells in flat)])


def _flat(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    """What a row says, by the paths of its fields."""
    if value == {} and path.endswith("armour"):  # armour of 0, which isn't none
        yield f"{path}.value", 0
    elif isinstance(value, dict):
        for key, part in value.items():
            yield from _flat(part, f"{path}.{key}" if path else key)
    elif isinstance(value, list | tuple) and path.rpartition(".")[2] not in WORDS:
        for number, part in enumerate(value):
            yield from _flat(part, f"{path}.{number}")
    elif isinstance(value, list | tuple):
        yield path, " ".join(map(str, value))
    elif isinstance(value, bool):
        yield path, "yes" if value else "no"
    elif isinstance(value, float) and value.is_integer():
        yield path, int(value)
    elif value is None:  # where a file says so, nothing isn't what goes without saying
        yield path, UNKNOWN
    else:
        yield path, value


def read_sheet(content: str) -> tuple[OwnRow, ...]:
    """The rows of a table, its first line the headings, cells between commas, semicolons or tabs.

    MalformedError names `rows[2].melee[0].skill`, the row counted from 0, or what is wrong with the table.
    """
    if len(content) > LARGEST_FILE:
        raise MalformedError("", f"the table is longer than {LARGEST_FILE:,} characters")
    lines = [cells for cells in _lines(content.lstrip("\ufeff")) if any(cell.strip() for cell in cells)]
    if not lines:
        raise MalformedError("", "the table has no headings: its first line says what the columns are")
    paths = _paths(lines[0])
    if len(lines) > MOST_OWN_ROWS + 1:
        raise MalformedError("rows", f"must be at most {MOST_OWN_ROWS}")
    return tuple(_row(paths, cells, f"rows[{number}]") for number, cells in enumerate(lines[1:]))


def _lines(content: str) -> list[list[str]]:
    head = content.partition("\n")[0]
    separator = max(",;\t", key=head.count)
    try:
        return list(csv.reader(io.StringIO(content, newline=""), delimiter=separator, strict=True))
    except csv.Error as error:
        raise MalformedError("", f"this can't be read as a table: {error}") from error


def _paths(head: Sequence[str]) -> list[str]:
    """The fields that the columns are, by their headings; empty for a column without one."""
    if len(head) > MOST_COLUMNS:
        raise MalformedError("", f"the table has more than {MOST_COLUMNS} columns")
    names = [" ".join(cell.casefold().split()) for cell in head]
    paths = [USUAL.get(name, name) for name in names]
    if "name" not in paths:
        raise MalformedError("", "the table has no column “name”")
    for path in paths:
        if path and paths.count(path) > 1:
            raise MalformedError("", f"two columns are “{HEADINGS.get(path, path)}”")
    return paths


def _row(paths: Sequence[str], cells: Sequence[str], place: str) -> OwnRow:
    if any(cell.strip() for cell in cells[len(paths) :]):
        raise MalformedError(place, "has more cells than there are columns")
    plain: dict[str, Any] = {}
    for path, cell in zip(paths, cells, strict=False):
        if not cell.strip():
            continue
        if not path:
            raise MalformedError(place, f"“{cell.strip()[:40]}” stands in a column without a heading")
        _put(plain, path.split("."), _value(path, cell.strip()), place)
    try:
        return converted(plain, OwnRow)
    except MalformedError as error:
        raise MalformedError(f"{place}.{error.field}".rstrip("."), error.reason) from error


def _value(path: str, cell: str) -> Any:
    """What a cell says, as a file would have it."""
    text = unguarded(cell)
    last = path.rpartition(".")[2]
    if last in TEXTS:
        return text
    if last in WORDS:
        words = text.replace(",", " ").split()
        return [int(word) if _is_number(word) else word for word in words]
    if text.casefold() in SAID:
        return SAID[text.casefold()]
    if path == "room" and text.casefold() == UNKNOWN:
        return None
    if _is_number(text):
        return int(text)
    return float(text.replace(",", ".")) if DECIMAL.fullmatch(text) else text


def _is_number(text: str) -> bool:
    return text.isascii() and text.removeprefix("-").isdecimal() and len(text) < 10


def _put(plain: dict[str, Any], steps: Sequence[str], value: Any, place: str) -> None:
    """Set `melee.0.skill` and the like in plain values, making what isn't there."""
    part: Any = plain
    for step, following in zip(steps, (*steps[1:], None), strict=True):
        here = value if following is None else ([] if following.isdecimal() else {})
        if isinstance(part, list):
            if not step.isdecimal() or len(step) > 2 or int(step) >= MOST_PLACES:
                raise MalformedError(place, f"there is no column “{'.'.join(steps)}”")
            part += [{} for _ in range(int(step) + 1 - len(part))]
            if following is None:
                part[int(step)] = here
            part = part[int(step)]
        elif isinstance(part, dict) and (following is not None or step not in part):
            part = part.setdefault(step, here)
        else:
            raise MalformedError(place, f"there is no column “{'.'.join(steps)}”")
