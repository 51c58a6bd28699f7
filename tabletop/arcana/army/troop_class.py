"""Which troops are normal and which are special."""

from __future__ import annotations

from tabletop.arcana.army.roster import Options
from tabletop.arcana.catalogue.identifiers import Basis
from tabletop.arcana.catalogue.lists import DESIGNS, ArmyList, is_design
from tabletop.arcana.catalogue.profiles import Row, Section
from tabletop.arcana.catalogue.troop_class import is_cheap_monster, is_elite


def is_special(row: Row, army: ArmyList, options: Options, rules: Basis = Basis.CORE) -> bool:
    """Whether a row counts against the special points of an army.

    Everything but troops is special, and so are elite troops, save those of the Giant Kings (ruling M2); in tournaments
    every design of a player's own is, unless the army's list is its player's own (ruling M44). Cheap monsters aren't
    where both players agreed so.
    """
    if options.cheap_monsters_as_normal and is_cheap_monster(row):
        return False
    if row.section != Section.TROOPS:
        return True
    if is_design(row) and army.slug != DESIGNS:
        return is_elite(row) or rules == Basis.TOURNAMENT
    return is_elite(row) and not army.troops_are_normal
