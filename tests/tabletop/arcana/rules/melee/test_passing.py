"""Blows that nobody answers: known odds of a catch, and all models that are flown over."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from msgspec.structs import replace

from tabletop.arcana.catalogue.profiles import OddStrength
from tabletop.arcana.rules.harm.losses import Left
from tabletop.arcana.rules.melee.astray import astray_start, astray_steps
from tabletop.arcana.rules.melee.counting import needed
from tabletop.arcana.rules.melee.passing import flown_over, save_of_caught
from tabletop.arcana.rules.melee.turns import Phase
from tabletop.dice import Typed, play, spread
from tests.dice import played_often, surprise
from tests.fighters import blow, fighter, figures, left_of_caught, named

LANCERS = fighter(figures(blow(1, 2, 1), blow(1, 2), wounds=2), 10, contact=5, files=5)


def test_a_catch_wounds_for_each_attack_and_only_fixed_armour_saves() -> None:
    """O45, lines 722 to 724: twenty attacks on eight axemen, and on eight of 4 fixed (reading BR3)."""
    axemen, mithril = (fighter(figures(armour=4, fixed=fixed), 8) for fixed in (False, True))
    assert left_of_caught(LANCERS, axemen).map(lambda left: left.models).chances() == {0: 1}
    fallen = left_of_caught(LANCERS, mithril).map(lambda left: 8 - left.models).mean()
    assert abs(float(fallen) - 6.328813) < 5e-7
    many = fighter(mithril.figures, 30)
    assert left_of_caught(LANCERS, many).map(lambda left: 30 - left.models).mean() == Fraction(20, 3)
    assert [save_of_caught(line, mithril.figures) for line in (blow(1, 1, 9), blow(1, 1, magical=True))] == [4, 0]
    assert save_of_caught(blow(1, 1, OddStrength.ELDRITCH), mithril.figures) == 0  # type: ignore[arg-type]


def test_rams_and_sweeps_count_when_a_unit_is_caught() -> None:
    """Ruling T87: a sweep at its full number, but no more than are caught."""
    giant = fighter(figures(blow(10, 3, sweep=True), ramming=blow(3, 3)), 1)
    for models, expected in ((20, 13), (6, 6)):
        prey = fighter(figures(), models)
        assert left_of_caught(giant, prey).map(lambda left: left.models).mean() == models - expected


def test_all_models_strike_at_who_flies_over_them() -> None:
    """Line 1074 (reading BR66): at -1, in ranks and behind, and the flyer doesn't strike."""
    own, flyer = flown_over(LANCERS, fighter(figures(blow(9, 6), wounds=30), 1))
    assert needed(own.figures.melee[0], own, flyer).number == 1
    ends = Phase((own, flyer)).odds()
    assert ends.map(lambda fight: 30 - fight.second.left.wounds(30)).mean() == Fraction(20, 6)
    assert ends.map(lambda fight: fight.first.left.models).chances() == {10: 1}


def test_characters_strike_at_who_passes_and_at_who_is_caught() -> None:
    """The flyer's character is struck by that of the others alone, who has no first strike and doesn't ram."""
    hero = named(fighter(figures(blow(4, 6)), 1), "hero")
    led = replace(LANCERS, leader=replace(hero, seeks=True), others=(replace(hero, name="second"),))
    flyer = fighter(figures(blow(9, 6), wounds=30), 1)
    lord = replace(flyer, leader=named(fighter(figures(blow(9, 6), wounds=30), 1), "lord"))
    for fighters, troops in (((led, flyer), 10), ((led, lord), 20 / 3)):
        own, above = flown_over(*fighters)
        assert not any(one.lines for one in (above, *above.characters))
        assert all(needed(one.figures.melee[0], one, above).number == 5 for one in own.characters)
        ends = Phase((own, above)).odds()
        assert ends.map(lambda fight: 30 - fight.second.left.wounds(30)).mean() == pytest.approx(troops)
    assert ends.map(lambda fight: 30 - fight.second.characters[0].wounds(30)).mean() == Fraction(4 * 5, 6)
    prey = fighter(figures(), 99)
    caught = left_of_caught(led, prey).map(lambda left: 99 - left.models).mean()
    alone = left_of_caught(LANCERS, prey).map(lambda left: 99 - left.models).mean()
    assert caught == alone + 4 + 4


def test_rams_that_miss_are_rolled_at_friends() -> None:
    """O25: eighteen rams at 3 of a rammer in contact with ranks that fight a ranked friend of armour 2."""
    chariots = fighter(figures(ramming=blow(6, 3, 1)), 1)
    enemy, friend = (named(fighter(figures(armour=2), 20, loose=False), name) for name in ("they", "friends"))
    ends = spread(astray_steps(chariots, (enemy, friend)), astray_start(chariots, (enemy, friend)))
    assert [ends.map(lambda end, place=place: end.struck[place]).mean() for place in (0, 1)] == [3, Fraction(3, 2)]  # type: ignore[misc]
    fallen = [ends.map(lambda end, place=place: 20 - end.left[place].models).mean() for place in (0, 1)]  # type: ignore[misc]
    assert fallen == [3 * Fraction(5, 6), Fraction(3, 2) * Fraction(5, 6)]
    loose = replace(friend, loose=True)
    ends = spread(astray_steps(chariots, (enemy, loose)), astray_start(chariots, (enemy, loose)))
    assert ends.map(lambda end: 20 - end.left[1].models).mean() > Fraction(1, 2) * fallen[1]
    typed = Typed([3, 3, 3, 4, 4, 4, 6, 6, 6, 1, 5, 5, 6])
    end = play(astray_steps(chariots, (enemy, loose)), astray_start(chariots, (enemy, loose)), typed).state
    assert (end.struck, end.left) == ((3, 1), (Left(17), Left(19)))


def test_plays_of_rams_agree_with_the_odds() -> None:
    chariots = fighter(figures(ramming=blow(3, 3, 1, wounds_d3=1)), 2)
    units = [named(fighter(figures(wounds=wounds), 8), f"unit {wounds}") for wounds in (1, 3)]
    steps, start = astray_steps(chariots, units), astray_start(chariots, units)
    counts = played_often(steps, start, 1_000_000, np.random.default_rng(11))
    assert abs(surprise(counts, spread(steps, start))) < 4
