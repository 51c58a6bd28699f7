"""A part of a roster as a program changes it: each field that is sent is one edit, and null takes away."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from armybuilder.rosters.api.changes import CharacterChanges, ModelsChanges


def verbs(edits: Any) -> list[str]:
    return [msgspec.to_builtins(edit)["verb"] for edit in edits]


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({}, []),
        ({"count": 9}, ["set_count"]),
        (
            {"reinforced": 2, "school": None, "phalanx": True, "upgrades": {"dwarves/shield": 1}},
            ["set_reinforced", "set_model_school", "set_phalanx", "set_model_upgrade"],
        ),
    ],
)
def test_models_are_changed_field_by_field(sent: dict[str, Any], said: list[str]) -> None:
    assert verbs(msgspec.convert(sent, ModelsChanges).edits("u1", "dwarves/axemen")) == said


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({}, []),
        ({"weapon": None, "counterspell": True}, ["set_weapon", "set_counterspell"]),
        (
            {"school": None, "mount": None, "upgrades": {"dwarves/banner": 0}, "unit": None},
            ["set_school", "set_mount", "set_character_upgrade", "move_character"],
        ),
        ({"mount": {"profile": "elves/horse"}}, ["set_mount"]),
    ],
)
def test_a_character_is_changed_field_by_field(sent: dict[str, Any], said: list[str]) -> None:
    assert verbs(msgspec.convert(sent, CharacterChanges).edits("c1")) == said
