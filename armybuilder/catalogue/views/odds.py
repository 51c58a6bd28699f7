"""Tables of the odds of stopping a spell; each shade has a word, too."""

from __future__ import annotations

from fractions import Fraction
from typing import get_args

from msgspec import Struct

from tabletop.arcana.catalogue.dispelling import COUNTERSPELL, DISPEL, STEAL_ENCHANTMENT, Challenge
from tabletop.arcana.catalogue.spells.spell import Level

POWERS = range(7)
CASTERS_POWERS = tuple(range(1, 7))
LEVELS = get_args(Level)
HOW_OFTEN = (
    (Fraction(0), "never"),
    (Fraction(6, 36), "rarely"),
    (Fraction(15, 36), "seldom"),
    (Fraction(26, 36), "often"),
    (Fraction(35, 36), "mostly"),
    (Fraction(1), "always"),
)


class Chance(Struct, frozen=True):
    """One field: its shade from 0 to 5, and the word that says the same."""

    odds: Fraction
    shade: int
    word: str

    @property
    def percent(self) -> str:
        return f"{float(self.odds * 100):.0f} %"


class Odds(Struct, frozen=True, kw_only=True):
    """A challenge for every pair of powers; the challenger's leads each line."""

    challenge: Challenge
    title: str
    mine: str
    theirs: str
    note: str
    columns: tuple[int, ...]

    @property
    def lines(self) -> tuple[tuple[int, tuple[Chance, ...]], ...]:
        return tuple((power, tuple(self._chance(power, other) for other in self.columns)) for power in POWERS)

    def _chance(self, mine: int, theirs: int) -> Chance:
        odds = self.challenge.odds(mine, theirs)
        shade, word = next((shade, word) for shade, (most, word) in enumerate(HOW_OFTEN) if odds <= most)
        return Chance(odds, shade, word)


COUNTERSPELL_ODDS = Odds(
    challenge=COUNTERSPELL,
    title="Countering a spell as it is cast",
    mine="Power to counter",
    theirs="Power the spell was cast with",
    note="Each side rolls a die and adds its power; a tie is the caster's. A wizard adds at least 1: "
    "0 is a counterspell bought for a character.",
    columns=CASTERS_POWERS,
)
DISPEL_ODDS = Odds(
    challenge=DISPEL,
    title="Dispelling a spell that lasts",
    mine="Power of the dispel",
    theirs="Level of the spell",
    note="Each side rolls a die and adds power or level; a tie dispels. A wizard adds at least 1: "
    "0 is a dispel bought for a character.",
    columns=LEVELS,
)
STEAL_ODDS = Odds(
    challenge=STEAL_ENCHANTMENT,
    title="Stealing a spell that lasts",
    mine="Extra power",
    theirs="Level of the spell",
    note="Each side rolls a die and adds the extra power or the level; a tie steals.",
    columns=LEVELS,
)
