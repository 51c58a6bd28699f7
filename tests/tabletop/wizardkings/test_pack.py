"""The data pack of Wizard Kings: the house's is whole, holes and faults are named by their fields."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from tabletop.decoding import MalformedError
from tabletop.packs import HOUSE_PACK, typed_values
from tabletop.wizardkings.catalogue import Kind, Moon, Terrain
from tabletop.wizardkings.game import WIZARD_KINGS
from tabletop.wizardkings.pack import Pack, StandardRules
from tabletop.wizardkings.pack_tables import worded
from tests.bay import HOUSE, HOUSE_FILE, PLAIN, pack, units
from tests.laws import law_of


def test_long_names_become_words_of_their_own() -> None:
    assert worded("Warriors of the northern hill guard") == "warriors-of-the-northern-hill"
    assert worded("  -- ") == ""


def test_the_houses_pack_is_whole_invented_and_has_every_class() -> None:
    assert HOUSE.flaws() == ()
    assert HOUSE.meta.sentence == HOUSE_PACK
    assert WIZARD_KINGS.read_pack(HOUSE_FILE.read_bytes()) == HOUSE
    for army in HOUSE.armies:
        assert {row.terrain for row in HOUSE.rows(army, Kind.ARMY)} == set(Terrain)
        assert len(HOUSE.rows(army, Kind.ARMY)) == 8
        assert len(HOUSE.rows(army, Kind.WIZARD)) == 1
        spells = HOUSE.spells_of(army)
        assert [(each.level, each.dice and (each.dice.n, each.dice.hit), each.kind) for each in spells] == [
            (1, (2, 3), "direct"), (2, (4, 3), "direct"), (3, (6, 3), "lasting"),
        ]  # fmt: skip
    assert {row.kind for row in HOUSE.units} == set(Kind)
    assert HOUSE.map is not None
    signs = HOUSE.map.board.signs
    assert (len(signs), len(signs[0]), HOUSE.map.gold, len(HOUSE.map.henges)) == (7, 9, 14, 1)
    assert {city.gold for city in HOUSE.map.cities} == {1, 2, 3}


def test_the_moon_goes_round() -> None:
    assert [HOUSE.rules.moon(turn) for turn in range(1, 6)] == [Moon.NEW, Moon.HALF, Moon.FULL, Moon.HALF, Moon.NEW]
    assert StandardRules().moon(3) is None


BOARD = PLAIN["map"]["board"]


def with_map(**fields: Any) -> dict[str, Any]:
    return {**PLAIN["map"], **fields}


# Fields of an owner's pack, and what is said of them, among other things.
FLAWED: list[tuple[dict[str, Any], str]] = [
    ({"units": None}, "units: has no army; without it: no start forces"),
    (
        {"units": units(levy={"cost": None})},
        "units[6].cost: Levy has no gold a step; without it: no gold of forces",
    ),
    (
        {"units": units(levy={"hit": None})},
        "units[6].hit: Levy has no number to hit on; without it: no odds of its hits",
    ),
    (
        {"units": units(levy={"terrain": None})},
        "units[6].terrain: Levy has no terrain; without it: no recruiting",
    ),
    ({"units": units(levy={"id": "thrall"})}, "units: has 2 rows of “thrall”; the first counts"),
    ({"units": units(ash_seer=None)}, "units: ashkar has no wizard; without it: no legal force of ashkar"),
    (
        {"units": units(**{row["id"].replace("-", "_"): {"copies": 0} for row in PLAIN["units"] if "army" not in row})},
        "units: has 0 blocks of chaos where 5 are needed; without it: no legal force of medium games",
    ),
    ({"spells": None}, "spells: isn't entered; without it: no odds of spells"),
    ({"spells": [PLAIN["spells"][0] | {"dice": None}]}, "spells[0].dice: Spray has none; without it: no odds of it"),
    ({"map": None}, "map: isn't entered; without it: no terrain by hexes"),
    (
        {"map": with_map(board=BOARD | {"rows": [". .", "."]})},
        "map.board.rows[1]: has 1 hexes where the first row has 2; without it: no terrain by hexes",
    ),
    (
        {"map": with_map(board=BOARD | {"rows": ["E ."], "sides": []})},
        "map.board.rows: hex 0,0 is “E”, no terrain of the game; without it: no terrain there",
    ),
    (
        {
            "map": with_map(
                board=BOARD | {"side_kinds": {"W": {"name": "Wall"}}, "sides": [{"a": "0,0", "b": "0,1", "kind": "W"}]}
            )
        },
        "map.board.sides[0].kind: is “W”, no hexside of the game",
    ),
    ({"map": with_map(henges=["9,9"])}, "map.henges[0]: “9,9” is no hex of this board; it has 7 rows of 9"),
    ({"map": with_map(cities=[])}, "map.cities: has no city of 2 or 3 gold; without it: no capitals on it"),
    ({"rules": None}, "rules.stack_limit: isn't entered; without it: no checking of stacks where cadres arrive"),
    ({"rules": {"stack_limit": 4}}, "rules.moon_cycle: isn't entered; without it: no moons by turns"),
]


@law_of(FLAWED, lambda case: case[1])
def test_holes_and_faults_are_named_by_their_fields(case: tuple[dict[str, Any], str]) -> None:
    fields, says = case
    assert any(str(flaw).startswith(says) for flaw in pack(**fields).flaws()), list(map(str, pack(**fields).flaws()))


def typed(of: Pack, **changed: str) -> Pack:
    """The pack from its own tables with other words in some cells, by their names with __ for what no name may have."""
    tables = WIZARD_KINGS.pack_tables(of)
    words = {cell.name: cell.value for table in tables for cell in table.cells}
    words |= {re.sub(r"__(\d+)__", r"[\1].", name).replace("__", "."): value for name, value in changed.items()}
    values, problems = typed_values(tables, words)
    assert problems == {}
    return WIZARD_KINGS.pack_of(of, of.meta, values)  # type: ignore[return-value]


def test_what_stands_in_the_tables_is_read_as_the_same_pack() -> None:
    own = pack()
    assert typed(own) == own
    assert WIZARD_KINGS.pack_of(None, own.meta, {}).flaws()
    assert [len(table.rows) for table in WIZARD_KINGS.pack_tables(None)] == [4, 4, 0, 2]


def test_rows_are_added_changed_and_taken_off() -> None:
    own = pack()
    end = len(own.units)
    changed = typed(
        own, units__0__cost="3", units__1__name="", rules__moon_cycle="full new", rules__stack_limit="6",
        **{
            f"units__{end}__name": "Sea Serpent", f"units__{end}__class": "chaos", f"units__{end}__fire": "C+",
            f"units__{end + 1}__name": "Levy", f"units__{end + 1}__class": "army",
            f"units__{end + 1}__army": "Old Elves",
            f"units__{end + 2}__name": "Levy", f"units__{end + 2}__class": "army",
            f"units__{end + 3}__name": "Ö", f"units__{end + 3}__class": "army",
            "spells__0__n": "", "spells__6__name": "Stone Bridge", "spells__6__level": "2",
            "spells__6__kind": "indirect",
            "spells__7__level": "1",
        },
    )  # fmt: skip
    assert changed.unit("woodward", "").cost == 3
    assert "wizard-kings/dune-rider" not in changed.by_slug
    serpent = changed.unit("sea-serpent", "")
    assert (serpent.kind, serpent.fire, serpent.plus) == (Kind.CHAOS, "C", True)
    assert [row.id for row in changed.units[-4:]] == ["sea-serpent", "old-elves-levy", "levy-2", "unit"]
    assert (changed.spells[0].dice, changed.spells[-1].id) == (None, "stone-bridge")
    assert (changed.rules.moon_cycle, changed.rules.stack_limit) == ((Moon.FULL, Moon.NEW), 6)
    assert changed.map == own.map
    with pytest.raises(MalformedError, match=r"rules\.moon_cycle"):
        typed(own, rules__moon_cycle="blue")


# What no pack can say, and what is said of it.
UNREADABLE: list[tuple[dict[str, Any], str]] = [
    ({"units": [{"id": "a", "name": "A", "class": "hero"}]}, "units[0].class: must be one of army, chaos"),
    ({"units": [{"id": "A b", "name": "A", "class": "army"}]}, "units[0].id: must be small letters, digits"),
    ({"units": [{"id": "a", "name": "A", "class": "army", "max_steps": 5}]}, "units[0].max_steps: must be at most 4"),
    ({"gold": 3}, "gold: there is no such field"),
]


@law_of(UNREADABLE, lambda case: case[1])
def test_what_no_pack_can_say_is_refused_by_its_field(case: tuple[dict[str, Any], str]) -> None:
    fields, says = case
    with pytest.raises(MalformedError) as refused:
        WIZARD_KINGS.read_pack(json.dumps(PLAIN | fields))
    assert str(refused.value).startswith(says)
