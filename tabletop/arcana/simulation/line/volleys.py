"""Shooting: in its phase, at those who charge, and by those who charge (B62 to B72)."""

from __future__ import annotations

import numpy as np

from tabletop.arcana.catalogue.profiles import FOOTPRINTS
from tabletop.arcana.rules.shooting.tohit import MANY_BASES
from tabletop.arcana.simulation.line.state import State, expanded
from tabletop.arcana.simulation.line.tables import LOWEST
from tabletop.arcana.simulation.policies import Aiming
from tabletop.arcana.simulation.seeds import Bools, Floats, Ints

BASE_UNITS = {base: count for base, (_, _, count) in FOOTPRINTS.items()}
RANKS_THAT_SHOOT = 2


def volley(
    state: State, side: int, battles: Ints, units: Ints, targets: Ints, inches: Floats | None, *, natural: bool = False
) -> Bools:
    """What units shoot at targets, under way; whether each has shot. Without `inches` a charge is met, or made.

    Then neither range nor a move matters (B27); `natural` is with the weapons that alone may be used in a charge.
    """
    shots, own = state.meeting.shots[side], state.meeting.sides[side]
    whose, line = expanded(shots.first, shots.number, units)
    b, unit, target = battles[whose], units[whose], targets[whose]
    ready = state.loaded[side][b, unit] | ~shots.reloads[line]
    change = _mass(state, 1 - side, b, target)
    if inches is None:
        ready &= shots.natural[line] == natural
    else:
        far, gone = inches[whose], state.moved[side][b, unit]
        half = own.move[unit] / 2
        ready &= (far <= shots.long[line]) & (far >= shots.least[line])
        ready &= (gone <= 0) | (~shots.artillery[line] & (shots.natural[line] | (gone <= half)))
        change += (far <= shots.short[line]) * 1 - (far > shots.normal[line]) * 1
        change -= (gone > np.where(shots.natural[line], half, 0)) * 1
    whose, line, b, unit, target, change = (each[ready] for each in (whose, line, b, unit, target, change))
    bodies = shots.body[line]
    number = _shooters(state, side, b, unit, bodies) * shots.attacks[line]
    struck = first_living(state, 1 - side)[b, target]
    ranked = ranks_of(state, 1 - side)[b, target]
    chances = shots.chances[line, struck, ranked * 1, change - LOWEST]
    uniform = state.uniforms(
        b, shots.purposes[line], state.meeting.sides[1 - side].purposes[target], "shots", natural, inches is None
    )
    wounds = state.meeting.throws.drawn(chances, number, uniform)
    state.suffers(1 - side, b, struck, wounds, unit)
    has_shot = np.zeros(len(units), bool)
    has_shot[whose[number > 0]] = True
    emptied = (number > 0) & shots.reloads[line]
    state.loaded[side][b[emptied], unit[emptied]] = False
    return has_shot


def _mass(state: State, side: int, battles: Ints, units: Ints) -> Ints:
    """1 for targets of 30 base units and more in ranks."""
    own = state.meeting.sides[side]
    each = np.array([BASE_UNITS[base] for base in own.base])
    models = state.by_unit(side, state.models(side))[battles, units]
    found: Ints = ((models * each[units] >= MANY_BASES) & ranks_of(state, side)[battles, units]) * 1
    return found


def _shooters(state: State, side: int, battles: Ints, units: Ints, bodies: Ints) -> Ints:
    """All models of a loose unit, two ranks of others."""
    own = state.meeting.sides[side]
    models = state.models(side)[battles, bodies]
    ranked = ranks_of(state, side)[battles, units] & ~own.led[bodies]
    found: Ints = np.where(ranked, np.minimum(models, RANKS_THAT_SHOOT * own.files[units]), models)
    return found


def ranks_of(state: State, side: int) -> Bools:
    return state.ranked(side, state.by_unit(side, state.models(side)))


def first_living(state: State, side: int) -> Ints:
    """The body of each unit that is hit: its troops while any live, then who led them."""
    own = state.meeting.sides[side]
    bodies = len(own.unit_of)
    places = np.where(state.wounds[side] > 0, np.arange(bodies), bodies - 1)
    found: Ints = np.minimum.reduceat(places, own.starts, axis=1)
    return found


def missiles(state: State) -> None:
    """The phase: all volleys of both sides are simultaneous, and nobody shoots into a melee."""
    fired = [_phase(state, side) for side in (0, 1)]
    for side, (battles, units, done) in enumerate(fired):
        state.shot[side][battles[done], units[done]] = True
        rests = ~state.shot[side] & (state.moved[side] == 0) & ~state.engaged(side)
        state.loaded[side] |= rests
    state.settle()


def _phase(state: State, side: int) -> tuple[Ints, Ints, Bools]:
    shots, worth = state.meeting.shots[side], state.meeting.shot_worth[side]
    ready = ~(state.gone[side] | state.broken[side] | state.engaged(side) | state.shot[side])
    ready &= shots.number > 0
    free = ~(state.gone[1 - side] | state.engaged(1 - side))
    found = []
    for unit in np.flatnonzero(shots.number):
        battles = np.flatnonzero(ready[:, unit])
        lines = slice(shots.first[unit], shots.first[unit] + shots.number[unit])
        inches = state.distances(side, int(unit), battles)
        in_range = free[battles] & (inches <= shots.long[lines].max())
        if state.policies[side].aiming is Aiming.NEAREST:
            value = np.where(in_range, -inches, -np.inf)
        else:
            value = np.where(in_range, worth[unit], -np.inf)
        target = value.argmax(axis=1)
        some = in_range.any(axis=1)
        found.append((battles[some], np.full(some.sum(), unit), target[some], inches[some, target[some]]))
    if not found:
        nobody = np.zeros(0, np.int64)
        return nobody, nobody, np.zeros(0, bool)
    battles, units, targets, inches = (np.concatenate(each) for each in zip(*found, strict=True))
    return battles, units, volley(state, side, battles, units, targets, inches)
