"""Whom units are set against on their cards: usual targets, another army's dearest units, or one's own choice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from armybuilder.odds.presenters.picking import FIGHTING
from tabletop.arcana.army.resolve import resolve
from tabletop.arcana.army.roster import Roster
from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.printing.cards import USUAL_TARGETS, CardTarget, dearest_of, usual_count

USUAL, OWN = "usual", "own"


def targets_of(against: str, own: Sequence[str], roster: Roster | None, catalogue: Catalogue) -> tuple[CardTarget, ...]:
    """The targets by the word for them, those chosen one by one, or a roster's dearest units."""
    if roster is not None:
        return dearest_of(resolve(roster, catalogue))
    if against == OWN:
        return tuple(CardTarget(profile=slug, count=usual_count(catalogue.rows[slug])) for slug in own)
    return USUAL_TARGETS if against == USUAL else ()


def profiles_to_fight(catalogue: Catalogue) -> list[tuple[str, str]]:
    """Every printed profile that is struck at, by its slug, with its name and army list."""
    rows = (row for row in catalogue.rows.values() if row.wounds and row.section in FIGHTING)
    return [(row.slug, f"{row.name}, {catalogue.list_of(row.slug).name}") for row in rows]


def units_of(code: str, roster: Roster, catalogue: Catalogue) -> Iterator[tuple[str, str]]:
    """The units of a roster by name, with what the page of odds calls them."""
    for unit in resolve(roster, catalogue).units:
        yield unit.name, f"{code}.{unit.ref}"
