"""Steps and ways are prices of changed designs, exactly."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.profiles import Armour, Melee, Movement
from tabletop.arcana.creation.points import BOOK_FORMULA, RefusedError, price, refusals
from tabletop.arcana.creation.points.changes import Change, Variations, span_of, with_changes
from tabletop.arcana.creation.points.rows import design_of
from tabletop.arcana.creation.points.sensitivity import cheapest_changes, sensitivity
from tabletop.arcana.creation.points.steps import moves
from tests.catalogue import printed_catalogue
from tests.laws import of_each
from tests.tabletop.arcana.creation.points.designs import random_design

designs = st.randoms(use_true_random=True).map(random_design)
DRAGON = design_of(printed_catalogue().rows["monsters/dragon-young"])
ORC = design_of(printed_catalogue().rows["orcs/orc-with-scimitar"])


@settings(max_examples=30)
@given(designs)
def test_every_step_is_the_price_of_the_changed_design(design: Design) -> None:
    now = price(design).exact
    for step in sensitivity(design):
        changed = Change(step.field, step.after).applied(design)
        if step.exact is None:
            assert step.refusal in list(refusals(changed, BOOK_FORMULA))
            assert (step.points, step.difference) == (None, None)
        else:
            assert step.exact == price(changed).exact == now + (step.difference or 0)
            assert step.points == price(changed).points


def test_steps_of_the_young_dragon() -> None:
    steps = {(step.field, step.after): step.difference for step in sensitivity(DRAGON)}
    assert steps["wounds", 6] == 19
    assert steps["armour.value", 5] == 60
    assert steps["melee[0].attacks", 7] == -11
    assert steps["melee[0].skill", 4] == 16
    assert steps["missile[0].range", 15] == 36
    assert steps["fearsome", False] == -40
    assert len(steps) == 60


def test_step_where_the_tables_end_is_refused_by_name() -> None:
    blow = Melee(attacks=1, skill=5)
    (step,) = (
        step for step in sensitivity(replace(ORC, melee=(blow,))) if (step.field, step.after) == ("melee[0].skill", 6)
    )
    assert step.refusal is not None
    assert step.refusal.field == "melee[0].skill"


def test_refused_design_has_no_sensitivity() -> None:
    broken = replace(ORC, wounds=0)
    with pytest.raises(RefusedError, match="wounds"):
        sensitivity(broken)
    with pytest.raises(RefusedError, match="wounds"):
        cheapest_changes(broken, 10)


@settings(max_examples=10)
@given(designs, st.integers(-30, 30))
def test_ways_cost_what_their_designs_cost(design: Design, difference: int) -> None:
    for way in cheapest_changes(design, price(design).points + difference):
        changed = price(with_changes(design, way.changes))
        assert (way.exact, way.points) == (changed.exact, changed.points)


@of_each("points", [*range(6, 12), *range(13, 25)])
def test_no_single_step_is_overlooked(points: int) -> None:
    ways = cheapest_changes(ORC, points, most=100)
    assert {way.points for way in ways} == {points}
    assert [way.steps for way in ways] == sorted(way.steps for way in ways)
    singles = {step.points for step in sensitivity(ORC)}
    assert (ways[0].steps == 1) == (points in singles)


def test_cheapest_change_of_the_orc() -> None:
    ways = cheapest_changes(ORC, 11)
    assert Change("melee[0].strength", 1) in [change for way in ways for change in way.changes]
    assert len(cheapest_changes(ORC, 11, most=2)) == 2


def test_unreachable_price_gives_the_nearest() -> None:
    ways = cheapest_changes(ORC, 100_000)
    assert ways[0].points < 100_000
    assert ways[0].points >= max(step.points or 0 for step in sensitivity(ORC))


@given(designs)
def test_variations_agree_with_pricing_the_whole_again(design: Design) -> None:
    variations = Variations(design, BOOK_FORMULA)
    allowed = [
        change for change, _ in moves(design, BOOK_FORMULA) if not any(refusals(change.applied(design), BOOK_FORMULA))
    ]
    for first, second in zip(allowed, reversed(allowed), strict=True):
        changed = with_changes(design, (first, second))
        if first.field != second.field and not any(refusals(changed, BOOK_FORMULA)):
            assert variations.exact((first, second)) == price(changed).exact


@of_each(
    ("fields", "lines"),
    [
        (["melee[0].skill"], (0, 0)),
        (["melee[1].skill"], (1, 3)),
        (["melee[3].attacks"], (1, 3)),
        (["melee[0].skill", "melee[2].skill"], (0, 3)),
        (["melee[4].skill"], (4, 4)),
        (["melee[2].alternative"], None),
        (["melee[2].skill", "wounds"], None),
        (["ramming.skill"], None),
    ],
)
def test_only_the_changed_lines_and_their_alternatives_are_priced(
    fields: list[str], lines: tuple[int, int] | None
) -> None:
    plain, other = Melee(attacks=1, skill=2), Melee(attacks=2, skill=3, alternative=True)
    design = replace(ORC, melee=(plain, plain, other, other, plain), ramming=plain)
    changes = [Change(field, 4) for field in fields]
    span = span_of(design, changes)
    assert (span and (span.part, span.first, span.last)) == (lines and ("melee", *lines))
    assert Variations(design, BOOK_FORMULA).exact(changes) == price(with_changes(design, changes)).exact


def test_change_knows_what_stood_in_its_field() -> None:
    assert Change("movement.ground", 8).before(ORC) == 6
    assert Change("melee[0].skill", 8).before(ORC) == 2
    assert Change("armour.fixed", True).before(replace(ORC, armour=None)) is False
    assert Change("armour.value", 2).applied(replace(ORC, armour=None)).armour == Armour(value=2)
    assert Change("wounds", 2).applied(ORC).wounds == 2
    assert Change("movement.fly", 9).applied(ORC).movement == Movement(ground=6, fly=9)


@pytest.mark.parametrize("field", ["melee[0", "", "shoe", "melee[0].shoe"])
def test_change_of_a_field_that_isnt_there_is_an_error(field: str) -> None:
    with pytest.raises((AttributeError, TypeError)):
        Change(field, 1).applied(ORC)
