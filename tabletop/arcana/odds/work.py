"""Bounds of the work that a situation asks for: what would take minutes is refused, with the field that asks for it.

Dice that are added up are cheap, hits of several wounds on models of several wounds aren't: every collection of such
hits is put together in the best way (`tabletop/arcana/rules/formation/wounds.py`), together with all single wounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import comb, prod

from tabletop.arcana.catalogue.profiles import Melee
from tabletop.arcana.rules.melee.counting import attacks, costs_several, save, strikers
from tabletop.arcana.rules.melee.fighters import Fighter, Fighters, begin
from tabletop.arcana.rules.melee.turns import Contenders, fighters_of
from tabletop.arcana.rules.shooting.salvoes import Salvo
from tabletop.decoding import MalformedError

MOST_DICE = 1000
MOST_HITS_TO_PLACE = 24
MOST_COLLECTIONS = 5000
MOST_RESULTS = 50_000  # of a turn's blows, some seconds
MOST_WOUNDS_MULTIPLIED = 10_000
MOST_RESULTS_TO_THE_END = 2_500_000  # of either side's blows for every state of both: mostly a second, up to four
MOST_BY_FIGURE = 20_000_000  # where all suffer one by one: one second


def check_salvo(salvo: Salvo, field: str) -> None:
    """MalformedError for that field where the shots may bring too many dice or hits."""
    missile, target = salvo.missile, salvo.target
    hits = salvo.shots * max(3 * missile.hits_d3, 1) * salvo.save(target.figures).times
    characters = () if target.character is None else (target.character, *target.others)
    for figures in (*(() if target.carries else (target.figures,)), *characters):
        if missile.wounds_d3:
            _check_hits(hits, missile.wounds_d3, figures.wounds, field)
    _check_dice(max(salvo.shots * missile.hits_d3, hits * max(missile.wounds_d3, 1)), field)


def check_blows(pair: Contenders) -> None:
    """MalformedError where blows and rams of a turn may bring too many dice or hits."""
    fighters, dice = fighters_of(pair), 0
    every = _struck(fighters, 0), _struck(fighters, 1)
    for struck, enemy, field in zip(every, fighters[::-1], ("sides[0]", "sides[1]"), strict=True):
        hits = sum(often for _, often in struck)
        several = max((line.wounds_d3 for line, _ in struck if costs_several(line, enemy)), default=0)
        if several and not (enemy.carries or enemy.by_figure):
            _check_hits(hits, several, enemy.figures.wounds, f"{field}.lines")
        dice += hits * max(several, 1)
        _check_dice(dice, f"{field}.lines")
    if (results := _results(fighters, every)) > MOST_RESULTS:
        raise MalformedError("sides", f"their blows have up to {results} results together: {MOST_RESULTS} at most")


def _results(fighters: Fighters, every: Sequence[Sequence[tuple[Melee, int]]]) -> int:
    """How many results are followed: of each attack, for all that those before it may have brought."""
    followed, sides = 0, 1
    for struck, enemy in zip(every, fighters[::-1], strict=True):
        before = [1, *_results_at(enemy, struck)]
        ways = [_ways(line, enemy, often) for line, often in struck]
        followed += sides * sum(own * more for own, more in zip(before[:-1], ways, strict=True))
        sides *= before[-1] * prod(one.figures.wounds + 1 for one in enemy.characters)
    return followed * max(_ways_to_find(fighters[0], fighters[1]), _ways_to_find(fighters[1], fighters[0]))


def _results_at(enemy: Fighter, struck: Sequence[tuple[Melee, int]]) -> Iterator[int]:
    """How many results each attack at troops may have together with those before it."""
    before, hits = 1, 0
    for line, often in struck:
        hits += often
        summed = enemy.by_figure or not costs_several(line, enemy)
        before = max(before, _ways(line, enemy, hits)) if summed else before * _ways(line, enemy, often)
        yield before


def _ways_to_find(own: Fighter, enemy: Fighter) -> int:
    """How many of the hits of magical rams at figures may be on characters, each source's by themselves."""
    rams = [one for one in (own, *own.characters) if one.rams and one.figures.ramming and one.figures.ramming.magical]
    if not (enemy.by_figure and enemy.leader):
        return 1
    return prod(one.contact * one.figures.ramming.attacks + 1 for one in rams if one.figures.ramming)


def _ways(line: Melee, enemy: Fighter, hits: int) -> int:
    """What so many hits may cost: some wounds, or a collection of them."""
    each, several = enemy.figures.wounds, costs_several(line, enemy)
    if enemy.by_figure:
        reach = min(max(enemy.contact, 1), enemy.left.models)
        most = min(-(-hits // reach) * (3 * line.wounds_d3 or 1), each)
        return comb(reach + most, most)
    if several and not enemy.carries:
        faces = min(2 * line.wounds_d3 + 1, each)
        return comb(hits + faces, faces)
    return min(hits * (3 * line.wounds_d3 if several else 1), enemy.left.wounds(each)) + 1


def _struck(fighters: Fighters, which: int) -> list[tuple[Melee, int]]:
    """Every attack that is used, with the most hits that it may bring before saves."""
    own, enemy = fighters[which], fighters[1 - which]
    return [struck for one in (own, *own.characters) for struck in _struck_by(one, enemy)]


def _struck_by(fighter: Fighter, enemy: Fighter) -> list[tuple[Melee, int]]:
    struck = begin((fighter, enemy)).first
    left, each = enemy.left, enemy.figures.wounds
    enemies = left.wounds(each) if enemy.carries else left.models
    lines = [fighter.figures.melee[place] for place in fighter.lines]
    counts = [
        attacks(fighter, struck, line, models=strikers(fighter, struck, place)[0], enemies=enemies)
        for place, line in zip(fighter.lines, lines, strict=True)
    ]
    if fighter.rams and fighter.figures.ramming:
        lines.append(fighter.figures.ramming)
        counts.append(fighter.contact * fighter.figures.ramming.attacks)
    return [(line, count * save(line, enemy).times) for line, count in zip(lines, counts, strict=True)]


def check_to_the_end(pair: Contenders) -> None:
    """MalformedError where a fight to the end may go through too many states."""
    first, second = (_wounds(contender.fighter) for contender in pair)
    if first * second > MOST_WOUNDS_MULTIPLIED:
        reason = f"have {first} and {second} wounds, too many to fight on: multiplied {MOST_WOUNDS_MULTIPLIED} at most"
        raise MalformedError("sides", reason)
    fighters = fighters_of(pair)
    states, results = [_states(fighter) for fighter in fighters], 0
    for which, (enemy, left) in enumerate(zip(fighters[::-1], states[::-1], strict=True)):
        ends = max(_results_at(enemy, _struck(fighters, which)), default=1)
        results += prod(states) * min(left, ends * prod(one.figures.wounds + 1 for one in enemy.characters))
    if any(one.figures.defence.regeneration for own in fighters for one in (own, *own.characters)):
        results = prod(states) * _results(fighters, (_struck(fighters, 0), _struck(fighters, 1)))
    by_figure = all(fighter.by_figure and fighter.leader is None for fighter in fighters)
    if results > (most := MOST_BY_FIGURE if by_figure else MOST_RESULTS_TO_THE_END):
        reason = f"may have {results} results to the end, too many: {most} at most"
        raise MalformedError("sides", reason)


def _wounds(fighter: Fighter) -> int:
    """All wounds of a unit, of its characters too."""
    return fighter.left.wounds(fighter.figures.wounds) + sum(one.figures.wounds for one in fighter.characters)


def _states(fighter: Fighter) -> int:
    """What may be left of a unit's troops, together with all that may be left of its characters."""
    each, own = fighter.figures.wounds, fighter.left
    troops = comb(own.models + each, each) if fighter.by_figure else own.wounds(each)
    return max(troops, 1) * prod(one.figures.wounds + 1 for one in fighter.characters)


def _check_dice(dice: int, field: str) -> None:
    if dice > MOST_DICE:
        raise MalformedError(field, f"up to {dice} dice are too many: {MOST_DICE} at most")


def _check_hits(hits: int, dice: int, each: int, field: str) -> None:
    """Hits that cost so many d3 on models of so many wounds each, with the collections that they may be."""
    if hits > MOST_HITS_TO_PLACE:
        reason = f"up to {hits} hits of several wounds each are too many: {MOST_HITS_TO_PLACE} at most"
        raise MalformedError(field, reason)
    faces = max(min(2 * dice + 1, each), 1)
    if (ways := comb(hits + faces - 1, hits)) > MOST_COLLECTIONS:
        reason = f"up to {hits} hits of {dice}d3 wounds are too many: {ways} collections, {MOST_COLLECTIONS} at most"
        raise MalformedError(field, reason)
