"""Blows that nobody answers: known odds of a catch, and all models that are flown over."""

from __future__ import annotations

from fractions import Fraction

from tabletop.arcana.catalogue.profiles import OddStrength
from tabletop.arcana.rules.melee.blows import needed
from tabletop.arcana.rules.melee.passing import caught_steps, flown_over, save_of_caught
from tabletop.arcana.rules.melee.turns import Phase
from tabletop.dice import spread
from tests.fighters import blow, fighter, figures

LANCERS = fighter(figures(blow(1, 2, 1), blow(1, 2), wounds=2), 10, contact=5, files=5)


def test_a_catch_wounds_for_each_attack_and_only_fixed_armour_saves() -> None:
    """O45, lines 722 to 724: twenty attacks on eight axemen, and on eight of 4 fixed (reading BR3)."""
    axemen, mithril = (fighter(figures(armour=4, fixed=fixed), 8) for fixed in (False, True))
    assert spread(caught_steps(LANCERS, axemen), axemen.left).map(lambda left: left.models).chances() == {0: 1}
    fallen = spread(caught_steps(LANCERS, mithril), mithril.left).map(lambda left: 8 - left.models).mean()
    assert abs(float(fallen) - 6.328813) < 5e-7
    many = fighter(mithril.figures, 30)
    assert spread(caught_steps(LANCERS, many), many.left).map(lambda left: 30 - left.models).mean() == Fraction(20, 3)
    assert [save_of_caught(line, mithril.figures) for line in (blow(1, 1, 9), blow(1, 1, magical=True))] == [4, 0]
    assert save_of_caught(blow(1, 1, OddStrength.ELDRITCH), mithril.figures) == 0  # type: ignore[arg-type]


def test_rams_and_sweeps_count_when_a_unit_is_caught() -> None:
    """Ruling T87: a sweep at its full number, but no more than are caught."""
    giant = fighter(figures(blow(10, 3, sweep=True), ramming=blow(3, 3)), 1)
    for models, expected in ((20, 13), (6, 6)):
        prey = fighter(figures(), models)
        assert spread(caught_steps(giant, prey), prey.left).map(lambda left: left.models).mean() == models - expected


def test_all_models_strike_at_who_flies_over_them() -> None:
    """Line 1074 (reading BR66): at -1, in ranks and behind, and the flyer doesn't strike."""
    own, flyer = flown_over(LANCERS, fighter(figures(blow(9, 6), wounds=30), 1))
    assert needed(own.figures.melee[0], own, flyer).number == 1
    ends = Phase((own, flyer)).odds()
    assert ends.map(lambda fight: 30 - fight.second.left.wounds(30)).mean() == Fraction(20, 6)
    assert ends.map(lambda fight: fight.first.left.models).chances() == {10: 1}
