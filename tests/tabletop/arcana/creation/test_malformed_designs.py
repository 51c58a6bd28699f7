"""More than two hundred designs that are no designs, or have no price: each refused with the right field named."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tabletop.arcana.army.resolve import resolve
from tabletop.arcana.army.roster import read_roster
from tabletop.arcana.creation.design_files import read_design
from tabletop.arcana.creation.points import RefusedError, price
from tabletop.decoding import MalformedError
from tests.catalogue import printed_catalogue
from tests.laws import law_of, of_each

BLOW: dict[str, Any] = {"attacks": 2, "skill": 3, "strength": 1}
SHOT: dict[str, Any] = {"name": "Bow", "range": 21, "attacks": 1, "skill": 3, "strength": 1}
SOUND: dict[str, Any] = {
    "format": "muster-design/1",
    "name": "Sound",
    "kind": "creature",
    "movement": {"ground": 8, "fly": 12, "swim": 6, "abilities": ["swimmer"]},
    "wounds": 3,
    "armour": {"value": 3, "fixed": True},
    "second_armour": {"value": 2},
    "defence": {"magic_resistance": 2, "sensitive": ["fire"], "immune": ["water"]},
    "morale": {"value": 8, "kind": "natural"},
    "melee": [BLOW, BLOW | {"alternative": True}],
    "missile": [SHOT, SHOT | {"alternative": True}],
    "ramming": BLOW,
    "base": 4,
}
NO_COUNT = [-1, 101, "3", 1.5, True, [], {}]
NO_SWITCH = [1, "yes", None]
COUNTS = [
    "wounds",
    "armour.value",
    "second_armour.value",
    "defence.magic_resistance",
    "defence.evasion",
    "defence.missile_armour",
    "morale.value",
    "melee[0].attacks",
    "melee[1].skill",
    "melee[0].hits_d3",
    "melee[1].wounds_d3",
    "missile[0].attacks",
    "missile[1].skill",
    "missile[0].hits_d3",
    "ramming.attacks",
    "ramming.skill",
]
INCHES = ["movement.ground", "movement.fly", "movement.swim", "missile[0].range", "missile[1].min_range"]
SWITCHES = [
    "armour.fixed",
    "defence.shield",
    "defence.missile_immune",
    "defence.regeneration",
    "defence.slow",
    "defence.negates_long_weapons",
    "defence.testudo",
    "defence.charmer",
    "morale.disciplined",
    "melee[0].magical",
    "melee[1].first_strike",
    "melee[0].sweep",
    "missile[1].natural",
    "missile[0].reloads",
    "ramming.long_weapon",
    "fearsome",
    "infiltrates",
]
UNREADABLE: list[tuple[str, Any]] = [
    ("format", "muster-design/2"),
    ("format", "muster-roster/1"),
    ("format", 1),
    ("name", ""),
    ("name", "x" * 121),
    ("name", "a\u0007b"),
    ("name", None),
    ("kind", "dragon"),
    ("kind", None),
    ("movement", []),
    ("movement", "8"),
    ("movement.abilities[0]", "sprinter"),
    ("movement.abilities", "swimmer"),
    ("movement.gallop", 12),
    ("armour", 3),
    ("armour.shiny", True),
    ("defence", None),
    ("defence.immune[0]", "plague"),
    ("defence.sensitive[0]", 3),
    ("defence.sensitive", "fire"),
    ("morale", 8),
    ("morale.kind", "brave"),
    ("melee", {}),
    ("melee[0]", None),
    ("melee[0].strength", "strong"),
    ("melee[0].strength", 21),
    ("melee[1].strength", -1),
    ("melee[0].element", "plague"),
    ("melee[1].reach", 2),
    ("melee[0].sweeps", 0),
    ("melee[0].sweeps", 11),
    ("missile[0].strength", None),
    ("missile[1].element", "ice"),
    ("missile[0].phalanx", True),
    ("missile[0].name", 5),
    ("ramming", [BLOW]),
    ("ramming.range", 3),
    ("spellcaster", "earth"),
    ("spellcaster", True),
    ("base", 3),
    ("base", "4"),
    ("base", 0),
    ("points", 12),
    ("price", 12),
]
NO_PRICE: list[tuple[str, Any]] = [
    ("movement.ground", 0),
    ("movement.ground", 1),
    ("movement.fly", 0),
    ("movement.swim", 1),
    ("wounds", 0),
    ("defence.magic_resistance", 6),
    ("defence.evasion", 3),
    ("defence.missile_armour", 5),
    ("defence.testudo", True),
    ("morale.value", 5),
    ("morale.value", 12),
    ("melee[0].attacks", 0),
    ("melee[0].skill", 0),
    ("melee[1].skill", 6),
    ("melee[0].strength", 7),
    ("melee[0].alternative", True),
    ("melee[0].phalanx", True),
    ("melee[1].sweeps", 2),
    ("missile[0].attacks", 0),
    ("missile[1].skill", 6),
    ("missile[0].strength", 8),
    ("missile[1].range", 46),
    ("missile[0].min_range", 24),
    ("missile[0].alternative", True),
    ("ramming.skill", 6),
    ("ramming.attacks", 0),
    ("ramming.strength", 7),
    ("ramming.alternative", True),
]
ELSEWHERE: list[tuple[str, Any, str]] = [
    ("armour", {"value": 7}, "armour.value"),
    ("armour", {"value": 6, "fixed": True}, "armour.value"),
    ("armour", {"value": 0, "fixed": True}, "armour.value"),
    ("second_armour", {"value": 9}, "second_armour.value"),
    ("armour", None, "second_armour"),
    ("movement.abilities", ["swimmer", "swimmer"], "movement.abilities[1]"),
    ("movement.ground", None, "movement.abilities[0]"),
    ("defence.sensitive", ["fire", "fire"], "defence.sensitive[1]"),
    ("defence.immune", ["water", "fire"], "defence.immune[1]"),
    ("defence.immune", ["water", "water"], "defence.immune[1]"),
    ("melee[0]", BLOW | {"strength": "eldritch", "magical": True}, "melee[0].magical"),
    ("melee[0]", BLOW | {"first_strike": True, "last_strike": True}, "melee[0].last_strike"),
    ("melee[0]", {"skill": 3}, "melee[0].attacks"),
    ("melee[1]", {"attacks": 3}, "melee[1].skill"),
    ("melee", [BLOW] * 21, "melee"),
    ("missile", [SHOT] * 21, "missile"),
    ("missile[0]", {"attacks": 1, "skill": 2}, "missile[0].range"),
    ("morale", {"kind": "fearless"}, "morale.value"),
    ("kind", "war-machine", "movement.ground"),
]


def cases() -> Iterator[tuple[str, Any, str]]:
    """A path, what is put there, and the field that must be named."""
    for path in COUNTS:
        yield from ((path, value, path) for value in NO_COUNT)
    for path in INCHES:
        yield from ((path, value, path) for value in (-1, 121, "3", 2.5, False))
    for path in SWITCHES:
        yield from ((path, value, path) for value in NO_SWITCH)
    yield from ((path, value, path) for path, value in UNREADABLE)
    yield from ((path, value, path) for path, value in NO_PRICE)
    yield from ELSEWHERE


CASES = list(dict.fromkeys((path, json.dumps(value), named) for path, value, named in cases()))


def spoilt(path: str, value: Any) -> dict[str, Any]:
    """The sound design with something else at a path."""
    plain: Any = json.loads(json.dumps(SOUND))
    *parents, last = [int(part) if part.isdigit() else part for part in re.findall(r"\w+", path)]
    place = plain
    for part in parents:
        place = place[part]
    place[last] = value
    return plain  # type: ignore[no-any-return]


def named_in(plain: dict[str, Any]) -> str:
    """The field that is named when the design is read and priced."""
    try:
        price(read_design(json.dumps(plain)))
    except (MalformedError, RefusedError) as error:
        return error.field
    return "nothing"


def test_the_design_that_the_cases_spoil_is_sound() -> None:
    assert named_in(SOUND) == "nothing"
    assert len(CASES) >= 200


@law_of(CASES)
def test_a_malformed_design_is_refused_by_the_right_field(case: tuple[str, str, str]) -> None:
    path, value, named = case
    assert named_in(spoilt(path, json.loads(value))) == named


@pytest.mark.parametrize("missing", ["format", "name"])
def test_what_must_be_there_is_named_where_it_is_missing(missing: str) -> None:
    assert named_in({name: value for name, value in SOUND.items() if name != missing}) == missing


@pytest.mark.parametrize("content", ["", "{", "[]", "null", "\ud800", "[" * 100_000, '{"name": "x"'])
def test_what_is_no_json_object_is_refused_as_a_whole(content: str) -> None:
    with pytest.raises(MalformedError) as refused:
        read_design(content.encode("utf-8", "surrogatepass"))
    assert refused.value.field == ""


def test_a_file_that_is_too_large_is_refused_unread() -> None:
    with pytest.raises(MalformedError, match="larger than"):
        read_design(b" " * 1_000_001)


@of_each(("path", "value", "named"), CASES[::9])
def test_in_a_roster_the_field_is_named_with_its_design(path: str, value: str, named: str) -> None:
    if path == "format":
        return
    roster = {"format": "muster-roster/1", "game": "arcana", "name": "R", "army": "dwarves"}
    roster["designs"] = [SOUND | {"name": "First"}, spoilt(path, json.loads(value))]  # type: ignore[assignment]
    with pytest.raises(MalformedError) as refused:
        resolve(read_roster(json.dumps(roster)), printed_catalogue())
    assert refused.value.field == f"designs[1].{named}"
