"""A school's spells as their fixture file states them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from tabletop.arcana.roster import MalformedError, malformed
from tabletop.arcana.spells.effects import Becomes, Effect, Raises, Summons
from tabletop.arcana.spells.spell import Spell


class SpellFile(Struct, frozen=True, forbid_unknown_fields=True):
    """One file of spells."""

    spells: tuple[Spell, ...]


def read_spell_file(plain: Any) -> SpellFile:
    """Spells from plain values; MalformedError names the field, as in `spells[3].level`."""
    try:
        return msgspec.convert(plain, SpellFile)
    except msgspec.ValidationError as error:
        raise malformed(error) from error


def check_places(spells: Iterable[Spell]) -> None:
    """MalformedError where two spells claim one place in a school's list."""
    taken: dict[tuple[str, int], str] = {}
    for spell in spells:
        for listing in spell.schools:
            first = taken.setdefault((listing.school, listing.place), spell.slug)
            if first != spell.slug:
                place = f"place {listing.place} of {listing.school}"
                raise MalformedError("schools", f"{spell.slug} and {first} both claim {place}")


def creatures(spell: Spell) -> tuple[str, ...]:
    """The catalogue's rows that the spell calls, raises or turns its target into."""
    return tuple(effect.creature for effect in spell.effects if isinstance(effect, Summons | Raises | Becomes))
