"""Roster files: written and read back without loss, and a malformed one names its field."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from msgspec.structs import replace

from tabletop.arcana.army.roster import Roster, Unit, check_refs, new_roster, read_roster, reread
from tabletop.decoding import LARGEST_FILE, MalformedError
from tabletop.rosters.document import write_roster
from tests.laws import of_each
from tests.strategies import rosters

Change = Callable[[dict[str, Any]], Any]

EXAMPLE: dict[str, Any] = {
    "format": "muster-roster/1",
    "game": "arcana",
    "name": "Raiders",
    "army": "dwarves",
    "points_limit": 4000,
    "rules": "core",
    "options": {"cheap_monsters_as_normal": False, "optional_schools": False},
    "units": [
        {
            "ref": "u1",
            "name": "The Old Guard",
            "infiltrating": False,
            "models": [{"profile": "dwarves/axemen", "count": 17, "reinforced": 0, "upgrades": []}],
            "characters": [
                {
                    "ref": "c1",
                    "profile": "dwarves/dwarf-champion",
                    "weapon": "crossbow",
                    "counterspell": False,
                    "school": None,
                    "upgrades": [{"profile": "giant-kings/rollers", "count": 1}],
                    "mount": {"profile": "monsters/giant-eagle"},
                }
            ],
        },
        {"ref": "u2", "models": [{"profile": "war-machines/cannon", "count": 2, "reinforced": 1}], "characters": []},
    ],
    "allies": [{"army": "orcs", "points": 500, "units": [{"ref": "a1"}]}],
    "designs": [{"name": "Young Dragon", "kind": "creature"}],
}


@given(rosters())
def test_what_is_written_reads_back_the_same(roster: Roster) -> None:
    written = write_roster(roster)
    assert read_roster(written) == roster
    assert read_roster(written.decode()) == roster
    assert write_roster(read_roster(written)) == written


@given(rosters())
def test_a_file_states_nothing_that_is_the_default(roster: Roster) -> None:
    written = json.loads(write_roster(roster))
    assert set(written) <= {*EXAMPLE, "notes", "own_list"}
    assert {"format", "game", "name", "army"} <= set(written)
    assert None not in written.values()
    assert [] not in written.values()


def test_the_documented_shape_is_read() -> None:
    roster = read_roster(json.dumps(EXAMPLE))
    assert [unit.ref for unit in roster.contingent_units] == ["u1", "u2", "a1"]
    assert roster.units[0].characters[0].weapon == "crossbow"


def test_a_new_roster_is_empty_and_keeps_the_core_rules() -> None:
    roster = new_roster(name="New", army="dwarves")
    assert (roster.rules, roster.points_limit, roster.units) == ("core", None, ())
    assert read_roster(write_roster(roster)) == roster


def put(path: str, value: Any) -> Change:
    """Set the value at `units.0.ref` and the like."""

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


MODELS = "units.0.models.0"
LEADER = "units.0.characters.0"
WRONG_VALUES = [
    ("format", "muster-roster/2"),
    ("format", None),
    ("format", 1),
    ("game", "wizwar"),
    ("name", ""),
    ("name", None),
    ("name", "x" * 121),
    ("name", "a\x00b"),
    ("name", "Raiders\n"),
    ("name", "a\u202eb"),
    ("name", ["Raiders"]),
    ("army", "Dwarves"),
    ("army", "dwarves\n"),
    ("army", "x" * 61),
    ("points_limit", 0),
    ("points_limit", -1),
    ("points_limit", 2000.5),
    ("points_limit", 1_000_001),
    ("points_limit", 10**40),
    ("points_limit", "2000"),
    ("points_limit", True),
    ("rules", "house"),
    ("options", None),
    ("options.optional_schools", "yes"),
    ("units", {}),
    ("units", None),
    ("units.0", None),
    ("units.0", "u1"),
    ("units.0.ref", ""),
    ("units.0.ref", "U1"),
    ("units.0.ref", "u1\n"),
    ("units.0.ref", "-u1"),
    ("units.0.ref", "u" * 33),
    ("units.0.ref", 1),
    ("units.0.name", "x" * 121),
    ("units.0.name", "a\nb"),
    ("units.0.name", "Guard\n"),
    ("units.0.infiltrating", 1),
    ("units.0.models", {"profile": "dwarves/axemen"}),
    (f"{MODELS}.profile", "axemen"),
    (f"{MODELS}.profile", "dwarves/Axemen"),
    (f"{MODELS}.profile", "dwarves/axemen\n"),
    (f"{MODELS}.profile", "../secrets"),
    (f"{MODELS}.profile", f"dwarves/{'x' * 120}"),
    (f"{MODELS}.count", 0),
    (f"{MODELS}.count", -5),
    (f"{MODELS}.count", 1.5),
    (f"{MODELS}.count", 1001),
    (f"{MODELS}.count", "17"),
    (f"{MODELS}.count", None),
    (f"{MODELS}.reinforced", -1),
    (f"{MODELS}.reinforced", 1001),
    (f"{MODELS}.upgrades", [{"profile": "a/b"}] * 21),
    (f"{LEADER}.weapon", "trebuchet"),
    (f"{LEADER}.weapon", 3),
    (f"{LEADER}.counterspell", "yes"),
    (f"{LEADER}.school", "necromancy"),
    (f"{LEADER}.mount", "monsters/giant-eagle"),
    (f"{LEADER}.mount.profile", None),
    (f"{LEADER}.upgrades.0.count", 0),
    (f"{LEADER}.upgrades.0.count", 101),
    ("allies.0.points", 0),
    ("allies.0.army", ""),
    ("allies", [{"army": "orcs", "points": 1}] * 11),
    ("designs.0.kind", "ship"),
    ("designs.0.wounds", -1),
    ("units", [{"ref": "u"}] * 501),
]
MISSING = ["format", "game", "name", "army", "units.0.ref", f"{MODELS}.profile", f"{MODELS}.count"]
MISSING += [f"{LEADER}.ref", f"{LEADER}.profile", f"{LEADER}.mount.profile", "allies.0.points", "designs.0.name"]
UNKNOWN = ["price", "units.0.points", f"{MODELS}.price", f"{LEADER}.level", f"{LEADER}.mount.rider", "options.house"]


def refusal(change: Change) -> MalformedError:
    file = json.loads(json.dumps(EXAMPLE))
    change(file)
    with pytest.raises(MalformedError) as caught:
        read_roster(json.dumps(file))
    return caught.value


@of_each(("path", "value"), WRONG_VALUES, ids=range(len(WRONG_VALUES)))
def test_a_wrong_value_is_refused_by_the_name_of_its_field(path: str, value: Any) -> None:
    assert refusal(put(path, value)).field == field_of(path)


@of_each("path", MISSING)
def test_a_missing_field_is_named(path: str) -> None:
    assert refusal(drop(path)).field == field_of(path)


@pytest.mark.parametrize("path", UNKNOWN)
def test_an_unknown_field_is_named(path: str) -> None:
    assert refusal(put(path, 1)).field == field_of(path)


@pytest.mark.parametrize(
    ("path", "ref"),
    [
        ("units.1.ref", "u1"),
        ("units.0.characters.0.ref", "u1"),
        ("units.1.ref", "c1"),
        ("allies.0.units.0.ref", "u2"),
        ("allies.0.units.0.ref", "c1"),
    ],
)
def test_a_ref_used_twice_is_named_where_it_comes_again(path: str, ref: str) -> None:
    error = refusal(put(path, ref))
    assert error.field == field_of(path)
    assert ref in error.reason


NO_ROSTERS: dict[str, bytes | str] = {
    "nothing": "",
    "null": "null",
    "an array": "[]",
    "half an object": "{",
    "deep arrays": "[" * 100_000,
    "deep objects": '{"units":' * 100_000,
    "prose": "not json",
    "two files": json.dumps(EXAMPLE) * 2,
    "NaN": json.dumps(EXAMPLE).replace("17", "NaN"),
    "infinity": json.dumps(EXAMPLE).replace("17", "1e999"),
    "half a character": json.dumps(EXAMPLE).replace("Raiders", "\\ud800"),
    "UTF-16": b"\xff\xfe\x00",
    "broken UTF-8": json.dumps(EXAMPLE).encode().replace(b"Raiders", b"\xff"),
    "a megabyte": " " * (LARGEST_FILE + 1),
}


@of_each("content", NO_ROSTERS.values(), ids=NO_ROSTERS)
def test_what_isnt_a_roster_at_all_is_refused_with_a_reason(content: bytes | str) -> None:
    with pytest.raises(MalformedError) as caught:
        read_roster(content)
    assert caught.value.reason
    assert "`" not in str(caught.value)


def test_a_refusal_reads_as_field_and_reason() -> None:
    assert str(MalformedError("units[0].ref", "too long")) == "units[0].ref: too long"
    assert str(MalformedError("", "too large")) == "too large"


def test_a_roster_made_in_memory_can_be_checked_like_a_file() -> None:
    twice = replace(new_roster(name="A", army="dwarves"), units=(Unit(ref="u1"), Unit(ref="u1")))
    with pytest.raises(MalformedError, match="used twice"):
        check_refs(twice)
    with pytest.raises(MalformedError) as caught:
        reread(replace(twice, units=(Unit(ref="NO"),)))
    assert caught.value.field == "units[0].ref"


@given(rosters())
def test_a_readable_roster_is_checked_unchanged(roster: Roster) -> None:
    assert reread(roster) == roster
