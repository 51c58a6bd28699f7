"""Rolls: their odds are those of every throw counted, whatever is thrown; faces come from seeds and from players."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from tabletop.dice import Dice, FacesError, Hits, OddDice, Seeded, Several, Throw, Total, Typed

ROLLS: list[Throw] = [
    *(Dice(count, faces, more, halvings, most) for count in (0, 1, 3) for faces in (3, 6)
      for more in (0, 2) for halvings in (0, 2) for most in (None, 3)),
    *(Hits(count, needed) for count in (0, 1, 4) for needed in range(-2, 8)),
    *(Total(times, Dice(2, 3, halvings=1)) for times in (0, 1, 2)),
    *(Several(times, Dice(1, 3, most=2)) for times in (0, 1, 4)),
    Several(2, Dice(2, 6)),
    *(OddDice(sides, count, needed) for sides in (4, 10) for count in (1, 3) for needed in (-1, 0, 3, 12, None)),
]  # fmt: skip


def test_the_odds_of_a_roll_are_its_throws_counted() -> None:
    for roll in ROLLS:
        sides = roll.sides if isinstance(roll, OddDice) else 6
        read = Counter(roll.read(faces) for faces in product(range(1, sides + 1), repeat=roll.count))
        whole = sides**roll.count
        assert roll.odds().chances() == {result: Fraction(often, whole) for result, often in read.items()}, roll


def test_a_d3_is_half_of_a_die_rounded_up() -> None:
    """E1, line 404 of the book."""
    assert [Dice(1, 3).read([face]) for face in range(1, 7)] == [1, 1, 2, 2, 3, 3]


def test_a_seed_brings_the_same_faces_every_time() -> None:
    faces = Seeded(7).faces(1000, "")
    assert faces == Seeded(7).faces(1000, "")
    assert set(faces) == {1, 2, 3, 4, 5, 6}
    assert faces != Seeded(8).faces(1000, "")


def test_typed_faces_are_taken_in_their_order_and_all_of_them() -> None:
    typed = Typed([3, 5, 1])
    assert typed.faces(2, "to hit") == (3, 5)
    with pytest.raises(FacesError, match="2 dice are thrown, not 3") as error:
        typed.check_all_taken()
    assert error.value.place == 3
    with pytest.raises(FacesError, match="saves asks for 2 dice, and 1 of 3 are left") as error:
        typed.faces(2, "saves")
    assert error.value.place == 4
    assert typed.faces(1, "saves") == (1,)
    typed.check_all_taken()


@pytest.mark.parametrize("face", [0, 7, -1])
def test_a_face_that_no_die_has_is_refused(face: int) -> None:
    with pytest.raises(FacesError, match=f"die 2 shows {face}: a die shows 1 to 6") as error:
        Typed([6, face])
    assert error.value.place == 2


def test_dice_of_other_sides_show_no_more_than_they_have() -> None:
    typed = Typed([10, 5], sides=10)
    assert typed.faces(1, "strikes", 10) == (10,)
    with pytest.raises(FacesError, match="die 2 shows 5: a die shows 1 to 4") as error:
        typed.faces(1, "moves", 4)
    assert error.value.place == 2
    assert set(Seeded(1).faces(200, "", 4)) == {1, 2, 3, 4}
