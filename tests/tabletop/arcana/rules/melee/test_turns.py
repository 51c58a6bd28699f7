"""Turns of a melee with their tests, and fights to the end: known odds, and floats beside fractions."""

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
    to_the_end,
    turn_steps,
    winner,
)
from tabletop.dice import Typed, play
from tests.catalogue import printed_catalogue
from tests.dice import played_often, surprise
from tests.fighters import blow, contender, fighter, figures

CHAMPION = figures(blow(3, 3, 2, magical=True, first_strike=True), wounds=3, armour=4, fixed=True)
SHAMAN = figures(blow(2, 3, 2, magical=True), wounds=4, armour=2, fixed=True)


def regiments(first: str, second: str, models: int = 20) -> Contenders:
    rows = printed_catalogue().rows
    one, other = (fighter(rows[slug], models, contact=5, files=5) for slug in (first, second))
    return contender(one), contender(other)


def test_two_regiments_to_the_end() -> None:
    """O51: ranks hold from six models on, five strike."""
    ending = to_the_end(regiments("dwarves/axemen", "orcs/orc-warrior"), float)
    assert ending.turns == pytest.approx(9.384925, abs=5e-7)
    assert sum(ending.chances.values()) == pytest.approx(1, abs=1e-12)


def test_a_champion_and_a_shaman_to_the_end() -> None:
    """O67: nobody tests in a duel."""
    ending = to_the_end((contender(fighter(CHAMPION, 1)), contender(fighter(SHAMAN, 1))), Fraction, morale=False)
    wins = [sum(chance for ends, chance in ending.chances.items() if winner(ends) == which) for which in (0, 1)]
    assert [float(chance) for chance in wins] == pytest.approx([0.855175, 0.144825], abs=5e-7)
    assert sum(wins) == 1
    assert ending.turns is not None
    assert float(ending.turns) == pytest.approx(2.796295, abs=5e-7)


def test_floats_are_as_good_as_fractions() -> None:
    pair = regiments("dwarves/axemen", "orcs/orc-warrior", models=7)
    exact, quick = to_the_end(pair, Fraction), to_the_end(pair, float)
    assert sum(exact.chances.values()) == 1
    assert exact.turns is not None
    assert quick.turns == pytest.approx(float(exact.turns), rel=1e-12)
    for ends, chance in exact.chances.items():
        assert quick.chances[ends] == pytest.approx(float(chance), rel=1e-12)


def test_a_fight_in_which_nobody_is_ever_hurt_has_no_end() -> None:
    harmless = contender(fighter(figures(blow(1, 1), armour=6), 5))
    ending = to_the_end((harmless, harmless), float)
    assert ending.turns is None
    assert ending.chances == {(Standing(Left(5)), Standing(Left(5))): 1.0}


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
