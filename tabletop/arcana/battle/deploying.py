"""Whose turn it is to set units up: by turns, or the defender, the attacker, and the defender again (B9)."""

from __future__ import annotations

from tabletop.arcana.battle.state import SIDES, BattleUnit, Standing, State, other
from tabletop.arcana.rules.deployment import Turn, alternating, attacking


def next_to_set_up(state: State) -> Turn | None:
    """Who sets up next, and how many units; None when everybody has.

    Where an attacker is chosen infiltrators don't count. Nothing holds players to it: they may set up as they agree.
    """
    attacked = state.initiative is not None  # the defender has the first initiative
    mine: dict[str, list[BattleUnit]] = {
        side: [unit for unit in state.of(side) if not (attacked and unit.infiltrates)] for side in SIDES
    }
    counts = {side: len(units) for side, units in mine.items()}
    placed = {side: sum(map(_is_set_up, units)) for side, units in mine.items()}
    if state.initiative is not None:
        attacker = other(state.initiative)
        turns = attacking(state.initiative, counts[state.initiative], attacker, counts[attacker])
    else:
        turns = alternating(counts)
    for turn in turns:
        done = min(turn.units, placed[turn.side])
        placed[turn.side] -= done
        if done < turn.units:
            return Turn(turn.side, turn.units - done)
    return None


def _is_set_up(unit: BattleUnit) -> bool:
    return unit.standing is not Standing.WAITING
