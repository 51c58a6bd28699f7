"""Several models of five wounds and more: who strikes at which, what each suffers, against throws counted by hand."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
from msgspec.structs import replace

from tabletop.arcana.rules.harm.losses import Left
from tabletop.arcana.rules.melee.blows import melee_steps
from tabletop.arcana.rules.melee.fighters import Fight, Fighter, begin
from tabletop.arcana.rules.melee.figures import Allotted, Felling
from tabletop.arcana.rules.melee.turns import Phase
from tabletop.dice import Change, spread
from tests.dice import played_often, surprise
from tests.fighters import blow, fighter, figures

IDLE = figures()
GIANT = figures(wounds=5, armour=2)


def odds_of(first: Fighter, second: Fighter) -> dict[tuple[Left, bool], Fraction]:
    def left(fight: Fight) -> tuple[Left, bool]:
        return fight.second.left, fight.second.frightened

    return Phase((first, second)).odds().map(left).chances()


def by_hand(at: list[list[tuple[int, int, int]]], lost: list[int], *, fearsome: bool) -> dict[Any, Fraction]:
    """Figures of five wounds, each with its attacks (what hits, what saves, d3 of wounds or 0): throw by throw."""
    each: list[dict[tuple[int, bool], Fraction]] = []
    for own, before in zip(at, lost, strict=True):
        ends: Counter[tuple[int, bool]] = Counter({(before, False): 1})
        for hits, saves, dice in own:
            after: Counter[tuple[int, bool]] = Counter()
            for (hurt, afraid), times in ends.items():
                for hit, save, *faces in product(range(1, 7), repeat=2 + dice):
                    harmed = hit <= hits and save > saves
                    wounds = (sum(-(-face // 2) for face in faces) if dice else 1) if harmed else 0
                    after[min(hurt + wounds, 5), afraid or (harmed and fearsome)] += Fraction(times, 6 ** (2 + dice))  # type: ignore[assignment]
            ends = after
        each.append(dict(ends))  # type: ignore[arg-type]
    found: Counter[Any] = Counter()
    for ways in product(*(own.items() for own in each)):
        kept = tuple(sorted((hurt for (hurt, _), _ in ways if 0 < hurt < 5), reverse=True))
        chance = Fraction(1)
        for _, own in ways:
            chance *= own
        living = sum(hurt < 5 for (hurt, _), _ in ways)
        found[Left(living, kept), any(hurt == 5 and afraid for (hurt, afraid), _ in ways)] += chance  # type: ignore[assignment]
    return {end: chance for end, chance in found.items() if chance}


def test_strikers_are_shared_out_and_what_is_beyond_a_figure_is_lost() -> None:
    """Readings BR15 and BR95: three strikers at two figures, two of them at the wounded one."""
    for dice, fearsome in ((0, False), (1, True), (2, True)):
        ours = fighter(figures(blow(1, 4, 1, wounds_d3=dice), fearsome=fearsome), 3)
        two = fighter(GIANT, 2, lost=(3,))
        expected = by_hand([[(4, 1, dice)] * 2, [(4, 1, dice)]], [3, 0], fearsome=fearsome)
        assert odds_of(ours, two) == expected
    sure = fighter(figures(blow(9, 6)), 1)
    assert odds_of(sure, fighter(figures(wounds=5), 2)) == {(Left(1), False): 1}, "four of nine wounds are lost"


def test_who_steps_up_is_shared_out_after_those_in_their_places() -> None:
    """Two of six fall first: three in their places and one behind them are two at each of two figures."""
    six = fighter(figures(blow(1, 6, 9)), 6, contact=5, files=5, modifier=1)
    quick = fighter(figures(blow(1, 6, 9, first_strike=True), wounds=5), 2)
    assert odds_of(six, quick) == {(Left(2, (2, 2)), False): 1}


def test_a_sweep_reaches_each_figure_once_and_no_more_than_are_in_reach() -> None:
    sweep = fighter(figures(blow(10, 4, sweep=True), wounds=6), 2)
    assert odds_of(sweep, fighter(GIANT, 3)) == by_hand([[(4, 2, 0)] * 2] * 3, [0] * 3, fearsome=False)
    near = replace(sweep, in_reach=1)
    assert odds_of(near, fighter(GIANT, 2)) == by_hand([[(4, 2, 0)] * 2, []], [0, 0], fearsome=False)


def test_only_figures_in_contact_are_struck_and_nobody_comes_in_loose_order() -> None:
    quick, slow = blow(5, 6, 9, first_strike=True), blow(1, 6, 9)
    ours = fighter(figures(quick, slow), 1)
    loose = fighter(GIANT, 3, contact=1)
    assert odds_of(ours, loose) == {(Left(2), False): 1}, "the one in contact is dead, and no other takes its place"
    ranks = fighter(GIANT, 3, contact=1, files=1)
    assert odds_of(ours, ranks) == {(Left(2, (1,)), False): 1}


def test_crews_strike_by_wounds_and_vehicles_lose_blows_and_ram_worse() -> None:
    crew = fighter(figures(blow(1, 6, 9, per_wound=True), wounds=4), 2, lost=(3,), carries=True)
    assert odds_of(crew, fighter(GIANT, 2)) == {(Left(2, (3, 2)), False): 1}
    hurt = figures(blow(4, 6, 9), ramming=blow(2, 3, 9), wounds=4)
    wagon = fighter(hurt, 1, lost=(3,), crewed=(0,), towed=True, rams=True)
    alone = fighter(hurt, 1, lost=(3,), crewed=(0,), towed=True)
    assert odds_of(alone, fighter(GIANT, 2)) == {(Left(2, (3,)), False): 1}
    ranked = fighter(GIANT, 2, files=2)
    assert odds_of(wagon, ranked) == by_hand([[(6, 0, 0)] * 3 + [(2, 0, 0)] * 2, []], [0, 0], fearsome=False)


def test_rams_at_loose_figures_are_halved_together() -> None:
    """Reading BR16: five hits on one and four on the other are three and two."""
    rammers = fighter(figures(ramming=blow(1, 6, 9)), 9, rams=True)
    assert odds_of(rammers, fighter(GIANT, 2)) == {(Left(2, (3, 2)), False): 1}
    assert odds_of(rammers, fighter(GIANT, 2, files=2)) == {(Left(1, (4,)), False): 1}


def test_figures_by_themselves_are_what_all_steps_spread_to() -> None:
    """The odds take one figure after the other, and carry from one to the next whether a hit is left to be halved."""
    fearsome, ram, worse = Allotted(2, 3, 1, 1, 1, fearsome=True), Allotted(1, 4, 0, 1, 0), Allotted(2, 4, 1, 2, 0)
    halved = [replace(own, halved=True) for own in (ram, worse)]
    felling = Felling(((3, (fearsome,)), (1, ()), (0, (halved[0],)), (0, (halved[1], fearsome)), (0, (worse,))), 5)
    followed = spread(felling.steps(), felling.start()).map(felling.result)
    assert felling.odds() == followed
    assert {felled.frightened for felled in followed.weights} == {False, True}


def test_a_character_with_them_is_struck_by_who_seeks_it_and_hits_beyond_it_go_on() -> None:
    hero = replace(fighter(figures(wounds=1), 1), name="hero")
    led = replace(fighter(GIANT, 2), leader=hero)
    seeker = replace(fighter(figures(blow(4, 6, 9), fearsome=True), 1), seeks=True)
    struck = Phase((seeker, led)).odds().map(lambda fight: (fight.second.left, fight.second.characters)).chances()
    assert struck == {(Left(2, (2, 1)), (Left(0),)): 1}, "three go on, two to one figure and one to the other"
    rams = fighter(figures(ramming=blow(3, 6, 9)), 2, rams=True)
    rams = replace(rams, leader=replace(fighter(figures(ramming=blow(1, 6, 9)), 1), rams=True))
    assert odds_of(rams, replace(led, files=2, loose=False)) == {(Left(2, (4, 3)), False): 1}
    assert odds_of(rams, led) == {(Left(2, (2, 2)), False): 1}, "loose: half of seven, up, and none goes on"


def test_characters_come_after_their_troops_and_hits_that_go_on_after_one_another() -> None:
    """Reading BR95: of three troopers two are at the first figure, and their character is at the other."""
    sure = figures(blow(1, 6, 9))
    band = replace(fighter(sure, 3), leader=replace(fighter(sure, 1), name="hero"))
    assert odds_of(band, fighter(GIANT, 2)) == {(Left(2, (2, 2)), False): 1}
    others = tuple(replace(fighter(sure, 1), name=f"hero {number}") for number in (2, 3))
    assert odds_of(replace(band, others=others), fighter(GIANT, 3)) == {(Left(3, (2, 2, 2)), False): 1}
    hunters = replace(fighter(IDLE, 1), leader=replace(fighter(sure, 1), name="hunter", seeks=True))
    hunters = replace(hunters, others=(replace(hunters.leader, name="another"), replace(hunters.leader, name="third")))
    prey = replace(fighter(GIANT, 2), leader=replace(fighter(figures(wounds=1), 1), name="prey"))
    assert odds_of(hunters, prey) == {(Left(2, (1, 1)), False): 1}, "the first fells it, and two hits go on"


def test_many_phases_agree_with_their_odds() -> None:
    lines = blow(2, 4, 1, first_strike=True), blow(1, 3, 0, wounds_d3=1)
    pair = fighter(figures(*lines, ramming=blow(1, 4), wounds=5), 3, rams=True), fighter(GIANT, 3, lost=(4, 1))
    steps = melee_steps(pair)
    assert any(not isinstance(step, Change) for step in steps)
    counts: Counter[Any] = Counter()
    for state, often in played_often(steps, begin(pair), 200_000, np.random.default_rng(11)).items():
        counts[state.second.left] += often
    assert abs(surprise(counts, Phase(pair).odds().map(lambda fight: fight.second.left))) < 4
