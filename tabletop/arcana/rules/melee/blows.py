"""One melee phase between two units: who strikes when, what their blows do, and who is left.

First strikes of both sides come together, then all other blows and rams, then last strikes. Whoever falls in one of
these doesn't strike in a later one; in ranks the model behind strikes in its place at -1. Who can strike is counted
without geometry: `contact` models touch the enemy, and the ranks behind them are as wide as the unit's files. The steps
hold for playing and for odds (`tabletop/dice/steps.py`); a state is what is left of both units.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from fractions import Fraction
from functools import cache, partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.profiles import Melee, Statistics
from tabletop.arcana.rules.harm.blows import Blows, Wounds
from tabletop.arcana.rules.harm.hitting import Needed
from tabletop.arcana.rules.harm.losses import Left
from tabletop.arcana.rules.harm.saving import PROFILES, Save, save_from_blow
from tabletop.citations import Citation
from tabletop.dice import Change, Distribution, Step, spread
from tabletop.dice.steps import Steps
from tabletop.receipts import Breakdown, Line

MELEE = BOOK.section("Resolving Melee Combat")
RAMS = BOOK.section("Ramming Attacks")
SWEEPS = BOOK.section("Sweep Attacks")

LONG_WEAPONS_REACH = 2  # ranks
PHALANXES_REACH = 3


class Strike(Enum):
    """When in the phase a blow is struck."""

    FIRST = "first strike"
    NORMAL = "normal"
    LAST = "last strike"


class Fighter(Struct, frozen=True, kw_only=True):
    """A unit of equal models in a melee with one enemy unit, as it stands when the blows begin.

    `files` is the width of its ranks, 0 where it is loose or its flank or rear is fought: then nobody steps up or
    reaches over a friend. `fresh` is who came into this melee this turn. `lines` are the attacks that are used, by
    their places in the figures. A sweep reaches `in_reach` enemies. `carries` is how war machines share their wounds.
    `frightened` is whether a fearsome blow has cost it a model before, in this turn.
    """

    name: str
    figures: Statistics
    left: Left
    contact: int
    files: int = 0
    loose: bool = False
    fresh: bool = False
    rams: bool = False
    carries: bool = False
    modifier: int = 0
    in_reach: int | None = None
    frightened: bool = False
    lines: tuple[int, ...]

    @property
    def negates(self) -> bool:
        """Whether it takes the first strike from long weapons: not while it rams."""
        return self.figures.defence.negates_long_weapons and not self.rams


class Struck(Struct, frozen=True):
    """A unit between blows: who is left, how many of the models in contact have fallen, and what it has yet to suffer.

    `afraid` is whether a fearsome blow is among these, `frightened` whether one has cost it a model.
    """

    left: Left
    gaps: int = 0
    wounds: int = 0
    hits: tuple[int, ...] = ()
    afraid: bool = False
    frightened: bool = False


class Fight(Struct, frozen=True):
    """Both units between blows."""

    first: Struck
    second: Struck

    def of(self, number: int) -> Struck:
        return self.second if number else self.first

    def having(self, number: int, struck: Struck) -> Fight:
        return Fight(self.first, struck) if number else Fight(struck, self.second)


Fighters = tuple[Fighter, Fighter]


def begin(fighters: Fighters) -> Fight:
    """The state before the first blow."""
    first, second = (Struck(fighter.left, frightened=fighter.frightened) for fighter in fighters)
    return Fight(first, second)


class Stage(Struct, frozen=True):
    """Blows that are struck together, by side, and what becomes of each side when all of them are over.

    No blow reads what another of its stage has changed, which is what the enemy is yet to suffer. What one side suffers
    is so independent of what the other does, once it is known how both began: `odds` spreads each alone, once for equal
    rolls, and multiplies the two.
    """

    blows: tuple[tuple[Step[Fight], ...], tuple[Step[Fight], ...]]
    after: tuple[Callable[[Struck], Struck], Callable[[Struck], Struck]]

    @property
    def steps(self) -> Steps[Fight]:
        first, second = self.after
        return *self.blows[0], *self.blows[1], Change(lambda fight: Fight(first(fight.first), second(fight.second)))

    def odds(self) -> Callable[[Fight], Distribution[Fight]]:
        """What any fight before these blows becomes by them, as the steps would spread it."""
        kept: dict[Any, Distribution[Struck]] = {}

        def suffered(fight: Fight, side: int) -> Distribution[Struck]:
            rolls = [step.roll(fight) for step in self.blows[1 - side]]
            alike = side, fight.of(side), *rolls
            if alike not in kept:
                blows = [
                    replace(step, roll=lambda _, roll=roll: roll)
                    for step, roll in zip(self.blows[1 - side], rolls, strict=True)
                    if roll is not None
                ]
                kept[alike] = spread(blows, fight).map(lambda end: self.after[side](end.of(side))).lowest()
            return kept[alike]

        def together(fight: Fight) -> Distribution[Fight]:
            first, second = suffered(fight, 0).weights.items(), suffered(fight, 1).weights.items()
            return Distribution({Fight(one, other): own * its for one, own in first for other, its in second})

        return together


def melee_steps(fighters: Fighters) -> Steps[Fight]:
    """A whole phase of blows."""
    return [step for stage in stages(fighters) for step in stage.steps]


def stages(fighters: Fighters) -> list[Stage]:
    """The phase of blows in its order, without stages in which nobody strikes."""
    found: list[Stage] = []
    first, second = (cache(partial(_after, fighter)) for fighter in fighters)  # states share what one side has suffered
    for strike in Strike:
        own, theirs = (tuple(_blows(fighters, number, strike, replaced=bool(found))) for number in (0, 1))
        if own or theirs:
            found.append(Stage((own, theirs), (first, second)))
    return found


def when(line: Melee, fighter: Fighter, enemy: Fighter) -> Strike:
    """Long weapons strike first in a melee that the unit has come into this turn."""
    if line.first_strike or (line.long_weapon and fighter.fresh and not enemy.negates):
        return Strike.FIRST
    return Strike.LAST if line.last_strike else Strike.NORMAL


def needed(line: Melee, fighter: Fighter, enemy: Fighter, *, stepped_up: bool = False) -> Needed:
    """Skill and every modifier that isn't zero."""
    defence = enemy.figures.defence
    changes = (
        ("evasion", -defence.evasion, PROFILES),
        ("the target is slow", int(defence.slow), MELEE),
        ("as stated", fighter.modifier, MELEE),
        ("stepped up", -int(stepped_up), MELEE),
    )
    lines = [Line("skill", Fraction(line.skill), MELEE)]
    lines += [Line(label, Fraction(amount), citation) for label, amount, citation in changes if amount]
    return Needed(Breakdown(tuple(lines)))


def save(line: Melee, enemy: Fighter) -> Save:
    """What an enemy saves on, with the wounds that a hit may cost it."""
    each = enemy.figures.wounds
    return save_from_blow(line, enemy.figures, most=each * (enemy.left.models if enemy.carries else 1))


def ranks_reached(line: Melee) -> int:
    """How many ranks strike with it: three as a phalanx, two with long weapons."""
    return PHALANXES_REACH if line.phalanx else LONG_WEAPONS_REACH if line.long_weapon else 1


def strikers(fighter: Fighter, struck: Struck, line: Melee) -> tuple[int, int]:
    """How many models strike with a line, in their places and stepped up.

    Of each rank that reaches, as many as touch the enemy, as far as it has them. Where a model in contact has fallen,
    those behind it in its file come one place forward.
    """
    ranks = [fighter.contact]
    if fighter.files:
        models = (fighter.left.models - rank * fighter.files for rank in range(1, ranks_reached(line) + 1))
        ranks += [max(min(fighter.contact, more), 0) for more in models]
    gaps = min(struck.gaps, fighter.contact)
    kept = sum(rank - min(gaps, rank) for rank in (ranks[:-1] if len(ranks) > 1 else ranks))
    stepped = sum(min(gaps, rank) for rank in ranks[1:])
    kept = min(kept, struck.left.models)
    return kept, min(stepped, struck.left.models - kept)


def attacks(fighter: Fighter, struck: Struck, line: Melee, *, models: int, enemies: int) -> int:
    """The dice of so many models for a line: a sweep's by the enemies in reach, others by model or by wound."""
    if line.sweep:
        reach = enemies if fighter.in_reach is None else min(fighter.in_reach, enemies)
        return models * line.sweeps * min(line.attacks, reach)
    if line.per_wound:
        each = fighter.figures.wounds
        return line.attacks * min(models * each, struck.left.wounds(each))
    return models * line.attacks


def _blows(fighters: Fighters, number: int, strike: Strike, *, replaced: bool) -> Iterator[Step[Fight]]:
    """The blows of a side at once; of those who have stepped up where somebody may have fallen before."""
    fighter, enemy = fighters[number], fighters[1 - number]
    for place in fighter.lines:
        line = fighter.figures.melee[place]
        if when(line, fighter, enemy) is strike:
            yield _step(fighters, number, line, stepped_up=False)
            if fighter.files and replaced:
                yield _step(fighters, number, line, stepped_up=True)
    if fighter.rams and fighter.figures.ramming and strike is Strike.NORMAL:
        yield _ram(fighters, number, fighter.figures.ramming)


def _step(fighters: Fighters, number: int, line: Melee, *, stepped_up: bool) -> Step[Fight]:
    fighter, enemy = fighters[number], fighters[1 - number]
    saved = save(line, enemy)
    numbers = needed(line, fighter, enemy, stepped_up=stepped_up).number, saved.number, saved.times
    citation, fearsome = SWEEPS if line.sweep else MELEE, fighter.figures.fearsome and not line.sweep

    def thrown(fight: Fight) -> Blows | Wounds | None:
        struck = fight.of(number)
        models = strikers(fighter, struck, line)[stepped_up]
        left = fight.of(1 - number).left
        enemies = left.wounds(enemy.figures.wounds) if enemy.carries else left.models  # each wound is one of a crew
        count = attacks(fighter, struck, line, models=models, enemies=enemies)
        return _roll(line, enemy, count, numbers, citation=citation) if count else None

    name = f"{fighter.name}, {line.name or ('sweeps' if line.sweep else 'blows')}{', stepped up' * stepped_up}"
    return Step(name, citation, thrown, lambda fight, harm: _added(fight, enemy, 1 - number, harm, fearsome=fearsome))


def _ram(fighters: Fighters, number: int, line: Melee) -> Step[Fight]:
    """All that touch the enemy ram, whoever has fallen since; hits on a loose unit are halved (readings BR16, BR17)."""
    fighter, enemy = fighters[number], fighters[1 - number]
    halved = enemy.loose and enemy.left.models > 1
    saved = save(line, enemy)
    numbers = needed(line, fighter, enemy).number, saved.number, saved.times
    roll = _roll(line, enemy, fighter.contact * line.attacks, numbers, citation=RAMS, halved=halved)
    name = f"{fighter.name}, rams"
    return Step(
        name, RAMS, lambda fight: roll, lambda fight, harm: _added(fight, enemy, 1 - number, harm, fearsome=False)
    )


def costs_several(line: Melee, enemy: Fighter) -> bool:
    """Whether a hit's wounds are rolled: one is all that a model of one wound has, unless wounds are shared."""
    return line.wounds_d3 > 0 and (enemy.carries or enemy.figures.wounds > 1)


def _roll(
    line: Melee, enemy: Fighter, count: int, numbers: tuple[int, int, int], *, citation: Citation, halved: bool = False
) -> Blows | Wounds:
    hits, saves, times = numbers
    blows = Blows(count, hits, saves, citation, times=times, halved=halved)
    if not costs_several(line, enemy):
        return blows
    return Wounds(blows, line.wounds_d3, None if enemy.carries else enemy.figures.wounds)


def _added(fight: Fight, enemy: Fighter, number: int, harm: int | tuple[int, ...], *, fearsome: bool) -> Fight:
    """What the enemy will suffer when these blows are over."""
    if not harm:
        return fight
    struck = fight.of(number)
    wounds, hits = struck.wounds, struck.hits
    if isinstance(harm, tuple) and not enemy.carries:
        hits = tuple(sorted(hits + harm, reverse=True))
    else:
        more = harm if isinstance(harm, int) else sum(harm)
        wounds = min(wounds + more, struck.left.wounds(enemy.figures.wounds))
    afraid = struck.afraid or fearsome
    return fight.having(number, Struck(struck.left, struck.gaps, wounds, hits, afraid, struck.frightened))


def _after(fighter: Fighter, struck: Struck) -> Struck:
    """Wounds of blows struck at once find their models together; those in contact fall first (reading BR10)."""
    if not (struck.wounds or struck.hits):
        return struck
    each = fighter.figures.wounds
    left = struck.left.after(each, wounds=struck.wounds, hits=struck.hits, shares=fighter.carries)
    fallen = struck.left.models - left.models
    gaps = min(struck.gaps + fallen, fighter.contact)
    return Struck(left, gaps, frightened=struck.frightened or (struck.afraid and fallen > 0))
