"""Missile weapons that characters buy, as they shoot with them."""

from __future__ import annotations

from msgspec.structs import replace

from tabletop.arcana.army.resolve import FieldedCharacter
from tabletop.arcana.army.rules.characters import common_weapons
from tabletop.arcana.catalogue.lists import Catalogue, is_design
from tabletop.arcana.catalogue.profiles import Missile
from tabletop.arcana.catalogue.weapons import WEAPONS, printed_weapon


def weapon_bought(catalogue: Catalogue, character: FieldedCharacter) -> Missile | None:
    """The weapon that a character bought: as the troops of its list have it, with its own attacks and skill.

    A character of one's own, whose list has no troops, has it as the table of weapons does.
    """
    weapon, own = character.choice.weapon, character.row.missile_skill
    if weapon is None or own is None:
        return None
    home = catalogue.list_of(character.row.slug)
    rows = tuple(row for row in catalogue.rows.values() if catalogue.list_of(row.slug) is home)
    carried = (shot for row in common_weapons(rows).get(weapon, ()) for shot in row.missile)
    carried_shot = next((shot for shot in carried if printed_weapon(shot.name) is WEAPONS[weapon]), None)
    if carried_shot is None and is_design(character.row):
        carried_shot = WEAPONS[weapon].missile
    return carried_shot and replace(carried_shot, attacks=own.attacks, skill=own.skill)
