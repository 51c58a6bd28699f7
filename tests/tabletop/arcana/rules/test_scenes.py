"""The scenes: one for each paragraph of the rules of movement, asked as anybody asks, answered to the last decimal."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

import pytest

from tabletop.arcana.battlefield import lay, read_table
from tabletop.arcana.queries.json import to_json
from tabletop.arcana.queries.questions import ask
from tests.catalogue import PROJECT, printed_catalogue, read_yaml
from tests.explained import check_explained
from tests.laws import law_of
from tests.tables import Plain, block, column, loose, plain_table

SCENES = PROJECT / "tests" / "scenes"
PARTS = {"rule", "units", "terrain", "engaged", "scale", "ask", "answer"}
BY_HAND = 1e-9


class Scene(NamedTuple):
    section: str
    rule: str
    table: Plain
    asked: list[str]
    answer: Plain


def read_scenes() -> list[Scene]:
    files = [read_yaml(path) for path in sorted(SCENES.glob("*.yaml"))]
    return [scene_of(file["section"], scene) for file in files for scene in file["scenes"]]


def scene_of(section: str, scene: Plain) -> Scene:
    assert set(scene) <= PARTS
    units = [unit_of(dict(unit)) for unit in scene["units"]]
    more = {key: scene[key] for key in ("engaged", "scale") if key in scene}
    return Scene(
        section, scene["rule"], plain_table(*units, ground=scene.get("terrain"), **more), scene["ask"], scene["answer"]
    )


def unit_of(unit: Plain) -> Plain:
    if "block" in unit:
        return block(unit.pop("block"), **unit)
    if "column" in unit:
        return column(unit.pop("column"), **unit)
    return loose(unit.pop("loose"), *unit.pop("positions"), **unit)


ALL = read_scenes()


def label(scene: Scene) -> str:
    return f"{scene.section}: {scene.rule}"


def within(found: Any, stated: Any) -> bool:
    """Whether all that is stated was found; numbers to what float leaves."""
    if isinstance(stated, Mapping):
        return all(key in found and within(found[key], value) for key, value in stated.items())
    if isinstance(stated, list):
        return len(found) == len(stated) and all(map(within, found, stated))
    if isinstance(stated, float | int) and not isinstance(stated, bool):
        return bool(found == pytest.approx(stated, abs=BY_HAND))
    return bool(found == stated)


@law_of(ALL, label)
def test_a_scene_is_answered_as_it_says(scene: Scene) -> None:
    placed = lay(read_table(json.dumps(scene.table)), printed_catalogue())
    answer = ask(placed, scene.asked[0], scene.asked[1:])
    assert within(to_json(answer), scene.answer), to_json(answer)
    check_explained(answer)


def test_scenes_are_named_apart() -> None:
    assert len({label(scene) for scene in ALL}) == len(ALL)
