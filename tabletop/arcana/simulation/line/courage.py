"""The morale phase: regeneration, rallies, tests and what they cost, then the armies' own tests (B87 to B107)."""

from __future__ import annotations

import numpy as np

from tabletop.arcana.rules.morale.paying import WOUNDS_FOR_A_POINT
from tabletop.arcana.rules.morale.rallying import FAR_ENOUGH, FEWEST
from tabletop.arcana.rules.morale.testing import (
    ALWAYS_FAILS,
    ALWAYS_PASSES,
    ARMY_MORALE,
    ARMY_TESTS_FROM,
    LOOSE_STEPS,
    SUPERIOR_TIMES,
    TENTH,
)
from tabletop.arcana.simulation.deaths import LossCause
from tabletop.arcana.simulation.line.state import NOBODY, State, occurrence
from tabletop.arcana.simulation.line.volleys import ranks_of
from tabletop.arcana.simulation.seeds import Bools, Floats, Ints
from tabletop.dice.rolls import SIDES

TWO_DICE = np.array([first + second for first in range(1, SIDES + 1) for second in range(1, SIDES + 1)])
TWO_DICE.sort()  # so that a greater number is a greater throw
WHOLE_ARMY = np.uint64(0)


def two_dice(uniform: Floats) -> Ints:
    found: Ints = TWO_DICE[(uniform * len(TWO_DICE)).astype(np.int64)]
    return found


def morale(state: State) -> None:
    """All tests are named before the first is thrown, so that nobody's loss in paying changes another's."""
    for side in (0, 1):
        _regain(state, side)
    for side in (0, 1):
        _rally(state, side)
    missed = [_missed(state, side) for side in (0, 1)]
    for side in (0, 1):
        _pay_or_break(state, side, missed[side])


def _regain(state: State, side: int) -> None:
    own = state.meeting.sides[side]
    for body in np.flatnonzero(own.regenerates):
        models = state.models(side)[:, body]
        lost = models * own.each[body] - state.wounds[side][:, body]
        at = np.flatnonzero(lost)
        if len(at):
            number = state.meeting.healing
            uniform = state.uniforms(at, own.purposes[own.unit_of[body]], np.uint64(body), "regeneration")
            healed = state.meeting.throws.drawn(number, lost[at], uniform)
            state.wounds[side][at, body] += healed
            state.note(side, LossCause.REGAINED, at, own.unit_of[body], healed)


def _lost(state: State, side: int) -> Ints:
    """Wounds of each unit since the turn began."""
    return state.by_unit(side, state.wounds_then[side]) - state.by_unit(side, state.wounds[side])


def _highest(state: State, side: int) -> Ints:
    own = state.meeting.sides[side]
    found: Ints = np.maximum.reduceat(np.where(state.wounds[side] > 0, own.morale, 0), own.starts, axis=1)
    return found


def _throw(state: State, side: int, *step: object) -> Ints:
    """Two dice of every unit."""
    own = state.meeting.sides[side]
    every = np.arange(state.count)[:, None]
    return two_dice(state.uniforms(every, own.purposes, WHOLE_ARMY, *step))


def _rally(state: State, side: int) -> None:
    own = state.meeting.sides[side]
    models = state.by_unit(side, state.models(side))
    may = state.broken[side] & ~state.gone[side] & (_lost(state, side) <= 0) & ~state.engaged(side)
    may &= models * FEWEST >= own.models_at_first
    if not may.any():
        return
    for unit in np.flatnonzero(may.any(axis=0)):
        battles = np.flatnonzero(may[:, unit])
        inches = state.distances(side, int(unit), battles)
        inches[state.broken[1 - side][battles]] = np.inf
        may[battles, unit] = inches.min(axis=1) >= FAR_ENOUGH
    thrown = _throw(state, side, "rally")
    passes = (thrown == ALWAYS_PASSES) | ((thrown <= _highest(state, side)) & (thrown != ALWAYS_FAILS))
    state.broken[side] &= ~(may & passes)


def _missed(state: State, side: int) -> Ints:
    """By how many points each unit fails its test, 0 of those that pass or don't test."""
    own, engaged = state.meeting.sides[side], state.engaged(side)
    bodies = state.models(side)
    models = state.by_unit(side, bodies)
    wounds = state.by_unit(side, state.wounds[side])
    fallen_of = state.models_then[side] - bodies
    fallen = np.maximum(state.by_unit(side, fallen_of), 0)
    characters = np.maximum(state.by_unit(side, np.where(own.led, fallen_of, 0)), 0)
    troops_fallen = np.maximum(fallen_of[:, own.starts], 0)
    each = own.each[own.starts]
    hurt = np.where(own.shares[own.starts], 0, bodies[:, own.starts] * each - state.wounds[side][:, own.starts])
    superior, penalty = _enemies(state, side, wounds, ranks_of(state, side))
    tests = (4 * fallen >= own.models_at_first) & (fallen > 0)
    tests |= (2 * wounds <= own.wounds_at_first) & ((_lost(state, side) > 0) | engaged)
    tests |= superior > 0
    tests |= state.frightened[side] & own.natural
    tests |= characters > 0
    tests &= (engaged | own.natural) & ~(state.gone[side] | state.broken[side])
    number = _highest(state, side) - -(-np.maximum(troops_fallen * each, hurt) // 2)
    number += _numbers(state, side, models) - characters - superior - penalty
    thrown = _throw(state, side, "morale")
    points = np.maximum(thrown - number, (thrown == ALWAYS_FAILS) * 1)
    points = np.where(tests & (thrown != ALWAYS_PASSES), np.maximum(points, 0), 0)
    found: Ints = points
    return found


def _numbers(state: State, side: int, models: Ints) -> Ints:
    own = state.meeting.sides[side]
    found: Ints = models // (own.loose_step * np.where(state.ranked(side, models), 1, LOOSE_STEPS))
    return found


def _enemies(state: State, side: int, wounds: Ints, ranked: Bools) -> tuple[Ints, Ints]:
    """How many enemies each unit fights are superior to it, and what their numbers take off its test."""
    superior, penalty = np.zeros_like(wounds), np.zeros_like(wounds)
    battles, *units = np.nonzero(state.contact)
    if not len(battles):
        return superior, penalty
    mine, theirs, other = units[side], units[1 - side], 1 - side
    its_wounds = state.by_unit(other, state.wounds[other])[battles, theirs]
    before = ranks_of(state, other)[battles, theirs] & ~ranked[battles, mine]
    over = wounds[battles, mine] <= its_wounds // np.where(before, 1, SUPERIOR_TIMES)
    np.add.at(superior, (battles, mine), over * 1)
    models = state.by_unit(other, state.models(other))
    numbers = _numbers(state, other, models)[battles, theirs]
    numbers = np.where(occurrence(battles * state.gone[other].shape[1] + theirs) == 0, numbers, 0)
    np.add.at(penalty, (battles, mine), numbers)
    return superior, penalty


def _pay_or_break(state: State, side: int, points: Ints) -> None:
    own = state.meeting.sides[side]
    failed = points > 0
    pays = failed & (own.pays | (own.disciplined & ranks_of(state, side)))
    state.broken[side] |= failed & ~pays
    wounds = state.by_unit(side, state.wounds[side])
    owed = np.where(pays, np.minimum(points * -(-wounds // WOUNDS_FOR_A_POINT), wounds), 0)
    if not owed.any():
        return
    for body, unit in enumerate(own.unit_of):
        paid = np.minimum(owed[:, unit], state.wounds[side][:, body])
        state.wounds[side][:, body] -= paid
        state.note(side, LossCause.PAID, slice(None), unit, paid)
        owed[:, unit] -= paid
    state.bury(side)


def lost_points(state: State, side: int) -> Ints:
    """Points of units that are broken, below a quarter, or gone (B106)."""
    own = state.meeting.sides[side]
    models = state.by_unit(side, state.models(side))
    counts = state.broken[side] | state.gone[side] | (FEWEST * models < own.models_at_first)
    found: Ints = (counts * own.points).sum(axis=1)
    return found


def winners(state: State) -> Ints:
    """The side that has won each battle by a test of the other army, -1 while neither has (B106, B107, BR64)."""
    lost = [lost_points(state, side) for side in (0, 1)]
    breaks = []
    for side in (0, 1):
        percent = 100 * lost[side] // state.meeting.sides[side].points.sum()
        seat = state.meeting.seats[side]
        thrown = two_dice(state.uniforms(slice(None), seat, WHOLE_ARMY, "army"))
        breaks.append((percent >= ARMY_TESTS_FROM) & (thrown > ARMY_MORALE - percent // TENTH))
    dice = [state.uniforms(slice(None), seat, WHOLE_ARMY, "who tests first") for seat in state.meeting.seats]
    first_of_tied = np.where(dice[0] > dice[1], 0, 1)
    beaten = np.where(lost[0] > lost[1], 0, np.where(lost[1] > lost[0], 1, first_of_tied))
    beaten = np.where(breaks[0] & breaks[1], beaten, np.where(breaks[0], 0, 1))
    found: Ints = np.where(breaks[0] | breaks[1], 1 - beaten, NOBODY)
    return found
