"""What dice bring, for JSON: fractions in text beside decimals, distributions, throws."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tabletop.citations import plain_citation
from tabletop.dice.distributions import Distribution
from tabletop.dice.steps import Thrown

Plain = dict[str, Any]

MIDDLE = Fraction(4, 5)
LONGEST_FRACTION = 14_000  # bits, some 4200 digits


def plain_chance(chance: Fraction | float) -> Plain:
    """A chance as a fraction in text and as a decimal; null where it was computed in floats."""
    return {"exact": _exact(chance), "decimal": float(chance)}


def plain_mean(mean: Fraction | float) -> Plain:
    return {"mean": _exact(mean), "decimal": float(mean)}


def _exact(number: Fraction | float) -> str | None:
    """A fraction in text; None where it is none, or too long to be read by anybody (and for Python to write)."""
    if not isinstance(number, Fraction):
        return None
    return str(number) if max(number.numerator, number.denominator).bit_length() <= LONGEST_FRACTION else None


def plain_numbers(numbers: Distribution[int]) -> Plain:
    """A number's mean and distribution, the chance of at least each, and the middle 80 %."""
    return {
        **plain_mean(numbers.mean()),
        "distribution": {str(number): _exact(chance) for number, chance in numbers.chances().items()},
        "at_least": {str(least): _exact(chance) for least, chance in numbers.at_least().items()},
        "middle": list(numbers.middle(MIDDLE)),
    }


def plain_throw(thrown: Thrown) -> Plain:
    result = list(thrown.result) if isinstance(thrown.result, tuple) else thrown.result
    citation = plain_citation(thrown.citation)
    return {"name": thrown.name, "faces": list(thrown.faces), "result": result, "citation": citation}
