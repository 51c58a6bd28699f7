"""Spreadsheets: nothing in them runs, and what other programs do to them is read."""

from __future__ import annotations

import csv

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tabletop.arcana.army.roster import Roster, Unit, new_roster
from tabletop.arcana.formats.registry import FORMATS, read_any
from tabletop.arcana.formats.spreadsheet.reader import read_csv, unguarded
from tabletop.arcana.formats.spreadsheet.writer import write_csv, write_summary
from tabletop.spreadsheet import FORMULA, guarded
from tests.catalogue import printed_catalogue
from tests.laws import of_each
from tests.reviews import priced
from tests.tabletop.arcana.formats.odd import odd_rosters
from tests.tabletop.arcana.formats.test_round_trips import sample

CATALOGUE = printed_catalogue()
FORMULAS = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", " =1", "'=1", "''=1", '=HYPERLINK("http://x")', "＝1", "-"]


@of_each("text", FORMULAS)
def test_a_formula_is_written_with_an_apostrophe(text: str) -> None:
    assert guarded(text) == f"'{text}"


@of_each("text", ["", "17", "Axemen", "'", "'tis", "a=b", "don't", "(1)"])
def test_harmless_cells_are_written_as_they_are(text: str) -> None:
    assert guarded(text) == unguarded(text) == text


@given(st.text() | st.sampled_from(FORMULAS))
def test_the_guard_comes_off_again(text: str) -> None:
    assert unguarded(guarded(text)) == text


@given(odd_rosters())
def test_no_cell_runs_as_a_formula(roster: Roster) -> None:
    for sheet in (write_csv(roster, CATALOGUE), write_summary(roster, CATALOGUE)):
        cells = [cell for row in csv.reader(sheet.splitlines(keepends=True)) for cell in row]
        assert [cell for cell in cells if FORMULA.match(cell) and not cell.startswith("'")] == []


@pytest.mark.parametrize("separator", [";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_sheet_saved_by_another_program_is_read(separator: str, encoding: str) -> None:
    roster = replace(sample("ratmen"), units=(*sample("ratmen").units, Unit(ref="x", name="a,b;c\td"[:5])))
    rows = csv.reader(write_csv(roster, CATALOGUE).splitlines(keepends=True))
    text = "".join(separator.join(f'"{cell}"' for cell in row) + "\n" for row in rows)
    assert read_any("", text.encode(encoding), CATALOGUE).roster == roster


def test_columns_may_stand_in_another_order_and_empty_ones_be_left_out() -> None:
    text = "count,what,name,profile\n,roster,A,dwarves\n,unit,B\n5,models,Axemen,dwarves/axemen\n,,,\n"
    roster, problems = read_csv(text, CATALOGUE)
    assert problems == ()
    assert roster is not None
    assert [(models.profile, models.count) for models in roster.units[0].models] == [("dwarves/axemen", 5)]


def test_the_summary_adds_up_and_is_no_roster() -> None:
    roster = sample("ratmen")
    rows = list(csv.DictReader(write_summary(roster, CATALOGUE).splitlines()))
    assert sum(int(row["points"]) for row in rows) == priced(roster).points
    assert read_any("", FORMATS["summary"].file(roster, CATALOGUE).content, CATALOGUE).roster is None


def test_an_empty_roster_has_a_sheet() -> None:
    roster = new_roster(name="A", army="dwarves")
    assert read_csv(write_csv(roster, CATALOGUE), CATALOGUE) == (roster, ())
