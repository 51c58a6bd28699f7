"""What batches say: shares with their intervals, and when to stop.

An interval is a confidence sequence: it holds the truth with 95 % at all times at once, however often somebody looks
and whenever they stop. It is Robbins' normal mixture with the variance that was seen (Waudby-Smith and others,
“Time-uniform central limit theory and asymptotic confidence sequences”), narrowest around `TUNED` pairs, and wider than
that of a number fixed beforehand by half or so. Two pairs are added to the variance, one at either end, so that a
figure without a single exception has an interval, too.

A sequential probability ratio test is Wald's with the likelihood ratio of a normal mean, as chess engines are tested
(fishtest): ½ n (m₁ − m₀)(2 mean − m₀ − m₁) / variance against log β/(1 − α) and log (1 − β)/α.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from math import inf, log, sqrt
from typing import Annotated

from msgspec import Meta, Struct

from tabletop.values import Value

SURE = 0.05  # how often an interval may miss, at any time at all
TUNED = 2000
FEWEST = 30  # pairs before a ratio is looked at
Share = Annotated[float, Meta(ge=-1, le=1)]
Chance = Annotated[float, Meta(gt=0, lt=0.5)]
Number = Annotated[int, Meta(ge=1, le=1_000_000_000)]


class Verdict(StrEnum):
    """What an experiment has come to."""

    COUNTING = "counting"
    DONE = "done"
    YES = "yes"
    NO = "no"
    UNDECIDED = "undecided at the cap"


class Fixed(Value, frozen=True, tag_field="rule", tag="fixed"):
    """So many batches of every cell."""

    batches: Number


class Within(Value, frozen=True, tag_field="rule", tag="within"):
    """Until the interval's half is so narrow, or so many batches of every cell have been played."""

    half: Annotated[float, Meta(ge=1e-6, lt=1)]
    batches: Number


class Ratio(Value, frozen=True, tag_field="rule", tag="ratio"):
    """A sequential probability ratio test of two means, the higher of which is the answer yes, with its cap."""

    no: Share
    yes: Share
    batches: Number
    wrong_yes: Chance = 0.05
    wrong_no: Chance = 0.05


Stop = Fixed | Within | Ratio


class Sample(Struct, frozen=True):
    """So many observations with their sum and the sum of their squares, between two ends."""

    number: int
    total: float
    squares: float
    least: float
    most: float

    @property
    def mean(self) -> float:
        return self.total / self.number

    @property
    def variance(self) -> float:
        """With one observation at either end besides."""
        number, total = self.number + 2, self.total + self.least + self.most
        squares = self.squares + self.least**2 + self.most**2
        return squares / number - (total / number) ** 2


class Estimate(Value, frozen=True):
    """A mean with its interval of 95 %, and of how many pairs."""

    mean: float
    low: float
    high: float
    pairs: int

    @property
    def half(self) -> float:
        return (self.high - self.low) / 2

    def holds(self, value: float) -> bool:
        return self.low <= value <= self.high


def estimate(sample: Sample, *, tables: int = 1) -> Estimate | None:
    """The mean with its interval; None of nothing. In a table of several the interval of each is wider (Bonferroni)."""
    if not sample.number:
        return None
    half = half_width(sample.number, sample.variance, SURE / tables)
    low, high = max(sample.mean - half, sample.least), min(sample.mean + half, sample.most)
    return Estimate(round(sample.mean, 6), round(low, 6), round(high, 6), sample.number)


def widest(mean: float, least: float, most: float, number: int, *, tables: int = 1) -> Estimate:
    """The estimate of a mean of so many observations between two ends, however they are spread between them.

    For what is known by its sum alone: the interval is at least as wide as it has to be.
    """
    mean = min(max(mean, least), most)
    squares = mean * (least + most) - least * most  # all observations at one end or the other
    found = estimate(Sample(number, number * mean, number * squares, least, most), tables=tables)
    assert found
    return found


def half_width(number: int, variance: float, miss: float) -> float:
    """Half of the interval after so many observations."""
    tuned = (-2 * log(miss) + log(-2 * log(miss) + 1)) / TUNED
    mixed = number * tuned + 1
    return sqrt(variance * 2 * mixed / (number**2 * tuned) * log(sqrt(mixed) / miss))


def ratio(sample: Sample, rule: Ratio) -> float:
    """The logarithm of how much likelier the observations are with the higher mean."""
    return sample.number * (rule.yes - rule.no) * (2 * sample.mean - rule.no - rule.yes) / (2 * sample.variance)


def bounds(rule: Ratio) -> tuple[float, float]:
    return log(rule.wrong_no / (1 - rule.wrong_yes)), log((1 - rule.wrong_no) / rule.wrong_yes)


def verdict(rule: Stop, rounds: int, sample: Sample) -> Verdict:
    """What a rule says after so many batches of every cell; it must be asked after each round, in their order."""
    capped = rounds >= rule.batches
    if isinstance(rule, Fixed):
        return Verdict.DONE if capped else Verdict.COUNTING
    if isinstance(rule, Within):
        found = estimate(sample)
        if found and found.half <= rule.half:
            return Verdict.DONE
        return Verdict.UNDECIDED if capped else Verdict.COUNTING
    if sample.number >= FEWEST:
        low, high = bounds(rule)
        likely = ratio(sample, rule)
        if not low < likely < high:
            return Verdict.YES if likely >= high else Verdict.NO
    return Verdict.UNDECIDED if capped else Verdict.COUNTING


def sample_of(counts: Sequence[int], values: Sequence[float]) -> Sample:
    """Observations counted by their values."""
    both = [*zip(counts, values, strict=True)]
    return Sample(
        number=sum(counts),
        total=sum(count * value for count, value in both),
        squares=sum(count * value**2 for count, value in both),
        least=min(values, default=-inf),
        most=max(values, default=inf),
    )
