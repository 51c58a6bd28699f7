"""The magic phase, as far as a line has one: power grows, and wizards cast what strikes hardest (B74, B78).

Only spells whose hits strike one unit are cast, at once and once; the other side's first wizard with power counters.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tabletop.arcana.simulation.line.rout import die
from tabletop.arcana.simulation.line.state import State
from tabletop.arcana.simulation.line.volleys import first_living, ranks_of
from tabletop.arcana.simulation.policies import Casting
from tabletop.arcana.simulation.seeds import Bools, Ints, Keys


@dataclass(slots=True)
class Cast:
    """Spells that units of a side have chosen and paid for: in which battles, which spell, at whom."""

    side: int
    unit: int
    battles: Ints
    spells: Ints
    targets: Ints


def magic(state: State) -> None:
    """Both sides choose and pay by what stood as the phase began, before anybody counters; all is suffered together."""
    for side in (0, 1):
        casts = ~(state.gone[side] | state.broken[side])
        state.power[side] += casts * _casters(state, side)
    castings = [
        casting
        for side in (0, 1)
        if state.policies[side].casts
        for unit in np.flatnonzero(state.meeting.bolts[side].number)
        if (casting := chosen(state, side, int(unit)))
    ]
    for casting in castings:
        _cast(state, casting)
    state.settle()


def _casters(state: State, side: int) -> Ints:
    """Wizards of each unit, as long as one of its characters lives, or all of it are characters."""
    own = state.meeting.sides[side]
    led = np.add.reduceat(own.led * 1, own.starts) > 0
    living = state.by_unit(side, np.where(own.led, state.wounds[side], 0)) > 0
    found: Ints = own.casters * (living | ~led)
    return found


def chosen(state: State, side: int, unit: int) -> Cast | None:
    """The spell and the target that cost the enemy most, of those that power, range and the policy allow."""
    bolts = state.meeting.bolts[side]
    spells = np.arange(bolts.first[unit], bolts.first[unit] + bolts.number[unit])
    alive = ~(state.gone[side][:, unit] | state.broken[side][:, unit]) & (_casters(state, side)[:, unit] > 0)
    at = np.flatnonzero(alive & (state.power[side][:, unit] >= bolts.level[spells].min()))
    if not len(at):
        return None
    inches = state.distances(side, unit, at)
    may = (inches[:, None, :] <= bolts.range[spells][None, :, None]) & (
        state.power[side][at, unit][:, None, None] >= bolts.level[spells][None, :, None]
    )
    worth = np.where(may, bolts.worth[spells][None], 0.0)
    if state.policies[side].casting is Casting.LARGEST:
        worth[:, bolts.level[spells] < bolts.level[spells].max()] = 0
    worth = worth.reshape(len(at), -1)
    best = worth.argmax(axis=1)
    some = worth[np.arange(len(at)), best] > 0
    at, best = at[some], best[some]
    spell, target = spells[best // inches.shape[1]], best % inches.shape[1]
    state.power[side][at, unit] -= bolts.level[spell]
    return Cast(side, unit, at, spell, target)


def _cast(state: State, casting: Cast) -> None:
    """What isn't countered strikes."""
    side, other, bolts = casting.side, 1 - casting.side, state.meeting.bolts[casting.side]
    at, spell, target = casting.battles, casting.spells, casting.targets
    stands = ~_countered(state, side, at, bolts.purposes[spell], bolts.level[spell])
    at, spell, target = at[stands], spell[stands], target[stands]
    struck, ranked = first_living(state, other)[at, target], ranks_of(state, other)[at, target]
    name = bolts.purposes[spell], state.meeting.sides[other].purposes[target]
    chances = bolts.chances[spell, struck, ranked * 1]
    wounds = state.meeting.throws.drawn(chances, np.ones(len(at), np.int64), state.uniforms(at, *name, "spell"))
    state.suffers(other, at, struck, wounds, np.full(len(at), casting.unit))


def _countered(state: State, side: int, at: Ints, names: Keys, power: Ints) -> Bools:
    """Whether the other side's first wizard with power throws higher, a point for each die; ties stand."""
    other = 1 - side
    able = (state.power[other][at] > 0) & ~(state.gone[other][at] | state.broken[other][at])
    able &= _casters(state, other)[at] > 0
    tries = able.any(axis=1)
    if not state.policies[other].casts:
        tries &= False
    unit = able.argmax(axis=1)
    state.power[other][at[tries], unit[tries]] -= 1
    theirs, mine = (die(state.uniforms(at, names, np.uint64(0), who)) for who in ("counters", "is countered"))
    found: Bools = tries & (theirs + 1 > mine + power)
    return found
