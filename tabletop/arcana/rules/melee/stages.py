"""Blows that are struck together, and what both sides become by them.

No blow reads what another of its stage has changed, which is what the enemy is yet to suffer. What one side suffers is
so independent of what the other does, once it is known how both began: `Stage.apart` spreads each alone, once for equal
rolls, and whoever needs both together multiplies the two. What a side throws hangs on its enemy's `aspect` alone.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.rules.harm.losses import Left
from tabletop.arcana.rules.melee.counting import Strike
from tabletop.arcana.rules.melee.fighters import Fight, Fighter, Fighters, Struck
from tabletop.arcana.rules.melee.figures import Allotment, AtFigures, in_reach, kinds_in_reach
from tabletop.arcana.rules.melee.leading import Beyond
from tabletop.arcana.rules.melee.suffering import bodies_of, kept, made_of
from tabletop.dice import Change, Distribution, Step, certain, spread
from tabletop.dice.steps import Roll, Steps


class Blow(Step[Fight], frozen=True):
    """Blows at a unit: where its troops have no characters, it suffers what is rolled, `fearsome` or not.

    Where it has some, `at_troops` says of a fight whether these blows are at its troops; None of what may be at both.
    """

    fearsome: bool = False
    at_troops: Callable[[Fight], bool] | None = None


Thrown = tuple[Roll | Allotment | None, ...]  # blow by blow
AtTroops = tuple[tuple[Roll | Allotment, bool], ...]  # fearsome or not
AtLed = tuple[tuple[int, Roll | Allotment], ...]  # by the places of the blows
Apart = tuple[Distribution[Struck], Distribution[Struck]]


class Parted(NamedTuple):
    """What is thrown at troops and what at their characters: neither changes what becomes of the others."""

    troops: AtTroops
    led: AtLed


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
        parted, struck = self.parted(fight, side, thrown), fight.of(side)
        if parted is None:
            each = self.fighters[side].figures.wounds
            thrown_by = [
                (step, roll) for step, roll in zip(self.blows[1 - side], thrown, strict=True) if roll is not None
            ]
            blows = [(step, _at(roll, each, struck.left)) for step, roll in thrown_by]
            return self._spread(blows, fight, side)
        troops, led = parted
        if struck.leader is None:
            return self.troops_become(struck, side, troops)
        return _together(self.troops_become(troops_of(struck), side, troops), self.led_become(fight, side, led))

    def parted(self, fight: Fight, side: int, thrown: Thrown) -> Parted | None:
        """What is thrown at the troops of a side, and what at their characters; None where some may be at both.

        It hangs on the side's aspect alone.
        """
        fighter, troops, led = self.fighters[side], [], []
        for place, (step, roll) in enumerate(zip(self.blows[1 - side], thrown, strict=True)):
            if roll is None:
                continue
            at_troops = _at_troops(step, roll, fight, led=fighter.leader is not None)
            if at_troops is None or fighter.rider_on:
                return None
            if at_troops:
                troops.append((roll, isinstance(step, Blow) and step.fearsome))
            else:
                led.append((place, roll))
        return Parted(tuple(troops), tuple(led))

    def troops_become(self, troops: Struck, side: int, thrown: AtTroops) -> Distribution[Struck]:
        """What troops without characters become by what is thrown at them."""
        fighter = self.fighters[side]
        blows = tuple([(_at(roll, fighter.figures.wounds, troops.left), fearsome) for roll, fearsome in thrown])
        become = made_of if fighter.by_figure else kept
        return become(bodies_of(fighter), troops, blows, closes=self.closes)

    def led_become(self, fight: Fight, side: int, thrown: AtLed) -> Distribution[Struck]:
        """What a side becomes by what is thrown at its characters alone."""
        if not thrown:
            struck = fight.of(side)
            return certain(replace(struck, beyond=()) if struck.beyond else struck)
        return self._spread([(self.blows[1 - side][place], roll) for place, roll in thrown], fight, side)

    def _spread(self, blows: Sequence[tuple[Step[Fight], Any]], fight: Fight, side: int) -> Distribution[Struck]:
        """What a side becomes by rolls, as the steps have it."""
        steps = [replace(step, roll=lambda _, roll=roll: roll) for step, roll in blows]
        return spread(steps, fight).map(lambda end: self.after[side](end.of(side))).lowest()


def _at(roll: Roll | Allotment, each: int, left: Left) -> Roll:
    """The roll at models of so many wounds each of whom so much is left."""
    return roll.felling(each, left) if isinstance(roll, Allotment) else roll


def _at_troops(step: Step[Fight], roll: Roll | Allotment, fight: Fight, *, led: bool) -> bool | None:
    """Whether blows are at troops and at nobody else, or at their characters alone; None where neither is said."""
    if isinstance(step, AtFigures):
        return True if isinstance(roll, Allotment) and not roll.findings else None
    if not isinstance(step, Blow):
        return None
    if not led:
        return True
    return None if step.at_troops is None else step.at_troops(fight)


def troops_of(struck: Struck) -> Struck:
    """A unit without its characters."""
    return Struck(struck.left, struck.gaps, frightened=struck.frightened, hurt=struck.hurt)


def led_by(troops: Struck, characters: Sequence[Left], beyond: Beyond = ()) -> Struck:
    """Troops with their characters, and hits that go on from these to any that are left of the troops."""
    leader, *others = characters
    return Struck(
        troops.left, troops.gaps, frightened=troops.frightened, hurt=troops.hurt, leader=leader,
        beyond=beyond if troops.left.models else (), others=tuple(map(Struck, others)),
    )  # fmt: skip


def _together(troops: Distribution[Struck], led: Distribution[Struck]) -> Distribution[Struck]:
    """A unit whose troops have become the one and whose characters the other: neither hangs on the other."""
    weights: dict[Struck, int] = {}
    for one, own in led.weights.items():
        for other, its in troops.weights.items():
            both = led_by(other, one.characters, one.beyond)
            weights[both] = weights.get(both, 0) + own * its
    return Distribution.of(weights, led.total * troops.total)


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


def stance(fighter: Fighter, struck: Struck) -> Hashable:
    """What a unit's own dice hang on, of as many at first: who is left, in which places, and lost wounds if they count.

    These count where each wound strikes, in crews of vehicles, and in what rams worse once it is damaged.
    """
    bodies = zip((fighter, *fighter.characters), (struck.left, *struck.characters), strict=True)
    kinds = tuple([models for models, _ in struck.left.parts])
    return struck.gaps, kinds, *(left if _counts_wounds(one) else left.models for one, left in bodies)


def _counts_wounds(fighter: Fighter) -> bool:
    return fighter.towed or bool(fighter.crewed) or any(fighter.figures.melee[own].per_wound for own in fighter.lines)
