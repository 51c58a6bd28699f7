"""Malformed table files: every one is refused by the name of its field."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tabletop.arcana.battlefield import lay, read_table
from tabletop.arcana.battlefield.validation import LARGEST_FILE
from tabletop.decoding import MalformedError
from tests.catalogue import printed_catalogue
from tests.laws import of_each
from tests.tables import NOTHING
from tests.tabletop.arcana.battlefield.example import EXAMPLE

Change = Callable[[dict[str, Any]], Any]


def put(path: str, value: Any) -> Change:
    def change(file: dict[str, Any]) -> None:
        place, last = parent(file, path)
        place[last] = value

    return change


def drop(path: str) -> Change:
    def change(file: dict[str, Any]) -> None:
        place, last = parent(file, path)
        del place[last]

    return change


def parent(file: Any, path: str) -> tuple[Any, Any]:
    *parents, last = (int(part) if part.isdigit() else part for part in path.split("."))
    for part in parents:
        file = file[part]
    return file, last


def field_of(path: str) -> str:
    """`units[0].ref` of `units.0.ref`."""
    return "".join(f"[{part}]" if part.isdigit() else f".{part}" for part in path.split(".")).removeprefix(".")


BLOCK = "units.0.formation"
CROWD = "units.1.formation"
SNAKE = "units.2.formation"
WRONG_VALUES = [
    ("format", "muster-table/2"),
    ("format", None),
    ("game", "wizwar"),
    ("name", "x" * 121),
    ("name", "a\x00b"),
    ("size", [72]),
    ("size", [72, 48, 3]),
    ("size", "large"),
    ("size.0", 0),
    ("size.1", -48),
    ("size.1", 241),
    ("size.0", True),
    ("scale", 20),
    ("scale", "25"),
    ("terrain", {}),
    ("terrain.0", None),
    ("terrain.0.ref", ""),
    ("terrain.0.ref", "T1"),
    ("terrain.0.kind", "lava"),
    ("terrain.0.name", "a\u202eb"),
    ("terrain.0.polygon", [[0, 0], [1, 1]]),
    ("terrain.0.polygon", [[0, 0], [1, 1], [2, 2]]),
    ("terrain.0.polygon", [[0, 0], [4, 4], [4, 0], [0, 5]]),
    ("terrain.0.polygon", [[0, 0]] * 201),
    ("terrain.0.polygon.0", [10]),
    ("terrain.0.polygon.0", [1, 2, 3]),
    ("terrain.0.polygon.0.0", 241),
    ("terrain.0.polygon.2.1", "18"),
    ("terrain.0.height", -1),
    ("terrain.1.going", "slow"),
    ("terrain.1.nature", "fiery"),
    ("terrain.1.obstructs_flight", "yes"),
    ("terrain.1.parts.0.kind", "bridge"),
    ("terrain.1.parts.0.polygon", [[4, 0], [5, 0], [6, 0]]),
    ("units", None),
    ("units.0", []),
    ("units.0.ref", "r 1"),
    ("units.0.side", ""),
    ("units.0.side", 1),
    ("units.0.profile", "Knights"),
    ("units.0.base", 3),
    ("units.0.base", "2"),
    ("units.0.base", None),
    ("units.0.models", 0),
    ("units.0.models", 1001),
    ("units.0.models", 2.5),
    ("units.0.wounds", 0),
    ("units.0.movement", -1),
    ("units.0.movement", 121),
    ("units.0.movement", None),
    ("units.0.fly", "15"),
    ("units.0.abilities.0", "flying"),
    ("units.0.abilities", "swimmer"),
    ("units.0.towed", 1),
    ("units.0.altitude", "orbit"),
    ("units.0.formation", None),
    (f"{BLOCK}.kind", "phalanx"),
    (f"{BLOCK}.files", 0),
    (f"{BLOCK}.files", 11),
    (f"{BLOCK}.files", 1.5),
    (f"{BLOCK}.corner", [30]),
    (f"{BLOCK}.corner.1", None),
    (f"{BLOCK}.facing", 361),
    (f"{BLOCK}.facing", "north"),
    (f"{CROWD}.positions", []),
    (f"{CROWD}.positions", [[1, 1], [2, 2]]),
    (f"{CROWD}.positions.1", [33]),
    (f"{CROWD}.positions.1.0", -241),
    (f"{SNAKE}.files", 9),
    (f"{SNAKE}.trail", [[0, 0]] * 101),
    (f"{SNAKE}.trail.0", 3),
    ("engaged", {}),
    ("engaged.0.units", ["r1"]),
    ("engaged.0.units.1", "b9"),
    ("engaged.0.sides.0", "back"),
    ("engaged.0.this_turn", "yes"),
]
MISSING = ["format", "game", "size", "terrain.0.ref", "terrain.0.kind", "terrain.0.polygon", "units.0.ref"]
MISSING += ["units.0.side", "units.0.base", "units.0.movement", "units.0.models", "units.0.formation"]
MISSING += [f"{BLOCK}.files", f"{BLOCK}.corner", f"{BLOCK}.facing", f"{CROWD}.positions", "engaged.0.units"]
UNKNOWN = ["weather", "terrain.0.radius", "units.0.points", f"{BLOCK}.ranks", f"{CROWD}.corner", "engaged.0.since"]


def refusal(change: Change) -> MalformedError:
    file = json.loads(json.dumps(EXAMPLE))
    change(file)
    with pytest.raises(MalformedError) as caught:
        read_table(json.dumps(file))
    return caught.value


@of_each(("path", "value"), WRONG_VALUES, ids=range(len(WRONG_VALUES)))
def test_a_wrong_value_is_refused_by_the_name_of_its_field(path: str, value: Any) -> None:
    error = refusal(put(path, value))
    assert error.field == field_of(path)
    assert error.reason


@of_each("path", MISSING)
def test_a_missing_field_is_named(path: str) -> None:
    assert refusal(drop(path)).field == field_of(path)


@pytest.mark.parametrize("path", UNKNOWN)
def test_an_unknown_field_is_named(path: str) -> None:
    assert refusal(put(path, 1)).field == field_of(path)


def test_a_formation_without_its_kind_is_named() -> None:
    assert refusal(drop(f"{BLOCK}.kind")).field == "units[0].formation.kind"


@pytest.mark.parametrize(
    ("path", "ref"), [("terrain.1.ref", "t1"), ("units.0.ref", "t1"), ("units.1.ref", "r1"), ("units.2.ref", "b1")]
)
def test_a_ref_used_twice_is_named_where_it_comes_again(path: str, ref: str) -> None:
    error = refusal(put(path, ref))
    assert error.field == field_of(path)
    assert ref in error.reason


@pytest.mark.parametrize(
    ("change", "field"),
    [
        pytest.param(put("engaged.0.units", ["r1", "r2"]), "engaged[0].units", id="engaged friends"),
        pytest.param(put("engaged.0.units", ["r1", "r1"]), "engaged[0].units", id="engaged with itself"),
        pytest.param(put("engaged", 2 * [{"units": ["r1", "b1"]}]), "engaged[1].units", id="engaged twice"),
        pytest.param(put("units.0.altitude", "low"), "units[0].formation.kind", id="a block in the air"),
        pytest.param(put("units.1.members", [{"name": "a", "count": 4}]), "units[1].members", id="too many members"),
        pytest.param(
            put("units.2.formation", {"kind": "column", "files": 3, "corner": [5, 40], "facing": 90}),
            "units[2].formation.kind",
            id="a column as wide as deep",
        ),
    ],
)
def test_parts_that_contradict_each_other_are_named(change: Change, field: str) -> None:
    assert refusal(change).field == field


@pytest.mark.parametrize(
    ("before", "after", "field"),
    [
        ('"game": "arcana"', '"game": "arcana", "game": "arcana"', "game"),
        ('"files": 5', '"files": 5, "files": 4', "units[0].formation.files"),
        ('"ref": "t2"', '"ref": "t2", "ref": "t3"', "terrain[1].ref"),
    ],
)
def test_a_key_stated_twice_is_named(before: str, after: str, field: str) -> None:
    content = json.dumps(EXAMPLE).replace(before, after)
    with pytest.raises(MalformedError) as caught:
        read_table(content)
    assert (caught.value.field, caught.value.reason) == (field, "is stated twice")


def test_another_encoding_is_told_with_the_way_out() -> None:
    with pytest.raises(MalformedError, match="save it as UTF-8"):
        read_table(json.dumps(EXAMPLE, ensure_ascii=False).replace("Knights", "Ritter für").encode("latin-1"))


NO_TABLES: dict[str, bytes | str] = {
    "nothing": "",
    "null": "null",
    "an array": "[]",
    "half an object": "{",
    "deep arrays": "[" * 100_000,
    "two files": json.dumps(EXAMPLE) * 2,
    "NaN": json.dumps(EXAMPLE).replace("72", "NaN"),
    "infinity": json.dumps(EXAMPLE).replace("72", "1e999"),
    "broken UTF-8": json.dumps(EXAMPLE).encode().replace(b"Knights", b"\xff"),
    "a megabyte": " " * (LARGEST_FILE + 1),
}


@of_each("content", NO_TABLES.values(), ids=NO_TABLES)
def test_what_isnt_a_table_at_all_is_refused_with_a_reason(content: bytes | str) -> None:
    with pytest.raises(MalformedError) as caught:
        read_table(content)
    assert caught.value.reason
    assert "`" not in str(caught.value)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        pytest.param(put("units.1.profile", "barbarians/dentist"), "units[1].profile", id="no such profile"),
        pytest.param(put(f"{CROWD}.positions.0", [31, 40]), "engaged[0]", id="engaged at a distance"),
        pytest.param(put("units.1.altitude", "high"), "units[1].altitude", id="a flyer that can't fly"),
    ],
)
def test_a_table_that_cant_be_laid_out_names_the_field(change: Change, field: str) -> None:
    file = json.loads(json.dumps(EXAMPLE))
    change(file)
    with pytest.raises(MalformedError) as caught:
        lay(read_table(json.dumps(file)), printed_catalogue())
    assert caught.value.field == field


def test_a_profile_is_needed_only_where_it_is_named() -> None:
    file = json.loads(json.dumps(EXAMPLE))
    file["units"][1] |= {"profile": None, "movement": 6}
    assert lay(read_table(json.dumps(file)), NOTHING).unit("b1").row is None
