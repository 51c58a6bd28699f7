"""Who of a unit strikes in a melee, when and how often, whom, what hits, and what is saved.

Counted without geometry: `contact` models touch the enemy, and the ranks behind them are as wide as the unit's files.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from fractions import Fraction

from msgspec.structs import replace

from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.profiles import Melee
from tabletop.arcana.rules.harm.among import Body, Found, at_random
from tabletop.arcana.rules.harm.hitting import Needed
from tabletop.arcana.rules.harm.saving import PROFILES, Save, save_from_blow
from tabletop.arcana.rules.melee.fighters import Fighter, Fighters, Struck
from tabletop.arcana.rules.melee.leading import RAM, TROOPS, Source, aim
from tabletop.arcana.rules.melee.mixed import crews, striking
from tabletop.arcana.rules.melee.vehicles import TOWED, crew_lost, damaged
from tabletop.receipts import Breakdown, Line

MELEE = BOOK.section("Resolving Melee Combat")
RAMS = BOOK.section("Ramming Attacks")
FLYOVERS = BOOK.section("Flyover Attacks")
SWEEPS = BOOK.section("Sweep Attacks")
ABOARD = BOOK.section("Characters on Vehicles")

LONG_WEAPONS_REACH = 2  # ranks
PHALANXES_REACH = 3


class Strike(Enum):
    """When in the phase a blow is struck."""

    FIRST = "first strike"
    NORMAL = "normal"
    LAST = "last strike"


def when(line: Melee, fighter: Fighter, enemy: Fighter) -> Strike:
    """Long weapons strike first in a melee that the unit has come into this turn."""
    if line.first_strike or (line.long_weapon and fighter.fresh and not enemy.negates):
        return Strike.FIRST
    return Strike.LAST if line.last_strike else Strike.NORMAL


def needed(
    line: Melee,
    fighter: Fighter,
    enemy: Fighter,
    *,
    stepped_up: bool = False,
    broken_down: bool = False,
    aboard: bool = False,
) -> Needed:
    """Skill and every modifier that isn't zero."""
    defence = enemy.figures.defence
    changes = (
        ("evasion", -defence.evasion, PROFILES),
        ("the target is slow", int(defence.slow), MELEE),
        ("as stated", fighter.modifier, MELEE),
        ("stepped up", -int(stepped_up), MELEE),
        ("flown over", -int(fighter.overflown), FLYOVERS),
        ("half of its wounds are lost", -int(broken_down), TOWED),
        ("aimed at who is aboard", -int(aboard), ABOARD),
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


def strikers(fighter: Fighter, struck: Struck, place: int) -> tuple[int, int]:
    """How many models strike with one of the attacks, in their places and stepped up.

    Of each rank that reaches, as many as touch the enemy, as far as it has them. Where a model in contact has fallen,
    its character too, those behind it in its file come one place forward. Nobody does in loose units: who reaches over
    a comrade strikes as long as one of them stands before him. Of several kinds those count that have the attack.
    """
    line = fighter.figures.melee[place]
    ranks, leaders, fallen = list[int](), 0, 0
    if fighter.leader is not None:
        leaders = fighter.models_of([own.left for own in fighter.characters])
        fallen = leaders - fighter.models_of(struck.characters)
    if fighter.files:
        models = [fighter.left.models + leaders - rank * fighter.files for rank in range(1, ranks_reached(line) + 1)]
        ranks = [max(min(fighter.contact + leaders, more), 0) for more in models]
    gaps = min(struck.gaps, fighter.contact)
    kept = fighter.contact - gaps
    if kept and line.long_weapon:
        kept += max(fighter.over - gaps, 0)
    gaps += fallen
    kept += sum([rank - min(gaps, rank) for rank in ranks[:-1]])
    stepped = sum([min(gaps, rank) for rank in ranks])
    kept = min(kept, struck.left.models)
    stepped = min(stepped, struck.left.models - kept)
    if not fighter.kinds:
        return kept, stepped
    every = striking(fighter, struck, kept, stepped)
    return sum([every[kind][0] for kind in fighter.kinds[place]]), sum(
        [every[kind][1] for kind in fighter.kinds[place]]
    )


def aiming(fighter: Fighter, models: int, at: int) -> int:
    """How many of so many who strike in their places do so at troops, or at the enemy's character of a place from 1.

    Those at troops fall first.
    """
    before = sum(fighter.aims[: at - 1]) if at else sum(fighter.aims)
    return min(max(models - before, 0), fighter.aims[at - 1]) if at else max(models - before, 0)


def attacks(fighter: Fighter, struck: Struck, line: Melee, *, models: int, enemies: int) -> int:
    """The dice of so many models for a line: a sweep's by the enemies in reach, others by model or by wound."""
    if line.sweep:
        reach = enemies if fighter.in_reach is None else min(fighter.in_reach, enemies)
        return models * line.sweeps * min(line.attacks, reach)
    if line.per_wound:
        each = fighter.figures.wounds
        if fighter.carries:
            kinds = fighter.kinds[fighter.figures.melee.index(line)] if fighter.kinds else ()
            return line.attacks * crews(fighter, struck, models, kinds)
        return line.attacks * min(models * each, struck.left.wounds(each))
    return models * line.attacks


Numbers = tuple[int | None, int, int]  # what hits, what saves, how often a hit counts


def numbers_of(line: Melee, hits: int | None, body: Fighter) -> Numbers:
    saved = save(line, body)
    return hits, saved.number, saved.times


def lost_by_crew(fighter: Fighter, struck: Struck, place: int) -> int:
    """The attacks that a vehicle's wounds have cost its crew, of one of its attacks."""
    if place not in fighter.crewed:
        return 0
    left = struck.left
    lost = left.lost
    if fighter.kinds and left.parts:
        lost = tuple([own for kind in fighter.kinds[place] for own in left.parts[kind][1]])
    return crew_lost(lost, fighter.figures.wounds)


def struck_in(fighters: Fighters, number: int, strike: Strike) -> Iterator[tuple[Source, Melee]]:
    """The attacks of a side, its character's too, that come in one part of the phase, rams as the last of each."""
    enemy = fighters[1 - number]
    for who, striker in enumerate((fighters[number], *fighters[number].characters)):
        before = body_of(enemy, striker.mark) if striker.seeks and striker.mark <= len(enemy.characters) else enemy
        for place in striker.lines:
            line = striker.figures.melee[place]
            if when(line, striker, before) is strike:
                yield (who, place), line
        if striker.rams and striker.figures.ramming and strike is Strike.NORMAL:
            yield (who, RAM), striker.figures.ramming


def body_of(fighter: Fighter, who: int) -> Fighter:
    """Its troops, or one of its characters by its place from 1."""
    return fighter if who == TROOPS else fighter.characters[who - 1]


def aimed_at(fighter: Fighter, enemy: Fighter, struck: Struck, *, at: int = 0) -> int | None:
    """Whom of the enemy one strikes at, or those of troops who strike `at` a character of that place."""
    if enemy.leader is None:
        return TROOPS if struck.left.models else None
    mark = at or (fighter.mark if fighter.seeks and fighter.mark <= len(enemy.characters) else 0)
    marks = enemy.beside(mark) if mark else ()
    return aim(troops=struck.left.models, characters=struck.characters, marks=marks)


def costs_several(line: Melee, enemy: Fighter) -> bool:
    """Whether a hit's wounds are rolled: one is all that a model of one wound has, unless wounds are shared."""
    return line.wounds_d3 > 0 and (enemy.carries or enemy.figures.wounds > 1)


def struck_by(line: Melee, body: Fighter) -> Body:
    """What one suffers by itself of hits that are shared out."""
    saved, several = save(line, body), costs_several(line, body)
    return Body(saved.number, saved.times, line.wounds_d3 if several else 0, body.figures.wounds if several else 0)


def found_of(
    line: Melee, enemy: Fighter, struck: Struck, *, times: Sequence[int] = ()
) -> tuple[tuple[Found, ...], tuple[int, ...]]:
    """The living characters of a unit as hits find them, and their places in the order of what they suffer.

    `times` says by place how often a hit counts, where not as often as on each of them.
    """
    bodies = enumerate(zip(enemy.characters, struck.characters, strict=True), 1)
    living = {place: struck_by(line, one) for place, (one, left) in bodies if left.models}
    if times:
        living = {place: replace(body, times=times[place]) for place, body in living.items()}
    return at_random(living, enemy.rides_of, [own.figures.wounds for own in enemy.characters])


def itself_of(struck: Struck, who: int) -> Struck:
    """Who of a side strikes as it is between blows: its troops, or one of its characters by itself."""
    return struck if who == TROOPS else Struck(struck.characters[who - 1])


def is_halved(enemy: Fighter) -> bool:
    """Whether rams at it are halved: on a loose unit, and not on a single model."""
    if enemy.rider_on:
        return False
    models = enemy.left.models + (enemy.models_of([own.left for own in enemy.characters]) if enemy.leader else 0)
    return enemy.loose and models > 1


def rammers(fighter: Fighter, struck: Struck, *, broken_down: bool) -> int:
    """Of those that touch the enemy the sound ones, or the vehicles that are damaged: all ram, the fallen too."""
    if not fighter.towed:
        return fighter.contact
    worse = min(damaged(struck.left, fighter.figures.wounds, fighter.left.models), fighter.contact)
    return worse if broken_down else fighter.contact - worse
