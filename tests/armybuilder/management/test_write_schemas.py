"""The published JSON Schema says what the reader says."""

from __future__ import annotations

import json
from copy import deepcopy
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from jsonschema import Draft202012Validator

from armybuilder.management.commands.write_schemas import FORMATS, written
from tabletop.arcana.army.roster import read_roster
from tabletop.arcana.catalogue.profiles import BASE_SIZES
from tabletop.decoding import MalformedError
from tabletop.rosters.document import write_roster
from tests.catalogue import PROJECT, SAMPLES

SCHEMAS = PROJECT / "docs" / "schema"
ROSTER = json.loads((SCHEMAS / "muster-roster-1.json").read_bytes())
VALIDATOR = Draft202012Validator(ROSTER)

UNIT = {
    "ref": "u1",
    "name": "The Old Guard",
    "infiltrating": False,
    "models": [{"profile": "dwarves/axemen", "count": 17, "reinforced": 0}],
    "characters": [
        {
            "ref": "c1",
            "profile": "dwarves/dwarf-champion",
            "weapon": "crossbow",
            "counterspell": False,
            "school": None,
            "upgrades": [{"profile": "giant-kings/ballista", "count": 1}],
            "mount": {"profile": "monsters/giant-eagle"},
        }
    ],
}
WHOLE: dict[str, Any] = {
    "format": "muster-roster/1",
    "game": "arcana",
    "name": "Raiders",
    "army": "dwarves",
    "points_limit": 4000,
    "rules": "core",
    "options": {"cheap_monsters_as_normal": False, "optional_schools": False},
    "units": [UNIT],
    "allies": [{"army": "orcs", "points": 500, "units": []}],
    "designs": [{"name": "Young Dragon", "base": 9, "wounds": 5}],
}


@pytest.mark.parametrize("name", FORMATS)
def test_the_published_schemas_are_fresh(name: str) -> None:
    fresh = written(FORMATS[name])
    assert (SCHEMAS / name).read_bytes() == fresh, "renew them with: .venv/bin/python manage.py write_schemas"
    Draft202012Validator.check_schema(json.loads(fresh))


def test_the_command_writes_every_schema(tmp_path: Path) -> None:
    call_command("write_schemas", tmp_path, stdout=StringIO())
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(FORMATS)
    assert sorted(path.name for path in SCHEMAS.glob("muster-*.json")) == sorted(FORMATS)


@pytest.mark.parametrize("path", sorted(SAMPLES.glob("*.json")), ids=lambda path: path.stem)
def test_samples_are_valid_as_they_are_and_as_they_are_written(path: Path) -> None:
    VALIDATOR.validate(json.loads(path.read_bytes()))
    VALIDATOR.validate(json.loads(write_roster(read_roster(path.read_bytes()))))


def test_a_roster_that_uses_everything_is_valid() -> None:
    VALIDATOR.validate(WHOLE)
    assert read_roster(json.dumps(WHOLE)).units[0].characters[0].weapon == "crossbow"


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("format", "muster-roster/2"),
        ("format", 1),
        ("game", "chess"),
        ("name", ""),
        ("name", "n" * 121),
        ("name", "a\u202eb"),
        ("name", None),
        ("army", "Dwarves"),
        ("points_limit", 0),
        ("points_limit", 1_000_001),
        ("points_limit", "4000"),
        ("rules", "house"),
        ("colour", "red"),
        ("options.cheap_monsters_as_normal", 1),
        ("options.colour", True),
        ("units", {}),
        ("units", [UNIT] * 501),
        ("units.0", None),
        ("units.0.ref", "U 1"),
        ("units.0.ref", ""),
        ("units.0.models.0.count", 0),
        ("units.0.models.0.count", -17),
        ("units.0.models.0.count", 1.5),
        ("units.0.models.0.count", "17"),
        ("units.0.models.0.count", 10**6),
        ("units.0.models.0.profile", "axemen"),
        ("units.0.models.0.reinforced", -1),
        ("units.0.models.0.price", 20),
        ("units.0.characters.0.weapon", "halberd"),
        ("units.0.characters.0.school", "love"),
        ("units.0.characters.0.mount", "monsters/giant-eagle"),
        ("units.0.characters.0.upgrades.0.count", 0),
        ("allies.0.points", 0),
        ("designs.0.base", 3),
        ("designs.0.kind", "wall"),
    ],
)
def test_what_the_reader_refuses_the_schema_refuses(path: str, value: Any) -> None:
    plain: Any = deepcopy(WHOLE)
    spot = plain
    *parents, last = (int(key) if key.isdigit() else key for key in path.split("."))
    for key in parents:
        spot = spot[key]
    spot[last] = value
    assert not VALIDATOR.is_valid(plain)
    with pytest.raises(MalformedError):
        read_roster(json.dumps(plain))


@pytest.mark.parametrize("field", ["format", "game", "name", "army"])
def test_what_the_reader_misses_the_schema_misses(field: str) -> None:
    plain = {key: value for key, value in WHOLE.items() if key != field}
    assert not VALIDATOR.is_valid(plain)
    with pytest.raises(MalformedError, match=field):
        read_roster(json.dumps(plain))


@pytest.mark.parametrize("base", BASE_SIZES)
def test_every_base_size_is_valid(base: float) -> None:
    plain = WHOLE | {"designs": [{"name": "Giant", "base": base}]}
    VALIDATOR.validate(plain)
    assert read_roster(json.dumps(plain)).designs[0].base == base
