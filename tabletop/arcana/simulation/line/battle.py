"""Whole battles in a line: turn by turn until an army breaks or the last turn ends, thousands of them side by side.

Cost: some 0.3 ms a battle of two armies of 2,000 points, where a thousand or more are played together.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tabletop.arcana.battle.policies import LAST_TURN
from tabletop.arcana.simulation.deaths import LossCause, destroyed_in, lost_in
from tabletop.arcana.simulation.line.courage import lost_points, morale, winners
from tabletop.arcana.simulation.line.melees import melees
from tabletop.arcana.simulation.line.moves import movement
from tabletop.arcana.simulation.line.rout import rout
from tabletop.arcana.simulation.line.spells import magic
from tabletop.arcana.simulation.line.state import NOBODY, State, begin, begin_turn
from tabletop.arcana.simulation.line.tables import Meeting
from tabletop.arcana.simulation.line.volleys import missiles
from tabletop.arcana.simulation.policies import STEADY, Policy
from tabletop.arcana.simulation.seeds import Ints, Keys


class Outcomes(NamedTuple):
    """What became of battles: (battles,), and by side (battles, units).

    `winner` is -1 where neither army broke by the last turn. `gained` is what each unit's blows and shots have cost the
    enemy, `spent` what is lost of it, both in thousandths of points. `deaths` are the wounds of each side's units by
    whose doing (`deaths.py`).
    """

    winner: Ints
    turns: Ints
    lost: tuple[Ints, Ints]
    gained: tuple[Ints, Ints]
    spent: tuple[Ints, Ints]
    deaths: tuple[Ints, Ints]


def played(meeting: Meeting, policies: tuple[Policy, Policy], keys: Keys) -> Outcomes:
    """A battle for each key."""
    units = [len(side.points) for side in meeting.sides]
    count, state = len(keys), begin(meeting, policies, keys)
    found = Outcomes(
        np.full(count, NOBODY),
        np.full(count, LAST_TURN),
        (np.zeros(count, np.int64), np.zeros(count, np.int64)),
        (np.zeros((count, units[0]), np.int64), np.zeros((count, units[1]), np.int64)),
        (np.zeros((count, units[0]), np.int64), np.zeros((count, units[1]), np.int64)),
        (state.deaths[0], state.deaths[1]),
    )
    while state.count and state.turn < LAST_TURN:
        turn(state)
        won = winners(state)
        ended = (won != NOBODY) | (state.turn == LAST_TURN)
        if ended.any():
            _note(found, state, won, ended)
            state.keep(~ended)
    return found


def turn(state: State) -> None:
    begin_turn(state)
    rout(state)
    movement(state)
    magic(state)
    missiles(state)
    melees(state)
    morale(state)


def _note(found: Outcomes, state: State, won: Ints, ended: np.typing.NDArray[np.bool_]) -> None:
    at = state.at[ended]
    found.winner[at] = won[ended]
    found.turns[at] = state.turn
    for side, own in enumerate(state.meeting.sides):
        found.lost[side][at] = lost_points(state, side)[ended]
        gone, left = state.gone[side] | state.broken[side], state.by_unit(side, state.wounds[side])
        spent = np.where(gone, own.wounds_at_first, own.wounds_at_first - left)[ended]
        every = slice(None)
        state.note(side, LossCause.FLED, ended, every, np.where(gone, left, 0)[ended])
        state.note(side, LossCause.TOGETHER, ended, every, spent - lost_in(state.deaths[side][at]))
        found.spent[side][at] = spent * own.worth
        found.gained[1 - side][at] = destroyed_in(state.deaths[side][at], own.worth)


class Ends(NamedTuple):
    """Fights of one unit on each side, round after round: who is left unbroken, -1 for neither, and in which round."""

    winner: Ints
    rounds: Ints


def fought_on(meeting: Meeting, keys: Keys, *, tests: bool = True, most: int = 1000) -> Ends:
    """Two units that fight until one breaks or is destroyed: what the exact odds answer as a fight to its end."""
    found = Ends(np.full(len(keys), NOBODY), np.zeros(len(keys), np.int64))
    state = begin(meeting, (STEADY, STEADY), keys)
    state.contact[:] = True
    while state.count and state.turn < most:
        begin_turn(state)
        if state.turn == 1:
            state.fresh = [fresh | True for fresh in state.fresh]
        melees(state)
        if tests:
            morale(state)
        out = [(state.broken[side] | state.gone[side])[:, 0] for side in (0, 1)]
        ended = out[0] | out[1]
        found.winner[state.at[ended]] = np.where(out[0] & out[1], NOBODY, np.where(out[0], 1, 0))[ended]
        found.rounds[state.at[ended]] = state.turn
        state.keep(~ended)
    return found
