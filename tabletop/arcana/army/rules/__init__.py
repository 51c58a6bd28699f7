"""The rules of army building, a module per chapter of the book."""

from __future__ import annotations

from tabletop.arcana.army.pricing import ArmyPrice
from tabletop.arcana.army.resolve import Army
from tabletop.arcana.army.rules.context import Subject
from tabletop.arcana.army.rules.event_packs import pack_rulebook
from tabletop.arcana.army.rules.rulebooks import CORE, TOURNAMENT, rulebook_of
from tabletop.findings import Report
from tabletop.rulebook import Rulebook

__all__ = [
    "CORE",
    "TOURNAMENT",
    "Subject",
    "pack_rulebook",
    "review",
    "rulebook_of",
]


def review(army: Army, price: ArmyPrice, rulebook: Rulebook | None = None) -> Report:
    """Every finding about the army, in rulebook order; by the rules it was made for unless others are given."""
    return (rulebook or rulebook_of(army.rules, army.pack)).review(Subject(army, price))
