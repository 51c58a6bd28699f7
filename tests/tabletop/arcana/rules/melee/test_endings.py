"""Fights to the end in fractions: known odds, wounds that come back, and fights that never end."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from msgspec.structs import replace

from tabletop.arcana.catalogue.profiles import Defence
from tabletop.arcana.rules.harm.losses import Left
from tabletop.arcana.rules.melee.endings import exactly, visits
from tabletop.arcana.rules.melee.turns import Contender, Standing, following
from tabletop.work import Budget, TooMuchWorkError, limited
from tests.fighters import blow, contender, fighter, figures

CHAMPION = figures(blow(3, 3, 2, magical=True, first_strike=True), wounds=3, armour=4, fixed=True)
SHAMAN = figures(blow(2, 3, 2, magical=True), wounds=4, armour=2, fixed=True)
HEALS = Defence(regeneration=True)


def one(*blows: object, **more: object) -> Contender:
    return contender(fighter(figures(*blows, **more), 1))  # type: ignore[arg-type]


def test_a_champion_and_a_shaman_to_the_end() -> None:
    """O67: nobody tests in a duel."""
    ending = exactly((contender(fighter(CHAMPION, 1)), contender(fighter(SHAMAN, 1))), morale=False)
    assert [float(chance) for chance in ending.wins] == pytest.approx([0.855175, 0.144825], abs=5e-7)
    assert sum(ending.wins) == 1
    assert ending.turns is not None
    assert float(ending.turns) == pytest.approx(2.796295, abs=5e-7)


def test_wounds_that_come_back_lengthen_a_fight() -> None:
    """By hand: each turn costs one of two wounds, and heals it on 3 in 6, or kills who has lost one already."""
    ending = exactly((one(blow(1, 6)), one(wounds=2, defence=HEALS)), morale=False)
    assert ending.wins == (1, 0)
    assert ending.turns == 3  # two turns, and one for each time that the wound has come back


def test_a_fight_in_which_nobody_harms_anybody_has_no_end() -> None:
    """Only one wound comes back, sooner or later."""
    hurt = contender(fighter(figures(wounds=2, defence=HEALS), 1, lost=(1,)))
    ending = exactly((hurt, one()), morale=False)
    assert (ending.wins, ending.nobody, ending.turns) == ((0, 0), 1, None)


def test_visits_are_those_of_the_inverted_matrix() -> None:
    """Four states that lead to one another at random, one of them never left, and a fifth apart."""
    inner = np.array([[10, 20, 30, 0, 0], [20, 10, 0, 20, 0], [5, 5, 5, 5, 0], [0, 0, 0, 100, 0], [0, 0, 0, 0, 40]])
    chances = np.array([[Fraction(int(own), 100) for own in row] for row in inner], dtype=object)
    leaves = np.array([1 - sum(row) for row in chances], dtype=object)
    incoming = np.array([Fraction(1, 2), Fraction(0), Fraction(1, 4), Fraction(1, 8), Fraction(1, 8)], dtype=object)
    times, stuck = visits(incoming, chances, leaves)
    passing = [0, 1, 2, 4]
    wanted = np.linalg.solve((np.eye(4) - inner[np.ix_(passing, passing)] / 100).T, incoming[passing].astype(float))
    assert times[passing].astype(float) == pytest.approx(wanted, rel=1e-12)
    assert sum(times * leaves) + stuck == 1
    with pytest.raises(TooMuchWorkError), limited(Budget(seconds=-1)):
        visits(incoming, chances, leaves)


def test_who_fights_a_fallen_character_takes_on_one_whom_nobody_fights() -> None:
    """Of three against three the first's foe has fallen and the third's own character: nobody else changes."""
    heroes = [
        replace(fighter(figures(blow(1, 3)), 1), name=f"hero {mark}", seeks=True, mark=mark) for mark in (1, 2, 3)
    ]
    led = replace(fighter(figures(), 9, contact=2, files=5), leader=heroes[0], others=tuple(heroes[1:]))
    unit = contender(led, others_command=(True, True))
    lives, fell = Left(1), Left(0)
    ours = Standing(Left(9), leader=lives, others=(lives, fell))
    theirs = Standing(Left(9), leader=fell, others=(lives, lives))
    own, its = following((unit, unit), (ours, theirs))
    assert [hero.mark for hero in own.fighter.characters] == [3, 2, 3]
    assert [hero.mark for hero in its.fighter.characters] == [1, 2, 1]
    assert own.fighter.contact == its.fighter.contact == 3  # a model has stepped into the place of each
    gone = following((unit, unit), (ours, Standing(Left(9), leader=fell, others=(fell, fell))))
    assert gone[1].fighter.characters == ()
    assert gone[1].fighter.contact == 5


def test_who_struck_at_troops_takes_on_one_whom_nobody_fights_any_more() -> None:
    """Line 2453 (reading BR101): of two against one the second had nobody, until the first has fallen."""
    foe = replace(fighter(figures(blow(1, 3)), 1), name="foe", seeks=True)
    spare = replace(foe, name="spare", seeks=False)
    one = contender(replace(fighter(figures(), 9), leader=foe))
    two = contender(replace(fighter(figures(), 9), leader=foe, others=(spare,)), others_command=(True,))
    lives, fell = Left(1), Left(0)
    alone = Standing(Left(9), leader=lives)
    for first, seeks in ((lives, False), (fell, True)):
        own, its = following((two, one), (Standing(Left(9), leader=first, others=(lives,)), alone))
        assert own.fighter.others[0].seeks is seeks
        [answers] = its.fighter.characters
        assert (answers.seeks, answers.mark) == (True, 2 if seeks else 1)
