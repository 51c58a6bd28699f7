"""The published schema of packs says what their reader says."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator

from tabletop.arcana.army.event_pack import read_pack, rules_of, write_pack
from tabletop.arcana.army.roster import read_roster
from tabletop.decoding import MalformedError
from tests.catalogue import PROJECT, SAMPLES
from tests.packs import CODE, SPRING_CUP, pack

SCHEMAS = PROJECT / "docs" / "schema"
VALIDATOR = Draft202012Validator(json.loads((SCHEMAS / "muster-pack-1.json").read_bytes()))
ROSTERS = Draft202012Validator(json.loads((SCHEMAS / "muster-roster-1.json").read_bytes()))
RAIDERS = json.loads((SAMPLES / "dwarf-raiding-party.json").read_bytes())
WHOLE: dict[str, Any] = SPRING_CUP | {
    "tournament": True,
    "small_unit": 150,
    "small_units": 2,
    "allies": True,
    "optional_schools": True,
    "cheap_monsters_as_normal": True,
    "designs": False,
    "banned": ["dwarves/axemen"],
}


@pytest.mark.parametrize(
    "plain", [SPRING_CUP, WHOLE, {"format": "muster-pack/1", "name": "Cup"}, WHOLE | {"sizes": []}]
)
def test_what_is_read_and_written_is_valid(plain: dict[str, Any]) -> None:
    VALIDATOR.validate(plain)
    VALIDATOR.validate(json.loads(write_pack(read_pack(json.dumps(plain)))))


def test_the_example_of_the_documentation_is_a_pack() -> None:
    text = (PROJECT / "docs" / "formats.md").read_text(encoding="utf-8")
    example = next(part for part in text.split("```json\n")[1:] if '"muster-pack/1"' in part).partition("```")[0]
    VALIDATOR.validate(json.loads(example))
    assert read_pack(example).name == "Spring Cup"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("format", "muster-pack/2"),
        ("name", ""),
        ("name", "a\u202eb"),
        ("tournament", 1),
        ("sizes", [0]),
        ("sizes", [1] * 11),
        ("sizes", 4000),
        ("largest_unit", 0),
        ("largest_unit", 1_000_001),
        ("small_unit", -1),
        ("small_unit", 100_001),
        ("small_units", 101),
        ("small_units", "1"),
        ("designs", None),
        ("banned_lists", ["Orcs"]),
        ("banned", ["axemen"]),
        ("limits", [{"profile": "dwarves/axemen"}]),
        ("limits", [{"profile": "dwarves/axemen", "most": 1001}]),
        ("limits", [{"profile": "dwarves/axemen", "most": 1, "least": 0}]),
        ("colour", "red"),
    ],
)
def test_what_the_reader_refuses_the_schema_refuses(field: str, value: Any) -> None:
    plain = WHOLE | {field: value}
    assert not VALIDATOR.is_valid(plain)
    with pytest.raises(MalformedError):
        read_pack(json.dumps(plain))


@pytest.mark.parametrize("rules", ["core", "tournament", rules_of(CODE), "pack/a", "pack/-_-_-_-_-_-_-_-_"])
def test_a_roster_under_any_rules_is_valid(rules: str) -> None:
    ROSTERS.validate(RAIDERS | {"rules": rules})
    assert read_roster(json.dumps(RAIDERS | {"rules": rules})).rules == rules


@pytest.mark.parametrize("rules", ["", "pack/", "pack/a b", "pack/" + "a" * 17, "core\n", "xcore", "pack/é", None, 1])
def test_a_roster_under_other_rules_is_not(rules: Any) -> None:
    assert not ROSTERS.is_valid(RAIDERS | {"rules": rules})
    with pytest.raises(MalformedError, match="rules"):
        read_roster(json.dumps(RAIDERS | {"rules": rules}))


def test_a_pack_is_written_without_what_is_as_the_book_has_it() -> None:
    assert msgspec.json.decode(write_pack(pack())) == SPRING_CUP
