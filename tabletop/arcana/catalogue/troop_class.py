"""Which rows are elite, and which monsters may count as normal troops, by points and size of base."""

from __future__ import annotations

from tabletop.arcana.catalogue.profiles import Row, Section

SMALL_BASE = 2
ELITE_POINTS_SMALL = 50
ELITE_POINTS_ANY = 100
CHEAP_MONSTER_SMALL = 50
CHEAP_MONSTER_LARGE = 100


def is_elite(row: Row) -> bool:
    """50 points or more on base 2 or smaller, 100 or more on any base, or printed so (rulings M2, M3)."""
    threshold = ELITE_POINTS_SMALL if row.base <= SMALL_BASE else ELITE_POINTS_ANY
    return row.elite or row.points >= threshold


def is_cheap_monster(row: Row) -> bool:
    """A monster that both players may agree to count as normal troops, unless it is printed Elite (rulings M3, M4)."""
    threshold = CHEAP_MONSTER_SMALL if row.base <= SMALL_BASE else CHEAP_MONSTER_LARGE
    return row.section == Section.MONSTERS and row.points <= threshold and not row.elite
