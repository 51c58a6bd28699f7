"""Blows that are struck together, and what both sides become by them.

No blow reads what another of its stage has changed, which is what the enemy is yet to suffer. What one side suffers is
so independent of what the other does, once it is known how both began: `Stage.apart` spreads each alone, once for equal
rolls, and whoever needs both together multiplies the two. What a side throws hangs on its enemy's `aspect` alone.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.rules.melee.counting import Strike
from tabletop.arcana.rules.melee.fighters import Fight, Fighter, Fighters, Struck
from tabletop.arcana.rules.melee.suffering import bodies_of, made_of
from tabletop.dice import Change, Distribution, Step, spread
from tabletop.dice.steps import Roll, Steps


class Blow(Step[Fight], frozen=True):
    """Blows at a unit: where its troops have no characters, it suffers what is rolled, `fearsome` or not."""

    fearsome: bool = False


Apart = tuple[Distribution[Struck], Distribution[Struck]]


class Stage(Struct, frozen=True):
    """Blows that are struck together, by side, and what becomes of each side when all of them are over.

    Hits that only go on, from a character or to one, follow in a stage of their own. After the one that `closes` the
    phase nobody asks who fell in which place.
    """

    strike: Strike
    goes_on: bool
    fighters: Fighters
    blows: tuple[tuple[Step[Fight], ...], tuple[Step[Fight], ...]]
    after: tuple[Callable[[Struck], Struck], Callable[[Struck], Struck]]
    closes: bool = False

    @property
    def steps(self) -> Steps[Fight]:
        first, second = self.after
        return *self.blows[0], *self.blows[1], Change(lambda fight: Fight(first(fight.first), second(fight.second)))

    def odds(self) -> Callable[[Fight], Distribution[Fight]]:
        """What any fight before these blows becomes by them, as the steps would spread it."""
        apart = self.apart()

        def together(fight: Fight) -> Distribution[Fight]:
            first, second = apart(fight)
            weights, others = {}, second.weights.items()
            for one, own in first.weights.items():
                for other, its in others:
                    weights[Fight(one, other)] = own * its
            return Distribution.of(weights, first.total * second.total)

        return together

    def apart(self) -> Callable[[Fight], Apart]:
        """The same of each side by itself."""
        thrown: dict[Any, tuple[Roll | None, ...]] = {}
        kept: dict[Any, Distribution[Struck]] = {}
        most = [most_swept(enemy) for enemy in self.fighters[::-1]]

        def suffered(fight: Fight, side: int) -> Distribution[Struck]:
            struck, enemy = fight.of(side), fight.of(1 - side)
            seen = side, enemy, aspect(self.fighters[side], struck, most[side])
            if seen not in thrown:
                thrown[seen] = self.rolls(fight, 1 - side)
            alike = side, struck, thrown[seen]
            if alike not in kept:
                kept[alike] = self.suffered(fight, side, thrown[seen])
            return kept[alike]

        return lambda fight: (suffered(fight, 0), suffered(fight, 1))

    def rolls(self, fight: Fight, side: int) -> tuple[Roll | None, ...]:
        """What a side throws, blow by blow."""
        return tuple([step.roll(fight) for step in self.blows[side]])

    def suffered(self, fight: Fight, side: int, rolls: Sequence[Roll | None]) -> Distribution[Struck]:
        """What a side becomes by such rolls of the other."""
        blows = [(roll, step) for step, roll in zip(self.blows[1 - side], rolls, strict=True) if roll is not None]
        if self.fighters[side].leader is None and all(isinstance(step, Blow) for _, step in blows):
            thrown = tuple((roll, step.fearsome) for roll, step in blows if isinstance(step, Blow))
            return made_of(bodies_of(self.fighters[side]), fight.of(side), thrown, closes=self.closes)
        steps = [replace(step, roll=lambda _, roll=roll: roll) for roll, step in blows]
        return spread(steps, fight).map(lambda end: self.after[side](end.of(side))).lowest()


def most_swept(fighter: Fighter) -> int:
    """How many enemies more than which make no difference to a unit's sweeps."""
    lines = [one.figures.melee[place] for one in (fighter, *fighter.characters) for place in one.lines]
    return max((line.attacks for line in lines if line.sweep), default=1)


def aspect(fighter: Fighter, struck: Struck, swept: int) -> Hashable:
    """What dice of the enemy hang on: how many may be swept, who of its characters lives, which hits go on."""
    if fighter.by_figure:
        return struck
    count = struck.left.wounds(fighter.figures.wounds) if fighter.carries else struck.left.models
    return min(count, swept), struck.beyond, *[own.models for own in struck.characters]
