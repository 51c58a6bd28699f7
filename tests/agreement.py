"""Plays of situations beside their exact odds: what each result comes to, by chi-square."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

from tabletop.arcana.odds.answers import asked_of, counted
from tabletop.arcana.odds.contenders import NOBODY, contenders
from tabletop.arcana.odds.escapes import asked_in_doubt
from tabletop.arcana.odds.situations import Duel, FightOn, read_situation
from tabletop.arcana.rules.melee.turns import (
    Contenders,
    Standings,
    following,
    is_over,
    standings,
    start_of,
    turn_steps,
    winner,
)
from tabletop.dice import Distribution, spread
from tests.catalogue import printed_catalogue
from tests.dice import played_often, surprise

UNLIKELY = 12  # standard deviations of chi-square over its mean: with one degree of freedom 1 in 40,000


def surprises(plain: Mapping[str, Any], plays: int, generator: np.random.Generator) -> dict[str, float]:
    """By every result of a situation how many standard deviations so many plays are away from its odds."""
    situation = read_situation(json.dumps(plain))
    if isinstance(situation, FightOn | Duel):
        chances = counted(printed_catalogue(), situation).chances
        odds = Distribution({name: round(chance * 10**15) for name, chance in chances.items()})
        pair = contenders(printed_catalogue(), situation.sides, fresh=situation.turn == "first")
        names = (*(f"{own.fighter.name}.wins" for own in pair), f"{NOBODY}.wins")
        won = _won(pair, plays, generator, morale=isinstance(situation, FightOn))
        return {"wins": surprise(Counter({names[which]: often for which, often in won.items()}), odds)}
    asked = asked_in_doubt(printed_catalogue(), situation, asked_of)
    ends, counts = spread(asked.steps, asked.start), played_often(asked.steps, asked.start, plays, generator)
    reads: dict[str, Callable[[Any], Any]] = {**asked.numbers, **asked.events}
    return {name: surprise(_read(counts, read), ends.map(read)) for name, read in reads.items()}


def _read(counts: Counter[Any], read: Callable[[Any], Any]) -> Counter[Any]:
    found: Counter[Any] = Counter()
    for state, often in counts.items():
        found[read(state)] += often
    return found


def _won(pair: Contenders, plays: int, generator: np.random.Generator, *, morale: bool) -> Counter[int]:
    """How often either side, 0 or 1, and how often neither, 2, has won so many fights to the end."""
    won, going = Counter[int](), dict(_turn(pair, plays, generator, morale=morale))
    while going:
        ends, often = going.popitem()
        if is_over(ends):
            which = winner(ends)
            won[2 if which is None else which] += often
            continue
        for next_ends, times in _turn(following(pair, ends), often, generator, morale=morale):
            going[next_ends] = going.get(next_ends, 0) + times
    return won


def _turn(
    pair: Contenders, plays: int, generator: np.random.Generator, *, morale: bool
) -> Iterator[tuple[Standings, int]]:
    for turn, often in played_often(turn_steps(pair, morale=morale), start_of(pair), plays, generator).items():
        yield standings(pair, turn), often
