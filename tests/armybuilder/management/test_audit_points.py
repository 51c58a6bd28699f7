"""`audit_points`: every printed row, in a shape that other programs can rely on."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from io import StringIO
from math import ceil, floor
from typing import Any

from django.core.management import call_command

from tabletop.arcana.catalogue import Catalogue


@cache
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
        exact = Fraction(row["exact"])
        assert ceil(exact) == row["points"]
        assert row["agrees"] == (row["printed"] in (ceil(exact), floor(exact + Fraction(1, 2))))


def test_as_many_rows_agree_or_are_explained_as_is_promised(catalogue: Catalogue) -> None:
    rows = audited()
    up = sum(row["points"] == row["printed"] for row in rows)
    nearest = sum(floor(Fraction(row["exact"]) + Fraction(1, 2)) == row["printed"] for row in rows)
    assert max(up, nearest) >= 317
    assert sum(row["agrees"] or row["note"].startswith("Fits") for row in rows) >= 383
    assert all(row["note"] for row in rows if not row["agrees"])


def test_the_table_has_a_line_for_every_row_and_the_sum(catalogue: Catalogue) -> None:
    out = StringIO()
    call_command("audit_points", stdout=out)
    lines = out.getvalue().splitlines()
    assert [line.split()[0] for line in lines[:-1]] == list(catalogue.rows)
    assert lines[-1].startswith("399 rows: ")
