"""The kinds of illegal list that another game's checker was tried on, in this game's words: all of them caught."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tabletop.arcana.army.roster import read_roster
from tabletop.decoding import MalformedError
from tests.corpus.illegal import tournament
from tests.corpus.sound import Plain, alone, of_models, plus, sound
from tests.reviews import errors

DWARVES = "dwarves"
AXEMEN = "dwarves/axemen"
ROLLERS, LOBBERS = "giant-kings/rollers", "giant-kings/lobbers"


def first_models(**changed: Any) -> Plain:
    """A sound army whose first line of models is changed."""
    roster = sound(DWARVES)
    roster["units"][0]["models"][0] |= changed
    return roster


# Their list, ours, and what it must get: the code of an error, or the field where the file is refused.
CAUGHT: list[tuple[str, str, Plain, str]] = [
    ("no general", "an army without what it must have: units", sound(DWARVES) | {"units": [], "points_limit": None},
     "ROST-01"),
    ("two generals", "lords as a unit's models", plus(DWARVES, of_models("dwarves/dwarf-lord", 2)), "UNIT-04"),
    ("two standard bearers", "two engines for one giant", plus("giant-kings", of_models(
        "giant-kings/young-giant", upgrades=[{"profile": ROLLERS}, {"profile": LOBBERS}])), "EQP-02"),
    ("0–1 limit exceeded", "two small units in a tournament",
     tournament(DWARVES, of_models(AXEMEN), of_models(AXEMEN) | {"ref": "x2"}), "TOUR-05"),
    ("too few non-character units", "nearly all of the troops are missing",
     sound(DWARVES) | {"units": [of_models(AXEMEN, 5)]}, "COMP-01"),
    ("over points", "over the size of the game", sound(DWARVES) | {"points_limit": 1200}, "SIZE-01"),
    ("special over its share", "special over 40 %", plus(DWARVES, of_models("war-machines/cannon", 2)), "COMP-02"),
    ("core under its share", "normal under 60 %", sound(DWARVES) | {"points_limit": 4000}, "COMP-01"),
    ("unit below its least size", "a unit without models", plus(DWARVES, {"ref": "x1"}), "UNIT-01"),
    ("negative model count", "the same", first_models(count=-3), "units[0].models[0].count"),
    ("unit above its largest size", "a unit over 800 points", tournament(DWARVES, of_models(AXEMEN, 41)), "TOUR-04"),
    ("non-numeric model count", "the same", first_models(count="many"), "units[0].models[0].count"),
    ("two exclusive weapons", "two missile weapons", plus(DWARVES, alone(DWARVES, weapon=["crossbow", "handgun"])),
     "units[3].characters[0].weapon"),
    ("several mounts at once", "the same",
     plus(DWARVES, alone(DWARVES, mount=[{"profile": "monsters/bear"}, {"profile": "monsters/griffin"}])),
     "units[3].characters[0].mount"),
    ("price tampered with", "a price in the file", first_models(points=1), "units[0].models[0].points"),
    ("unit from another army", "the same", plus(DWARVES, of_models("orcs/orc-warrior", 5)), "LIST-01"),
    ("unit under the wrong category", "equipment as a unit", plus(DWARVES, of_models("monsters/hydra-head", 5)),
     "UNIT-03"),
    ("items beyond the allowance", "a weapon and a skill that don't go together",
     plus("hogmen", alone("hogmen", profile="hogmen/mayor", weapon="crossbow")), "CHAR-02"),
    ("the same item twice", "counterspelling bought twice", plus(DWARVES, alone(DWARVES, counterspell=2)),
     "units[3].characters[0].counterspell"),
]  # fmt: skip


def caught(roster: Plain) -> set[str]:
    """The codes of the errors, or the field that is refused."""
    try:
        return {brief.split()[0] for brief in errors(read_roster(json.dumps(roster)))}
    except MalformedError as refused:
        return {refused.field}


@pytest.mark.parametrize(("theirs", "ours", "roster", "expected"), CAUGHT, ids=[each[0] for each in CAUGHT])
def test_each_kind_is_caught(theirs: str, ours: str, roster: Plain, expected: str) -> None:
    assert expected in caught(roster), ours


def test_there_are_nineteen_kinds() -> None:
    assert len({theirs for theirs, *_ in CAUGHT}) == len(CAUGHT) == 19


@pytest.mark.parametrize("army", [DWARVES, "giant-kings", "hogmen"])
def test_what_they_were_made_from_is_sound(army: str) -> None:
    assert caught(sound(army)) == set()
