"""Shots into a melee: the book's examples, means by hand, and plays that agree with the odds."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import numpy as np
from msgspec.structs import replace

from tabletop.arcana.catalogue.profiles import Missile
from tabletop.arcana.rules.harm.losses import Left
from tabletop.arcana.rules.shooting.into_melees import Melee, Spread, into_melee_start, into_melee_steps
from tabletop.arcana.rules.shooting.salvoes import Salvo, Target
from tabletop.dice import Dice, Distribution, Typed, play, spread
from tests.dice import played_often, surprise
from tests.fighters import figures
from tests.laws import law_of

BOW = Missile(range=21, attacks=1, skill=2)
SHOT = Missile(range=24, attacks=1, skill=3, strength=1, artillery=True, hits_d3=4)


def at(name: str, needed: int, *, missile: Missile = BOW, shots: int = 20, armour: int = 0, **more: bool) -> Salvo:
    target = Target(figures=figures(armour=armour), left=Left(20), engaged=True, **more)
    return Salvo(name=name, missile=missile, shots=shots, needed=needed, target=target)


def test_misses_are_rolled_at_the_cavalry_and_then_at_the_infantry() -> None:
    """E39, line 1449: of 20 shots 4 hit the hogs, of 16 then 6 the cavalry, and 10 are rolled at the infantry."""
    salvoes = at("hogs", 2), at("cavalry", 2), at("infantry", 2)
    faces = [1] * 4 + [6] * 16 + [2] * 6 + [3] * 10 + [1, 2] + [5] * 8
    source = Typed(faces)
    end = play(into_melee_steps(salvoes), into_melee_start(salvoes), source)
    source.check_all_taken()
    assert [(thrown.name, len(thrown.faces), thrown.result) for thrown in end.log] == [
        ("hogs, to hit", 20, 4), ("cavalry, to hit", 16, 6), ("infantry, to hit", 10, 2),
    ]  # fmt: skip
    assert [unit.left.models for unit in end.state.units] == [16, 14, 18]


def test_an_area_attack_is_halved_for_whom_its_target_fights() -> None:
    """E42, line 1461: nine on the target, five on its opponent, of these three if that is loose."""
    for loose, expected in ((False, 5), (True, 3)):
        salvoes = at("they", 3, missile=SHOT, shots=1), at("friends", 3, missile=SHOT, shots=1, takes_half=loose)
        end = play(into_melee_steps(salvoes), into_melee_start(salvoes), Typed([3, 6, 6, 3, 1]))
        assert [unit.scored for unit in end.state.units] == [9, expected]


def test_a_stray_area_attack_is_halved_for_the_target() -> None:
    """Ruling T94: whoever is hit takes it whole; a second stray doesn't fight the first."""
    salvoes = [at(name, 3, missile=SHOT, shots=1) for name in ("they", "friends", "others")]
    end = play(into_melee_steps(salvoes), into_melee_start(salvoes), Typed([4, 3, 6, 6, 3, 1]))
    assert [unit.scored for unit in end.state.units] == [5, 9, 0]


@law_of(tuple(product((0, 1, 3), (2, 3), (1, 2))))
def test_means_are_those_of_the_chances(case: tuple[int, int, int]) -> None:
    needed, other, shots = case
    salvoes = at("they", needed, shots=shots), at("friends", other, shots=shots, armour=2)
    ends = spread(into_melee_steps(salvoes), into_melee_start(salvoes))
    first = {0: Fraction(1, 12)}.get(needed, Fraction(needed, 6))
    assert ends.map(lambda melee: melee.units[0].scored).mean() == shots * first
    assert ends.map(lambda melee: melee.units[1].scored).mean() == shots * (1 - first) * Fraction(other, 6)
    assert ends.map(lambda melee: 20 - melee.units[1].left.models).mean() == (
        shots * (1 - first) * Fraction(other, 6) * Fraction(2, 3)
    )


def test_dice_for_several_units_are_counted_throw_by_throw() -> None:
    for times, dice, halvings in ((1, 2, (0, 1)), (2, 1, (0, 1, 2)), (2, 2, (1, 2)), (0, 4, (0, 1))):
        roll = Spread(times, Dice(dice, 3), halvings)
        throws = Counter(roll.read(faces) for faces in product(range(1, 7), repeat=roll.count))
        assert roll.odds() == Distribution(throws)


def test_a_million_volleys_agree_with_the_odds() -> None:
    """Three shots of d3 hits each at ranks that fight loose friends."""
    small = replace(SHOT, hits_d3=1)
    target, friends = (at(name, 3, missile=small, shots=3, armour=4) for name in ("they", "friends"))
    salvoes = target, replace(friends, target=replace(friends.target, takes_half=True))
    steps, start = into_melee_steps(salvoes), into_melee_start(salvoes)
    left = Counter[tuple[Left, ...]]()
    for melee, often in played_often(steps, start, 1_000_000, np.random.default_rng(5)).items():
        left[_left(melee)] += often
    assert abs(surprise(left, spread(steps, start).map(_left))) < 4


def _left(melee: Melee) -> tuple[Left, ...]:
    return tuple(unit.left for unit in melee.units)
