"""Salvoes: exact odds that are known, every throw counted for area shots, and a million plays."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from tabletop.arcana.catalogue.profiles import Defence, Element, Missile, OddStrength, Statistics
from tabletop.arcana.rules.harm.losses import Left
from tabletop.arcana.rules.shooting.salvoes import Salvo, SalvoState, Shots, Target, salvo_start, salvo_steps
from tabletop.dice import Distribution, Typed, play, spread
from tests.dice import played_often, surprise
from tests.fighters import figures

AXEMEN = figures(armour=4, defence=Defence(shield=True))
SHOT = Missile(range=24, attacks=1, skill=3, strength=1, artillery=True, hits_d3=4)
BALLISTA = Missile(range=30, attacks=1, skill=3, strength=3, artillery=True, hits_d3=1, wounds_d3=1)
HERO = figures(wounds=2, armour=2, fixed=True)


def aimed(missile: Missile, shots: int, needed: int, target: Statistics, models: int, **more: Any) -> Salvo:
    at = Target(figures=target, left=Left(models), **more)
    return Salvo(name="they", missile=missile, shots=shots, needed=needed, target=at)


def ends(salvo: Salvo) -> Distribution[SalvoState]:
    return spread(salvo_steps(salvo), salvo_start(salvo))


def fallen(salvo: Salvo) -> Distribution[int]:
    return ends(salvo).map(lambda shot: salvo.target.left.models - shot.left.models)


def wounds(salvo: Salvo) -> Distribution[int]:
    target, each = salvo.target, salvo.target.figures.wounds
    return ends(salvo).map(lambda shot: target.left.wounds(each) - shot.left.wounds(each))


def test_plain_shots_have_known_odds() -> None:
    """O03, O05 and O61 of the anchors."""
    handgun = Missile(range=21, attacks=1, skill=3, strength=3)
    watch = figures(wounds=2, armour=3, defence=Defence(shield=True))
    salvo = aimed(handgun, 5, 3, watch, 12)
    assert wounds(salvo).mean() == Fraction(25, 12)
    assert fallen(salvo).mean() == Fraction(24625, 31104)
    assert wounds(salvo).at_least()[3] == Fraction(14375, 41472)
    crossbow = Missile(range=21, attacks=1, skill=2, strength=2)
    riders = aimed(crossbow, 10, 2, figures(wounds=2, armour=4), 6)
    assert wounds(riders).mean() == Fraction(20, 9)
    assert float(fallen(riders).mean()) == pytest.approx(0.861811, abs=5e-7)


def test_area_shots_have_known_odds() -> None:
    """O09, O11, O13 and O15."""
    ranked = aimed(SHOT, 1, 3, AXEMEN, 20, ranked=True)
    assert ends(ranked).map(lambda shot: shot.scored).mean() == Fraction(1144, 243)
    assert fallen(ranked).mean() == Fraction(1144, 729)
    assert ends(ranked).chance_that(lambda shot: not shot.scored) == Fraction(1, 3)
    engaged = aimed(SHOT, 1, 3, AXEMEN, 20, ranked=True, engaged=True)
    assert (ends(engaged).map(lambda shot: shot.scored).mean(), fallen(engaged).mean()) == (4, Fraction(4, 3))
    bears = aimed(BALLISTA, 3, 3, figures(wounds=4, armour=4), 8, ranked=True)
    assert ends(bears).map(lambda shot: shot.scored).mean() == Fraction(11, 3)
    assert float(fallen(bears).mean()) == pytest.approx(1.095880, abs=5e-7)
    undead = figures(armour=2, defence=Defence(missile_immune=True))
    assert fallen(aimed(BALLISTA, 1, 3, undead, 20, ranked=True)).mean() == Fraction(22, 27)
    assert fallen(aimed(Missile(range=9, attacks=1, skill=3), 9, 3, undead, 20)).chances() == {0: 1}


def test_characters_among_troops_have_known_odds() -> None:
    """O17, and O37 at its mean: eldritch hits of a d6 are six kinds of salvoes."""
    men = figures(armour=2, defence=Defence(shield=True))
    bow = Missile(range=21, attacks=1, skill=6, strength=1)
    salvo = aimed(bow, 12, 6, men, 8, ranked=True, character=HERO)
    assert float(fallen(salvo).mean()) == pytest.approx(7.364144, abs=5e-7)
    hurt = ends(salvo).map(lambda shot: 2 - shot.character.wounds(2))
    assert float(hurt.mean()) == pytest.approx(0.404112, abs=5e-7)
    assert float(hurt.chance(2)) == pytest.approx(0.097626, abs=5e-7)
    storm = Missile(range=18, attacks=1, skill=6, strength=OddStrength.ELDRITCH)
    goblins = figures(defence=Defence(magic_resistance=1))
    wizard = figures(wounds=3, defence=Defence(magic_resistance=4))
    salvoes = [aimed(storm, hits, 6, goblins, 20, character=wizard) for hits in range(1, 7)]
    assert sum(fallen(each).mean() for each in salvoes) / 6 == Fraction(175, 72)
    harm = [ends(each).map(lambda shot: 3 - shot.character.wounds(3)) for each in salvoes]
    assert sum(each.mean() for each in harm) / 6 == Fraction(103319, 531441)


def test_vehicles_take_every_wound_and_others_what_one_has() -> None:
    """A hit of up to three wounds on models of two."""
    bolts = Missile(range=30, attacks=1, skill=6, strength=6, wounds_d3=1)
    assert wounds(aimed(bolts, 1, 6, figures(wounds=2), 5)).mean() == Fraction(5, 3)
    assert wounds(aimed(bolts, 1, 6, figures(wounds=2), 5, carries=True)).mean() == 2


def test_needs_below_one_take_a_second_roll() -> None:
    bow = Missile(range=21, attacks=1, skill=2)
    chances = [wounds(aimed(bow, 1, needed, figures(), 5)).mean() * 36 for needed in (1, 0, -1, -2, -3)]
    assert chances == [6, 3, 2, 1, 0]
    never = aimed(bow, 5, -3, figures(), 5, character=figures(armour=6))
    assert play(salvo_steps(never), salvo_start(never), Typed([])).log == ()
    for armour in (0, 6):
        sure = aimed(bow, 2, 6, figures(), 1, character=figures(armour=armour))
        assert len(play(salvo_steps(sure), salvo_start(sure), Typed([1, 1])).log) == 1


def test_what_troops_have_suffered_twice_a_character_suffers_no_more_often() -> None:
    """Two burning hits on one model: doubled for the troops, three go on; else one goes on and is doubled."""
    bow, feels = Missile(range=21, attacks=1, skill=6, element=Element.FIRE), Defence(sensitive=(Element.FIRE,))
    for troops, suffered in ((feels, 3), (Defence(), 2)):
        salvo = aimed(bow, 2, 6, figures(defence=troops), 1, character=figures(wounds=9, defence=feels))
        assert ends(salvo).map(lambda shot: 9 - shot.character.wounds(9)).chances() == {suffered: 1}


def test_area_shots_are_their_faces_counted() -> None:
    for count, needed in product((0, 1, 3), range(1, 6)):
        shots = Shots(count, needed)
        read = Counter(shots.read(faces) for faces in product(range(1, 7), repeat=count))
        assert shots.odds().chances() == {result: Fraction(often, 6**count) for result, often in read.items()}


def test_a_million_salvoes_agree_with_the_odds() -> None:
    salvo = aimed(BALLISTA, 3, 2, figures(wounds=4, armour=4), 8, takes_half=True)
    many = aimed(SHOT, 1, 3, AXEMEN, 5, ranked=True, character=HERO)
    for seed, each in enumerate((salvo, many)):
        counts = played_often(salvo_steps(each), salvo_start(each), 500_000, np.random.default_rng(seed))
        assert abs(surprise(counts, ends(each))) < 4


def test_a_die_for_each_hit_says_whether_it_is_on_the_rider() -> None:
    """Line 2541 (ruling T11): two hits on a mount of 5 wounds, each on the rider by a third; who dies spares nobody."""
    sure = Missile(range=21, attacks=1, skill=6)
    salvo = aimed(sure, 2, 6, figures(wounds=5), 1, character=figures(wounds=1), rider_on=2)
    lost = ends(salvo).map(lambda shot: (5 - shot.left.wounds(5), 1 - shot.character.models))
    assert lost.chances() == {(2, 0): Fraction(4, 9), (1, 1): Fraction(4, 9), (0, 1): Fraction(1, 9)}
    many = aimed(sure, 9, 6, figures(wounds=5, armour=6), 1, character=figures(wounds=9), rider_on=1)
    assert ends(many).map(lambda shot: 9 - shot.character.wounds(9)).mean() == Fraction(9, 6)


def test_several_wounds_of_a_hit_are_lost_by_who_takes_it() -> None:
    """On a rider, and on a character whose troops have one wound each: the most is what it has."""
    bolt = Missile(range=30, attacks=1, skill=6, strength=6, artillery=True, wounds_d3=1)
    ridden = aimed(bolt, 1, 6, figures(wounds=6), 1, character=figures(wounds=2), rider_on=1)
    assert ends(ridden).map(lambda shot: 2 - shot.character.wounds(2)).mean() == Fraction(1, 6) * Fraction(5, 3)
    assert wounds(ridden).mean() == Fraction(5, 6) * 2
    among = aimed(bolt, 1, 6, figures(), 3, character=figures(wounds=2))
    assert ends(among).map(lambda shot: 2 - shot.character.wounds(2)).mean() == Fraction(1, 6) * Fraction(5, 3)
    assert fallen(among).mean() == Fraction(5, 6)
    beyond = aimed(
        bolt, 2, 6, figures(), 1, character=figures(wounds=9), others=(figures(wounds=9),), others_left=(Left(1),)
    )
    hurt = ends(beyond).map(lambda shot: 18 - shot.character.wounds(9) - shot.others[0].wounds(9))
    assert hurt.mean() == 2 * (Fraction(25, 36) + Fraction(10, 36)) + 4 * Fraction(1, 36)


def test_a_million_shots_at_riders_agree_with_their_odds() -> None:
    bolts = Missile(range=30, attacks=1, skill=3, strength=2, hits_d3=1, wounds_d3=1, artillery=True)
    salvo = aimed(bolts, 3, 3, figures(wounds=6, armour=3), 1, character=HERO, rider_on=1, takes_half=True)
    steps, start = salvo_steps(salvo), salvo_start(salvo)
    counts = played_often(steps, start, 1_000_000, np.random.default_rng(8))
    assert abs(surprise(counts, spread(steps, start))) < 4
