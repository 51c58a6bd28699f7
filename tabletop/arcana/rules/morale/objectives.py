"""How many objectives a meeting engagement has, and how many of them win it."""

from __future__ import annotations

POINTS_EACH = 2000
RATHER_FEWER = 4  # objectives from which on players may agree on one fewer


def objectives(points: int) -> int:
    """Objectives that each player names in a game of so many points: one for each 2,000 or part of them (L1885)."""
    return -(-points // POINTS_EACH)


def enough(named: int) -> int:
    """How many of so many objectives win, where players take the book's advice: one fewer from four on (L1911)."""
    return named - 1 if named >= RATHER_FEWER else named
