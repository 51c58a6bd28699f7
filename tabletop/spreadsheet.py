"""What a table owes to programs that open it: no cell is taken for a formula."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable

FORMULA = re.compile(r"'*\s*[=+\-@\t\r＝＋－＠]")


def guarded(cell: object) -> str:
    """The cell with an apostrophe in front where a spreadsheet would run it as a formula."""
    text = "" if cell is None else str(cell)
    return f"'{text}" if FORMULA.match(text) else text


def unguarded(cell: str) -> str:
    """The cell as it was before it was guarded."""
    return cell[1:] if cell.startswith("'") and FORMULA.match(cell[1:]) else cell


def written_rows(rows: Iterable[Iterable[object]]) -> str:
    """Rows as CSV; texts are guarded, numbers stand as they are."""
    sheet = io.StringIO()
    csv.writer(sheet).writerows(
        [cell if isinstance(cell, int | float) else guarded(cell) for cell in row] for row in rows
    )
    return sheet.getvalue()
