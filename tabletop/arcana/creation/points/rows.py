"""Printed rows as designs, so that the formula can price them."""

from __future__ import annotations

from typing import Literal

from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.profiles import Row, Spellcasting

Kind = Literal["creature", "vehicle", "war-machine"]
KINDS: dict[str, Kind] = {"vehicles": "vehicle", "war-machines": "war-machine"}


def design_of(row: Row) -> Design:
    """The row's statistics; magic that must be bought on top isn't in the price."""
    return Design(
        name=row.name,
        kind=KINDS.get(row.section, "creature"),
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
        footprint=row.footprint,
    )


def included_magic(magic: Spellcasting | None) -> Literal["schools", "general"] | None:
    if magic is None or magic.cost:
        return None
    return "general" if magic.schools == ("general",) else "schools"
