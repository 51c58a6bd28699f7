from __future__ import annotations

from fractions import Fraction
from itertools import product

from tabletop.battle.luck import Attempt, luck, luck_by


def attempt(dice: int, good: int, hits: int, of: str = "r1") -> Attempt:
    return Attempt("red", of, "to-hit", dice, good, hits)


def test_luck_is_the_share_of_all_throws_that_bring_less() -> None:
    attempts = [attempt(2, 2, 1), attempt(1, 5, 1), attempt(1, 0, 0), attempt(1, 7, 1)]
    good = (2, 2, 5, 0, 6)
    throws = product(range(1, 7), repeat=5)
    sums = [sum(face <= most for face, most in zip(faces, good, strict=True)) for faces in throws]
    found = luck(attempts)
    assert (found.dice, found.hits, found.expected) == (5, 3, Fraction(5, 2))
    for exact, of in [(found.fewer, sum(n < 3 for n in sums)), (found.as_many, sum(n == 3 for n in sums))]:
        assert abs(exact - Fraction(of, 6**5)) < Fraction(1, 2**100)


def test_no_dice_are_neither_luck() -> None:
    assert luck([]).percentile == Fraction(1, 2)
    assert luck([attempt(1, 3, 2)]).percentile == 1


def test_luck_is_told_by_unit() -> None:
    by = luck_by([attempt(1, 3, 1, "r1"), attempt(1, 3, 0, "r2"), attempt(1, 3, 1, "r1")], lambda each: each.of)
    assert {unit: (share.hits, float(share.percentile)) for unit, share in by.items()} == {
        "r1": (2, 0.875),
        "r2": (0, 0.25),
    }


def test_luck_of_a_whole_battle_is_right_to_many_places() -> None:
    found = luck([attempt(400, good, 200) for good in range(1, 6)])
    assert abs(found.percentile - Fraction(1, 2)) < Fraction(1, 2**100)
