"""The movement phase: who moves first, charges with their shots, advances (B22 to B28)."""

from __future__ import annotations

import numpy as np

from tabletop.arcana.simulation.line.rout import NO_ONE, catch
from tabletop.arcana.simulation.line.state import APART, MOST_AT_ONCE, State
from tabletop.arcana.simulation.line.volleys import volley
from tabletop.arcana.simulation.policies import Charging, Holding, Policy
from tabletop.arcana.simulation.seeds import Bools, Floats, Ints

CLOSEST = 1.0  # inches to which an advance comes at an enemy
BERSERKS_MORE = 3  # a d3 of inches


def movement(state: State) -> None:
    """The higher of two dice moves first; ties are thrown again, which leaves both an even chance."""
    rolls = [state.uniforms(slice(None), seat, NO_ONE, "initiative") for seat in state.meeting.seats]
    first = rolls[0] > rolls[1]
    for passing in (True, False):
        _side(state, 0, first == passing)
        _side(state, 1, first != passing)


def _side(state: State, side: int, battles: Bools) -> None:
    for unit in range(state.gone[side].shape[1]):
        free = battles & ~(state.gone[side][:, unit] | state.broken[side][:, unit] | state.busy[side][:, unit])
        fights = state.contact[:, :, unit] if side else state.contact[:, unit, :]
        at = np.flatnonzero(free & ~fights.any(axis=1))
        if len(at):
            _move(state, side, unit, at)


def _move(state: State, side: int, unit: int, at: Ints) -> None:
    own, policy = state.meeting.sides[side], state.policies[side]
    inches = state.distances(side, unit, at)
    reach = np.full(len(at), own.move[unit])
    if own.berserk[unit]:
        reach += (state.uniforms(at, own.purposes[unit], NO_ONE, "berserk") * BERSERKS_MORE).astype(np.int64) + 1
    worth = _worth_charging(state, side, unit, at, inches <= reach[:, None], policy)
    target = worth.argmax(axis=1)
    charges = worth[np.arange(len(at)), target] > -np.inf
    if charges.any():
        _charge(state, side, unit, at[charges], target[charges])
    stays = ~charges
    if stays.any():
        _advance(state, side, unit, at[stays], inches[stays], reach[stays], policy)


def _worth_charging(state: State, side: int, unit: int, at: Ints, near: Bools, policy: Policy) -> Floats:
    """What a charge at each enemy brings in parts of the unit, minus infinity where none is wanted or possible."""
    own, other = state.meeting.sides[side], 1 - side
    gains = state.meeting.gains[side][unit] * 100 / max(own.points[unit], 1)
    fights = state.contact[at].sum(axis=2 - other)
    near &= fights < MOST_AT_ONCE
    if not own.berserk[unit]:
        if policy.charging is Charging.NEVER or not state.meeting.blows[side].number[unit]:
            near &= False
        elif policy.charging is Charging.WHEN_IT_PAYS:
            near &= (gains >= policy.margin) | (fights > 0) | state.broken[other][at]
    found: Floats = np.where(near, gains, -np.inf)
    return found


def _charge(state: State, side: int, unit: int, at: Ints, target: Ints) -> None:
    other, units = 1 - side, np.full(len(at), unit)
    state.busy[side][at, unit] = True
    _met(state, side, units, at, target)
    alive = ~(state.gone[side][at, unit] | state.gone[other][at, target])
    at, target = at[alive], target[alive]
    flees = state.broken[other][at, target]
    state.x[side][at, unit] = APART - state.x[other][at, target]
    state.y[side][at, unit] = state.y[other][at, target]
    if flees.any():
        catch(state, side, at[flees], np.full(flees.sum(), unit), target[flees], "charged as it fled")
        state.settle()
    at, target = at[~flees], target[~flees]
    state.fresh[side][at, unit] = True
    newly = ~state.engaged_then[other][at, target]
    state.fresh[other][at[newly], target[newly]] = True
    if side:
        state.contact[at, target, unit] = True
    else:
        state.contact[at, unit, target] = True


def _met(state: State, side: int, units: Ints, at: Ints, target: Ints) -> None:
    """Shots of who stands and fires and of natural weapons of those who charge, together (BR8)."""
    other = 1 - side
    if state.meeting.shots[other].number.any() and state.policies[other].stands_and_fires:
        engaged = state.engaged(other)[at, target]
        may = np.flatnonzero(~(engaged | state.broken[other][at, target] | state.shot[other][at, target]))
        fired = volley(state, other, at[may], target[may], units[may], None)
        state.shot[other][at[may][fired], target[may][fired]] = True
    if state.meeting.shots[side].number[units[0]]:
        fired = volley(state, side, at, units, target, None, natural=True)
        state.shot[side][at[fired], units[fired]] = True
    state.settle()


def _advance(state: State, side: int, unit: int, at: Ints, inches: Floats, reach: Floats, policy: Policy) -> None:
    """Straight at the nearest enemy, up to an inch from it; shooters only as far as their weapons want."""
    own, other = state.meeting.sides[side], 1 - side
    nearest = inches.argmin(axis=1)
    far = inches[np.arange(len(at)), nearest]
    room = np.where(np.isfinite(far), np.maximum(far - CLOSEST, 0), 0)
    step = np.minimum(reach, room)
    weapons = _range(state, side, unit)
    if policy.holding is Holding.EVERYBODY and not own.berserk[unit]:
        step = np.zeros(len(at))
    elif policy.holding is Holding.SHOOTERS and weapons:
        short = np.maximum(far - weapons, 0)
        step = np.minimum(step, np.where(short <= own.move[unit] / 2, short, reach))
    whole = np.maximum(far, CLOSEST)
    ahead = APART - state.x[side][at, unit] - state.x[other][at, nearest]
    aside = state.y[other][at, nearest] - state.y[side][at, unit]
    share = np.where(np.isfinite(whole), step / whole, 0)
    state.x[side][at, unit] += ahead * share
    state.y[side][at, unit] += np.clip(aside, -whole, whole) * share
    state.moved[side][at, unit] = step


def _range(state: State, side: int, unit: int) -> float:
    """Inches at which a unit shoots without being far away; 0 of one without missiles that holds for none."""
    shots = state.meeting.shots[side]
    lines = slice(shots.first[unit], shots.first[unit] + shots.number[unit])
    ranges = shots.normal[lines][~shots.natural[lines].astype(bool)]
    return float(ranges.max()) if len(ranges) else 0.0
