"""Exact odds of a round, and of a battle to its end, as a Markov chain over what is left of both lines.

A state is both lines, each counter by its kind, its side up and its bonus; those that are alike are one state. In a
volley every counter hits by itself, so the hits that a line takes are a product over its counters; where both fire at
once, the two lines fall independently. Everybody attacks as `usual_targets` says. Weights are whole numbers out of a
power of ten, so nothing is rounded. In the last round only who is left matters, and no pairs are made.

Cost: pairs of lines that may meet, times the ways in which a round may end for them. Three counters of two hits a side
take some hundredths of a second, four some tenths, five some seconds: `too_many` says beforehand where it would be more
than `MOST_WORK`, and then `sampled` plays battles from a seed instead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import prod

from msgspec import Struct
from msgspec.structs import replace

from tabletop.dice.sources import Chance
from tabletop.greyhawk.catalogue import DIE
from tabletop.greyhawk.play.lines import (
    Fighter,
    Ground,
    Lines,
    Side,
    Volley,
    hits_on,
    read_volley,
    shooting_order,
    target_order,
    usual_targets,
)
from tabletop.work import go_on

GAMES = 400  # that are played where exact odds take too long
MOST_WORK = 400_000  # ways in which the rounds before the last may end
PLACE = ""  # the name of every counter in a state
Line = tuple[Fighter, ...]
Pair = tuple[Line, Line]  # attackers and defenders, alike ones named alike
State = tuple[int, int]  # the same by the numbers of the lines
MOST_GROUPS = 4  # of volleys that are fired at once in a round: scouts and others of both sides


class Ends(Struct, frozen=True):
    """The chances of a battle's ends where nobody retreats before the rounds are over, by who is left then.

    `win` nobody defends any more, `loss` nobody attacks any more, `both` neither, `retreat` the attacker must go.
    `left` is how many counters of each side are left on average. `games` is 0 of exact chances.
    """

    win: Fraction
    loss: Fraction
    both: Fraction
    retreat: Fraction
    left: Mapping[Side, Fraction]
    games: int = 0


def hits_of_volley(lines: Lines, volley: Volley) -> dict[int, Fraction]:
    """How many hits a volley brings, with its exact chances."""
    counts: dict[int, int] = {0: 1}
    for fighter in lines.shooters(volley):
        needed = hits_on(fighter, volley.side, lines.ground)
        after: Counter[int] = Counter()
        for count, weight in counts.items():
            after[count] += weight * (DIE - needed)
            after[count + 1] += weight * needed
        counts = after
    total = sum(counts.values())
    return {count: Fraction(weight, total) for count, weight in sorted(counts.items()) if weight}


def round_odds(lines: Lines) -> dict[Pair, Fraction]:
    """What may stand after the round, by its exact chance; counters that are alike have one name."""
    start = _number(_alike(lines.attackers)), _number(_alike(lines.defenders))
    found, total = _round(start, lines.ground, lines.round == 1 and lines.ground.comes_second)
    return {(_line(one), _line(other)): Fraction(weight, total) for (one, other), weight in found.items()}


def too_many(lines: Lines, rounds: int, most: int = MOST_WORK) -> bool:
    """Whether the exact odds of so many rounds more would take too long."""
    if rounds <= 1:
        return False
    both = (lines.attackers, lines.defenders)
    ways = prod(_ways(line) for line in both)
    shots = prod(min(2 ** len(line), _ways(line)) for line in both)
    return bool(min(ways, shots ** (rounds - 2)) * shots > most)


def _ways(line: Line) -> int:
    """In how many states a line may be: of alike counters only how many are in each."""
    ways = 1
    for (_, lives), count in Counter((_alike((each,)), each.lives) for each in line).items():
        ways *= (count + 1) * (count + 2) // 2 if lives > 1 else count + 1
    return ways


def battle_odds(lines: Lines, *, last: int) -> Ends:
    """The exact ends of a battle that is fought on from here up to the round `last`."""
    standing: dict[State, int] = {(_number(_alike(lines.attackers)), _number(_alike(lines.defenders))): 1}
    found = Counter[str]()
    total, power = 1, DIE ** (MOST_GROUPS * (len(lines.attackers) + len(lines.defenders)))  # a round's, at most
    for number in range(lines.round, last + 1):
        total *= power
        found = Counter({name: weight * power for name, weight in found.items()})
        follow = _closed if number == last else _fought_on
        second = number == 1 and lines.ground.comes_second
        standing = follow(standing, found, lines.ground, second=second, power=power)
    return _shares(found, total)


def _fought_on(
    standing: dict[State, int], found: Counter[str], ground: Ground, *, second: bool, power: int
) -> dict[State, int]:
    """The states after a round that isn't the last, by weight; battles that end in it are counted to what is found."""
    after: Counter[State] = Counter()
    for state, weight in standing.items():
        go_on()
        following, own_total = _round(state, ground, second)
        scale = weight * (power // own_total)
        for end, own in following.items():
            after[end] += scale * own
    over = [state for state in after if not all(_line(each) for each in state)]
    for state in over:
        _count(found, state, after.pop(state))
    return after


def _closed(
    standing: dict[State, int], found: Counter[str], ground: Ground, *, second: bool, power: int
) -> dict[State, int]:
    """The last round of all: every battle ends in it, and is counted to what is found."""
    for state, weight in standing.items():
        go_on()
        closing, own_total = _closing(state, ground, second)
        for name, own in closing.items():
            found[name] += weight * own * (power // own_total)
    return {}


def _shares(found: Counter[str], total: int, games: int = 0) -> Ends:
    """The ends by their weights out of a total."""
    return Ends(
        win=Fraction(found["win"], total), loss=Fraction(found["loss"], total), both=Fraction(found["both"], total),
        retreat=Fraction(found["retreat"], total), games=games,
        left={side: Fraction(found[side], total) for side in Side},
    )  # fmt: skip


def _count(found: Counter[str], state: State, weight: int) -> None:
    """Add an end of a battle: its name, and who is left of each side."""
    lines = [_line(each) for each in state]
    found[_end((lines[0], lines[1]))] += weight
    for side, line in zip(Side, lines, strict=True):
        found[side] += weight * len(line)


def sampled(lines: Lines, *, last: int, games: int, seed: int) -> Ends:
    """The same from so many battles played by a seed."""
    chance = Chance(seed)
    found: Counter[str] = Counter()
    for _ in range(games):
        go_on()
        now = lines
        for number in range(lines.round, last + 1):
            now = _fought(replace(now, round=number), chance)
            if not (now.attackers and now.defenders):
                break
        found[_end((now.attackers, now.defenders))] += 1
        for side in Side:
            found[side] += len(now.of(side))
    return _shares(found, games, games)


def _fought(lines: Lines, chance: Chance) -> Lines:
    """The lines after a round whose dice come from a stream."""
    for volley in lines.order():
        shooters = lines.shooters(volley)
        chosen = usual_targets(shooters, lines.targets(volley), volley.side, lines.ground)
        if chosen:
            faces = {each.ref: chance.randint(1, DIE) for each in shooters}
            lines = read_volley(lines, volley, chosen, faces)
        elif volley.applies:
            lines = lines.applied()
    return lines


def _end(pair: Pair) -> str:
    attackers, defenders = pair
    if attackers and defenders:
        return "retreat"
    return "win" if attackers else "loss" if defenders else "both"


def _alike(line: Sequence[Fighter]) -> Line:
    """A line with its counters in an order of their kinds and without names."""
    unnamed = (Fighter(ref=PLACE, row=each.row, flipped=each.flipped, bonus=each.bonus) for each in line)
    return tuple(sorted(unnamed, key=lambda each: (each.row.code, each.flipped, each.bonus)))


_numbers: dict[Line, int] = {}
_lines: list[Line] = []


def _number(line: Line) -> int:
    """A number for a line, the same for equal lines as long as the process lives: pairs of numbers are quick keys."""
    number = _numbers.get(line)
    if number is None:
        number = _numbers[line] = len(_lines)
        _lines.append(line)
    return number


def _line(number: int) -> Line:
    return _lines[number]


def _groups(state: State, ground: Ground, second: bool) -> list[list[Volley]]:
    """The volleys of a round that are fired at once, one group after the other."""
    lines = Lines(attackers=_line(state[0]), defenders=_line(state[1]), ground=ground, round=1 if second else 2)
    groups: list[list[Volley]] = [[]]
    for volley in lines.order():
        groups[-1].append(volley)
        if volley.applies:
            groups.append([])
    return groups[:-1]


@lru_cache(maxsize=20_000)
def _round(state: State, ground: Ground, second: bool) -> tuple[dict[State, int], int]:
    """What may stand after a round by weight, and the total; `second` where the attacker fires after the defender."""
    states = {state: 1}
    for group in _groups(state, ground, second):
        states = _after(states, group, ground)
    return states, sum(states.values())


def _closing(state: State, ground: Ground, second: bool) -> tuple[Counter[str], int]:
    """How a battle ends in its last round by weight, and the total: in the last group both lines fall by themselves."""
    *groups, final = _groups(state, ground, second)
    states = {state: 1}
    for group in groups:
        states = _after(states, group, ground)
    found, total = Counter[str](), 0
    most = max(sum(len(_line(each)) for each in one) for one in states)
    for one, weight in states.items():
        fell, thrown = _fallen_lines(one, final, ground)
        scale = weight * DIE ** (most - thrown)
        sums = [sum(fell[side].values()) for side in Side]
        gone = [fell[side].get(_number(()), 0) for side in Side]
        stay = [whole - none for whole, none in zip(sums, gone, strict=True)]
        found["win"] += scale * stay[0] * gone[1]
        found["loss"] += scale * gone[0] * stay[1]
        found["both"] += scale * gone[0] * gone[1]
        found["retreat"] += scale * stay[0] * stay[1]
        for side, others in zip(Side, sums[::-1], strict=True):
            found[side] += scale * others * sum(own * len(_line(end)) for end, own in fell[side].items())
        total += scale * sums[0] * sums[1]
    return found, total


def _after(states: dict[State, int], volleys: Sequence[Volley], ground: Ground) -> dict[State, int]:
    """The lines after volleys that are fired at once."""
    after: dict[State, int] = {}
    most = max(sum(len(_line(each)) for each in state) for state in states)
    for state, weight in states.items():
        fell, thrown = _fallen_lines(state, volleys, ground)
        whole = weight * DIE ** (most - thrown)
        defenders = list(fell[Side.DEFENDER].items())
        for attackers, one in fell[Side.ATTACKER].items():
            scale = whole * one
            for line, own in defenders:
                end = attackers, line
                after[end] = after.get(end, 0) + scale * own
    return after


def _fallen_lines(state: State, volleys: Sequence[Volley], ground: Ground) -> tuple[dict[Side, Mapping[int, int]], int]:
    """What may be left of both lines after volleys at once, each by itself, and how many dice are thrown."""
    pair = _line(state[0]), _line(state[1])
    fell: dict[Side, Mapping[int, int]] = {side: {number: 1} for side, number in zip(Side, state, strict=True)}
    thrown = 0
    for volley in volleys:
        shooters = tuple(each for each in pair[volley.side is Side.DEFENDER] if volley.fires(each))
        enemies = state[volley.side is Side.ATTACKER]
        if shooters and _line(enemies):
            thrown += len(shooters)
            fell[volley.side.other] = _fallen(_number(shooters), enemies, volley.side, ground)
    return fell, thrown


@lru_cache(maxsize=20_000)
def _fallen(shooting: int, met_line: int, side: Side, ground: Ground) -> dict[int, int]:
    """What may be left of a line after a volley, out of a power of ten by who fires."""
    shooters, enemies = _line(shooting), _line(met_line)
    lines = Lines(attackers=shooters, defenders=enemies, ground=ground)
    line = lines if side is Side.ATTACKER else replace(lines, attackers=enemies, defenders=shooters)
    met = sorted(line.targets(Volley(side, None, applies=True)), key=target_order)
    aims: list[list[int]] = [[] for _ in met]
    for number, each in enumerate(sorted(shooters, key=lambda one: shooting_order(one, side, ground))):
        aims[number % len(met)].append(hits_on(each, side, ground))
    spared = list(enemies)
    for each in met:
        spared.remove(each)
    found: dict[Line, int] = {_alike(spared): 1}
    for enemy, needed in zip(met, aims, strict=True):
        ends = _ends_of(enemy, needed)
        after: dict[Line, int] = {}
        for line_so_far, weight in found.items():
            for end, own in ends:
                new = _alike((*line_so_far, *end)) if end else line_so_far
                after[new] = after.get(new, 0) + weight * own
        found = after
    return {_number(line): weight for line, weight in found.items()}


def _ends_of(enemy: Fighter, needed: Sequence[int]) -> list[tuple[Line, int]]:
    """What becomes of a counter under so many attacks, each with the highest face that hits."""
    counts: dict[int, int] = {0: 1}
    for face in needed:
        after: Counter[int] = Counter()
        for count, weight in counts.items():
            after[count] += weight * (DIE - face)
            after[min(count + 1, enemy.lives)] += weight * face
        counts = after
    ends = ((enemy.hit(count), weight) for count, weight in counts.items() if weight)
    return [((end,) if end else (), weight) for end, weight in ends]


def odds_of(lines: Lines, *, last: int, most: int = MOST_WORK, games: int = GAMES, seed: int = 1) -> Ends:
    """The exact ends, or where these would take too long those of battles played by a seed: `games` says which."""
    both = _alike(lines.attackers), _alike(lines.defenders)
    return _ends_kept(*both, lines.ground, lines.round, last, most, games, seed)


@lru_cache(maxsize=512)
def _ends_kept(
    attackers: Line, defenders: Line, ground: Ground, number: int, last: int, most: int, games: int, seed: int
) -> Ends:
    """The same, kept: a page asks for it several times, and so does every phone."""
    named = [
        tuple(replace(each, ref=f"{side}{place}") for place, each in enumerate(line))
        for side, line in (("a", attackers), ("d", defenders))
    ]
    lines = Lines(attackers=named[0], defenders=named[1], ground=ground, round=number)
    if too_many(lines, last - number + 1, most):
        return sampled(lines, last=last, games=games, seed=seed)
    return battle_odds(lines, last=last)
