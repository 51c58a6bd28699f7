"""`audit_points`: every printed row, in a shape that other programs can rely on."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from io import StringIO
from math import ceil, floor
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from msgspec.structs import replace

from tabletop.arcana.catalogue.lists import Catalogue, OwnList
from tabletop.arcana.creation.design_files import OWN_DESIGNS
from tabletop.arcana.creation.own_lists import list_pack, row_like, write_list_pack
from tabletop.arcana.creation.points.audit import Audited, audit, receipt_of
from tests.catalogue import PROJECT


@pytest.fixture(autouse=True)
def audited_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command's own audit of the catalogue, made once for all that it writes."""
    monkeypatch.setattr("armybuilder.management.commands.audit_points.audit", audit_of)


def audit_of(catalogue: Catalogue) -> tuple[Audited, ...]:
    if catalogue.version not in AUDITS:
        AUDITS[catalogue.version] = audit(catalogue)
    return AUDITS[catalogue.version]


AUDITS: dict[str, tuple[Audited, ...]] = {}


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
    assert lines[-1] == "399 profiles: 320 agree (314 rounded up, 318 to the nearest), 79 explained, 0 left."


def test_the_figures_are_the_tables_of_the_documentation(catalogue: Catalogue) -> None:
    out = StringIO()
    call_command("audit_points", format="figures", stdout=out)
    assert f"\n{out.getvalue()}\n" in (PROJECT / "docs" / "points.md").read_text(encoding="utf-8")


def test_a_row_is_priced_line_by_line_on_request(catalogue: Catalogue) -> None:
    out = StringIO()
    call_command("audit_points", receipt="monsters/titan", stdout=out)
    *lines, whole = out.getvalue().splitlines()
    expected = receipt_of(catalogue.rows["monsters/titan"], catalogue)
    assert [line.split()[-1] for line in lines] == [f"{each.citation.section.split()[-1]})" for each in expected.lines]
    assert whole.split() == ["384", "2/3", "Together,", "exactly;", "printed", "385"]


def test_a_row_that_is_not_printed_has_no_receipt(catalogue: Catalogue) -> None:
    with pytest.raises(CommandError, match="dwarves/elves"):
        call_command("audit_points", receipt="dwarves/elves")


def test_the_rows_of_an_own_list_are_audited_from_its_file(catalogue: Catalogue, tmp_path: Path) -> None:
    row = row_like(catalogue.in_play("dwarves/axemen"))
    own = OwnList(name="Club", shield=OWN_DESIGNS.shield, rows=(row, replace(row, name="Cheap", points=1)))
    file, out = tmp_path / "list.json", StringIO()
    file.write_bytes(write_list_pack(list_pack(own)))
    call_command("audit_points", list=str(file), format="json", stdout=out)
    axemen, cheap = json.loads(out.getvalue())
    assert (axemen["slug"], axemen["printed"], axemen["agrees"]) == ("designs/axemen", row.points, True)
    assert (cheap["printed"], cheap["agrees"], cheap["exact"]) == (1, False, axemen["exact"])
    call_command("audit_points", list=str(file), receipt="designs/cheap", stdout=out)
    assert out.getvalue().strip().endswith("Together, exactly; stated 1")
    file.write_text("{}")
    with pytest.raises(CommandError, match="format: is missing"):
        call_command("audit_points", list=str(file))
