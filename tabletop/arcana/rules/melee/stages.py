"""Blows that are struck together, and what both sides become by them.

No blow reads what another of its stage has changed, which is what the enemy is yet to suffer. What one side suffers is
so independent of what the other does, once it is known how both began: `Stage.apart` spreads each alone, once for equal
rolls, and whoever needs both together multiplies the two. What a side throws hangs on its enemy's `aspect` alone.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.rules.melee.counting import Strike
from tabletop.arcana.rules.melee.fighters import Fight, Fighter, Fighters, Struck
from tabletop.arcana.rules.melee.figures import Allotment, AtFigures, in_reach, kinds_in_reach
from tabletop.arcana.rules.melee.suffering import bodies_of, kept, made_of
from tabletop.dice import Change, Distribution, Step, spread
from tabletop.dice.steps import Roll, Steps


class Blow(Step[Fight], frozen=True):
    """Blows at a unit: where its troops have no characters, it suffers what is rolled, `fearsome` or not."""

    fearsome: bool = False


Thrown = tuple[Roll | Allotment | None, ...]  # blow by blow
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
        thrown: dict[Any, Thrown] = {}
        found: dict[Any, Distribution[Struck]] = {}
        most = [most_swept(enemy) for enemy in self.fighters[::-1]]

        def suffered(fight: Fight, side: int) -> Distribution[Struck]:
            struck, enemy = fight.of(side), fight.of(1 - side)
            seen = side, enemy, aspect(self.fighters[side], struck, most[side])
            if seen not in thrown:
                thrown[seen] = self.thrown(fight, 1 - side)
            alike = side, struck, thrown[seen]
            if alike not in found:
                found[alike] = self.suffered(fight, side, thrown[seen])
            return found[alike]

        return lambda fight: (suffered(fight, 0), suffered(fight, 1))

    def thrown(self, fight: Fight, side: int) -> Thrown:
        """What a side throws at any enemy of the same aspect."""
        return tuple([
            step.shared(fight) if isinstance(step, AtFigures) else step.roll(fight) for step in self.blows[side]
        ])  # fmt: skip

    def suffered(self, fight: Fight, side: int, thrown: Thrown) -> Distribution[Struck]:
        """What a side becomes by what the other throws."""
        each, left = self.fighters[side].figures.wounds, fight.of(side).left
        rolls = (dice.felling(each, left) if isinstance(dice, Allotment) else dice for dice in thrown)
        blows = [(roll, step) for step, roll in zip(self.blows[1 - side], rolls, strict=True) if roll is not None]
        if self.fighters[side].leader is None and all(isinstance(step, Blow | AtFigures) for _, step in blows):
            plain = tuple((roll, isinstance(step, Blow) and step.fearsome) for roll, step in blows)
            become = made_of if self.fighters[side].by_figure else kept
            return become(bodies_of(self.fighters[side]), fight.of(side), plain, closes=self.closes)
        steps = [replace(step, roll=lambda _, roll=roll: roll) for roll, step in blows]
        return spread(steps, fight).map(lambda end: self.after[side](end.of(side))).lowest()


def most_swept(fighter: Fighter) -> int:
    """How many enemies more than which make no difference to a unit's sweeps."""
    lines = [one.figures.melee[place] for one in (fighter, *fighter.characters) for place in one.lines]
    return max((line.attacks for line in lines if line.sweep), default=1)


def aspect(fighter: Fighter, struck: Struck, swept: int) -> Hashable:
    """What dice of the enemy hang on: how many are within reach, which hits go on, who of its characters lives."""
    living = [own.models for own in struck.characters]
    if fighter.by_figure:
        reach = kinds_in_reach(fighter, struck) or in_reach(fighter, struck)
        return reach, min(struck.left.models, 1), struck.beyond, *living
    count = struck.left.wounds(fighter.figures.wounds) if fighter.carries else struck.left.models
    return min(count, swept), struck.beyond, *living
