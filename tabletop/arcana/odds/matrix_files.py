"""A matrix of two armies as JSON, with exact figures, and as CSV with decimals, a line for each pair of units."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any

from tabletop.arcana.odds.matrix import Cell, Entry, Matrix
from tabletop.dice.plain import plain_chance, plain_mean
from tabletop.spreadsheet import guarded

Plain = dict[str, Any]

OF_A_SIDE = (
    "unit",
    "points",
    "points lost",
    "wounds lost",
    "models lost",
    "wounds regained",
    "wounds paid",
    "chance to break",
)
COLUMNS = (
    *(f"own {name}" for name in OF_A_SIDE), *(f"their {name}" for name in OF_A_SIDE), "net points", "not resolved",
)  # fmt: skip
DECIMALS = 6


def plain_matrix(found: Matrix) -> Plain:
    """Units by their names and points, and a line of cells for each unit of the first army."""
    return {
        "rows": [_plain_unit(entry) for entry in found.rows],
        "columns": [_plain_unit(entry) for entry in found.columns],
        "cells": [[_plain_cell(cell) for cell in line] for line in found.cells],
        "left_out": {
            name: [{**_plain_unit(entry), "reason": entry.reason} for entry in entries]
            for name, entries in zip(("rows", "columns"), found.left_out, strict=True)
        },
    }


def _plain_unit(entry: Entry) -> Plain:
    return {"ref": entry.ref, "name": entry.name, "points": entry.points}


def _plain_cell(cell: Cell | str) -> Plain:
    if isinstance(cell, str):
        return {"reason": cell}
    own, theirs = (
        {
            "points": plain_mean(points),
            "wounds": plain_mean(toll.wounds),
            "fallen": plain_mean(toll.fallen),
            "regained": plain_mean(toll.regained),
            "paid": plain_mean(toll.paid),
            "breaks": plain_chance(toll.breaks),
        }
        for toll, points in zip(cell.tolls, cell.points, strict=True)
    )
    return {"net": plain_mean(cell.net), "own": own, "theirs": theirs}


def write_matrix(found: Matrix) -> str:
    """The matrix as CSV; units that can't be resolved stand at its end, each alone with its reason."""
    sheet = io.StringIO()
    writer = csv.writer(sheet)
    writer.writerow(COLUMNS)
    writer.writerows(_lines(found))
    return sheet.getvalue()


def _lines(found: Matrix) -> Iterator[list[object]]:
    for row, cells in zip(found.rows, found.cells, strict=True):
        for column, cell in zip(found.columns, cells, strict=True):
            net, reason = ("", cell) if isinstance(cell, str) else (_decimal(cell.net), "")
            yield [*_figures(row, cell, 0), *_figures(column, cell, 1), net, reason]
    own, theirs = found.left_out
    nobody = [""] * len(OF_A_SIDE)
    for entry in own:
        yield [*_figures(entry, entry.reason, 0), *nobody, "", entry.reason]
    for entry in theirs:
        yield [*nobody, *_figures(entry, entry.reason, 1), "", entry.reason]


def _figures(entry: Entry, cell: Cell | str, which: int) -> list[object]:
    if isinstance(cell, str):
        return [guarded(entry.name), entry.points, *[""] * (len(OF_A_SIDE) - 2)]
    toll = cell.tolls[which]
    lost = (cell.points[which], toll.wounds, toll.fallen, toll.regained, toll.paid, toll.breaks)
    return [guarded(entry.name), entry.points, *map(_decimal, lost)]


def _decimal(number: Any) -> float:
    return round(float(number), DECIMALS)
