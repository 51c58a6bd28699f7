"""Designs and formulas as frozen values, from their rows."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from armybuilder.catalogue.models import Edition
from armybuilder.core.games import library_digest
from armybuilder.designs import models
from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.lists import Catalogue, OwnList
from tabletop.arcana.creation.design_files import write_design
from tabletop.arcana.creation.points import BOOK_FORMULA, Formula
from tabletop.arcana.creation.points.audit import Audited


def design_in(row: models.Design) -> Design:
    """The design that a row holds."""
    return msgspec.convert(row.content, Design)


def own_list_in(row: models.OwnList) -> OwnList:
    """What the list is called that a row holds."""
    return msgspec.convert(row.content, OwnList)


def formula_in(row: models.FormulaVariant) -> Formula:
    """The club's formula that a row holds, under its own name."""
    cells = {(cell["table"], cell["key"]): Fraction(cell["amount"]) for cell in row.cells}
    return BOOK_FORMULA.changed(row.name, cells)


def design_file(row: models.Design) -> bytes:
    """The design that a row holds, as its file."""
    return write_design(design_in(row))


def audit_in(edition: Edition) -> tuple[Audited, ...] | None:
    """The audit that is kept with a load of the catalogue; None where none is, or another program's."""
    if edition.audit.get("library") != library_digest():
        return None
    return msgspec.convert(edition.audit["rows"], tuple[Audited, ...], dec_hook=lambda kind, text: kind(text))


def edition_of(catalogue: Catalogue) -> Edition:
    """The load that a catalogue is of."""
    return Edition.objects.get(digest__startswith=catalogue.version)
