"""What models of many wounds cost to be counted, and how exactly they are."""

from __future__ import annotations

import pytest

from tabletop.decoding import MalformedError
from tests.situations import HEAD, unit
from tests.tabletop.arcana.odds.test_answers import answered


def test_figures_that_nobody_touches_are_no_work() -> None:
    troops = {"figures": {"melee": [{"attacks": 4, "skill": 3}]}, "count": 8}
    many = unit("giant-kings/young-giant", 30, name="b", in_contact=1)
    assert answered(HEAD | {"kind": "melee", "sides": [{"models": [troops], "in_contact": 4}, many]})


def test_wounds_that_come_back_are_counted_in_floats_from_few_on() -> None:
    mending = {"wounds": 5, "melee": [{"attacks": 1, "skill": 3}], "defence": {"regeneration": True}}
    sides = [{"models": [{"figures": mending}], "name": name} for name in "ab"]
    assert answered(HEAD | {"kind": "duel", "sides": sides})["results"]["a.wins"]["exact"] is None


def test_every_hurt_model_counts_and_none_is_hurt_before_the_one_that_is_named() -> None:
    """Of three giants with 8 wounds lost 10 are left: they aren't three times the five of one enemy any more."""
    giants = {"profile": "giant-kings/young-giant", "count": 3}
    enemy = {"models": [{"figures": {"wounds": 1, "morale": {"value": 7}}, "count": 5}]}
    tests = []
    for hurt in ({}, {"wounds_lost": 4, "also_lost": [4]}):
        foe = {"models": [giants | hurt]}
        answer = answered(HEAD | {"kind": "morale", "unit": enemy, "enemies": [foe]})
        tests.append(answer["results"]["tests"]["exact"])
    assert tests == ["1", "0"]
    for hurt in ({"also_lost": [1]}, {"wounds_lost": 1, "also_lost": [2]}, {"wounds_lost": 1, "also_lost": [1, 1, 1]}):
        with pytest.raises(MalformedError, match="must be of further models"):
            answered(HEAD | {"kind": "morale", "unit": {"models": [giants | hurt]}, "enemies": []})
    led = enemy | {"characters": [{"figures": {"wounds": 3}, "wounds_lost": 1, "also_lost": [1]}]}
    with pytest.raises(MalformedError, match="a character is one model"):
        answered(HEAD | {"kind": "morale", "unit": led, "enemies": []})
