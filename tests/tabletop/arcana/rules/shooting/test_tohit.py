"""The number to hit and its chance: bands, movement, zero and less, area attacks; all exact."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from tabletop.arcana.catalogue.profiles import Missile
from tabletop.arcana.rules.shooting.tohit import band_of, barred_by_moving, chance_of, expected_hits, moving_modifier

BOW = Missile(name="Bow", range=21, attacks=1, skill=3)
BREATH = Missile(name="Breath", range=12, attacks=1, skill=3, natural=True)
MORTAR = Missile(range=36, min_range=12, attacks=1, skill=3, artillery=True, hits_d3=4)


def rolled(number: int) -> Fraction:
    """By every way two dice can fall: the first hits, or is a 1 that is rolled again."""
    ways = 0
    for first, second in product(range(1, 7), repeat=2):
        ways += first <= number if number > 0 else first == 1 and second <= 3 + number
    return Fraction(ways, 36)


@pytest.mark.parametrize("number", range(-5, 9))
def test_chances_are_those_of_the_dice(number: int) -> None:
    assert chance_of(number) == rolled(number)


@pytest.mark.parametrize(
    ("inches", "band"),
    [(0, "short"), (7, "short"), (7.01, "normal"), (21, "normal"), (21.01, "long"), (28, "long"), (28.01, "too far")],
)
def test_a_bow_has_three_bands(inches: float, band: str) -> None:
    assert band_of(BOW, inches) == band


@pytest.mark.parametrize(
    ("inches", "band"), [(11.9, "too near"), (12, "normal"), (13, "normal"), (36, "normal"), (36.1, "too far")]
)
def test_a_minimum_range_has_one(inches: float, band: str) -> None:
    assert band_of(MORTAR, inches) == band


@pytest.mark.parametrize(
    ("missile", "moved", "may", "modifier"),
    [
        (BOW, 0, True, 0),
        (BOW, 0.5, True, -1),
        (BOW, 3, True, -1),
        (BOW, 3.1, False, None),
        (BREATH, 3, True, 0),
        (BREATH, 3.1, True, -1),
        (BREATH, 6, True, -1),
        (BREATH, 6.1, False, None),
        (MORTAR, 0, True, 0),
        (MORTAR, 0.1, False, None),
    ],
)
def test_moving_costs_skill_or_the_shot(missile: Missile, moved: float, may: bool, modifier: int | None) -> None:
    assert (not barred_by_moving(missile, moved, 6)) == may
    if may:
        assert moving_modifier(missile, moved, 6) == modifier


def every_total(dice: int) -> list[int]:
    return [sum(faces) for faces in product((1, 2, 3), repeat=dice)]


@pytest.mark.parametrize("loose", [False, True])
@pytest.mark.parametrize("engaged", [False, True])
@pytest.mark.parametrize("number", [3, 0, 6])
def test_area_attacks_are_counted_die_by_die(loose: bool, engaged: bool, number: int) -> None:
    totals = every_total(4)
    halved = [-(-total // 2) for total in totals] if loose else totals
    full = Fraction(sum(halved), len(totals))
    half = Fraction(sum(-(-hits // 2) for hits in halved), len(totals))
    missed_by_one = Fraction(1, 6) if number == 3 and not engaged else 0
    assert expected_hits(MORTAR, number, loose=loose, engaged=engaged) == rolled(number) * full + missed_by_one * half
