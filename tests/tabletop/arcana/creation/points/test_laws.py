"""What holds for every price: exact sums, monotone statistics, no order, choices within bounds, linear scaling."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import ceil
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.profiles import Melee, Missile, Morale
from tabletop.arcana.creation.points import BOOK_FORMULA, RefusedError, price
from tabletop.arcana.creation.points.changes import Change
from tabletop.arcana.creation.points.melee import groups
from tabletop.arcana.creation.points.steps import moves
from tests.tabletop.arcana.creation.points.designs import random_design

designs = st.randoms(use_true_random=True).map(random_design)
WORSE_WHEN_MORE = ("slow", "last_strike", "reloads", "sweep", "min_range")
LADDERS = {
    "strength": ("weak", 0, 1, 2, 3, 4, 5, 6),
    "kind": ("natural", "fearless"),
    "spellcaster": (None, "general", "schools"),
}


def exact(design: Design) -> Fraction:
    return price(design).exact


@given(designs)
def test_lines_add_up_to_the_exact_price_and_each_is_cited(design: Design) -> None:
    receipt = price(design)
    assert sum(line.amount for line in receipt.breakdown.lines) == receipt.exact
    assert all(line.amount and line.label and line.citation.document == BOOK.title for line in receipt.breakdown.lines)


@given(designs)
def test_price_is_rounded_once_and_up(design: Design) -> None:
    receipt = price(design)
    assert receipt.points == ceil(receipt.exact)
    assert receipt.points - 1 < receipt.exact <= receipt.points


@given(designs)
def test_every_model_costs_at_least_a_point_for_each_wound(design: Design) -> None:
    assert exact(design) >= design.wounds


def rank(change: Change) -> object:
    leaf = change.field.rpartition(".")[2]
    if leaf == "abilities":
        return len(change.value)
    return LADDERS[leaf].index(change.value) if leaf in LADDERS else change.value


@settings(max_examples=40)
@given(designs)
def test_more_of_a_good_statistic_is_never_cheaper(design: Design) -> None:
    now = exact(design)
    for change, _ in moves(design, BOOK_FORMULA):
        try:
            then = exact(change.applied(design))
        except RefusedError:
            continue
        if change.field == "morale.kind" and change.before(design) == "berserk":
            continue
        is_more = rank(change) > rank(Change(change.field, change.before(design)))  # type: ignore[operator]
        if change.field.endswith(WORSE_WHEN_MORE):
            is_more = not is_more
        assert then >= now if is_more else then <= now, change


def test_eldritch_stands_outside_the_ladder_of_strengths() -> None:
    table = BOOK_FORMULA.melee_strength
    assert table[2] == table["eldritch"] < table[3]


@pytest.mark.parametrize("strength", ["weak", 0, 1, 2])
def test_last_strike_brings_no_weak_blow_below_one(strength: int | str) -> None:
    blow = Melee(attacks=1, skill=2, strength=strength, last_strike=True)  # type: ignore[arg-type]
    bare = exact(Design(name="Clerk"))
    assert exact(Design(name="Clerk", melee=(blow,))) - bare == 1


@pytest.mark.parametrize("inches", [None, 2, 4, 6])
def test_war_machine_pays_for_six_inches_whatever_it_moves(inches: int | None) -> None:
    machine = Design(name="Ram", kind="war-machine")
    assert exact(Change("movement.ground", inches).applied(machine)) == exact(machine)


@given(designs, st.randoms(use_true_random=True))
def test_order_of_attacks_doesnt_matter(design: Design, rng: Random) -> None:
    melee, missile = (
        [[line for _, line in group] for group in groups(lines, "")] for lines in (design.melee, design.missile)
    )
    rng.shuffle(melee)
    rng.shuffle(missile)
    shuffled = replace(
        design,
        melee=tuple(line for group in melee for line in group),
        missile=tuple(line for group in missile for line in group),
    )
    assert exact(shuffled) == exact(design)


@given(designs)
def test_order_of_alternatives_doesnt_matter(design: Design) -> None:
    lines = design.melee[:2]
    if len(lines) == 2:
        first, second = lines
        one = replace(design, melee=(replace(first, alternative=False), replace(second, alternative=True)))
        other = replace(design, melee=(replace(second, alternative=False), replace(first, alternative=True)))
        assert exact(one) == exact(other)


@given(designs)
def test_alternatives_cost_between_the_dearer_alone_and_both_in_full(design: Design) -> None:
    design = replace(design, infiltrates=False)
    for head, lines in (("melee", design.melee), ("missile", design.missile)):
        if len(lines) < 2:
            continue
        first, second = replace(lines[0], alternative=False), replace(lines[1], alternative=False)
        full = exact(replace(design, **{head: (first, second)}))
        either = exact(replace(design, **{head: (first, replace(second, alternative=True))}))
        dearer = max(exact(replace(design, **{head: (line,)})) for line in (first, second))
        assert dearer <= either <= full
        assert either - dearer == full - either


def differences(prices: list[Fraction]) -> set[Fraction]:
    return {second - first for first, second in pairwise(prices)}


@given(designs)
def test_price_grows_evenly_with_wounds(design: Design) -> None:
    design = replace(design, melee=design.melee[:1])
    assert len(differences([exact(replace(design, wounds=wounds)) for wounds in (1, 2, 3, 4)])) == 1


@given(designs)
def test_price_grows_evenly_with_attacks(design: Design) -> None:
    for head, lines in (("melee", design.melee[:1]), ("missile", design.missile[:1])):
        for line in lines:
            numbers = [exact(replace(design, **{head: (replace(line, attacks=n),)})) for n in (1, 2, 3, 4)]
            assert len(differences(numbers)) == 1


@given(designs)
def test_price_grows_evenly_with_dice(design: Design) -> None:
    for line in design.missile[:1]:
        for dice in ("hits_d3", "wounds_d3"):
            shots = [replace(line, **{dice: number}) for number in (1, 2, 3, 4)]
            assert len(differences([exact(replace(design, missile=(shot,))) for shot in shots])) == 1


@given(designs)
def test_infiltration_is_a_quarter_more(design: Design) -> None:
    plain, hurried = replace(design, infiltrates=False), replace(design, infiltrates=True)
    assert exact(hurried) == exact(plain) * Fraction(5, 4)


@given(designs)
def test_base_and_names_are_free(design: Design) -> None:
    renamed = tuple(replace(line, name="Fist") for line in design.melee)
    assert exact(replace(design, name="Other", base=15, melee=renamed)) == exact(design)


@given(designs)
def test_berserk_costs_what_natural_does(design: Design) -> None:
    berserk, natural = (replace(design, morale=Morale(value=9, kind=kind)) for kind in ("berserk", "natural"))
    assert exact(berserk) == exact(natural)


@given(st.integers(0, 44))
def test_range_factor_runs_straight_between_its_columns(inches: int) -> None:
    columns = sorted(key for key in BOOK_FORMULA.range if isinstance(key, int))
    near, far = max(c for c in columns if c <= inches), min(c for c in columns if c > inches)
    step = (BOOK_FORMULA.range[far] - BOOK_FORMULA.range[near]) / (far - near)
    assert BOOK_FORMULA.range_factor(inches) == BOOK_FORMULA.range[near] + step * (inches - near)


def test_minimum_range_pays_for_the_span() -> None:
    def shot(farthest: int, nearest: int) -> Design:
        return Design(name="Bow", missile=(Missile(range=farthest, min_range=nearest, attacks=1, skill=2),))

    assert exact(shot(36, 12)) == exact(shot(24, 0))
