"""Chances and means in words, rounded once, here."""

from __future__ import annotations

from fractions import Fraction


def per_cent(chance: Fraction | float, sign: str = " %") -> str:
    """`79 %`; what is possible and rare `< 1 %`, what is nearly sure `> 99 %`."""
    if not 0 < chance < 1:
        return f"{100 * int(chance)}{sign}"
    rounded = round(100 * chance)
    if chance < Fraction(1, 100):
        return f"< 1{sign}" if sign else "<1"
    return f"{min(rounded, 99)}{sign}" if chance <= Fraction(99, 100) else (f"> 99{sign}" if sign else ">99")


def tenths(mean: Fraction) -> str:
    """`3.9`; what is more than nothing and less than a twentieth `< 0.1`."""
    whole, rest = divmod(round(10 * mean), 10)
    return "< 0.1" if mean and not (whole or rest) else f"{whole}.{rest}"
