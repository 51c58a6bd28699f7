"""What models of many wounds cost to be counted, and how exactly they are."""

from __future__ import annotations

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
