"""Wounds put together: as many fall as by the best of all ways, and every wound is somewhere."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tabletop.arcana.queries.casualties import read_suffered
from tabletop.arcana.queries.questions import ask
from tabletop.arcana.rules.formation.wounds import Wounded, carried, placed
from tabletop.decoding import MalformedError
from tests.tables import block, loose, table

few = settings(max_examples=50, deadline=None)


@st.composite
def units(draw: st.DrawFn) -> Wounded:
    models, each = draw(st.integers(1, 4)), draw(st.integers(1, 6))
    return Wounded(models, each, tuple(draw(st.lists(st.integers(0, each - 1), max_size=models))))


def best_by_trying(unit: Wounded, hits: list[int]) -> tuple[int, int]:
    """The most that fall in any way to share hits out, and the most wounds on the living then."""
    ways = []
    for targets in product(range(unit.models), repeat=len(hits)):
        taken = [sum(hit for hit, at in zip(hits, targets, strict=True) if at == model) for model in range(unit.models)]
        living = [lost for lost, rest in zip(taken, unit.rests, strict=True) if lost < rest]
        ways.append((unit.models - len(living), sum(living)))
    return max(ways)


@few
@given(units(), st.lists(st.integers(1, 6), min_size=1, max_size=5))
def test_hits_are_put_together_as_well_as_by_trying_every_way(unit: Wounded, hits: list[int]) -> None:
    toll = placed(unit, hits)
    fallen, living = best_by_trying(unit, hits)
    before = sum(unit.each - rest for rest in unit.rests[toll.fallen :])
    assert (toll.fallen, sum(toll.wounded) - before) == (fallen, living)
    assert toll.wasted == sum(hits) - living - sum(unit.rests[:fallen])


@few
@given(units(), st.integers(1, 30))
def test_wounds_that_carry_over_are_lost_only_when_nobody_is_left(unit: Wounded, wounds: int) -> None:
    toll = carried(unit, wounds)
    assert toll.wasted == max(wounds - sum(unit.rests), 0)
    left = (unit.models - toll.fallen) * unit.each - sum(toll.wounded)
    assert left == max(sum(unit.rests) - wounds, 0)
    assert all(lost < unit.each for lost in toll.wounded)


@pytest.mark.parametrize(
    "text", ["", "wounds", "wounds 1 2", "wounds 2; hits 3", "wounds 2000", "hits 1 1 1 1 1 1 1 1 1 1 1 1 1", "harm 3"]
)
def test_what_isnt_suffered_is_refused(text: str) -> None:
    with pytest.raises(MalformedError):
        read_suffered(text)


@pytest.mark.parametrize(
    ("ref", "text", "field"),
    [
        ("r1", "wounds 2; fallen 1 2", "fallen"),
        ("b1", "wounds 1; fallen 1 2", "fallen"),
        ("b1", "wounds 1; wounded 1", "wounded"),
    ],
)
def test_what_contradicts_the_unit_is_refused(ref: str, text: str, field: str) -> None:
    scene = table(block(corner=(30, 20)), loose("b1", (32, 25), (34, 25)))
    with pytest.raises(MalformedError) as caught:
        ask(scene, "casualties", [ref, text])
    assert caught.value.field == field


def test_a_unit_that_is_gone_leaves_the_table_and_its_fights() -> None:
    scene = table(block(corner=(30, 20)), loose("b1", (32, 20.5)), engaged=[{"units": ["r1", "b1"]}])
    after = ask(scene, "casualties", ["b1", "wounds 1"]).scene
    assert list(after.units) == ["r1"]
    assert not after.is_engaged("r1")
