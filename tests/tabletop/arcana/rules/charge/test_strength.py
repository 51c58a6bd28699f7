"""Who is strong enough to overrun whom, and how many strike, for every size of base (Overruns; ruling T13)."""

from __future__ import annotations

import pytest

from tabletop.arcana.rules.charge.overrun.strength import Overrun, overrun, weighed
from tests.tables import Plain, block, loose, table

# “Overruns”: a model's wounds count once, those on base 4 twice and those on base 9 three times; 2, 4 or 6 models
# strike at each of theirs. Bases 6 and 15 count as 4 and 9 (ruling T13).
WEIGHTS = {1: 1, 2: 1, 4: 2, 6: 2, 9: 3, 15: 3}
STRIKERS = {1: 2, 2: 2, 4: 4, 6: 4, 9: 6, 15: 6}


def ran(own: Plain, *foes: Plain) -> Overrun:
    return overrun(table(own, *foes), "r1", [foe["ref"] for foe in foes])


def many(models: int = 60, **more: object) -> Plain:
    return block(models=models, files=min(models, 10), corner=(20, 20), **more)


@pytest.mark.parametrize("wounds", [1, 3])
@pytest.mark.parametrize("base", WEIGHTS)
def test_wounds_weigh_by_the_base(base: int, wounds: int) -> None:
    scene = table(loose("b1", (31, 40), (40, 40), base=base, wounds=wounds), many())
    assert weighed(scene.unit("b1")) == 2 * wounds * WEIGHTS[base]
    assert weighed(scene.unit("r1")) == 60


def test_wounds_that_are_lost_weigh_nothing() -> None:
    scene = table(loose("b1", (31, 40), (40, 40), base=4, wounds=3, wounds_lost=2))
    assert weighed(scene.unit("b1")) == (2 * 3 - 2) * 2


@pytest.mark.parametrize("base", WEIGHTS)
def test_both_sides_are_weighed_alike(base: int) -> None:
    found = ran(loose("r1", (31, 20), (40, 20), base=base, wounds=4), loose("b1", (31, 40), base=base))
    assert (found.own, found.theirs, found.possible) == (8 * WEIGHTS[base], WEIGHTS[base], True)


@pytest.mark.parametrize("base", STRIKERS)
def test_a_base_is_struck_by_as_many_as_its_size_lets(base: int) -> None:
    found = ran(many(), loose("b1", (31, 40), (40, 40), base=base))
    assert (found.defenders, found.attackers) == (2, 2 * STRIKERS[base])


@pytest.mark.parametrize("models", [1, 3, 5])
def test_no_more_strike_than_there_are(models: int) -> None:
    own = loose("r1", *((20 + 2 * number, 20) for number in range(models)), wounds=20)
    assert ran(own, loose("b1", (31, 40), base=9)).attackers == models


@pytest.mark.parametrize(("own", "possible"), [(17, False), (18, True), (19, True)])
def test_three_times_their_wounds_are_enough(own: int, possible: bool) -> None:
    found = ran(many(own), loose("b1", (31, 40), (40, 40), base=9))
    assert (found.possible, found.own, found.theirs) == (possible, own, 6)
    if found.reason:
        assert (found.reason.ref, found.reason.arguments["needed"]) == ("b1", 18)


def test_all_that_are_named_are_weighed_and_struck_together() -> None:
    found = ran(many(), loose("b1", (31, 40), base=4, wounds=2), loose("b2", (41, 40), base=9, wounds=3))
    assert (found.theirs, found.defenders, found.attackers) == (4 + 9, 2, 4 + 6)


def test_the_first_is_named_where_they_are_too_strong_together() -> None:
    found = ran(many(10), loose("b1", (31, 40), base=4, wounds=2), loose("b2", (41, 40), base=9, wounds=3))
    assert not found.possible
    assert found.reason
    assert (found.reason.ref, found.reason.arguments["needed"]) == ("b1", 39)


def test_who_touches_another_enemy_does_not_strike() -> None:
    fight = [{"units": ["r2", "b1"]}]
    scene = table(many(), loose("b1", (31, 40), (33, 40), base=4), loose("r2", (31, 41.5)), engaged=fight)
    found = overrun(scene, "r1", ["b1"])
    assert (found.defenders, found.attackers, found.theirs) == (1, 4, 4)


@pytest.mark.parametrize(
    ("own", "foe", "text"),
    [
        ({"broken": True}, {}, "broken"),
        ({}, {"side": "red"}, "enemies"),
        ({}, {"altitude": "high", "fly": 12}, "high"),
        ({"altitude": "low", "fly": 12}, {}, "ground"),
    ],
)
def test_strength_is_not_all(own: Plain, foe: Plain, text: str) -> None:
    ten = loose("r1", *((20 + 1.5 * number, 20) for number in range(10)), **own)
    found = ran(ten, loose("b1", (31, 40), **foe))
    assert not found.possible
    assert found.reason
    assert text in found.reason.text.lower()


def test_a_flyer_overruns_flyers_and_whoever_can_fly_goes_up_to_them() -> None:
    high = {"altitude": "high", "fly": 12}
    ten = [(20 + 1.5 * number, 20) for number in range(10)]
    assert ran(loose("r1", *ten, **high), loose("b1", (31, 40), **high)).possible
    assert ran(loose("r1", *ten, fly=12), loose("b1", (31, 40), **high)).possible
    assert ran(loose("r1", *ten), loose("b1", (31, 40), altitude="low", fly=12)).possible


def test_out_of_a_fight_all_in_it_are_overrun() -> None:
    fights = [{"units": ["r1", "b1"]}, {"units": ["r1", "b2"]}]
    foes = (loose("b1", (24, 20.5)), loose("b2", (28, 20.5)))
    scene = table(many(), *foes, engaged=fights)
    assert overrun(scene, "r1", ["b1", "b2"]).possible
    left_out = overrun(scene, "r1", ["b2"])
    assert not left_out.possible
    assert left_out.reason
    assert left_out.reason.ref == "b1"
