"""The formula is a value: a club's variant is another one, named, and never taken for the book's."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.profiles import Melee
from tabletop.arcana.creation.points import BOOK_FORMULA, TABLES, Formula, price
from tests.laws import of_each

FIGHTER = Design(name="Fighter", melee=(Melee(attacks=2, skill=3),))


def test_cells_list_every_table_in_order_with_its_source() -> None:
    cells = list(BOOK_FORMULA.cells())
    assert list(dict.fromkeys(cell.table for cell in cells)) == list(TABLES)
    assert len(cells) == len({(cell.table, cell.key) for cell in cells}) == 132
    assert {cell.citation.section for cell in cells} == {
        "Movement Costs",
        "Defence Costs",
        "Morale Costs",
        "Melee Costs",
        "Missile Costs",
        "Special Ability Costs",
    }


@of_each(
    ("table", "key", "amount"),
    [
        ("armour", "6", 20),
        ("fixed_armour", "5", 24),
        ("magic_resistance", "5", 6),
        ("evasion", "2", 15),
        ("missile_armour", "4", 4),
        ("fearless_morale", "11", 26),
        ("melee_strength_magical", "6", 40),
        ("melee_strength", "eldritch", 4),
        ("melee_skill", "5", 3),
        ("range", "45", Fraction(17, 2)),
        ("defence", "charmer", 3),
        ("special", "schools", 250),
    ],
)
def test_cells_hold_the_books_figures(table: str, key: str, amount: Fraction) -> None:
    assert {(cell.table, cell.key): cell.amount for cell in BOOK_FORMULA.cells()}[table, key] == amount


def test_tables_cant_be_written_to() -> None:
    with pytest.raises(TypeError):
        BOOK_FORMULA.armour[6] = Fraction(1)  # type: ignore[index]


def test_changed_cell_changes_the_price_and_the_name_on_the_receipt() -> None:
    club = BOOK_FORMULA.changed("Tuesday club", {("melee_skill", "3"): Fraction(2)})
    before, after = price(FIGHTER), price(FIGHTER, club)
    assert (before.formula, before.is_book) == ("the book's formula", True)
    assert (after.formula, after.is_book) == ("Tuesday club", False)
    assert after.exact - before.exact == 2
    assert BOOK_FORMULA.melee_skill[3] == Fraction(3, 2)


def test_changed_strengths_of_missiles_leave_melee_alone() -> None:
    club = BOOK_FORMULA.changed("Tuesday club", {("missile_strength", "0"): Fraction(9)})
    assert price(FIGHTER, club).exact == price(FIGHTER).exact


@pytest.mark.parametrize("cell", [("melee_skill", "6"), ("armour", "X"), ("name", "0"), ("prices", "1")])
def test_cell_that_no_table_has_cant_be_changed(cell: tuple[str, str]) -> None:
    with pytest.raises(KeyError):
        BOOK_FORMULA.changed("Tuesday club", {cell: Fraction(1)})


@pytest.mark.parametrize("name", ["", "  ", "the book's formula"])
def test_changed_formula_has_a_name_of_its_own(name: str) -> None:
    with pytest.raises(ValueError, match="name of its own"):
        BOOK_FORMULA.changed(name, {("armour", "0"): Fraction(2)})


def test_formula_with_the_books_name_and_other_figures_isnt_the_books() -> None:
    forged = replace(BOOK_FORMULA.changed("x", {("armour", "0"): Fraction(2)}), name=BOOK_FORMULA.name)
    assert not forged.is_book
    assert not price(FIGHTER, forged).is_book


def test_changes_that_change_nothing_are_the_books_figures() -> None:
    same = BOOK_FORMULA.changed("Same", {("armour", "0"): Fraction(1)})
    assert same.is_book
    assert same != Formula()
