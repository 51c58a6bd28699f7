"""`audit_points`: every printed row, in a shape that other programs can rely on."""

from __future__ import annotations

import json
from fractions import Fraction
from io import StringIO
from math import ceil
from typing import Any

from django.core.management import call_command

from tabletop.arcana.catalogue import Catalogue


def audited() -> list[dict[str, Any]]:
    out = StringIO()
    call_command("audit_points", format="json", stdout=out)
    rows: list[dict[str, Any]] = json.loads(out.getvalue())
    return rows


def test_every_printed_row_is_there_in_the_books_order(catalogue: Catalogue) -> None:
    rows = audited()
    assert [row["slug"] for row in rows] == list(catalogue.rows)
    assert len(rows) == 399


def test_every_row_has_the_same_fields(catalogue: Catalogue) -> None:
    for row in audited():
        assert list(row) == ["slug", "list", "name", "printed", "exact", "points", "agrees", "note"]
        printed = catalogue.rows[row["slug"]]
        assert (row["list"], row["name"], row["printed"]) == (
            (row["slug"].partition("/")[0], printed.name, printed.points)
        )
        assert isinstance(row["note"], str)


def test_a_price_is_a_fraction_as_text_and_rounded_up(catalogue: Catalogue) -> None:
    for row in audited():
        assert (row["exact"] is None) == (row["points"] is None)
        if row["exact"] is not None:
            assert ceil(Fraction(row["exact"])) == row["points"]
        assert row["agrees"] is None or isinstance(row["agrees"], bool)


def test_the_table_has_a_line_for_every_row(catalogue: Catalogue) -> None:
    out = StringIO()
    call_command("audit_points", stdout=out)
    assert all(slug in out.getvalue() for slug in catalogue.rows)
