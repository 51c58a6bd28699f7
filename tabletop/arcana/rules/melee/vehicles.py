"""What wounds take from vehicles in a melee: blows of their crew, and how well they ram (readings BR19 and BR20)."""

from __future__ import annotations

from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.rules.harm.losses import Left

TOWED = BOOK.section("Towed vehicle stats")
CREW = "Crew"  # how a printed vehicle calls the attack of those aboard


def crew_lost(left: Left, each: int) -> int:
    """How many attacks its crew has lost: one for each wound below half of those of a vehicle."""
    return sum(max(each // 2 - (each - lost), 0) for lost in left.lost)


def damaged(left: Left, each: int, models: int) -> int:
    """How many of so many vehicles have half of their wounds or less, the fallen too: they ram at -1."""
    return models - left.models + sum(each - lost <= each // 2 for lost in left.lost)
