"""What blows make of a unit: what it will suffer is gathered, and finds its models when all of a time are over.

Of troops without characters nothing counts but their `Bodies`, what is left of them, and what is thrown: `made_of`
computes what becomes of such, and `kept` keeps it by these values.
"""

from __future__ import annotations

from functools import lru_cache, partial

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.rules.harm.among import Harm
from tabletop.arcana.rules.harm.losses import Left
from tabletop.arcana.rules.melee.counting import MELEE
from tabletop.arcana.rules.melee.fighters import Felled, Fight, Fighter, Struck
from tabletop.arcana.rules.melee.figures import with_felled
from tabletop.arcana.rules.melee.leading import RAM, Source, endured, gone_on
from tabletop.dice import Distribution, Step, spread
from tabletop.dice.steps import Roll


class Bodies(Struct, frozen=True):
    """Models of a unit's troops: the wounds of each, how many are in contact, whether they share wounds."""

    each: int
    contact: int
    shares: bool = False

    def harmed(self, struck: Struck, harm: Harm | Felled, *, fearsome: bool) -> Struck:
        """With what they will suffer when these blows are over."""
        if not harm:
            return struck
        if isinstance(harm, Felled):
            return with_felled(struck, harm)
        wounds, hits = struck.wounds, struck.hits
        if isinstance(harm, tuple) and not self.shares:
            hits = tuple(sorted(hits + harm, reverse=True))
        else:
            more = harm if isinstance(harm, int) else sum(harm)
            wounds = min(wounds + more, struck.left.wounds(self.each))
        afraid = struck.afraid or fearsome
        if struck.leader is not None:
            return replace(struck, wounds=wounds, hits=hits, afraid=afraid)
        return Struck(struck.left, struck.gaps, wounds, hits, afraid, struck.frightened, struck.hurt)

    def after(self, struck: Struck) -> Struck:
        """Wounds of blows struck at once find their models together; those in contact fall first (reading BR10)."""
        if not (struck.wounds or struck.hits or struck.felled):
            return struck
        if struck.felled:
            left, frightened = struck.felled.left, struck.felled.frightened
        else:
            left = struck.left.after(self.each, wounds=struck.wounds, hits=struck.hits, shares=self.shares)
            frightened = struck.afraid and left.models < struck.left.models
        gaps = min(struck.gaps + struck.left.models - left.models, self.contact)
        return Struck(left, gaps, frightened=struck.frightened or frightened, hurt=True)


def bodies_of(fighter: Fighter) -> Bodies:
    return Bodies(fighter.figures.wounds, fighter.contact, fighter.carries)


Blows = tuple[tuple[Roll, bool], ...]  # rolls, each fearsome or not


@lru_cache(maxsize=1024)  # two kB each
def kept(bodies: Bodies, struck: Struck, blows: Blows, *, closes: bool) -> Distribution[Struck]:
    """The same as `made_of`, for whatever unit has equal bodies next."""
    return made_of(bodies, struck, blows, closes=closes)


def made_of(bodies: Bodies, struck: Struck, blows: Blows, *, closes: bool) -> Distribution[Struck]:
    """What troops without characters become by rolls; `closes` as `suffered` has it."""

    def ended(harmed: Struck) -> Struck:
        after = bodies.after(harmed)
        return closed(after) if closes else after

    if len(blows) == 1:
        [(roll, fearsome)] = blows
        return roll.odds().map(lambda harm: ended(bodies.harmed(struck, harm, fearsome=fearsome))).lowest()
    steps = [
        Step[Struck]("", MELEE, lambda _, roll=roll: roll, partial(bodies.harmed, fearsome=fearsome))  # type: ignore[misc]
        for roll, fearsome in blows
    ]
    return spread(steps, struck).map(ended).lowest()


def harm_troops(fight: Fight, enemy: Fighter, number: int, harm: Harm, *, fearsome: bool) -> Fight:
    """With what the enemy's troops will suffer when these blows are over."""
    return fight.having(number, bodies_of(enemy).harmed(fight.of(number), harm, fearsome=fearsome)) if harm else fight


def harm_character(fight: Fight, number: int, whom: int, source: Source, harm: Harm) -> Fight:
    """With what one of the enemy's characters will suffer when these blows are over."""
    return fight.having(number, fight.of(number).having_aimed(whom, source, harm)) if harm else fight


def suffered(fighter: Fighter, struck: Struck, *, closes: bool) -> Struck:
    """A unit when all blows of a time are over; after those that close a phase nobody asks who fell in which place."""
    ends = _after_both(fighter, fighter.leader, struck) if fighter.leader else bodies_of(fighter).after(struck)
    return closed(ends) if closes else ends


def closed(struck: Struck) -> Struck:
    """Without the places of those who fell."""
    return replace(struck, gaps=0) if struck.gaps else struck


def _after_both(fighter: Fighter, leader: Fighter, struck: Struck) -> Struck:
    """A unit and its characters: what is beyond the one waits for the others, if they live."""
    each = fighter.figures.wounds
    before_rams = struck.left.after(each, wounds=struck.wounds, hits=struck.hits, shares=fighter.carries)
    wounds, hits, of_rams = gone_on(before_rams, each, struck.rammed)
    character, beyond = endured(struck.leader or Left(0), leader.figures.wounds, struck.aimed)
    others = []
    for own, other in zip(fighter.others, struck.others, strict=True):
        left, more = endured(other.left, own.figures.wounds, other.aimed)
        others.append(Struck(left))
        beyond += more
    beyond = tuple(own for own in beyond if own[0][1] != RAM)  # as of missiles, which find characters by chance, too
    unit = struck
    if wounds or hits or struck.wounds or struck.hits or struck.felled:
        every = tuple(sorted(struck.hits + hits, reverse=True))
        unit = bodies_of(fighter).after(replace(struck, wounds=struck.wounds + wounds, hits=every))
    kept = replace(unit, leader=character, others=tuple(others), aimed=(), rammed=(), beyond=())
    if fighter.rider_on:  # what one of the two has too much is lost
        return kept
    lives = any(left.models for left in kept.characters)
    return replace(kept, beyond=(*(beyond if unit.left.models else ()), *(of_rams if lives else ())))
