"""The published schema of designs says what their reader says."""

from __future__ import annotations

import json
from random import Random

import pytest
from jsonschema import Draft202012Validator

from tabletop.arcana.creation.design_files import read_design, write_design
from tabletop.arcana.creation.points import price
from tests.catalogue import PROJECT
from tests.designs import YOUNG_DRAGON
from tests.tabletop.arcana.creation.points.designs import random_design
from tests.tabletop.arcana.creation.test_malformed_designs import (
    COUNTS,
    INCHES,
    NO_COUNT,
    NO_SWITCH,
    SOUND,
    SWITCHES,
    spoilt,
)

VALIDATOR = Draft202012Validator(json.loads((PROJECT / "docs" / "schema" / "muster-design-1.json").read_bytes()))


def test_what_is_written_is_valid() -> None:
    VALIDATOR.validate(SOUND)
    for number in range(200):
        VALIDATOR.validate(json.loads(write_design(random_design(Random(number)))))


def test_the_example_of_the_documentation_is_the_young_dragon() -> None:
    text = (PROJECT / "docs" / "formats.md").read_text(encoding="utf-8")
    example = next(part for part in text.split("```json\n")[1:] if '"muster-design/1"' in part).partition("```")[0]
    VALIDATOR.validate(json.loads(example))
    assert read_design(example) == read_design(json.dumps(YOUNG_DRAGON))
    assert price(read_design(example)).points == 428


@pytest.mark.parametrize("path", [*COUNTS, *INCHES, *SWITCHES])
def test_what_the_reader_cannot_read_the_schema_refuses(path: str) -> None:
    values = NO_SWITCH if path in SWITCHES else [value for value in NO_COUNT if value != 101] + [1000]
    assert not [value for value in values if VALIDATOR.is_valid(spoilt(path, value))]


@pytest.mark.parametrize("missing", ["format", "name"])
def test_what_must_be_there_the_schema_misses(missing: str) -> None:
    assert not VALIDATOR.is_valid({name: value for name, value in SOUND.items() if name != missing})


@pytest.mark.parametrize(("field", "value"), [("base", 3), ("kind", "wall"), ("points", 12), ("format", None)])
def test_what_no_design_has_the_schema_refuses(field: str, value: object) -> None:
    assert not VALIDATOR.is_valid(SOUND | {field: value})
