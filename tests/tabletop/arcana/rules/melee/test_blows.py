"""Blows: exact odds of known fights, every play counted, a million plays, and laws of who strikes."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tabletop.arcana.catalogue.profiles import Defence, Element, Melee, OddStrength
from tabletop.arcana.rules.harm.blows import Blows
from tabletop.arcana.rules.melee.blows import melee_steps
from tabletop.arcana.rules.melee.counting import MELEE, Strike, needed, strikers, when
from tabletop.arcana.rules.melee.fighters import Fight, Fighter, Fighters, begin
from tabletop.arcana.rules.melee.turns import Phase
from tabletop.dice import Distribution, spread
from tests.dice import played_often, surprise
from tests.fighters import blow, fighter, figures

BERSERKERS = figures(blow(2, 3, 1))
LANCES = figures(blow(1, 2, 1, long_weapon=True), wounds=2, armour=3)
DUMMY = figures()


def fallen(sides: Fighters, which: int) -> Distribution[int]:
    """The models that fall on a side."""
    return Phase(sides).odds().map(lambda fight: sides[which].left.models - fight.of(which).left.models)


def wounds(sides: Fighters, which: int) -> Distribution[int]:
    one = sides[which]
    each = one.figures.wounds
    return Phase(sides).odds().map(lambda fight: one.left.wounds(each) - fight.of(which).left.wounds(each))


def test_known_fights_have_known_odds() -> None:
    """O19, O23, O59 and O65 of the anchors."""
    butchers = fighter(figures(blow(1, 2, 1), wounds=2, armour=1), 9, contact=5)
    sides = fighter(BERSERKERS, 6), butchers
    assert (wounds(sides, 1).mean(), fallen(sides, 1).mean(), fallen(sides, 0).mean()) == (
        6,
        Fraction(11, 4),
        Fraction(5, 3),
    )
    giant = fighter(figures(blow(2, 3, 4, wounds_d3=1), wounds=6), 1)
    ogres = fighter(figures(wounds=3, armour=2), 6)
    assert fallen((giant, ogres), 1).mean() == Fraction(5, 12)
    sweeper = fighter(figures(Melee(attacks=10, skill=3, strength=3, sweep=True), wounds=6), 1)
    assert fallen((sweeper, fighter(figures(armour=2), 20)), 1).mean() == 5
    crew = fighter(figures(blow(1, 2, per_wound=True), wounds=8), 2, lost=(3,), carries=True)
    assert wounds((crew, fighter(figures(armour=3), 20)), 1).mean() == Fraction(13, 6)
    lances = fighter(LANCES, 10, contact=5, files=5, fresh=True)
    answered = lances, fighter(BERSERKERS, 6)
    assert 6 - fallen(answered, 1).mean() == Fraction(158848, 59049)
    assert wounds(answered, 0).mean() == Fraction(317696, 177147)
    assert fallen(answered, 1).chance(6) == Fraction(1507, 19683)


@pytest.mark.parametrize(("first", "mean"), [(0, Fraction(5, 3)), (1, Fraction(3, 2)), (2, Fraction(4, 3))])
def test_who_steps_up_strikes_worse(first: int, mean: Fraction) -> None:
    """O21: hits of a rank of five of whom some fall to first strikes."""
    killers = fighter(figures(blow(first, 6, first_strike=True)), 1, contact=int(first > 0))
    rank = fighter(figures(blow(1, 2)), 20, contact=5, files=5)
    assert wounds((killers, rank), 0).total
    dummies = replace(killers, left=fighter(DUMMY, 20).left)
    assert fallen((dummies, rank), 0).mean() == mean


def test_rams_of_a_loose_unit_are_halved_and_the_dead_have_rammed() -> None:
    """Readings BR16 and BR75."""
    rammers = fighter(figures(ramming=blow(3, 6, 2)), 3, rams=True)
    assert fallen((rammers, fighter(figures(armour=0), 20, files=5)), 1).chances() == {9: 1}
    assert fallen((rammers, fighter(figures(armour=0), 20)), 1).chances() == {5: 1}
    fast = fighter(figures(blow(3, 6, first_strike=True)), 20, contact=1)
    assert fallen((rammers, fast), 1).chances() == {5: 1}
    assert fallen((rammers, fast), 0).chances() == {3: 1}
    single = fighter(figures(wounds=20), 1)
    assert wounds((rammers, single), 1).chances() == {9: 1}


def test_rams_are_halved_before_those_of_an_element_count_twice() -> None:
    """Reading BR16: as hits of area attacks are, whether one source rams or two, and figure by figure."""
    burning = figures(ramming=blow(3, 6, 2, element=Element.FIRE))
    feels = Defence(sensitive=(Element.FIRE,))
    one = fighter(burning, 3, rams=True)
    two = replace(fighter(burning, 2, rams=True), leader=replace(fighter(burning, 1, rams=True), name="hero"))
    for rammers in (one, two):
        assert fallen((rammers, fighter(figures(defence=feels), 20)), 1).chances() == {10: 1}
        assert wounds((rammers, fighter(figures(defence=feels, wounds=9), 2)), 1).chances() == {10: 1}


def test_last_strikes_are_of_who_is_left() -> None:
    slow = fighter(figures(blow(1, 6, last_strike=True)), 5)
    killers = fighter(figures(blow(1, 6)), 20, contact=3)
    assert fallen((slow, killers), 1).chances() == {2: 1}


def test_every_modifier_is_a_line() -> None:
    target = fighter(figures(defence=Defence(evasion=2, slow=True)), 3)
    own = fighter(BERSERKERS, 3, modifier=-1)
    lines = needed(BERSERKERS.melee[0], own, target, stepped_up=True).breakdown.lines
    assert [(line.label, line.amount) for line in lines] == [
        ("skill", 3), ("evasion", -2), ("the target is slow", 1), ("as stated", -1), ("stepped up", -1),
    ]  # fmt: skip


def test_saves_of_every_kind() -> None:
    def chance(line: Melee, **defence: object) -> Fraction:
        one = figures(armour=3, defence=Defence(**defence), wounds=6)
        return wounds((fighter(figures(line), 1), fighter(one, 1)), 1).mean()

    hit = {"attacks": 1, "skill": 6}
    assert chance(Melee(**hit)) == Fraction(1, 2)
    assert chance(Melee(**hit, strength=OddStrength.WEAK)) == Fraction(1, 3)
    assert chance(Melee(**hit, strength=OddStrength.ELDRITCH), magic_resistance=2) == Fraction(2, 3)
    assert chance(Melee(**hit, strength=2, element=Element.FIRE), immune=(Element.FIRE,)) == Fraction(1, 2)
    assert chance(Melee(**hit, element=Element.FIRE), sensitive=(Element.FIRE,)) == 1
    assert chance(Melee(**hit, strength=3), shield=True) == 1


def test_long_weapons_strike_first_when_they_come() -> None:
    line, own = LANCES.melee[0], fighter(LANCES, 5, fresh=True)
    enemy = fighter(BERSERKERS, 5)
    assert when(line, own, enemy) is Strike.FIRST
    assert when(line, replace(own, fresh=False), enemy) is Strike.NORMAL
    negating = fighter(figures(defence=Defence(negates_long_weapons=True), ramming=blow(1, 3)), 1)
    assert when(line, own, negating) is Strike.NORMAL
    assert when(line, own, replace(negating, rams=True)) is Strike.FIRST


@pytest.mark.parametrize(
    ("models", "gaps", "phalanx", "expected"),
    [
        (20, 0, False, (10, 0)),
        (8, 0, False, (8, 0)),
        (20, 2, False, (6, 4)),  # two files of which the second and third model come forward
        (20, 2, True, (9, 6)),
        (8, 2, False, (4, 2)),  # only three stand in the second rank, nobody in a third
    ],
)
def test_long_weapons_reach_over_ranks(models: int, gaps: int, phalanx: bool, expected: tuple[int, int]) -> None:
    line = replace(LANCES.melee[0], phalanx=phalanx)
    own = fighter(figures(line), models, contact=5, files=5)
    struck = replace(begin((own, own)).first, gaps=gaps)
    assert strikers(own, struck, 0) == expected


@pytest.mark.parametrize(("gaps", "expected"), [(0, 8), (2, 4), (4, 1), (5, 0)])
def test_loose_long_weapons_reach_over_one_comrade_and_nobody_steps_up(gaps: int, expected: int) -> None:
    """Line 527 (reading T91): over who has fallen nobody strikes any more (reading BR10)."""
    own = fighter(LANCES, 20, contact=5, over=3)
    struck = replace(begin((own, own)).first, gaps=gaps)
    assert strikers(own, struck, 0) == (expected, 0)
    short = fighter(BERSERKERS, 20, contact=5, over=3)
    assert strikers(short, struck, 0) == (5 - gaps, 0)


def test_the_odds_of_blows_are_those_of_their_throws() -> None:
    kinds = product((0, 1, 5), (-3, 0, 3, 6), (-1, 2, 6), (1, 2), (False, True))
    for attacks, need, saved, times, halved in kinds:
        blows = Blows(attacks, need, saved, MELEE, times=times, halved=halved)
        assert spread(blows.steps(), blows.start()) == blows.odds(), blows


sides = st.builds(
    lambda models, attacks, skill, first, files, wounds: fighter(
        figures(blow(attacks, skill, 1, first_strike=first), wounds=wounds, armour=2),
        models, files=files, contact=min(models, files or 4),
    ),
    st.integers(1, 9), st.integers(1, 2), st.integers(0, 5), st.booleans(), st.sampled_from([0, 3]), st.integers(1, 3),
)  # fmt: skip


@settings(max_examples=40, deadline=None)
@given(sides, sides)
def test_sides_may_change_places_and_more_attackers_do_no_less(one: Fighter, other: Fighter) -> None:
    assert fallen((one, other), 0) == fallen((other, one), 1)
    stronger = replace(one, figures=replace(one.figures, melee=(*one.figures.melee, blow(1, 3))), lines=(0, 1))
    assert fallen((stronger, other), 1).mean() >= fallen((one, other), 1).mean()


def test_a_million_plays_of_a_melee_agree_with_its_odds() -> None:
    lances = fighter(LANCES, 10, contact=5, files=5, fresh=True)
    butchers = fighter(figures(blow(1, 3, 1, wounds_d3=1), wounds=2, armour=1), 9, contact=5, files=5)
    sides, ends = (lances, butchers), Counter[Fight]()
    for fight, often in played_often(melee_steps(sides), begin(sides), 1_000_000, np.random.default_rng(1)).items():
        ends[Phase(sides).result(fight)] += often
    assert abs(surprise(ends, Phase(sides).odds())) < 4


def test_a_fearsome_blow_frightens_whom_it_costs_a_model() -> None:
    """Reading BR47; sweeps and rams aren't fearsome."""
    for line, ramming, frightens in ((blow(1, 6), None, True), (blow(1, 6, sweep=True), None, False)):
        giant = fighter(figures(line, ramming=ramming, fearsome=True, wounds=6), 1)
        ends = Phase((giant, fighter(figures(), 5))).odds()
        assert ends.chance_that(lambda fight: fight.second.frightened) == int(frightens)
        tough = Phase((giant, fighter(figures(wounds=2), 1))).odds()
        assert not tough.chance_that(lambda fight: fight.second.frightened)
