"""Templates: orders in words, models counted by distance, odds of wandering that add up and agree with brute force."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tabletop.arcana.rules.templates import expected_hits, odds, read_template, touched
from tabletop.arcana.rules.templates.scattering import landings
from tabletop.decoding import MalformedError
from tabletop.geometry.distance.distances import gap_from_disc
from tabletop.geometry.primitives.vectors import Point, ahead
from tests.laws import of_each
from tests.tables import block, loose, table

POINTS = st.tuples(st.integers(200, 400).map(lambda tenth: tenth / 10), st.integers(100, 300).map(lambda n: n / 10))
CROWDS = st.lists(POINTS, min_size=1, max_size=8)
BY_DEGREES = 720


@of_each(
    ("text", "field"),
    [
        ("", "template"),
        ("circle 5", "template"),
        ("at 3,4", "template"),
        ("circle 5; wall 6 1; at 3,4", "template"),
        ("circle five; at 3,4", "template[0]"),
        ("circle 5; at 3 4 5", "template[1]"),
        ("circle 5; at 3", "template[1]"),
        ("circle 5; at 3,4; at 5,6", "template"),
        ("wall 6 1; at 3,4; scatter 2d6", "template"),
        ("circle 5; at 3,4; scatter 9d9", "template[2]"),
        ("circle 5; at 3,4; scatter 6 sideways", "template[2]"),
        ("circle 5; at 3,400", "template[1]"),
        ("circle nan; at 3,4", "template[0]"),
        ("circle 3''; at 3,4", "template[0]"),
        ("circle 3; at 3,4; hits 3d8", "template[2]"),
        ("circle 3; at 3,4; scatter 5d6", "template[2]"),
        ("star 5; at 3,4", "template[0]"),
    ],
)
def test_what_is_no_template_is_refused_by_its_part(text: str, field: str) -> None:
    with pytest.raises(MalformedError) as caught:
        read_template(text)
    assert caught.value.field == field


@given(CROWDS, POINTS, st.sampled_from([3, 4, 5]))
def test_models_are_touched_by_their_distance(crowd: list[Point], at: tuple[float, float], wide: int) -> None:
    scene = table(loose("b1", *crowd))
    found = touched(scene, read_template(f"circle {wide}; at {at[0]},{at[1]}"))
    bases = scene.unit("b1").bases
    expected = [place for place, base in enumerate(bases) if gap_from_disc(at, wide / 2, base).inches <= 1e-3]
    assert [list(each.models) for each in found] == ([expected] if expected else [])


@settings(deadline=None)
@given(CROWDS, st.sampled_from(["6", "2d6", "d3", "2d6 any", "6 any"]))
def test_chances_add_up_and_the_mean_is_their_sum(crowd: list[Point], scatter: str) -> None:
    scene = table(loose("b1", *crowd), block("r1", corner=(28, 22)))
    order = read_template(f"circle 4; at 30,20; scatter {scatter}")
    assert float(sum(place.chance for place in landings(scene, order))) == pytest.approx(1)
    found = odds(scene, order)
    for each in found.values():
        assert list(each.at_least) == sorted(each.at_least, reverse=True)
        assert float(each.expected) == pytest.approx(float(sum(each.at_least)))
    if found:
        parts = sum(float(each.expected) for ref, each in found.items() if ref)
        assert float(found[""].expected) == pytest.approx(parts)


def test_by_the_clock_it_is_every_throw_counted() -> None:
    scene = table(block("b1", models=20, files=5, corner=(28, 27), facing=20))
    order = read_template("circle 5; at 30,20; scatter 2d6")
    bases, counts = scene.unit("b1").bases, []
    for one, other, hour in product(range(1, 7), range(1, 7), range(6)):
        middle = ahead((30, 20), 60 * hour, one + other)
        counts.append(sum(gap_from_disc(middle, 2.5, base).inches <= 1e-3 for base in bases))
    found = odds(scene, order)["b1"]
    assert found.expected == Fraction(sum(counts), len(counts))
    assert found.at_least == tuple(
        Fraction(sum(count >= k for count in counts), len(counts)) for k in range(1, max(counts) + 1)
    )


@settings(deadline=None, max_examples=20)
@given(CROWDS)
def test_in_any_direction_arcs_are_what_many_directions_come_to(crowd: list[Point]) -> None:
    scene = table(loose("b1", *crowd))
    found = odds(scene, read_template("circle 5; at 30,20; scatter 6 any"))
    bases = scene.unit("b1").bases
    step = 360 / BY_DEGREES
    middles = [ahead((30, 20), step * (number + 0.5), 6) for number in range(BY_DEGREES)]
    sampled = sum(gap_from_disc(at, 2.5, base).inches <= 1e-3 for at in middles for base in bases) / BY_DEGREES
    expected = float(found["b1"].expected) if found else 0.0
    assert expected == pytest.approx(sampled, abs=2 * len(crowd) / BY_DEGREES)


@given(CROWDS, st.sampled_from(["d3", "3d3", "d6", "4d3"]))
def test_hits_come_as_often_as_anybody_is_touched(crowd: list[Point], dice: str) -> None:
    scene = table(loose("b1", *crowd), block("r1", corner=(28, 22)))
    order = read_template(f"circle 4; at 30,20; scatter 6; hits {dice}")
    assert order.hits
    found, means = odds(scene, order), expected_hits(scene, order, order.hits)
    assert means == {
        ref: found[ref].at_least[0] * replace(order.hits, halvings=int(ref == "b1")).odds().mean()
        for ref in found
        if ref
    }


def test_a_template_that_stays_has_no_odds_to_speak_of() -> None:
    scene = table(loose("b1", (30, 20), (50, 40)))
    found = odds(scene, read_template("circle 5; at 30,20"))
    assert found["b1"].at_least == (1,)
    assert odds(table(), read_template("circle 5; at 30,20; scatter 6")) == {}
