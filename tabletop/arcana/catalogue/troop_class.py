"""Which troops are normal and which are special."""

from __future__ import annotations

from tabletop.arcana.army.roster import Basis, Options
from tabletop.arcana.catalogue.lists import ArmyList, is_design
from tabletop.arcana.catalogue.profiles import Row

SMALL_BASE = 2
ELITE_POINTS_SMALL = 50
ELITE_POINTS_ANY = 100
CHEAP_MONSTER_SMALL = 50
CHEAP_MONSTER_LARGE = 100


def is_elite(row: Row) -> bool:
    """50 points or more on base 2 or smaller, 100 or more on any base, or printed so (rulings M2, M3)."""
    threshold = ELITE_POINTS_SMALL if row.base <= SMALL_BASE else ELITE_POINTS_ANY
    return row.elite or row.points >= threshold


MOUNT_LINES = {"horse", "mount", "ram", "bear", "boar", "wolf", "beast", "scorpion"}


def is_mounted(row: Row) -> bool:
    """Whether the row is a rider and its beast: the beast strikes by its own name."""
    return any(line.name.lower() in MOUNT_LINES for line in row.melee) and row.section != "vehicles"


def is_cheap_monster(row: Row) -> bool:
    """A monster that both players may agree to count as normal troops, unless it is printed Elite (rulings M3, M4)."""
    threshold = CHEAP_MONSTER_SMALL if row.base <= SMALL_BASE else CHEAP_MONSTER_LARGE
    return row.section == "monsters" and row.points <= threshold and not row.elite


def is_special(row: Row, army: ArmyList, options: Options, rules: Basis = "core") -> bool:
    """Everything but troops is special, and so are elite troops; the Giant Kings' own troops never are (ruling M2).

    In tournaments every design of a player's own is special.
    """
    if options.cheap_monsters_as_normal and is_cheap_monster(row):
        return False
    if row.section != "troops":
        return True
    if is_design(row):
        return is_elite(row) or rules == "tournament"
    return is_elite(row) and not army.troops_are_normal
