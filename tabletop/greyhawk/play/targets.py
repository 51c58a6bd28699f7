"""What is tested on one ten-sided die: fortifying, diplomacy, searching; each target with its reasons (GW-80 to GW-88).

A test succeeds on its target or less; a search on more than the monster's strength.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from msgspec import Struct

from tabletop.greyhawk.catalogue import DIE, Alignment, Tag, TroopClass
from tabletop.greyhawk.pack import Country, GameCard, TroopRow
from tabletop.greyhawk.play.lines import Line


class Target(Struct, frozen=True):
    """What a die must not be above, by its reasons."""

    lines: tuple[Line, ...]

    @property
    def number(self) -> int:
        return sum(line.amount for line in self.lines)

    @property
    def chance(self) -> Fraction:
        """The exact chance of the number or less on a ten-sided die."""
        return Fraction(min(max(self.number, 0), DIE), DIE)

    def holds(self, face: int) -> bool:
        return face <= self.number


def fortifying(troops: Iterable[TroopRow], *, hero: bool, beside: Iterable[TroopRow] = ()) -> Target:
    """Infantry in the area, one more for any dwarf, gnome or giant, one for a hero activated for it (GW-80).

    `beside` are the troops of the player's other armies there.
    """
    rows = list(troops)
    lines = [Line("infantry in the area", sum(row.kind is TroopClass.INFANTRY for row in (*rows, *beside)))]
    if any(Tag.BUILDER in row.tags for row in rows):
        lines.append(Line("dwarves, gnomes or giants", 1))
    if hero:
        lines.append(Line("a hero", 1))
    return Target(tuple(lines))


def asking(country: Country, alignment: Alignment, homes: Iterable[str], *, gifts: int = 0, others: int = 0) -> Target:
    """A country's rating for the home's alignment, its modifier, gifts, and what other heroes say (GW-86)."""
    lines = [Line(f"{country.name}'s rating for {alignment} players", country.rating(alignment))]
    mod = sum(each.mod for each in country.modifiers if each.when in set(homes))
    lines += [Line("on its card for you", mod)] if mod else []
    lines += [Line("gifts", gifts)] if gifts else []
    lines += [Line("other heroes", others)] if others else []
    return Target(tuple(lines))


def chance_of_search(strength: int) -> Fraction:
    """The chance to throw more than a monster's strength (GW-87)."""
    return Fraction(DIE - min(max(strength, 0), DIE), DIE)


def is_hired(card: GameCard, alignment: Alignment) -> bool:
    """Whether a mercenary card shows the hero's alignment, or neutral (GW-88)."""
    return bool({alignment, Alignment.NEUTRAL} & set(card.alignments))
