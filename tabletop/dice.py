"""The chance of each total of several dice, exactly."""

from __future__ import annotations

from fractions import Fraction


def totals_of(dice: int, faces: int) -> dict[int, Fraction]:
    """Of so many dice with faces from 1: every total with its chance; of none the total is 0."""
    totals: dict[int, Fraction] = {0: Fraction(1)}
    for _ in range(dice):
        after: dict[int, Fraction] = {}
        for total, chance in totals.items():
            for face in range(1, faces + 1):
                after[total + face] = after.get(total + face, Fraction()) + chance / faces
        totals = after
    return totals


def mean_halved(dice: int, faces: int, halvings: int) -> Fraction:
    """The mean of the total, halved and rounded up so many times (“Area Attacks”)."""
    return sum((chance * -(-total // 2**halvings) for total, chance in totals_of(dice, faces).items()), Fraction())
