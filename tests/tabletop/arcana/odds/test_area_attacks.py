"""Area attacks by plain numbers at a unit: as plain strikes on the same save, who leads it, and what is refused."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from tabletop.arcana.odds.answers import counted, counted_together, odds
from tabletop.arcana.odds.situations import read_situation
from tabletop.decoding import MalformedError
from tests.catalogue import printed_catalogue
from tests.tabletop.arcana.odds.test_magic import HEAD, answered, means, men

CATALOGUE = printed_catalogue()
AREA = HEAD | {"kind": "area", "needed": 3, "hits": "4d3", "strength": 1}


def test_hits_at_a_unit_are_those_of_plain_numbers() -> None:
    """Lines 1455 and 1457: halved on skirmishers; a miss by one brings half, but not where the target fights."""
    for ranked in (True, False):
        for engaged in (True, False):
            plain = {"attacks": 2, "needed": 3, "hits": "4d3", "save": 1, "models": 12}
            strikes = HEAD | {"kind": "strikes", "loose": not ranked, "engaged": engaged} | plain
            target: dict[str, Any] = {"target": men(12, ranked=ranked, armour={"value": 2}), "shots": 2}
            area = answered(AREA | target | {"engaged": engaged})
            assert area["results"] == answered(strikes)["results"], (ranked, engaged)
            assert [step["number"] for step in area["steps"]] == [1]


def test_magical_ones_find_who_leads_the_unit() -> None:
    """A 1 in 6 for each hit; nobody but the fallen troops' character else."""
    led = men(40, ranked=True) | {"characters": [{"figures": {"wounds": 40}}]}
    found = means(AREA | {"target": led, "needed": 6, "magical": True})
    assert found["hits"] == 8
    assert found["character.wounds"] == Fraction(8, 6)
    assert means(AREA | {"target": led, "needed": 6})["character.wounds"] == 0


def test_what_cannot_be_is_refused_with_its_field() -> None:
    for changes, complaint in (
        ({"target": {"models": [{"profile": "dwarves/axman"}]}}, "target.models[0].profile: there is no profile"),
        ({"target": men(3), "hits": "4d6"}, "hits: must be dice as d3 or 4d3"),
        ({"target": men(3), "shots": 0}, "shots: must be"),
        ({}, "target: is missing"),
    ):
        with pytest.raises(MalformedError) as error:
            odds(printed_catalogue(), read_situation(json.dumps(AREA | changes)))
        assert str(error.value).startswith(complaint)


def test_volleys_from_several_ranges_are_added_up() -> None:
    """Each at whom those before have left: of two at one model, which falls unless both miss, and of all at many."""
    bow = {"name": "Bow", "range": 30, "attacks": 1, "skill": 3}
    archers = men(4, missile=[bow])
    both = [
        HEAD | {"kind": "shoot", "shooter": archers, "target": men(number), "range": inches, "shots": shots}
        for number in (1, 30)
        for inches, shots in ((5, 1), (25, 3))
    ]
    volleys = [read_situation(json.dumps(plain)) for plain in both]
    alone = [counted(CATALOGUE, volley) for volley in volleys]
    one, many = (counted_together(CATALOGUE, volleys[first : first + 2]) for first in (0, 2))  # type: ignore[arg-type]
    assert one
    assert many
    missed = (1 - alone[0].chances["destroyed"]) * (1 - alone[1].chances["destroyed"])
    assert one.chances["destroyed"] == 1 - missed
    assert many.numbers["fallen"].mean() == sum(volley.numbers["fallen"].mean() for volley in alone[2:])
    assert alone[2].numbers["fallen"].mean() > alone[3].numbers["fallen"].mean() / 3, "nearer ones hit more often"
    assert "hits" not in many.numbers
