"""Flight and pursuit: exact chances against every pair of dice, and malformed words."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.arcana.asking.questions import ask
from tabletop.arcana.fleeing import flight, pursuit
from tabletop.arcana.roster import MalformedError
from tests.tables import block, laid, loose, plain_table, swung, table

FIGHT = [{"units": ["r1", "b1"]}]


@given(st.integers(2, 18), st.integers(2, 18))
def test_the_chance_is_that_of_all_pairs_of_dice(runs: int, follows: int) -> None:
    scene = table(
        block("r1", corner=(100, 120), movement=runs, broken=True),
        block("b1", corner=(105, 120), facing=180, movement=follows),
        engaged=FIGHT,
        size=[240, 240],
    )
    caught = sum(follows + other >= runs + own for own, other in product(range(1, 7), repeat=2))
    assert pursuit(scene, "b1", "r1", 180).chance == Fraction(caught, 36)


@given(st.integers(0, 359))
def test_a_turned_fight_is_as_likely_to_catch(angle: int) -> None:
    plain = plain_table(
        block("r1", corner=(120, 120), movement=8, broken=True),
        block("b1", corner=(125, 120), facing=180, movement=10),
        size=[240, 240],
        engaged=FIGHT,
    )
    assert pursuit(laid(swung(plain, (120, 120), angle)), "b1", "r1", 180 + angle).chance == Fraction(5, 6)


@given(st.tuples(st.integers(20, 100), st.integers(20, 100)), st.tuples(st.integers(20, 100), st.integers(20, 100)))
def test_the_best_direction_is_in_the_fan_and_never_nearer(own: tuple[int, int], foe: tuple[int, int]) -> None:
    if max(abs(own[0] - foe[0]), abs(own[1] - foe[1])) < 2:
        return
    scene = table(loose("r1", own, broken=True), loose("b1", foe), size=[120, 120])
    found = flight(scene, "r1")
    assert found.kept == 2
    assert any(low - 1e-9 <= turn <= high + 1e-9 for low, high in found.fan for turn in (found.best, found.best + 360))


@pytest.mark.parametrize(
    ("name", "words", "field"),
    [
        ("pursuit", ["b1", "r1", "down"], "direction"),
        ("pursuit", ["b1", "r1", "400"], "direction"),
        ("flight", ["x1"], ""),
        ("setup", ["sideways"], "terms"),
        ("setup", ["defender green"], "terms"),
        ("setup", ["apart 60"], "terms"),
        ("setup", ["a", "b"], "question"),
        ("manoeuvre", ["r1", "dance"], "manoeuvres[0]"),
        ("manoeuvre", ["r1", "turn left; fall back 0"], "manoeuvres[1]"),
        ("manoeuvre", ["r1", ";"], "manoeuvres"),
        ("charge", ["r1", "x1"], ""),
        ("overrun", ["r1", "x1"], ""),
        ("berserk", ["x1"], ""),
    ],
)
def test_what_isnt_a_question_is_refused_with_the_field(name: str, words: list[str], field: str) -> None:
    scene = table(block("r1", corner=(30, 20)), block("b1", corner=(35, 30), facing=180))
    with pytest.raises(MalformedError) as caught:
        ask(scene, name, words)
    assert caught.value.field == field
