"""Intervals and stop rules: they keep what they promise, on made-up pairs whose truth is known."""

from __future__ import annotations

import numpy as np
import pytest

from tabletop.arcana.simulation.estimates import (
    Fixed,
    Ratio,
    Sample,
    Verdict,
    Within,
    bounds,
    estimate,
    half_width,
    ratio,
    sample_of,
    verdict,
    widest,
)

RULE = Ratio(no=0.5, yes=0.55, batches=400)
RUNS, BATCH = 300, 20
SCORES = np.array([0, 0.25, 0.5, 0.75, 1])


def runs(mean: float, rounds: int) -> np.ndarray:
    """Pairs of many experiments whose mean score is so much: (runs, rounds, batch)."""
    random = np.random.default_rng(5)
    won = random.random((RUNS, rounds, BATCH, 2)) < mean
    return won.mean(axis=-1)


def decided(rule: Ratio, scores: np.ndarray) -> tuple[Verdict, int]:
    """What a rule says of batches in order, and after how many."""
    for rounds in range(1, len(scores) + 1):
        seen = scores[:rounds].ravel()
        found = verdict(rule, rounds, Sample(len(seen), seen.sum(), (seen**2).sum(), 0, 1))
        if found is not Verdict.COUNTING:
            return found, rounds
    return Verdict.COUNTING, len(scores)


@pytest.mark.parametrize(("truth", "wrong"), [(RULE.no, Verdict.YES), (RULE.yes, Verdict.NO)])
def test_a_ratio_is_wrong_no_more_often_than_it_says(truth: float, wrong: Verdict) -> None:
    """One in twenty, of which three standard errors of so many runs are allowed."""
    ends = [decided(RULE, scores)[0] for scores in runs(truth, 60)]
    assert ends.count(wrong) <= RUNS * (0.05 + 3 * (0.05 * 0.95 / RUNS) ** 0.5)
    assert ends.count(Verdict.COUNTING) < RUNS / 4


def test_an_interval_holds_the_truth_however_often_somebody_looks() -> None:
    """Looked at after each batch, in all of a run: a usual interval of 95 % would miss in a third of them."""
    missed = 0
    for scores in runs(0.5, 100):
        numbers = np.arange(1, 101) * BATCH
        totals, squares = (np.cumsum((scores**power).sum(axis=1)) for power in (1, 2))
        samples = [Sample(int(n), t, s, 0, 1) for n, t, s in zip(numbers, totals, squares, strict=True)]
        missed += any(not found.holds(0.5) for sample in samples if (found := estimate(sample)))
    assert missed <= RUNS * 0.05


def test_intervals_narrow_with_the_root_of_the_number_and_are_never_empty() -> None:
    assert half_width(40_000, 0.1, 0.05) / half_width(10_000, 0.1, 0.05) == pytest.approx(1 / 2, rel=0.1)
    assert half_width(10_000, 0.1, 0.01) > half_width(10_000, 0.1, 0.05)
    without = estimate(sample_of([0, 0, 0, 0, 200], SCORES.tolist()))
    assert without
    assert without.mean == without.high == 1
    assert 0.9 < without.low < 0.999  # none in 200 isn't none at all
    assert estimate(Sample(0, 0, 0, 0, 1)) is None


def test_an_interval_of_a_sum_alone_is_no_narrower_than_that_of_its_values() -> None:
    for scores in runs(0.3, 5):
        total, squares = float(scores.sum()), float((scores**2).sum())
        own = estimate(Sample(scores.size, total, squares, 0, 1))
        wide = widest(total / scores.size, 0, 1, scores.size)
        assert own
        assert wide.mean == own.mean
        assert (wide.low, wide.high) == pytest.approx((own.mean - wide.half, own.mean + wide.half))
        assert wide.half >= own.half
    ends = widest(500.0, 0, 2000, 100)  # points, of which a quarter of the battles may cost all
    assert ends.half == pytest.approx(2000 * widest(0.25, 0, 1, 100).half, rel=1e-4)


def test_every_rule_stops_by_its_cap_and_says_how() -> None:
    undecided = Sample(4000, 2100, 1300, 0, 1)
    assert bounds(RULE) == pytest.approx((-2.944, 2.944), abs=1e-3)
    assert ratio(Sample(100, 52.5, 40, 0, 1), RULE) == pytest.approx(0)
    assert verdict(RULE, 400, undecided) is Verdict.UNDECIDED
    assert verdict(RULE, 399, undecided) is Verdict.COUNTING
    assert verdict(Fixed(3), 2, undecided) is Verdict.COUNTING
    assert verdict(Fixed(3), 3, undecided) is Verdict.DONE
    assert verdict(Within(half=0.001, batches=9), 9, undecided) is Verdict.UNDECIDED
    assert verdict(Within(half=0.05, batches=9), 2, undecided) is Verdict.DONE
