"""The published schema of `muster-table/1` says what the reader says."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from tabletop.arcana.battlefield import read_table, write_table
from tabletop.arcana.catalogue.profiles import BASE_SIZES
from tabletop.decoding import MalformedError
from tests.catalogue import PROJECT
from tests.charts import REGIONS, rolled

VALIDATOR = Draft202012Validator(json.loads((PROJECT / "docs" / "schema" / "muster-table-1.json").read_bytes()))
PIECE = {
    "ref": "t1",
    "kind": "hill",
    "name": "Hill",
    "polygon": [[10, 10], [20, 10], [20, 18]],
    "height": 2,
    "going": "difficult",
    "nature": "wooded",
    "obstructs_flight": False,
    "effects": {"cover": "soft", "hazard": {"harm": "hits", "dice": "2d6", "strength": 3}},
    "note": "Steep.",
    "parts": [{"kind": "impassable", "name": "Cliff", "polygon": [[11, 11], [12, 11], [12, 12]]}],
    "roll": 9,
    "rerolled": [6],
    "sub_rolls": [{"what": "cliffs", "dice": "d3", "result": 1}],
    "placed_by": "red",
}
BLOCK = {"kind": "rank-and-file", "files": 5, "corner": [30, 20], "facing": 0}
LOOSE = {"kind": "skirmish", "positions": [[50, 30]]}
KNIGHTS = {"ref": "r1", "side": "red", "base": 2, "models": 10, "movement": 16, "formation": BLOCK}
SCOUT = {"ref": "b1", "side": "blue", "profile": "barbarians/scout", "models": 1, "formation": LOOSE}
WHOLE: dict[str, Any] = {
    "format": "muster-table/1",
    "game": "arcana",
    "name": "The ford",
    "size": [72, 48],
    "scale": 25,
    "terrain": [PIECE],
    "units": [KNIGHTS, SCOUT],
    "engaged": [{"units": ["r1", "b1"], "sides": ["front", "rear"]}],
}


def changed(path: str, value: Any) -> dict[str, Any]:
    plain: Any = deepcopy(WHOLE)
    *parents, last = (int(key) if key.isdigit() else key for key in path.split("."))
    spot = plain
    for key in parents:
        spot = spot[key]
    spot[last] = value
    return dict(plain)


def test_a_table_that_uses_everything_is_valid() -> None:
    VALIDATOR.validate(WHOLE)
    VALIDATOR.validate(json.loads(write_table(read_table(json.dumps(WHOLE)))))


@pytest.mark.parametrize("region", REGIONS)
def test_rolled_tables_are_valid(region: str) -> None:
    for seed in range(10):
        VALIDATOR.validate(json.loads(write_table(rolled(region, pieces=9, seed=seed))))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("format", "muster-table/2"),
        ("game", "chess"),
        ("size", [72]),
        ("size", [0, 48]),
        ("size", [72, 241]),
        ("scale", 20),
        ("colour", "red"),
        ("terrain.0.ref", "T 1"),
        ("terrain.0.kind", "pond"),
        ("terrain.0.polygon", [[1, 1], [2, 2]]),
        ("terrain.0.polygon.0", [1]),
        ("terrain.0.going", "slow"),
        ("terrain.0.roll", 13),
        ("terrain.0.effects.cover", "thick"),
        ("terrain.0.effects.hazard.dice", "3d6"),
        ("terrain.0.parts.0.kind", "tree"),
        ("terrain.0.sub_rolls.0.result", 0),
        ("units.0.models", 0),
        ("units.0.base", 3),
        ("units.0.formation.kind", "phalanx"),
        ("units.0.formation.files", 0),
        ("units.1.profile", "scout"),
        ("units.1.formation.positions", []),
        ("engaged.0.sides", ["front", "top"]),
    ],
)
def test_what_the_reader_refuses_the_schema_refuses(path: str, value: Any) -> None:
    plain = changed(path, value)
    assert not VALIDATOR.is_valid(plain)
    with pytest.raises(MalformedError):
        read_table(json.dumps(plain))


@pytest.mark.parametrize("field", ["format", "game", "size"])
def test_what_the_reader_misses_the_schema_misses(field: str) -> None:
    plain = {key: value for key, value in WHOLE.items() if key != field}
    assert not VALIDATOR.is_valid(plain)
    with pytest.raises(MalformedError, match=field):
        read_table(json.dumps(plain))


@pytest.mark.parametrize("base", [*BASE_SIZES, None])
def test_every_base_size_is_valid(base: float | None) -> None:
    plain = changed("units.1.base", base)
    VALIDATOR.validate(plain)
    assert read_table(json.dumps(plain)).units[1].base == base
