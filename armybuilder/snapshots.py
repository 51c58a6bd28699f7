"""Rows to frozen values of the games: the only translator."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from fractions import Fraction
from functools import lru_cache

import msgspec

from armybuilder import models
from tabletop.arcana.army.event_pack import Pack, code_in, code_of, rules_of
from tabletop.arcana.army.roster import Roster
from tabletop.arcana.battle import Play
from tabletop.arcana.battlefield import Table
from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.identifiers import Rules
from tabletop.arcana.catalogue.lists import ArmyList, Catalogue, Erratum, catalogue
from tabletop.arcana.catalogue.profiles import Row
from tabletop.arcana.catalogue.spells import Spell
from tabletop.arcana.creation.points import BOOK_FORMULA, Formula
from tabletop.decoding import MalformedError


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
    spells = models.Spell.objects.values_list("facts", flat=True)
    return catalogue(
        [msgspec.convert(facts, ArmyList) for facts in lists],
        [msgspec.convert(facts, Row) for facts in rows],
        [_erratum(row) for row in errata],
        [msgspec.convert(facts, Spell) for facts in spells],
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


def roster_of(row: models.Roster | models.Seal) -> Roster:
    """The roster that a row holds."""
    return msgspec.convert(row.content, Roster)


def design_in(row: models.Design) -> Design:
    """The design that a row holds."""
    return msgspec.convert(row.content, Design)


def pack_in(row: models.Pack) -> Pack:
    """The pack that a row holds."""
    return msgspec.convert(row.content, Pack)


def table_in(row: models.TableRow) -> Table:
    """The table that a row holds."""
    return msgspec.convert(row.content, Table)


def play_in(row: models.TableRow) -> Play:
    """The table that a row holds, with the turn that is played on it."""
    return msgspec.convert({"table": row.content, "turn": row.turn}, Play)


def packs_named(rules: Iterable[Rules]) -> dict[Rules, Pack]:
    """The packs that rosters name and that are here: one query, none where only the book's rules are named."""
    codes = {code for code in map(code_of, rules) if code}
    rows = models.Pack.objects.filter(code__in=codes, deleted_at=None) if codes else ()
    return {rules_of(row.code): pack_in(row) for row in rows}


def named_rules(words: str) -> Rules:
    """The rules that a name, a code or a link stands for; MalformedError where there are none."""
    rules = words if words in ("", "core", "tournament") else rules_of(code_in(code_of(words) or words))
    ensure_here(rules)
    return rules


def ensure_here(rules: Rules) -> None:
    """MalformedError where a pack is named that isn't here."""
    if code_of(rules) and not packs_named([rules]):
        raise MalformedError("rules", f"there is no pack “{code_of(rules)}”")


def formula_in(row: models.FormulaVariant) -> Formula:
    """The club's formula that a row holds, under its own name."""
    cells = {(cell["table"], cell["key"]): Fraction(cell["amount"]) for cell in row.cells}
    return BOOK_FORMULA.changed(row.name, cells)
