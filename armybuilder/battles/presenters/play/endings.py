"""How a battle ended, or is proposed to end, in words: who won, and how high by the book."""

from __future__ import annotations

from tabletop.arcana.battle.state import Result, State

LEVELS = {
    "total": ": total victory",
    "major": ": major victory",
    "minor": ": minor victory",
    "pyrrhic": ": Pyrrhic victory",
    "objectives": " won by objectives",
    "agreed": " won",
}


def outcome(state: State, result: Result) -> str:
    """Who won and how high, as `Green Tide: minor victory`."""
    return f"{state.army(result.winner).name}{LEVELS[result.level]}" if result.winner else "A draw"
