"""Turns of a melee with their tests: who breaks, who pays, and a million of them beside their odds."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from msgspec.structs import replace

from tabletop.arcana.catalogue.profiles import Armour, Morale, MoraleKind
from tabletop.arcana.rules.harm.losses import Left
from tabletop.arcana.rules.melee.turns import (
    Contenders,
    Standing,
    one_turn,
    standings,
    start_of,
    turn_steps,
)
from tabletop.dice import Typed, play
from tests.catalogue import printed_catalogue
from tests.dice import played_often, surprise
from tests.fighters import blow, contender, fighter, figures


def regiments(first: str, second: str, models: int = 20) -> Contenders:
    rows = printed_catalogue().rows
    one, other = (fighter(rows[slug], models, contact=5, files=5) for slug in (first, second))
    return contender(one), contender(other)


@pytest.mark.parametrize(
    ("kind", "pays", "broken", "models"),
    [
        (MoraleKind.NATURAL, True, True, 8),
        (MoraleKind.FEARLESS, False, True, 8),
        (MoraleKind.FEARLESS, True, False, 5),
        (MoraleKind.BERSERK, False, False, 5),
    ],
)
def test_who_breaks_and_who_pays(kind: MoraleKind, pays: bool, broken: bool, models: int) -> None:
    """Number 9 - 2 - 1 + 0 - 3: a 6 misses by three."""
    troops = figures(blow(1, 1), morale=Morale(value=9, kind=kind))
    foes = contender(fighter(figures(blow(1, 6)), 20, contact=4, files=5))
    own = contender(fighter(troops, 12, contact=1), pays=pays)
    end = play(turn_steps((own, foes)), start_of((own, foes)), Typed([6, 1, 2, 3, 4, 3, 3]))
    assert end.log[-1].name == "they, morale"
    assert standings((own, foes), end.state) == (Standing(Left(models), broken=broken), Standing(Left(20)))


def test_a_turn_of_ranks_against_loose_models_is_counted_by_hand() -> None:
    """One blow of 1 in 2: nothing happens, or the only enemy dies and nobody tests."""
    pair = contender(fighter(figures(blow(1, 3)), 1)), contender(fighter(figures(), 1))
    assert one_turn(pair).chances() == {
        (Standing(Left(1)), Standing(Left(1))): Fraction(1, 2),
        (Standing(Left(1)), Standing(Left(0))): Fraction(1, 2),
    }


def test_a_million_turns_agree_with_the_odds() -> None:
    first, second = regiments("dwarves/axemen", "orcs/orc-warrior")
    second = replace(second, fighter=replace(second.fighter, figures=replace(second.fighter.figures, armour=Armour())))
    pair = first, second
    ends: Counter[object] = Counter()
    for turn, often in played_often(turn_steps(pair), start_of(pair), 1_000_000, np.random.default_rng(2)).items():
        ends[standings(pair, turn)] += often
    assert abs(surprise(ends, one_turn(pair))) < 4
