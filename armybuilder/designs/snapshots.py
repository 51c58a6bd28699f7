"""Designs and formulas as frozen values, from their rows."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from armybuilder.designs import models
from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.creation.design_files import write_design
from tabletop.arcana.creation.points import BOOK_FORMULA, Formula


def design_in(row: models.Design) -> Design:
    """The design that a row holds."""
    return msgspec.convert(row.content, Design)


def formula_in(row: models.FormulaVariant) -> Formula:
    """The club's formula that a row holds, under its own name."""
    cells = {(cell["table"], cell["key"]): Fraction(cell["amount"]) for cell in row.cells}
    return BOOK_FORMULA.changed(row.name, cells)


def design_file(row: models.Design) -> bytes:
    """The design that a row holds, as its file."""
    return write_design(design_in(row))
