"""Rows to frozen values of the games: the only translator."""

from __future__ import annotations

from datetime import datetime
from fractions import Fraction
from functools import lru_cache

import msgspec

from armybuilder import models
from tabletop.arcana.catalogue import ArmyList, Catalogue, Erratum, catalogue
from tabletop.arcana.design import Design
from tabletop.arcana.points import BOOK_FORMULA, Formula
from tabletop.arcana.profile import Row
from tabletop.arcana.roster import Roster


class CatalogueMissingError(RuntimeError):
    """Nothing has been loaded: run `manage.py load_catalogue`."""


def current_catalogue() -> Catalogue:
    """The newest catalogue; one small query, the rest is kept until the next load."""
    edition = models.Edition.objects.values_list("digest", "loaded_at").first()
    if edition is None:
        raise CatalogueMissingError("the catalogue is empty; run `manage.py load_catalogue`")
    return _catalogue(*edition)


@lru_cache(maxsize=2)
def _catalogue(digest: str, loaded_at: datetime) -> Catalogue:
    lists = models.ArmyList.objects.values_list("facts", flat=True)
    rows = models.Profile.objects.values_list("facts", flat=True)
    errata = models.Erratum.objects.select_related("profile")
    return catalogue(
        [msgspec.convert(facts, ArmyList) for facts in lists],
        [msgspec.convert(facts, Row) for facts in rows],
        [_erratum(row) for row in errata],
        version=digest[:12],
    )


def _erratum(row: models.Erratum) -> Erratum:
    return Erratum(
        slug=row.profile.slug,
        field=row.field,
        printed=row.printed,
        corrected=row.corrected,
        why=row.why,
        strength="strong" if row.strength == "strong" else "weak",
    )


def roster_of(row: models.Roster) -> Roster:
    """The roster that a row holds."""
    return msgspec.convert(row.content, Roster)


def design_in(row: models.Design) -> Design:
    """The design that a row holds."""
    return msgspec.convert(row.content, Design)


def formula_in(row: models.FormulaVariant) -> Formula:
    """The club's formula that a row holds, under its own name."""
    cells = {(cell["table"], cell["key"]): Fraction(cell["amount"]) for cell in row.cells}
    return BOOK_FORMULA.changed(row.name, cells)
