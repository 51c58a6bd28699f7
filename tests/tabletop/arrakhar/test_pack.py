"""Packs of Arrakhar's Wand: read strictly, useful with holes, each flaw named by its field."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tabletop.arrakhar.catalogue import Side, UnitType
from tabletop.arrakhar.pack import Pack, killed
from tabletop.decoding import MalformedError
from tabletop.packs import HOUSE_PACK
from tests.laws import law_of
from tests.valley import HOUSE, PLAIN, pack

ROWS: list[str] = PLAIN["board"]["rows"]


def without(name: str, key: str) -> dict[str, Any]:
    return {each: value for each, value in PLAIN[name].items() if each != key}


def board(**rows: str) -> dict[str, Any]:
    """The house's board with other rows, as `row6="M M"`."""
    return PLAIN["board"] | {"rows": [rows.get(f"row{number}", row) for number, row in enumerate(ROWS)]}


def units(number: int, **fields: Any) -> list[dict[str, Any]]:
    return [row | fields if place == number else row for place, row in enumerate(PLAIN["units"])]


def test_the_houses_pack_is_whole_and_says_that_it_is_the_houses() -> None:
    assert HOUSE.flaws() == ()
    assert HOUSE.meta.sentence == HOUSE_PACK == "house pack, not the published numbers"
    assert pack().meta.sentence == "own pack “My magazine”, typed in by its owner"


def test_a_pack_of_nothing_is_read_and_names_what_it_disables() -> None:
    nothing = dict.fromkeys(PLAIN.keys() - {"format", "game", "meta"})
    said = [str(flaw) for flaw in pack(**nothing).flaws()]
    assert [each.partition(":")[0] for each in said] == [
        "units", "summon", "haste", "fireball", "wand", "combat", "wandering", "board",
    ]  # fmt: skip
    assert said[1] == "summon: isn't entered; without it: no summoning by rolls"
    assert said[0].startswith("units: no cost of wizards, barbarians")


# What is wrong, the pack's other fields, and how its first flaw begins.
FLAWS: list[tuple[str, dict[str, Any], str]] = [
    ("a table of five faces", {"summon": without("summon", "4")}, "summon.4: has 5 of six faces, none for 4"),
    ("a hole in a table", {"wand": without("wand", "orc")}, "wand.orc: isn't entered; without"),
    ("one side's table", {"fireball": without("fireball", "S")}, "fireball.S: isn't entered"),
    ("no target", {"wand": PLAIN["wand"] | {"elf": [1]}}, "wand.elf: isn't a target there"),
    ("a cost is missing", {"units": PLAIN["units"][1:]}, "units: no cost of wizards; without it: no points of forces"),
    ("a type twice", {"units": [*PLAIN["units"][:7], PLAIN["units"][0]]}, "units[7]: there is a row of wizards"),
    ("another move", {"units": units(2, move=6)}, "units[2].move: the rules say 4, not 6"),
    ("another factor", {"units": units(1, combat="1/2")}, "units[1].combat: the rules say 2, not 1/2"),
    ("another side", {"units": units(3, side="S")}, "units[3].side: elves are the wizard's by the rules"),
    (
        "dear",
        {"units": [row | {"cost": 3} for row in PLAIN["units"]]},
        "units: 4 of each type cost a sorcerer 48 of 44",
    ),
    (
        "soft demons",
        {"fireball": PLAIN["fireball"] | {"W": PLAIN["fireball"]["W"] | {"demon": [1, 2, 3, 4, 5]}}},
        "fireball: barbarians and demons die the least",
    ),
    (
        "tough sorcerers",
        {"fireball": PLAIN["fireball"] | {"W": PLAIN["fireball"]["W"] | {"sorcerer": [1, 2, 3]}}},
        "fireball: sorcerers die more often than wizards",
    ),
    (
        "a short row",
        {"combat": PLAIN["combat"] | {"rows": PLAIN["combat"]["rows"] | {"2": ["none"]}}},
        "combat.rows.2: has 1 outcomes for 7 columns",
    ),
    (
        "a row that falls",
        {"combat": PLAIN["combat"] | {"rows": PLAIN["combat"]["rows"] | {"6": ["kill:1", *["none"] * 6]}}},
        "combat.rows.6: kills fewer at 1:1 than at 1:2",
    ),
    (
        "columns in no order",
        {"combat": PLAIN["combat"] | {"columns": PLAIN["combat"]["columns"][::-1]}},
        "combat.columns: must go from the worst odds",
    ),
    (
        "orcs to a list of nothing",
        {"wandering": PLAIN["wandering"] | {"place": "chosen_hex_list"}},
        "wandering.hexes: names no hex for orcs to come to; without it: no wandering",
    ),
    (
        "orcs to a mountain",
        {"wandering": PLAIN["wandering"] | {"place": "chosen_hex_list", "hexes": ["5,7", "1,0"]}},
        "wandering.hexes[1]: hex 1,0 isn't clear",
    ),
    (
        "orcs to no hex",
        {"wandering": PLAIN["wandering"] | {"place": "chosen_hex_list", "hexes": ["99,7"]}},
        "wandering.hexes[0]: “99,7” is no hex of this board",
    ),
    (
        "orcs to hexes that nothing uses",
        {"wandering": PLAIN["wandering"] | {"hexes": ["5,7"]}},
        "wandering.hexes: isn't used: the place is any_ruin",
    ),
    (
        "orcs to an edge of mountains",
        {"wandering": PLAIN["wandering"] | {"place": "edge"}},
        "wandering.place: is the edge, where the board has no clear hex",
    ),
    ("a row too short", {"board": board(row2="M . M")}, "board.rows[2]: has 3 hexes where the first row has 15"),
    ("an unknown letter", {"board": board(row1=ROWS[1].replace(". M", "x M"))}, "board.rows[1]: hex 1,13 is “x”"),
    ("a kind of its own", {"board": PLAIN["board"] | {"kinds": {"M": {"name": "Moor"}}}}, "board: it is of a kind"),
    (
        "an entry too few",
        {"board": board(row6=ROWS[6].replace("E", "M", 1))},
        "board.rows: has 5 entries where there are 6",
    ),
    (
        "an entry behind mountains",
        {"board": board(row1="M . M M . . . . . . . . . . M")},
        "board.rows: entry 0,3 leads to no clear hex",
    ),
    (
        "a valley in two",
        {"board": board(row6="E M M M M M M M M M M M M M E", row5="M " * 14 + "M", row7="M " * 14 + "M")},
        "board.rows: entry 6,0 leads to no clear hex",
    ),
    (
        "nothing missing, and yet",
        {"meta": PLAIN["meta"], "haste": None},
        "meta.complete: nothing is said to be missing",
    ),
]


@law_of(FLAWS, lambda case: case[0])
def test_aw_75_a_flaw_is_named_by_its_field_and_the_rest_is_kept(case: tuple[str, dict[str, Any], str]) -> None:
    _, fields, says = case
    flawed = pack(**fields)
    assert str(flawed.flaws()[0]).startswith(says), flawed.flaws()[0]
    assert flawed.meta.title


def test_a_narrow_valley_has_no_room_for_nine_haunts() -> None:
    rows = ["E E E E E E M M", ". . . . . . . ."]
    (flaw,) = pack(board=PLAIN["board"] | {"rows": rows}).flaws()
    assert str(flaw) == "board.rows: has no room for 9 haunts; without it: no long scenario"


def test_what_a_table_disables_is_refused_by_its_name() -> None:
    holes = pack(wand=None, fireball=without("fireball", "S"))
    for by_wand, says in ((True, "pack.wand: isn't entered"), (False, "pack.fireball.S: isn't entered")):
        with pytest.raises(MalformedError, match=says):
            holes.killing_faces(Side.WIZARD, UnitType.ORC, by_wand=by_wand)
    assert HOUSE.killing_faces(Side.WIZARD, UnitType.ORC) == (1, 2, 3)
    assert HOUSE.killing_faces(Side.WIZARD, UnitType.ORC, by_wand=True) == (1, 2, 3, 4)
    HOUSE.ensure("summon")


# What can't be read at all.
MALFORMED = [
    ({"game": "chess"}, "game: must be arrakhar, not “chess”"),
    ({"meta": {"id": "x", "title": "X", "kind": "stolen"}}, "meta.kind: must be one of house, own, not “stolen”"),
    ({"summon": {"7": 2}}, "summon: must be one of 1, 2, 3, 4, 5, 6, not “7”"),
    ({"colour": 1}, "colour: there is no such field"),
    ({"units": [{"type": "trol"}]}, "units[0].type: must be one of wizard"),
    ({"combat": {"columns": ["1:1"], "rows": {"1": ["kill"]}}}, "must be none, kill:all"),
    *(
        ({"combat": {"columns": [column], "rows": {}}}, "combat.columns[0]: must ")
        for column in ("best", "0:1", "1:", "٣:1", "100:1", "9" * 5000 + ":1")
    ),
]


@law_of(MALFORMED, lambda case: str(case[1]))
def test_a_file_that_is_no_pack_is_refused_by_its_field(case: tuple[dict[str, Any], str]) -> None:
    fields, says = case
    with pytest.raises(MalformedError, match=re.escape(says)):
        pack(**fields)


def test_outcomes_of_the_combat_table() -> None:
    outcomes = ("none", "kill:half_down", "kill:half_up", "kill:2", "kill:all")
    assert [[killed(outcome, stack) for outcome in outcomes] for stack in (1, 3, 4)] == [
        [0, 0, 1, 1, 1],
        [0, 1, 2, 2, 3],
        [0, 2, 2, 2, 4],
    ]
    assert isinstance(HOUSE, Pack)
