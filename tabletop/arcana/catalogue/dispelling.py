"""Power of magic: what casting a spell costs, and the exact odds of counterspelling and dispelling it."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.spells.effects import Meld
from tabletop.arcana.catalogue.spells.spell import Spell
from tabletop.citations import Citation

POWER_A_TURN = 1
MELDING_ALONE = 1

FACES = 6


class Challenge(Struct, frozen=True, kw_only=True):
    """An opposed roll of one d6 against another, each with power or a level added.

    `least` is the power that a wizard must add to challenge at all; with `wins_ties` the challenger wins a tie.

    A character's bought counterspell or dispel adds 0, once a turn (Counterspelling for Characters).
    """

    name: str
    least: int
    wins_ties: bool
    citation: Citation

    def odds(self, challenger: int, defender: int) -> Fraction:
        """Chance that the challenger's d6 and power overcome the defender's; ValueError where one is negative."""
        if challenger < 0 or defender < 0:
            raise ValueError("power can't be negative")
        return _chance_not_below(challenger - defender - (0 if self.wins_ties else 1))


COUNTERSPELL = Challenge(name="Counterspell", least=1, wins_ties=False, citation=BOOK.section("Counterspelling"))
DISPEL = Challenge(name="Dispel", least=1, wins_ties=True, citation=BOOK.section("General Spells"))
STEAL_ENCHANTMENT = Challenge(name="Steal Enchantment", least=0, wins_ties=True, citation=BOOK.section("Chaos Spells"))


def cost(spell: Spell, extra: int = 0, *, alone: bool = False) -> int:
    """Points of power for a casting: the level, 1 for a wizard melding alone, and what is spent on top.

    ValueError for negative extra power, or `alone` with a spell that melds nobody (Spellcasting; Spell Notes).
    """
    if extra < 0:
        raise ValueError("extra power can't be negative")
    if alone and not any(isinstance(effect, Meld) for effect in spell.effects):
        raise ValueError(f"{spell.name} melds nobody")
    return (MELDING_ALONE if alone else spell.level) + extra


def turns_to_focus(power: int) -> int:
    """Magic phases in which a wizard who had none gathers so much power."""
    return -(-power // POWER_A_TURN)


def _chance_not_below(head_start: int) -> Fraction:
    """Chance that one d6 with a head start isn't below another d6: a difference of d falls in 6 - |d| ways of 36."""
    least = max(-head_start, 1 - FACES)
    ways = sum(FACES - abs(difference) for difference in range(least, FACES))
    return Fraction(ways, FACES * FACES)
