"""One melee phase between two units: who strikes when, what their blows do, and who is left.

First strikes of both sides come together, then all other blows and rams, then last strikes. Whoever falls in one of
these doesn't strike in a later one; in ranks the model behind strikes in its place at -1. Who can strike is counted
without geometry: `contact` models touch the enemy, and the ranks behind them are as wide as the unit's files. The steps
hold for playing and for odds (`tabletop/dice/steps.py`); a state is what is left of both units.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from tabletop.arcana.catalogue.profiles import Melee
from tabletop.arcana.rules.harm.among import Among, Ridden, rider_on
from tabletop.arcana.rules.harm.blows import Blows, Wounds
from tabletop.arcana.rules.harm.losses import Left
from tabletop.arcana.rules.melee.counting import (
    MELEE,
    RAMS,
    SWEEPS,
    Numbers,
    Strike,
    aimed_at,
    aiming,
    attacks,
    body_of,
    costs_several,
    found_of,
    is_halved,
    itself_of,
    lost_by_crew,
    needed,
    numbers_of,
    rammers,
    save,
    strikers,
    struck_by,
    struck_in,
)  # fmt: skip
from tabletop.arcana.rules.melee.fighters import Fight, Fighter, Fighters, Struck
from tabletop.arcana.rules.melee.figures import at_figures, gone_on_to_figures
from tabletop.arcana.rules.melee.leading import CHARACTERS, RAM, TROOPS, Source
from tabletop.arcana.rules.melee.rams import ALL, Ramming, Rams, Suffered
from tabletop.arcana.rules.melee.stages import Blow, Stage
from tabletop.arcana.rules.melee.suffering import harm_character, harm_troops, suffered
from tabletop.citations import Citation
from tabletop.dice import Step
from tabletop.dice.steps import Steps


def melee_steps(fighters: Fighters) -> Steps[Fight]:
    """A whole phase of blows."""
    return [step for stage in stages(fighters) for step in stage.steps]


def stages(fighters: Fighters, *, elsewhere: bool = False) -> list[Stage]:
    """The phase of blows in its order, without stages in which nobody strikes.

    Blows `elsewhere`, in another part of the same melee, may fell models whose places others take.
    """
    found: list[Stage] = []
    ends = _ends(fighters, closes=False)
    for strike in Strike:
        own, theirs = (tuple(_blows(fighters, number, strike, replaced=elsewhere or bool(found))) for number in (0, 1))
        if own or theirs:
            found.append(Stage(strike, False, fighters, (own, theirs), ends))
        on, back = (tuple(_carried(fighters, number, strike)) for number in (0, 1))
        if on or back:
            found.append(Stage(strike, True, fighters, (on, back), ends))
    if found and not elsewhere:
        found[-1] = replace(found[-1], after=_ends(fighters, closes=True), closes=True)
    return found


def _ends(fighters: Fighters, *, closes: bool) -> tuple[Callable[[Struck], Struck], Callable[[Struck], Struck]]:
    """What both are when blows are over."""
    return partial(suffered, fighters[0], closes=closes), partial(suffered, fighters[1], closes=closes)


def _blows(fighters: Fighters, number: int, strike: Strike, *, replaced: bool) -> Iterator[Step[Fight]]:
    """The blows of a side at once; of those who have stepped up where somebody may have fallen before."""
    if fighters[1 - number].by_figure and any(struck_in(fighters, number, strike)):
        yield at_figures(fighters, number, strike, replaced=replaced)
        if fighters[1 - number].leader is None:
            return
    together = _rams_of(fighters, number) if strike is Strike.NORMAL else ()
    if together:
        yield _together(fighters, number, together)
    for source, _ in struck_in(fighters, number, strike):
        if source[1] == RAM:
            if together:
                continue
            yield _ram(fighters, number, source)
            if body_of(fighters[number], source[0]).towed:
                yield _ram(fighters, number, source, broken_down=True)
            continue
        yield _step(fighters, number, source, stepped_up=False)
        aimed = [at for at, aims in enumerate(fighters[number].aims, 1) if aims and source[0] == TROOPS]
        yield from (_step(fighters, number, source, stepped_up=False, at=at) for at in aimed)
        if replaced and source[0] == TROOPS and fighters[number].files:
            yield _step(fighters, number, source, stepped_up=True)


def _harmed(
    fight: Fight,
    fighter: Fighter,
    enemy: Fighter,
    number: int,
    source: Source,
    harm: Any,
    *,
    fearsome: bool,
    at: int = 0,
) -> Fight:
    """What the enemy, of that number, will suffer of blows: its troops, a character, or a mount and its riders."""
    if enemy.leader is not None:
        struck = fight.of(number)
        whom = aimed_at(fighter, enemy, struck, at=at)
        parted = _parted(enemy, struck, whom)
        if fighter.aboard and fighter.aboard in parted:
            return harm_character(fight, number, fighter.aboard, source, harm)
        if parted:
            return _harm_each(fight, enemy, number, source, dict(zip(parted, harm, strict=True)), fearsome=fearsome)
        if whom:
            return harm_character(fight, number, whom, source, harm)
    return harm_troops(fight, enemy, number, harm, fearsome=fearsome)


def _harm_each(
    fight: Fight, enemy: Fighter, number: int, source: Source, harms: Mapping[int, Any], *, fearsome: bool
) -> Fight:
    """What troops and characters of the enemy, by their places, will suffer of blows."""
    for place, harm in harms.items():
        if place == TROOPS:
            fight = harm_troops(fight, enemy, number, harm, fearsome=fearsome)
        else:
            fight = harm_character(fight, number, place, source, harm)
    return fight


def _step(fighters: Fighters, number: int, source: Source, *, stepped_up: bool, at: int = 0) -> Step[Fight]:
    """Blows of one source, of troops those at troops or those `at` a character of that place."""
    who, place = source
    fighter, enemy = body_of(fighters[number], who), fighters[1 - number]
    line = fighter.figures.melee[place]
    bodies = (enemy, *enemy.characters)
    numbers = [numbers_of(line, needed(line, fighter, body, stepped_up=stepped_up).number, body) for body in bodies]
    rider = bodies[fighter.aboard]
    less = needed(line, fighter, rider, stepped_up=stepped_up, aboard=True).number
    aimed_aboard = numbers_of(line, less, rider)
    citation, fearsome = SWEEPS if line.sweep else MELEE, fighter.figures.fearsome and not line.sweep

    def aimed(fight: Fight) -> int | None:
        whom = aimed_at(fighter, enemy, fight.of(1 - number), at=at)
        return None if enemy.by_figure and whom == TROOPS else whom

    def thrown(fight: Fight) -> Blows | Wounds | Among | None:
        whom, struck = aimed(fight), itself_of(fight.of(number), who)
        if whom is None:
            return None
        in_place, behind = strikers(fighter, struck, place)
        if fighter.aims:
            in_place = aiming(fighter, in_place, at)
        left = fight.of(1 - number).left if whom == TROOPS else Left(1)
        enemies = left.wounds(enemy.figures.wounds) if enemy.carries else left.models  # each wound is one of a crew
        lost, count = lost_by_crew(fighter, struck, place), 0
        for models in (in_place, behind) if stepped_up else (in_place,):  # who stands in place loses his blows first
            lost, count = max(lost - count, 0), attacks(fighter, struck, line, models=models, enemies=enemies)
        count -= min(lost, count)
        if not count:
            return None
        parted = _parted(enemy, fight.of(1 - number), whom)
        if fighter.aboard and fighter.aboard in parted:
            return _roll(line, bodies[fighter.aboard], count, aimed_aboard, citation=citation)
        if parted:
            return _at_both(line, enemy, parted, count, numbers[parted[0]][0], citation)
        return _roll(line, bodies[whom], count, numbers[whom], citation=citation)

    def after(fight: Fight, harm: Any) -> Fight:
        return _harmed(fight, fighter, enemy, 1 - number, source, harm, fearsome=fearsome, at=at)

    name = f"{fighter.name}, {line.name or ('sweeps' if line.sweep else 'blows')}{', stepped up' * stepped_up}"
    name += f", at {body_of(enemy, at).name}" if at else ""
    return Blow(name, citation, thrown, after, fearsome, lambda fight: aimed(fight) == TROOPS)


def _ram(fighters: Fighters, number: int, source: Source, *, broken_down: bool = False) -> Step[Fight]:
    """All that touch the enemy ram, whoever has fallen since; hits on a loose unit are halved (readings BR16, BR17).

    They are on the troops; what is beyond these goes on to their characters at random, who take all of them where no
    troops are left. Damaged vehicles ram by themselves.
    """
    fighter, enemy = replace(body_of(fighters[number], source[0]), aboard=0), fighters[1 - number]
    assert fighter.figures.ramming is not None
    line = fighter.figures.ramming
    halved = is_halved(enemy)
    numbers = [
        numbers_of(line, needed(line, fighter, body, broken_down=broken_down).number, body)
        for body in (enemy, *enemy.characters)
    ]

    def afoot(struck: Struck) -> bool:
        return enemy.leader is not None and not struck.left.models

    def thrown(fight: Fight) -> Blows | Wounds | Among | None:
        itself, struck = itself_of(fight.of(number), source[0]), fight.of(1 - number)
        ramming = rammers(fighter, itself, broken_down=broken_down)
        if not ramming or (enemy.by_figure and struck.left.models):
            return None
        count = ramming * line.attacks
        if enemy.rider_on and (parted := _parted(enemy, struck, TROOPS)):
            return _at_both(line, enemy, parted, count, numbers[TROOPS][0], RAMS)
        if afoot(struck):
            living = _living(struck)
            if len(living) > 1:
                return _among(line, enemy, struck, count, numbers, halved)
            one = living[0] if living else 1
            return _roll(line, body_of(enemy, one), count, numbers[one], citation=RAMS, halved=halved)
        return _roll(line, enemy, count, numbers[TROOPS], citation=RAMS, halved=halved)

    def after(fight: Fight, harm: Any) -> Fight:
        struck = fight.of(1 - number)
        if enemy.rider_on and _parted(enemy, struck, TROOPS):
            return _harmed(fight, fighter, enemy, 1 - number, source, harm, fearsome=False)
        if afoot(struck):
            return _among_those(fight, line, enemy, 1 - number, source, harm)
        if enemy.leader and not enemy.rider_on and harm:
            return fight.having(1 - number, replace(struck, rammed=(*struck.rammed, (source, harm))))
        return harm_troops(fight, enemy, 1 - number, harm, fearsome=False)

    return Blow(f"{fighter.name}, rams{', damaged' * broken_down}", RAMS, thrown, after)


def _rams_of(fighters: Fighters, number: int) -> tuple[tuple[Source, bool], ...]:
    """Rams of a side that are thrown together, each with whether it is that of damaged vehicles; none alone.

    Those of several sources at a loose unit are halved together, and magical ones may find a character.
    """
    own, enemy = fighters[number], fighters[1 - number]
    if enemy.rider_on:
        return ()
    rams = [source for source, _ in struck_in(fighters, number, Strike.NORMAL) if source[1] == RAM]
    worse = [source for source in rams if (one := body_of(own, source[0])).towed and one.figures.wounds > 1]
    sources = [*((source, False) for source in rams), *((source, True) for source in worse)]
    lines = (body_of(own, who).figures.ramming for (who, _), _ in sources)
    finds = enemy.leader is not None and any(line is not None and line.magical for line in lines)
    return tuple(sources) if finds or (len(sources) > 1 and is_halved(enemy)) else ()


def _together(fighters: Fighters, number: int, rams: Sequence[tuple[Source, bool]]) -> Step[Fight]:
    """Rams of several sources at once, whoever of them has fallen since (readings BR16 and BR17)."""
    own, enemy = fighters[number], fighters[1 - number]

    def ramming(fight: Fight, source: Source, broken_down: bool) -> Ramming:
        fighter, struck = body_of(own, source[0]), fight.of(1 - number)
        line = fighter.figures.ramming
        assert line is not None
        itself = itself_of(fight.of(number), source[0])
        count = rammers(fighter, itself, broken_down=broken_down) * line.attacks
        living, afoot = _living(struck), enemy.leader is not None and not struck.left.models
        aimed = body_of(enemy, living[0]) if afoot and len(living) == 1 else enemy
        hits = needed(line, fighter, aimed, broken_down=broken_down).number
        bodies = found_of(line, enemy, struck)[0] if living else ()
        troops = struck_by(line, enemy)
        found = (ALL if afoot else int(line.magical)) if bodies else 0
        return Ramming(count, hits, replace(troops, most=0) if enemy.carries else troops, bodies, found)

    def ramming_of(source: Source) -> Melee:
        line = body_of(own, source[0]).figures.ramming
        assert line is not None
        return line

    def thrown(fight: Fight) -> Rams | None:
        if enemy.by_figure and fight.of(1 - number).left.models:
            return None
        sources = tuple(ramming(fight, source, broken_down) for source, broken_down in rams)
        return Rams(sources, is_halved(enemy), RAMS) if any(source.attacks for source in sources) else None

    def after(fight: Fight, harms: Suffered) -> Fight:
        began = fight.of(1 - number)
        for (source, _), (on_troops, on_characters) in zip(rams, harms, strict=True):
            if enemy.leader:
                struck = fight.of(1 - number)
                if on_troops:
                    fight = fight.having(1 - number, replace(struck, rammed=(*struck.rammed, (source, on_troops))))
            else:
                fight = harm_troops(fight, enemy, 1 - number, on_troops, fearsome=False)
            if on_characters:
                fight = _among_those(fight, ramming_of(source), enemy, 1 - number, source, on_characters, began=began)
        return fight

    return Step(f"{own.name}, rams", RAMS, thrown, after)


def _carried(fighters: Fighters, number: int, strike: Strike) -> Iterator[Step[Fight]]:
    """Hits that go on: from one of the enemy's characters to its unit, or of rams from the unit to its characters."""
    enemy = fighters[1 - number]
    if enemy.leader is None or enemy.rider_on:
        return
    to_figures: list[tuple[Source, Melee, int]] = []
    for source, line in struck_in(fighters, number, strike):
        rams = source[1] == RAM
        fighter = body_of(fighters[number], source[0])
        marked = enemy.beside(min(fighter.mark, len(enemy.characters)))
        before = [enemy] if rams else [body_of(enemy, place) for place in marked]
        doubled = any(save(line, body).times > 1 for body in before)  # and isn't doubled again
        numbers = []
        for body in (enemy, *enemy.characters):
            hits, saves, times = numbers_of(line, None, body)
            numbers.append((hits, saves, 1 if doubled else times))
        if enemy.by_figure and not rams:
            to_figures.append((source, line, numbers[TROOPS][2]))
            continue
        yield _carrying(fighters, number, source, line, numbers)
    if to_figures:
        yield gone_on_to_figures(fighters, number, to_figures)


def _carrying(fighters: Fighters, number: int, source: Source, line: Melee, numbers: Sequence[Numbers]) -> Step[Fight]:
    enemy, rams = fighters[1 - number], source[1] == RAM
    fighter = body_of(fighters[number], source[0])
    fearsome = fighter.figures.fearsome and not rams and not line.sweep

    def thrown(fight: Fight) -> Blows | Wounds | Among | None:
        struck = fight.of(1 - number)
        count = sum(hits for own, hits in struck.beyond if own == source)
        if not count:
            return None
        if not rams:
            return _roll(line, enemy, count, numbers[TROOPS], citation=CHARACTERS)
        living = _living(struck)
        if len(living) > 1:
            return _among(line, enemy, struck, count, numbers)
        return _roll(line, body_of(enemy, living[0]), count, numbers[living[0]], citation=CHARACTERS)

    def after(fight: Fight, harm: Any) -> Fight:
        if rams:
            return _among_those(fight, line, enemy, 1 - number, source, harm)
        return harm_troops(fight, enemy, 1 - number, harm, fearsome=fearsome)

    to = ("its characters" if enemy.others else enemy.characters[0].name) if rams else enemy.name
    name = f"{fighter.name}, {line.name or 'blows'}, on to {to}"
    return Blow(name, CHARACTERS, thrown, after, fearsome, None if rams else lambda fight: True)


def _living(struck: Struck) -> list[int]:
    """The places of characters that live."""
    return [place for place, left in enumerate(struck.characters, 1) if left.models]


def _among(
    line: Melee, enemy: Fighter, struck: Struck, count: int, numbers: Sequence[Numbers], halved: bool = False
) -> Among:
    """Rams that are on characters alone, on each by chance; they hit as they would the unit."""
    times = [own[2] for own in numbers]
    bodies, _ = found_of(line, enemy, struck, times=times)
    return Among(count, numbers[TROOPS][0], bodies, RAMS, halved)


def _among_those(
    fight: Fight, line: Melee, enemy: Fighter, number: int, source: Source, harm: Any, *, began: Struck | None = None
) -> Fight:
    """What each of several characters suffers of what was shared out among them, or the one of what was on it."""
    struck = fight.of(number) if began is None else began
    if began is None and len(_living(struck)) < 2:
        return harm_character(fight, number, (_living(struck) or [1])[0], source, harm)
    _, places = found_of(line, enemy, struck)
    return _harm_each(fight, enemy, number, source, dict(zip(places, harm, strict=True)), fearsome=False)


def _parted(enemy: Fighter, struck: Struck, whom: int | None) -> tuple[int, ...]:
    """The place of what is ridden, then of those who ride it, where one of them is struck at and both live."""
    if whom is None or not (enemy.rider_on or any(enemy.rides_of)):
        return ()
    living = _living(struck)
    if enemy.rider_on:
        return (TROOPS, *living) if struck.left.models and living else ()
    if whom == TROOPS:
        return ()
    mount = body_of(enemy, whom).rides or whom
    riders = [place for place in living if body_of(enemy, place).rides == mount]
    return (mount, *riders) if riders and mount in living else ()


def _at_both(
    line: Melee, enemy: Fighter, parted: Sequence[int], count: int, hits: int | None, citation: Citation
) -> Among:
    mount, *riders = (struck_by(line, body_of(enemy, place)) for place in parted)
    on = rider_on(body_of(enemy, parted[0]).figures.wounds)
    return Among(count, hits, (Ridden(mount, tuple(riders), on),), citation)


def _roll(
    line: Melee, enemy: Fighter, count: int, numbers: Numbers, *, citation: Citation, halved: bool = False
) -> Blows | Wounds:
    hits, saves, times = numbers
    blows = Blows(count, hits, saves, citation, times=times, halved=halved)
    if not costs_several(line, enemy):
        return blows
    return Wounds(blows, line.wounds_d3, None if enemy.carries else enemy.figures.wounds)
