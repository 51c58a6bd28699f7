"""Printed rows as designs, so that the formula can price them."""

from __future__ import annotations

from tabletop.arcana.catalogue.design import Design, DesignKind, Magic
from tabletop.arcana.catalogue.profiles import Row, School, Section, Spellcasting

KINDS = {
    Section.MONSTERS: DesignKind.MONSTER,
    Section.CHARACTERS: DesignKind.CHARACTER,
    Section.VEHICLES: DesignKind.VEHICLE,
    Section.WAR_MACHINES: DesignKind.WAR_MACHINE,
}


def design_of(row: Row) -> Design:
    """The row's statistics; magic that must be bought on top isn't in the price."""
    return Design(
        name=row.name,
        kind=KINDS.get(row.section, DesignKind.CREATURE),
        movement=row.movement,
        wounds=row.wounds,
        armour=row.armour,
        second_armour=row.second_armour,
        defence=row.defence,
        morale=row.morale,
        melee=row.melee,
        missile=row.missile,
        ramming=row.ramming,
        fearsome=row.fearsome,
        spellcaster=included_magic(row.spellcaster),
        base=row.base,
        mounted=row.mounted,
        missile_skill=row.missile_skill,
        footprint=row.footprint,
    )


def included_magic(magic: Spellcasting | None) -> Magic | None:
    if magic is None or magic.cost:
        return None
    return Magic.GENERAL if magic.schools == (School.GENERAL,) else Magic.SCHOOLS
