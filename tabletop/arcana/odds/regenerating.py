"""What units of a situation regenerate before a test of morale: whose wounds come back, and what tests read of it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.odds.units import Known, characters_named
from tabletop.arcana.rules.harm.regaining import Regaining
from tabletop.arcana.rules.morale.testing import Shaken


class Body(Struct, frozen=True):
    """Models that regenerate: troops or a character, by its place from 1, of the tested unit or of an enemy.

    The tested unit is the first. `joined` are characters that were not bought with it; what `carries` one counts as a
    model whose wounds matter.
    """

    unit: int
    leads: int
    name: str
    lost: tuple[int, ...]
    joined: bool = False
    carries: bool = False

    @property
    def roll(self) -> Regaining:
        return Regaining(self.lost)

    def regained(self, lost: tuple[int, ...]) -> int:
        """The wounds that have come back where so many are still lost."""
        return sum(self.lost) - sum(lost)

    def recovered(self, unit: Shaken, back: int) -> Shaken:
        """Its unit as a test reads it once so many wounds have come back."""
        joined = back if self.joined else 0
        lost = 0 if self.leads and not self.carries else back
        return replace(unit, wounds=unit.wounds + back, joined=unit.joined + joined, lost=unit.lost - lost)


def bodies_of(number: int, unit: Known) -> Iterator[Body]:
    """Who of a unit, of that number among those that come into the test, may regain something."""
    if unit.figures.defence.regeneration and unit.left.lost:
        yield Body(number, 0, unit.name, unit.left.lost)
    names = characters_named(unit)
    for place, led in enumerate(unit.characters, 1):
        if led.figures.defence.regeneration and led.left.lost:
            yield Body(number, place, names[place - 1], led.left.lost, led.stated.joined, led.carries)
