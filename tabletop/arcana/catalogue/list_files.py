"""A list as its fixture file states it: the head, the printed rows, and what is wrong with them."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from tabletop.arcana.catalogue.lists import ArmyList, Erratum
from tabletop.arcana.catalogue.profiles import Row
from tabletop.decoding import MalformedError, converted


class ListFile(Struct, frozen=True, forbid_unknown_fields=True):
    """One file of the catalogue."""

    list: ArmyList
    rows: tuple[Row, ...]
    errata: tuple[Erratum, ...] = ()


def read_list_file(plain: Any) -> ListFile:
    """A list from plain values; MalformedError names the field, as in `rows[3].wounds`."""
    return converted(_whole(plain), ListFile)


def _whole(plain: Any) -> Any:
    """A list file's plain values with its long printed cells, `{first: ..., second: ...}`, put together."""
    if not isinstance(plain, dict) or not isinstance(plain.get("rows"), list):
        raise MalformedError("rows", "is missing or not a list")
    return plain | {"rows": [_whole_row(row) for row in plain["rows"]]}


def _whole_row(row: Any) -> Any:
    if not isinstance(row, dict) or not isinstance(row.get("printed"), dict):
        return row
    return row | {"printed": {name: _cell(cell) for name, cell in row["printed"].items()}}


def _cell(cell: Any) -> Any:
    return " ".join(cell.values()) if isinstance(cell, dict) else cell
