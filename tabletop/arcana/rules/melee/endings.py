"""How a melee ends that goes on turn after turn: who wins, with which chance, and after how many turns on average.

It is a Markov chain of what is left of both. Models and wounds of those that don't regenerate never grow, so states are
taken in the order of these, and each passes on how often it is come by. States that lead to one another, as wounds come
back, are taken together, and so is a turn that changes nothing: `visits` eliminates them one by one as Grassmann,
Taksar and Heyman do, without a subtraction.

`exactly` computes in fractions, by `one_turn`, whatever the sizes: the numbers grow by some dozens of digits a state.
`tabletop/arcana/rules/melee/swift_endings.py` computes the same in floats.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Generic, TypeVar

import numpy as np
from msgspec import Struct

from tabletop.arcana.rules.melee.turns import Contender, Contenders, Standing, Standings, following, is_over, one_turn
from tabletop.arcana.rules.melee.turns import winner as winner_of
from tabletop.work import go_on

Number = TypeVar("Number", float, Fraction)


class Ending(Struct, Generic[Number], frozen=True):
    """The chance of each side to win and that neither does, and the mean of the turns; None where it may never end."""

    wins: tuple[Number, Number]
    nobody: Number
    turns: Number | None


def lasting(own: Contender, end: Standing) -> int:
    """What never grows of a unit: wounds, and of those that regenerate models."""
    bodies = zip((own.fighter, *own.fighter.characters), (end.left, *end.characters), strict=False)
    return sum(
        left.models if one.figures.defence.regeneration else left.wounds(one.figures.wounds) for one, left in bodies
    )


def exactly(pair: Contenders, *, morale: bool = True) -> Ending[Fraction]:
    """Turns until one breaks or is destroyed, or neither can harm the other."""
    chances = [Fraction(), Fraction(), Fraction()]
    waiting: dict[int, dict[Standings, Fraction]] = {}
    turns, never = Fraction(1), Fraction()

    def level_of(ends: Standings) -> int:
        return lasting(pair[0], ends[0]) + lasting(pair[1], ends[1])

    def passed_on(ends: Standings, times: Fraction) -> None:
        if is_over(ends):
            which = winner_of(ends)
            chances[2 if which is None else which] += times
            return
        among = waiting.setdefault(level_of(ends), {})
        among[ends] = among.get(ends, Fraction()) + times

    for ends, chance in one_turn(pair, morale=morale).chances().items():
        passed_on(ends, chance)
    while waiting:
        level = max(waiting)
        incoming = waiting.pop(level)
        states, flows = list(incoming), []
        places = {state: number for number, state in enumerate(states)}
        for state in states:  # and those that are found on the way
            flows.append(one_turn(following(pair, state), morale=morale).chances())
            inside = (ends for ends in flows[-1] if not is_over(ends) and level_of(ends) == level)
            found = [ends for ends in inside if ends not in places]
            places |= {ends: number for number, ends in enumerate(found, len(states))}
            states += found
        inner = np.array([[flow.get(state, Fraction()) for state in states] for flow in flows], dtype=object)
        leaves = [sum((own for ends, own in flow.items() if ends not in places), Fraction()) for flow in flows]
        arrived = np.array([incoming.get(state, Fraction()) for state in states], dtype=object)
        times, stuck = visits(arrived, inner, np.array(leaves, dtype=object))
        turns, never = turns + sum(times), never + stuck
        onward = (
            (flow, ends, often) for flow, often in zip(flows, times, strict=True) for ends in flow if ends not in places
        )
        for flow, ends, often in onward:
            passed_on(ends, flow[ends] * often)
    chances[2] += never
    return Ending((chances[0], chances[1]), chances[2], None if never else turns)


def visits(incoming: Any, inner: Any, leaves: Any) -> tuple[Any, Any]:
    """How often each of n states is come by before they are left for good, and how often they never are.

    `incoming` (n) says how often they are come to from outside, `inner` (n, n) holds the chances from row to column,
    `leaves` (n) those to leave all of them; what is missing in a row to 1 is the state itself. Of states that are never
    left the first is counted 0 times.
    """
    np.fill_diagonal(inner := inner.copy(), 0)
    if not inner.any():
        return visits_apart(incoming, leaves)
    leaves, incoming, changes = leaves.copy(), incoming.copy(), 0 * leaves
    for last in range(len(incoming) - 1, -1, -1):
        go_on()
        changes[last] = leaves[last] + inner[last, :last].sum()
        if not changes[last]:
            leaves[:last] += inner[:last, last]
            continue
        by_way = inner[:last, last] / changes[last]
        inner[:last, :last] += np.outer(by_way, inner[last, :last])
        leaves[:last] += by_way * leaves[last]
        incoming[:last] += incoming[last] / changes[last] * inner[last, :last]
    times, stuck = 0 * incoming, 0 * incoming[0]
    for place, change in enumerate(changes):
        go_on()
        arrived = incoming[place] + (times[:place] * inner[:place, place]).sum()
        if change:
            times[place] = arrived / change
        else:
            stuck += arrived
    return times, stuck


def visits_apart(incoming: Any, leaves: Any) -> tuple[Any, Any]:
    """The same of states none of which leads to another one."""
    left = leaves > 0
    return np.where(left, incoming / np.where(left, leaves, 1), 0), incoming[~left].sum()
