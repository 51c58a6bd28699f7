"""What wounds take from vehicles in a melee: blows of their crew, and how well they ram (readings BR19 and BR20)."""

from __future__ import annotations

from collections.abc import Sequence

from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.rules.harm.losses import Left

TOWED = BOOK.section("Towed vehicle stats")
CREW = "Crew"  # how a printed vehicle calls the attack of those aboard
OF = " of "  # between an attack and the kind of a unit's models that has it


def is_crews(attack: str) -> bool:
    """Whether an attack of that name is that of those aboard, of all vehicles of a unit or of a kind of them."""
    return attack.partition(OF)[0] == CREW


def crew_lost(lost: Sequence[int], each: int) -> int:
    """How many attacks crews have lost by what vehicles have: one for each wound below half of those of a vehicle."""
    return sum(max(each // 2 - (each - own), 0) for own in lost)


def damaged(left: Left, each: int, models: int) -> int:
    """How many of so many vehicles have half of their wounds or less, the fallen too: they ram at -1."""
    return models - left.models + sum(each - lost <= each // 2 for lost in left.lost)
