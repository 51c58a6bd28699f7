"""Broken units run, and who fought them may follow (B11 to B15); nobody is in their way, and nobody covers them."""

from __future__ import annotations

import numpy as np

from tabletop.arcana.simulation.line.state import BEHIND, State, expanded
from tabletop.arcana.simulation.line.volleys import first_living
from tabletop.arcana.simulation.seeds import Floats, Ints
from tabletop.dice.rolls import SIDES

NO_ONE = np.uint64(0)


def die(uniform: Floats) -> Ints:
    found: Ints = (uniform * SIDES).astype(np.int64) + 1
    return found


def rout(state: State) -> None:
    """All broken units flee a die and their whole move; those they fought follow as far as they have nobody else."""
    fleeing = [state.broken[side] & ~state.gone[side] for side in (0, 1)]
    for side in (0, 1):
        battles, units = np.nonzero(fleeing[side])
        if len(battles):
            _flee(state, side, battles, units)
    state.settle()
    for side in (0, 1):
        over = state.broken[side] & (state.x[side] < -BEHIND)
        state.leave(side, over)


def _flee(state: State, side: int, battles: Ints, units: Ints) -> None:
    own = state.meeting.sides[side]
    fled = own.move[units] + die(state.uniforms(battles, own.purposes[units], NO_ONE, "flees"))
    caught = _pursued(state, side, battles, units, fled)
    further = die(state.uniforms(battles, own.purposes[units], NO_ONE, "flees on"))
    state.x[side][battles, units] -= fled + np.where(caught, further, 0)
    if side:
        state.contact[battles, :, units] = False
    else:
        state.contact[battles, units, :] = False


def _pursued(state: State, side: int, battles: Ints, units: Ints, fled: Floats) -> Ints:
    """Whether each unit that flees is caught by some pursuer; these strike it, and stand where they have come to."""
    other = 1 - side
    pair = state.contact[battles, :, units] if side else state.contact[battles, units, :]
    caught = np.zeros(len(battles), bool)
    at, foes = np.nonzero(pair)
    if not len(at) or not state.policies[other].pursues:
        return caught
    its = state.meeting.sides[other]
    b, unit = battles[at], units[at]
    fights = state.contact & ~(state.broken[side][:, None, :] if side else state.broken[side][:, :, None])
    held = np.any(fights, axis=2 - other, keepdims=True).reshape(state.gone[other].shape)[b, foes]
    free = ~(held | state.broken[other][b, foes] | state.busy[other][b, foes])
    at, foes, b, unit = at[free], foes[free], b[free], unit[free]
    name = its.purposes[foes], state.meeting.sides[side].purposes[unit]
    reach = its.move[foes] + die(state.uniforms(b, *name, "pursues"))
    comes = reach >= fled[at]
    state.x[other][b, foes] += np.minimum(reach, fled[at])
    state.busy[other][b, foes] = True
    caught[at[comes]] = True
    catch(state, other, b[comes], foes[comes], unit[comes], "caught")
    return caught


def catch(state: State, side: int, battles: Ints, units: Ints, prey: Ints, *step: object) -> None:
    """One wound for each attack of a whole unit on who flees from it, rams too, saved by fixed armour alone (B14)."""
    blows, own = state.meeting.blows[side], state.meeting.sides[side]
    whose, line = expanded(blows.first, blows.number, units)
    b, unit, foe = battles[whose], units[whose], prey[whose]
    body = blows.body[line]
    models, struck = state.models(side)[b, body], first_living(state, 1 - side)[b, foe]
    swept = np.minimum(blows.attacks[line] * blows.sweeps[line], state.models(1 - side)[b, struck])
    each = np.where(blows.sweeps[line] > 0, swept, blows.attacks[line])
    dice = np.where(
        blows.per_wound[line], each * np.minimum(models * own.each[body], state.wounds[side][b, body]), models * each
    )
    name = blows.purposes[line], state.meeting.sides[1 - side].purposes[foe]
    wounds = state.meeting.throws.drawn(blows.caught[line, struck], dice, state.uniforms(b, *name, *step))
    state.suffers(1 - side, b, struck, wounds, unit)
