"""Power: costs, and odds proved by rolling every pair of dice."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tabletop.arcana.catalogue.dispelling import (
    COUNTERSPELL,
    DISPEL,
    STEAL_ENCHANTMENT,
    Challenge,
    cost,
    turns_to_focus,
)
from tabletop.arcana.catalogue.spells.spell import Spell
from tests.laws import of_each

CHALLENGES = (COUNTERSPELL, DISPEL, STEAL_ENCHANTMENT)
PAIRS = list(product(range(1, 7), repeat=2))
POWERS = range(15)


def enumerated(challenge: Challenge, challenger: int, defender: int) -> Fraction:
    """Every roll of two dice, as the book words it: beat the caster to counter, equal is enough to dispel."""
    margins = [mine + challenger - theirs - defender for mine, theirs in PAIRS]
    won = [margin >= 0 if challenge.wins_ties else margin > 0 for margin in margins]
    return Fraction(sum(won), len(PAIRS))


def meld(level: int, *effects: dict[str, Any]) -> Spell:
    fields = {
        "slug": "earth/sink",
        "name": "Sink",
        "schools": [{"school": "earth", "place": 1}],
        "level": level,
        "range": "contact",
        "kind": "instant",
        "save": "none",
        "printed": {"name": "SINK", "level": "", "range": "", "kind": "", "saves": ""},
        "target": {"what": "caster-and-unit"},
        "effects": effects or ({"effect": "meld", "through": "open-ground", "inches": 24},),
        "text": "Down and up.",
    }
    return msgspec.convert(fields, Spell)


@pytest.mark.parametrize("challenge", CHALLENGES, ids=lambda challenge: challenge.name)
def test_odds_are_those_of_all_36_rolls(challenge: Challenge) -> None:
    for challenger, defender in product(POWERS, repeat=2):
        assert challenge.odds(challenger, defender) == enumerated(challenge, challenger, defender)


@of_each(
    ("challenge", "challenger", "defender", "odds"),
    [
        (COUNTERSPELL, 2, 3, Fraction(10, 36)),
        (COUNTERSPELL, 1, 1, Fraction(15, 36)),
        (COUNTERSPELL, 0, 5, Fraction(0)),
        (COUNTERSPELL, 6, 0, Fraction(1)),
        (DISPEL, 1, 3, Fraction(10, 36)),
        (DISPEL, 1, 1, Fraction(21, 36)),
        (DISPEL, 0, 3, Fraction(6, 36)),
        (DISPEL, 0, 6, Fraction(0)),
        (STEAL_ENCHANTMENT, 0, 1, Fraction(15, 36)),
    ],
)
def test_known_odds(challenge: Challenge, challenger: int, defender: int, odds: Fraction) -> None:
    assert challenge.odds(challenger, defender) == odds


@given(st.integers(0, 40), st.integers(0, 40))
def test_a_tie_is_the_casters_against_a_counterspell_and_the_challengers_otherwise(mine: int, theirs: int) -> None:
    tie = Fraction(sum(a + mine == b + theirs for a, b in PAIRS), 36)
    assert DISPEL.odds(mine, theirs) - COUNTERSPELL.odds(mine, theirs) == tie
    assert COUNTERSPELL.odds(mine, theirs) + DISPEL.odds(theirs, mine) == 1


@pytest.mark.parametrize("challenge", CHALLENGES, ids=lambda challenge: challenge.name)
@pytest.mark.parametrize(("challenger", "defender"), [(-1, 1), (1, -1)])
def test_negative_power_is_refused(challenge: Challenge, challenger: int, defender: int) -> None:
    with pytest.raises(ValueError, match="negative"):
        challenge.odds(challenger, defender)


def test_mages_pay_to_counter_and_to_dispel_but_not_to_steal() -> None:
    assert [challenge.least for challenge in CHALLENGES] == [1, 1, 0]


@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_spell_costs_its_level_and_what_is_spent_on_top(level: int) -> None:
    assert [cost(meld(level), extra) for extra in range(4)] == [level, level + 1, level + 2, level + 3]


@pytest.mark.parametrize(("level", "extra", "power"), [(3, 0, 1), (2, 0, 1), (2, 2, 3)])
def test_a_wizard_melds_alone_at_level_1(level: int, extra: int, power: int) -> None:
    assert cost(meld(level), extra, alone=True) == power


def test_a_spell_that_melds_nobody_has_one_cost() -> None:
    with pytest.raises(ValueError, match="melds nobody"):
        cost(meld(2, {"effect": "skirmish"}), alone=True)


def test_extra_power_is_never_negative() -> None:
    with pytest.raises(ValueError, match="negative"):
        cost(meld(2), -1)


@given(st.integers(0, 20))
def test_a_wizard_focuses_a_point_a_turn(power: int) -> None:
    assert turns_to_focus(power) == power
