"""Riders, mounts and vehicles in a melee: who of them is hit, throw by throw, and what wounds take from them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import numpy as np
from msgspec.structs import replace

from tabletop.arcana.catalogue.profiles import Morale, MoraleKind
from tabletop.arcana.rules.harm.among import Among, Body, Ridden, rider_on
from tabletop.arcana.rules.harm.losses import Left
from tabletop.arcana.rules.melee.counting import MELEE, needed
from tabletop.arcana.rules.melee.fighters import Fighter, begin
from tabletop.arcana.rules.melee.mounted import ridden
from tabletop.arcana.rules.melee.turns import Phase, one_turn, shaken_by, standings, start_of, turn_steps
from tabletop.arcana.rules.melee.vehicles import crew_lost, damaged
from tabletop.dice import Distribution, spread
from tests.catalogue import printed_catalogue
from tests.dice import played_often, surprise
from tests.fighters import blow, contender, fighter, figures, left_of_caught
from tests.laws import law_of


def mounted(*, mount: int = 4, armour: int = 0, rider: int = 2) -> Fighter:
    carried = replace(fighter(figures(wounds=rider, armour=armour), 1), seeks=True, name="rider")
    return replace(fighter(figures(wounds=mount), 1), leader=carried, seeks=True, rider_on=rider_on(mount))


def test_on_what_a_hit_is_on_the_rider() -> None:
    """Lines 2515 to 2520; a vehicle of three wounds counts as one of four (ruling T11)."""
    assert [rider_on(wounds) for wounds in (3, 4, 5, 6, 12)] == [2, 2, 2, 1, 1]


@law_of(tuple(product((1, 2), (1, 2), (0, 3), (0, 4))))
def test_every_throw_at_both_is_counted(case: tuple[int, int, int, int]) -> None:
    hits, on, mount, rider = case
    shared = Among(hits, None, (Ridden(Body(mount, 1), (Body(rider, 1),), on),), MELEE)
    throws: Counter[tuple[int, int]] = Counter()
    for faces in product(product(range(1, 7), repeat=2), repeat=hits):
        of_rider = [save > rider for die, save in faces if die <= on]
        of_mount = [save > mount for die, save in faces if die > on]
        throws[sum(of_mount), sum(of_rider)] += 1
    assert spread(shared.steps(), shared.start()).map(shared.result) == Distribution(throws)


@law_of(tuple(product((1, 2), (1, 2), (0, 3))))
def test_hits_on_those_aboard_one_vehicle_are_on_each_at_random(case: tuple[int, int, int]) -> None:
    """Line 2541: a die between the vehicle and those aboard, one between both riders, then each saves by itself."""
    hits, on, save = case
    among = Among(hits, None, (Ridden(Body(save, 1), (Body(0, 1), Body(save, 1)), on),), MELEE)
    throws: Counter[tuple[int, int, int]] = Counter()
    for faces in product(product(range(1, 7), repeat=3), repeat=hits):
        vehicle = sum(die > on and saved > save for die, _, saved in faces)
        first = sum(die <= on and who <= 3 for die, who, _ in faces)
        second = sum(die <= on and who > 3 and saved > save for die, who, saved in faces)
        throws[vehicle, first, second] += 1
    assert among.odds() == Distribution(throws)


def test_a_vehicle_and_all_aboard_are_one_model_until_it_falls() -> None:
    """Lines 2541 to 2559: one model of all their wounds, by the highest morale; then each rider is one."""
    one = replace(fighter(figures(wounds=2, morale=Morale(value=9)), 1), seeks=True, name="one")
    other = replace(fighter(figures(wounds=3), 1), seeks=True, name="other", mark=2)
    wagon = replace(fighter(figures(wounds=4), 1), leader=one, others=(other,), seeks=True, rider_on=rider_on(4))
    own = contender(wagon, wounds_at_first=9, others_command=(True,))
    start = begin((wagon, wagon)).first
    whole = shaken_by(own, start, engaged=True)
    assert (whole.models, whole.wounds, whole.morale) == (1, 9, 9)
    fallen = replace(start, left=Left(0), leader=Left(0))
    after = shaken_by(own, fallen, engaged=True)
    assert (after.models, after.wounds, after.morale, after.fallen, after.characters_lost) == (1, 3, 8, 1, 1)
    assert shaken_by(own, replace(start, left=Left(0)), engaged=True).models == 2


def test_what_one_has_too_much_is_lost_and_the_other_takes_all_once_it_is_dead() -> None:
    many = fighter(figures(blow(6, 6)), 1)
    ends = Phase((many, mounted())).odds()
    assert ends.chance_that(lambda fight: not fight.second.left.models and fight.second.leader == Left(0)) == (
        Fraction(15 * 2**4, 3**6)  # four on the mount, two on the rider
    )
    twice = fighter(figures(blow(4, 6, first_strike=True), blow(3, 6)), 1)
    alone = Phase((twice, mounted(rider=30))).odds()
    dead = [fight for fight in alone.weights if not fight.second.left.models]
    lost = {30 - (fight.second.leader or Left(0)).wounds(30) for fight in dead}
    assert max(lost) == 3  # all of the second blows once four have killed the mount


def test_the_evasion_of_a_mount_holds_for_both() -> None:
    """E69, line 2529: a dwarf lord on an oriental dragon."""
    dragon = fighter(printed_catalogue().rows["monsters/dragon-oriental"], 1)
    own = fighter(figures(blow(1, 3)), 1)
    assert needed(own.figures.melee[0], own, dragon).number == 2


def test_both_are_bold_where_one_is_and_test_by_the_higher_value() -> None:
    """Lines 2531 to 2533."""
    bold = Morale(value=7, kind=MoraleKind.FEARLESS)
    assert ridden(bold, [Morale(value=9)]) == Morale(value=9, kind=MoraleKind.FEARLESS)
    assert ridden(Morale(value=9), [replace(bold, kind=MoraleKind.BERSERK)]).kind is MoraleKind.BERSERK
    assert ridden(bold, []) == bold


def test_wounds_take_blows_of_the_crew_and_skill_of_the_ram() -> None:
    """O69, lines 2633 and 2768 (readings BR19 and BR20): of five wounds from two on, one attack less at one."""
    lefts = [Left(1, (lost,) if lost else ()) for lost in range(5)]
    found = [(damaged(left, 5, 1), crew_lost(left.lost, 5)) for left in lefts]
    assert found == [(0, 0), (0, 0), (0, 0), (1, 0), (1, 1)]
    assert [crew_lost((lost,), 8) for lost in (3, 4, 5, 7)] == [0, 0, 1, 3]
    assert damaged(Left(2, (2,)), 4, 3) == 2
    troops, infantry = figures(blow(4, 6), ramming=blow(6, 6), wounds=5), fighter(figures(), 20, files=5)
    for lost, expected in ((0, 10), (3, 9), (4, 8)):
        chariot = fighter(troops, 1, lost=(lost,) if lost else (), rams=True, crewed=(0,), towed=True)
        ends = Phase((chariot, infantry)).odds()
        assert ends.map(lambda fight: 20 - fight.second.left.models).mean() == expected


def test_blows_that_wounds_have_cost_a_crew_are_lost_once_and_in_pursuit_too() -> None:
    """Line 2768: one of two vehicles in the front is dead, another has one wound left; the third steps up."""
    troops = figures(blow(2, 9), wounds=4)
    wagons = fighter(troops, 6, contact=3, files=3, lost=(3,), crewed=(0,))
    swift = fighter(figures(blow(4, 6, 9, first_strike=True)), 20, contact=1)
    assert Phase((wagons, swift)).odds().map(lambda fight: 20 - fight.second.left.models).chances() == {5: 1}
    prey = fighter(figures(), 20)
    assert left_of_caught(wagons, prey).chances() == {Left(20 - 2 * 6 + 1): 1}


def test_a_million_turns_of_a_mounted_lord_agree_with_their_odds() -> None:
    lord, troops = contender(mounted(armour=2)), figures(blow(1, 3), blow(1, 2, wounds_d3=1))
    pair = replace(lord, wounds_at_first=6), contender(fighter(troops, 9, contact=3))
    ends: Counter[object] = Counter()
    for turn, often in played_often(turn_steps(pair), start_of(pair), 1_000_000, np.random.default_rng(8)).items():
        ends[standings(pair, turn)] += often
    assert abs(surprise(ends, one_turn(pair))) < 4
