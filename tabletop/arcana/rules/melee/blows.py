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
from tabletop.arcana.rules.melee.leading import CHARACTERS, RAM, Aim, Beyond, Harm, Harms, Source, aim, endured, gone_on
from tabletop.arcana.rules.melee.mounted import Body, Shared
from tabletop.arcana.rules.melee.vehicles import TOWED, crew_lost, damaged
from tabletop.citations import Citation
from tabletop.dice import Change, Distribution, Step, spread
from tabletop.dice.steps import Steps
from tabletop.receipts import Breakdown, Line

MELEE = BOOK.section("Resolving Melee Combat")
RAMS = BOOK.section("Ramming Attacks")
FLYOVERS = BOOK.section("Flyover Attacks")
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

    `files` is the width of its ranks, 0 where it is loose or its flank or rear is fought: then nobody steps up. In a
    loose unit `over` models reach over a comrade in contact with long weapons. `leader` is a character among them, in
    their first rank, and counts in neither `left` nor `contact`; who `seeks` strikes at the enemy's before its troops.
    `fresh` is who came into this melee this turn. `lines` are the attacks that are used, by their places in the
    figures. A sweep reaches `in_reach` enemies. `carries` is how war machines share their wounds. Of vehicles `crewed`
    are the attacks of those aboard, and wounded ones that are `towed` ram worse; who is `overflown` strikes at flyers
    that pass. Where the leader rides the only model, hits of `rider_on` or less are on the rider. `frightened` is
    whether a fearsome blow has cost it a model before, in this turn.
    """

    name: str
    figures: Statistics
    left: Left
    contact: int
    over: int = 0
    files: int = 0
    loose: bool = False
    fresh: bool = False
    rams: bool = False
    carries: bool = False
    modifier: int = 0
    in_reach: int | None = None
    frightened: bool = False
    lines: tuple[int, ...]
    leader: Fighter | None = None
    seeks: bool = False
    crewed: tuple[int, ...] = ()
    towed: bool = False
    rider_on: int = 0
    overflown: bool = False

    @property
    def negates(self) -> bool:
        """Whether it takes the first strike from long weapons: not while it rams."""
        return self.figures.defence.negates_long_weapons and not self.rams


class Struck(Struct, frozen=True):
    """A unit between blows: who is left, how many of the models in contact have fallen, and what it has yet to suffer.

    `afraid` is whether a fearsome blow is among these, `frightened` whether one has cost it a model, `hurt` whether it
    has lost anything. `leader` is what is left of its character, `aimed` what that has yet to suffer, `rammed` wounds
    of rams that may go on to it, and `beyond` are hits that do go on, to the unit or by a ram to the character.
    `regained` are wounds that came back after the blows, its character's the second.
    """

    left: Left
    gaps: int = 0
    wounds: int = 0
    hits: tuple[int, ...] = ()
    afraid: bool = False
    frightened: bool = False
    hurt: bool = False
    leader: Left | None = None
    aimed: Harms = ()
    rammed: Harms = ()
    beyond: Beyond = ()
    regained: tuple[int, int] = (0, 0)


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
    first, second = (
        Struck(one.left, frightened=one.frightened, leader=one.leader.left if one.leader else None) for one in fighters
    )
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
        on, back = (tuple(_carried(fighters, number, strike)) for number in (0, 1))
        if on or back:
            found.append(Stage((on, back), (first, second)))
    return found


def when(line: Melee, fighter: Fighter, enemy: Fighter) -> Strike:
    """Long weapons strike first in a melee that the unit has come into this turn."""
    if line.first_strike or (line.long_weapon and fighter.fresh and not enemy.negates):
        return Strike.FIRST
    return Strike.LAST if line.last_strike else Strike.NORMAL


def needed(
    line: Melee, fighter: Fighter, enemy: Fighter, *, stepped_up: bool = False, broken_down: bool = False
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
    its character too, those behind it in its file come one place forward. Nobody does in loose units: who reaches over
    a comrade strikes as long as one of them stands before him.
    """
    ranks, leaders = [fighter.contact], int(fighter.leader is not None)
    if fighter.files:
        models = (fighter.left.models + leaders - rank * fighter.files for rank in range(1, ranks_reached(line) + 1))
        ranks += [max(min(fighter.contact + leaders, more), 0) for more in models]
    gaps = min(struck.gaps, fighter.contact)
    kept = fighter.contact - gaps
    if kept and line.long_weapon:
        kept += max(fighter.over - gaps, 0)
    gaps += int(leaders and struck.leader is not None and not struck.leader.models)
    kept += sum(rank - min(gaps, rank) for rank in ranks[1:-1])
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


Numbers = tuple[int | None, int, int]  # what hits, what saves, how often a hit counts


def _numbers(line: Melee, hits: int | None, body: Fighter) -> Numbers:
    saved = save(line, body)
    return hits, saved.number, saved.times


def lost_by_crew(fighter: Fighter, struck: Struck, place: int) -> int:
    """The attacks that a vehicle's wounds have cost its crew, of one of its attacks."""
    return crew_lost(struck.left, fighter.figures.wounds) if place in fighter.crewed else 0


def _blows(fighters: Fighters, number: int, strike: Strike, *, replaced: bool) -> Iterator[Step[Fight]]:
    """The blows of a side at once; of those who have stepped up where somebody may have fallen before."""
    for source, _ in _struck_in(fighters, number, strike):
        if source[1] == RAM:
            yield _ram(fighters, number, source)
            if fighters[number].towed and not source[0]:
                yield _ram(fighters, number, source, broken_down=True)
            continue
        yield _step(fighters, number, source, stepped_up=False)
        if replaced and not source[0] and fighters[number].files:
            yield _step(fighters, number, source, stepped_up=True)


def _struck_in(fighters: Fighters, number: int, strike: Strike) -> Iterator[tuple[Source, Melee]]:
    """The attacks of a side, its character's too, that come in one part of the phase, rams as the last of each."""
    enemy = fighters[1 - number]
    for led in (False, True):
        striker = _striker(fighters, number, led=led)
        if striker is None:
            continue
        before = enemy.leader if enemy.leader and striker.seeks else enemy
        for place in striker.lines:
            line = striker.figures.melee[place]
            if when(line, striker, before) is strike:
                yield (led, place), line
        if striker.rams and striker.figures.ramming and strike is Strike.NORMAL:
            yield (led, RAM), striker.figures.ramming


def _striker(fighters: Fighters, number: int, *, led: bool) -> Fighter | None:
    return fighters[number].leader if led else fighters[number]


def _step(fighters: Fighters, number: int, source: Source, *, stepped_up: bool) -> Step[Fight]:
    led, place = source
    fighter, enemy = fighters[number].leader if led else fighters[number], fighters[1 - number]
    assert fighter is not None
    line = fighter.figures.melee[place]
    bodies = {Aim.TROOPS: enemy} | ({Aim.CHARACTER: enemy.leader} if enemy.leader else {})
    numbers = {
        whom: _numbers(line, needed(line, fighter, body, stepped_up=stepped_up).number, body)
        for whom, body in bodies.items()
    }
    citation, fearsome = SWEEPS if line.sweep else MELEE, fighter.figures.fearsome and not line.sweep

    def aimed(fight: Fight) -> Aim | None:
        struck = fight.of(1 - number)
        return aim(seeks=fighter.seeks, troops=struck.left.models, character=struck.leader)

    def thrown(fight: Fight) -> Blows | Wounds | Shared | None:
        whom, struck = aimed(fight), fight.of(number)
        if whom is None:
            return None
        if led:
            struck = Struck(struck.leader or Left(0))
        in_place, behind = strikers(fighter, struck, line)
        left = Left(1) if whom is Aim.CHARACTER else fight.of(1 - number).left
        enemies = left.wounds(enemy.figures.wounds) if enemy.carries else left.models  # each wound is one of a crew
        lost, count = lost_by_crew(fighter, struck, place), 0
        for models in (in_place, behind) if stepped_up else (in_place,):  # who stands in place loses his blows first
            lost, count = max(lost - count, 0), attacks(fighter, struck, line, models=models, enemies=enemies)
        count -= min(lost, count)
        if not count:
            return None
        if parts(fight):
            return _shared(line, enemy, count, numbers[Aim.TROOPS][0], citation)
        return _roll(line, bodies[whom], count, numbers[whom], citation=citation)

    def parts(fight: Fight) -> bool:
        return _parts(enemy, fight.of(1 - number))

    def after(fight: Fight, harm: Any) -> Fight:
        if parts(fight):
            of_mount, of_rider = harm
            fight = _aimed(fight, 1 - number, source, of_rider)
            return _added(fight, enemy, 1 - number, of_mount, fearsome=fearsome)
        if aimed(fight) is Aim.CHARACTER:
            return _aimed(fight, 1 - number, source, harm)
        return _added(fight, enemy, 1 - number, harm, fearsome=fearsome)

    name = f"{fighter.name}, {line.name or ('sweeps' if line.sweep else 'blows')}{', stepped up' * stepped_up}"
    return Step(name, citation, thrown, after)


def _ram(fighters: Fighters, number: int, source: Source, *, broken_down: bool = False) -> Step[Fight]:
    """All that touch the enemy ram, whoever has fallen since; hits on a loose unit are halved (readings BR16, BR17).

    They are on the troops; what is beyond these goes on to their character, who takes all of them where no troops are
    left. Damaged vehicles ram by themselves.
    """
    fighter, enemy = fighters[number].leader if source[0] else fighters[number], fighters[1 - number]
    assert fighter is not None
    assert fighter.figures.ramming is not None
    line = fighter.figures.ramming
    halved = enemy.loose and (enemy.left.models > 1 or (enemy.leader is not None and not enemy.rider_on))
    numbers = _numbers(line, needed(line, fighter, enemy, broken_down=broken_down).number, enemy)

    def afoot(struck: Struck) -> bool:
        return enemy.leader is not None and not struck.left.models

    def thrown(fight: Fight) -> Blows | Wounds | Shared | None:
        rammers = fighter.contact
        if fighter.towed:
            worse = min(damaged(fight.of(number).left, fighter.figures.wounds, fighter.left.models), rammers)
            rammers = worse if broken_down else rammers - worse
        if not rammers:
            return None
        struck = fight.of(1 - number)
        if _parts(enemy, struck):
            return _shared(line, enemy, rammers * line.attacks, numbers[0], RAMS)
        if afoot(struck) and enemy.leader:
            on_foot = _numbers(line, needed(line, fighter, enemy.leader, broken_down=broken_down).number, enemy.leader)
            return _roll(line, enemy.leader, rammers * line.attacks, on_foot, citation=RAMS, halved=halved)
        return _roll(line, enemy, rammers * line.attacks, numbers, citation=RAMS, halved=halved)

    def after(fight: Fight, harm: Any) -> Fight:
        struck = fight.of(1 - number)
        if _parts(enemy, struck):
            of_mount, of_rider = harm
            return _added(_aimed(fight, 1 - number, source, of_rider), enemy, 1 - number, of_mount, fearsome=False)
        if afoot(struck):
            return _aimed(fight, 1 - number, source, harm)
        if enemy.leader and not enemy.rider_on and isinstance(harm, int):
            return fight.having(1 - number, replace(struck, rammed=(*struck.rammed, (source, harm))))
        return _added(fight, enemy, 1 - number, harm, fearsome=False)

    return Step(f"{fighter.name}, rams{', damaged' * broken_down}", RAMS, thrown, after)


def _carried(fighters: Fighters, number: int, strike: Strike) -> Iterator[Step[Fight]]:
    """Hits that go on: from the enemy's character to its unit, or of rams from the unit to its character."""
    enemy = fighters[1 - number]
    if enemy.leader is None or enemy.rider_on:
        return
    for source, line in _struck_in(fighters, number, strike):
        fighter = _striker(fighters, number, led=source[0])
        if fighter is None:
            continue
        rams = source[1] == RAM
        whom, before = (enemy.leader, enemy) if rams else (enemy, enemy.leader)
        hits, saves, times = _numbers(line, None, whom)
        doubled = save(line, before).times > 1  # and isn't doubled again
        yield _carrying(fighters, number, source, line, (hits, saves, 1 if doubled else times))


def _carrying(fighters: Fighters, number: int, source: Source, line: Melee, numbers: Numbers) -> Step[Fight]:
    enemy, rams = fighters[1 - number], source[1] == RAM
    fighter = _striker(fighters, number, led=source[0])
    assert fighter is not None
    assert enemy.leader is not None
    body = enemy.leader if rams else enemy
    fearsome = fighter.figures.fearsome and not rams and not line.sweep

    def thrown(fight: Fight) -> Blows | Wounds | None:
        struck = fight.of(1 - number)
        count = sum(hits for own, hits in struck.beyond if own == source)
        return _roll(line, body, count, numbers, citation=CHARACTERS) if count else None

    def after(fight: Fight, harm: Harm) -> Fight:
        return (
            _aimed(fight, 1 - number, source, harm)
            if rams
            else _added(fight, enemy, 1 - number, harm, fearsome=fearsome)
        )

    return Step(f"{fighter.name}, {line.name or 'blows'}, on to {body.name}", CHARACTERS, thrown, after)


def _parts(enemy: Fighter, struck: Struck) -> bool:
    """Whether hits on it are parted between a rider and what carries it, because both live."""
    return enemy.rider_on > 0 and struck.left.models > 0 and struck.leader is not None and struck.leader.models > 0


def _shared(line: Melee, enemy: Fighter, count: int, hits: int | None, citation: Citation) -> Shared:
    assert enemy.leader is not None
    mount, rider = _body(line, enemy), _body(line, enemy.leader)
    return Shared(count, hits, enemy.rider_on, mount, rider, citation)


def _body(line: Melee, body: Fighter) -> Body:
    saved = save(line, body)
    several = costs_several(line, body)
    return Body(saved.number, saved.times, line.wounds_d3 if several else 0, body.figures.wounds if several else 0)


def costs_several(line: Melee, enemy: Fighter) -> bool:
    """Whether a hit's wounds are rolled: one is all that a model of one wound has, unless wounds are shared."""
    return line.wounds_d3 > 0 and (enemy.carries or enemy.figures.wounds > 1)


def _roll(
    line: Melee, enemy: Fighter, count: int, numbers: Numbers, *, citation: Citation, halved: bool = False
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
    if enemy.leader is not None:
        return fight.having(number, replace(struck, wounds=wounds, hits=hits, afraid=afraid))
    return fight.having(number, Struck(struck.left, struck.gaps, wounds, hits, afraid, struck.frightened, struck.hurt))


def _aimed(fight: Fight, number: int, source: Source, harm: Harm) -> Fight:
    """What the enemy's character will suffer when these blows are over."""
    if not harm:
        return fight
    struck = fight.of(number)
    return fight.having(number, replace(struck, aimed=(*struck.aimed, (source, harm))))


def _after(fighter: Fighter, struck: Struck) -> Struck:
    """Wounds of blows struck at once find their models together; those in contact fall first (reading BR10)."""
    if fighter.leader is not None:
        return _after_both(fighter, fighter.leader, struck)
    if not (struck.wounds or struck.hits):
        return struck
    return _after_hurt(fighter, struck)


def _after_hurt(fighter: Fighter, struck: Struck) -> Struck:
    each = fighter.figures.wounds
    left = struck.left.after(each, wounds=struck.wounds, hits=struck.hits, shares=fighter.carries)
    fallen = struck.left.models - left.models
    gaps = min(struck.gaps + fallen, fighter.contact)
    return Struck(left, gaps, frightened=struck.frightened or (struck.afraid and fallen > 0), hurt=True)


def _after_both(fighter: Fighter, leader: Fighter, struck: Struck) -> Struck:
    """A unit and its character: what is beyond the one waits for the other, if that lives."""
    each = fighter.figures.wounds
    before_rams = struck.left.after(each, wounds=struck.wounds, hits=struck.hits, shares=fighter.carries)
    wounds, of_rams = gone_on(struck.wounds, struck.wounds + before_rams.wounds(each), struck.rammed)
    character, beyond = endured(struck.leader or Left(0), leader.figures.wounds, struck.aimed)
    unit = struck
    if wounds or struck.hits:
        unit = _after_hurt(fighter, replace(struck, wounds=wounds))
    if fighter.rider_on:  # what one of the two has too much is lost
        return replace(unit, leader=character, aimed=(), rammed=(), beyond=())
    beyond = (*(beyond if unit.left.models else ()), *(of_rams if character.models else ()))
    return replace(unit, leader=character, aimed=(), rammed=(), beyond=beyond)
