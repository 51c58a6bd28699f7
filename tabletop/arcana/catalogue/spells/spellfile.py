"""A school's spells as their fixture file states them."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from tabletop.arcana.catalogue.spells.effects import Becomes, Raises, Summons, flattened
from tabletop.arcana.catalogue.spells.spell import Spell
from tabletop.decoding import converted
from tabletop.values import Slug


class SpellFile(Struct, frozen=True, forbid_unknown_fields=True):
    """One file of spells."""

    spells: tuple[Spell, ...]


def read_spell_file(plain: Any) -> SpellFile:
    """Spells from plain values; MalformedError names the field, as in `spells[3].level`."""
    return converted(plain, SpellFile)


def creatures_of(spell: Spell) -> tuple[Slug, ...]:
    """The catalogue's rows that the spell calls, raises or turns its target into."""
    return tuple(
        effect.creature for effect in flattened(spell.effects) if isinstance(effect, Summons | Raises | Becomes)
    )
