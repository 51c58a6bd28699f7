"""Vehicle parts: read strictly, looked up by slug, refused by field."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given

from tabletop.arcana.creation.vehicles import VehicleParts, look_up, read_parts
from tabletop.decoding import MalformedError
from tests.catalogue import printed_catalogue
from tests.laws import of_each
from tests.tabletop.arcana.creation.vehicles.strategies import parts

CHARIOT: dict[str, Any] = {
    "name": "Chariot",
    "type": "light-chariot",
    "beasts": {"profile": "monsters/horse", "count": 2},
    "crew": [{"profile": "barbarians/barbarian-javelin-thrower", "count": 2}],
}


@given(parts())
def test_parts_survive_their_file(chosen: VehicleParts) -> None:
    assert read_parts(msgspec.json.encode(chosen)) == chosen


@of_each(
    ("change", "field"),
    [
        ({"type": "tank"}, "type"),
        ({"name": "C" * 121}, "name"),
        ({"armour": 2}, "armour"),
        ({"wounds": 0}, "wounds"),
        ({"beasts": {"profile": "monsters/horse", "count": 0}}, "beasts.count"),
        ({"beasts": {"profile": "Horse"}}, "beasts.profile"),
        ({"crew": [{"profile": "barbarians/scout", "count": 21}]}, "crew[0].count"),
        ({"crew": [{"profile": "barbarians/scout"}, {"count": 1}]}, "crew[1].profile"),
        ({"crew": [{"profile": "barbarians/scout", "attack": -1}]}, "crew[0].attack"),
        ({"cargo": "five"}, "cargo"),
        ({"base": [3]}, "base"),
        ({"base": [3, 0]}, "base[1]"),
        ({"wears": "nothing"}, "wears"),
        ({"colour": "red"}, "colour"),
        ({"movement": {"ground": -1}}, "movement.ground"),
    ],
)
def test_malformed_files_name_the_field(change: dict[str, Any], field: str) -> None:
    with pytest.raises(MalformedError) as error:
        read_parts(json.dumps(CHARIOT | change))
    assert error.value.field == field


@pytest.mark.parametrize("content", ["", "[]", "{", b"\xff", "[" * 50_000, " " * 100_001])
def test_what_is_no_file_of_parts_is_malformed(content: str | bytes) -> None:
    with pytest.raises(MalformedError):
        read_parts(content)


@of_each(
    ("change", "field"),
    [
        ({"beasts": {"profile": "monsters/unknown"}}, "beasts.profile"),
        ({"crew": [{"profile": "barbarians/scout"}, {"profile": "barbarians/nobody"}]}, "crew[1].profile"),
        ({"crew": [{"profile": "barbarians/scout", "attack": 1}]}, "crew[0].attack"),
        ({"war_machines": [{"profile": "war-machines/trebuchet"}]}, "war_machines[0].profile"),
        ({"army": "martians"}, "army"),
        ({"movement": {"ground": 10}}, "movement"),
        ({"wears": "both"}, "wears"),
        ({"type": "light-howdah", "wounds": 5}, "wounds"),
        ({"type": "light-howdah", "beasts": None, "movement": {"ground": 10}}, "movement"),
    ],
)
def test_parts_that_cant_be_put_together_name_the_field(change: dict[str, Any], field: str) -> None:
    chosen = read_parts(json.dumps(CHARIOT | change))
    with pytest.raises(MalformedError) as error:
        look_up(chosen, printed_catalogue())
    assert error.value.field == field


@pytest.mark.parametrize(
    ("change", "army"),
    [
        ({}, "barbarians"),
        ({"army": "marr"}, "marr"),
        ({"crew": []}, None),
        ({"crew": [{"profile": "monsters/ogre"}]}, None),
        ({"crew": [{"profile": "monsters/ogre"}, {"profile": "orcs/orc-warrior"}]}, "orcs"),
    ],
)
def test_army_is_the_stated_one_or_the_first_crews(change: dict[str, Any], army: str | None) -> None:
    assert look_up(read_parts(json.dumps(CHARIOT | change)), printed_catalogue()).army == army
