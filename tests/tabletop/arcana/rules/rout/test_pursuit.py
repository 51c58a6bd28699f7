"""Flight and pursuit: exact chances against every pair of dice, and malformed words."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tabletop.arcana.queries.questions import ask
from tabletop.arcana.rules.rout import flight, pursuit
from tabletop.arcana.rules.rout.running import has_left, run_away
from tabletop.arcana.rules.rout.threats import bearing_of
from tabletop.decoding import MalformedError
from tabletop.geometry.distance.bearings import ranges_hold
from tabletop.geometry.primitives.tolerances import RANGE
from tabletop.geometry.primitives.vectors import normalized_angle
from tests.laws import of_each
from tests.tables import Plain, block, laid, loose, plain_table, swung, table

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
    assert found.priorities_kept == 2
    assert any(
        low - 1e-9 <= turn <= high + 1e-9
        for low, high in found.fan
        for turn in (found.direction, found.direction + 360)
    )


@given(st.floats(0.5, 12), st.floats(0.5, 30), st.integers(4, 10))
@example(y=5.50055, x=30.0, move=4)  # past the limit, but by less than a range may be too short
def test_whoever_must_leave_leaves_by_every_direction_of_its_fan_and_by_no_other(y: float, x: float, move: int) -> None:
    scene = table(
        loose("r1", (x, y), movement=move, broken=True), loose("b1", (x, y + 1)), engaged=FIGHT, size=[120, 120]
    )
    found = flight(scene, "r1")
    assert found.must_leave == (found.away <= move + 1 + RANGE)
    if found.must_leave:
        for low, high in found.fan:
            assert all(has_left(scene, run_away(scene, found.unit, bearing, move + 1)) for bearing in (low, high))
        outside = [bearing for bearing in range(95, 270, 5) if not ranges_hold(found.fan, bearing)]
        assert not any(has_left(scene, run_away(scene, found.unit, bearing, move + 0.99)) for bearing in outside)


@pytest.mark.parametrize("unit", [loose("r1", (-9, 20), broken=True), loose("r1", (30, 20), fly=0, altitude="low")])
def test_whoever_stands_off_the_table_or_flies_nowhere_is_answered_too(unit: Plain) -> None:
    scene = table(unit, loose("b1", (60, 20), fly=0, altitude="low"))
    assert flight(scene, "r1").leaves == (unit["formation"]["positions"][0][0] < 0)
    assert pursuit(scene, "b1", "r1").chance == 0


@given(st.integers(0, 3))
def test_a_turned_flight_goes_where_it_did(quarters: int) -> None:
    plain = plain_table(
        loose("r1", (30, 60), movement=8, broken=True),
        loose("b1", (31, 63)),
        block("b2", corner=(20, 40)),
        size=[120, 120],
    )
    straight, turned = (flight(laid(each), "r1") for each in (plain, swung(plain, (60, 60), 90 * quarters)))
    assert turned.direction == pytest.approx(normalized_angle(straight.direction + 90 * quarters))
    assert (turned.away, turned.leaves) == (pytest.approx(straight.away), straight.leaves)


def test_an_enemy_in_contact_is_squarely_beyond_the_edge_however_many_bases_touch() -> None:
    """Ruling T67: not along the line between any two middles; at corners between the edges of both."""
    for aside, angle in product((-4.0, -2.7, -1.0, 0.0, 0.3, 2.5), (0, 17, 90, 133.3, 301)):
        own = block("r1", models=9, files=4, base=4, corner=(30, 30))
        foe = block("b1", models=6, files=3, corner=(35 + aside, 30), facing=180)
        scene = laid(swung(plain_table(own, foe, engaged=FIGHT, size=[120, 120]), (30, 30), angle))
        assert bearing_of(scene.unit("r1"), scene.unit("b1")) % 360 == pytest.approx(angle)
    corner = table(loose("r1", (30, 20)), loose("b1", (31, 21)))
    assert bearing_of(corner.unit("r1"), corner.unit("b1")) == pytest.approx(45)


@pytest.mark.parametrize("text", ["180 up", "low", "high 180"])
def test_other_words_and_units_without_wings_flee_on_foot(text: str) -> None:
    scene = table(loose("r1", (30, 20), broken=True), loose("b1", (31, 20)))
    with pytest.raises(MalformedError):
        ask(scene, "pursuit", ["b1", "r1", text])


@of_each(
    ("name", "words", "field"),
    [
        ("pursuit", ["b1", "r1", "down"], "direction"),
        ("pursuit", ["b1", "r1", "400"], "direction"),
        ("flight", ["x1"], ""),
        ("flight", ["r1", "up"], "flight"),
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
