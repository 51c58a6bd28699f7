"""Who in an army knows spells: characters, beasts in units and beasts under riders, printed or of one's own."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from tabletop.arcana.army.resolve import Army, FieldedUnit
from tabletop.arcana.catalogue.profiles import Row, School


class KnownMagic(Struct, frozen=True):
    """So many models of a row that know spells; `school` is None where they haven't chosen one yet."""

    row: Row
    school: School | None
    count: int = 1


def magic_in(unit: FieldedUnit) -> Iterator[KnownMagic]:
    """The casters of a unit in its order; whose magic costs extra and wasn't bought knows none."""
    for models in unit.models:
        if knows_spells(models.row, models.choice.school):
            yield KnownMagic(models.row, models.choice.school, models.count)
    for character in unit.characters:
        if knows_spells(character.row, character.choice.school):
            yield KnownMagic(character.row, character.choice.school)
        mount, chosen = character.mount, character.choice.mount
        if mount and chosen and not chosen.shared and knows_spells(mount, chosen.school):
            yield KnownMagic(mount, chosen.school)


def knows_spells(row: Row, school: School | None) -> bool:
    """Whether a caster's magic is in its price, or was bought with a school."""
    return row.spellcaster is not None and (school is not None or not row.spellcaster.cost)


def magic_of(army: Army) -> tuple[KnownMagic, ...]:
    """Every caster of every unit, in the roster's order."""
    return tuple(known for unit in army.units for known in magic_in(unit))
