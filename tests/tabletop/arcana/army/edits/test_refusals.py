"""What edits refuse, each by the name of its field."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tabletop.arcana.army.edits import AddCharacter, AddUnit, DuplicateUnit, Edit, MoveCharacter, SetCount
from tabletop.arcana.army.roster import Roster, new_roster
from tabletop.arcana.game import ARCANA
from tabletop.decoding import MalformedError
from tests.laws import of_each
from tests.tabletop.arcana.army.edits.army import ROSTER, applied


@of_each(
    ("fields", "field"),
    [
        ({"verb": "remove_unit", "unit": "u9"}, "unit"),
        ({"verb": "note_unit", "unit": "u9", "notes": "x"}, "unit"),
        ({"verb": "move_unit", "unit": "u9", "by": 1}, "unit"),
        ({"verb": "duplicate_unit", "unit": "u9"}, "unit"),
        ({"verb": "name_unit", "unit": "u9", "name": "x"}, "unit"),
        ({"verb": "set_infiltrating", "unit": "u9", "infiltrating": True}, "unit"),
        ({"verb": "add_models", "unit": "u9", "profile": "dwarves/axemen"}, "unit"),
        ({"verb": "add_character", "unit": "u9", "profile": "dwarves/dwarf-lord"}, "unit"),
        ({"verb": "move_character", "character": "c1", "unit": "u9"}, "unit"),
        ({"verb": "remove_character", "character": "c9"}, "character"),
        ({"verb": "move_character", "character": "c9", "unit": None}, "character"),
        ({"verb": "set_weapon", "character": "c9", "weapon": None}, "character"),
        ({"verb": "set_mount", "character": "u1", "profile": None}, "character"),
        ({"verb": "add_unit", "profile": "dwarves/elves"}, "profile"),
        ({"verb": "remove_models", "unit": "u1", "profile": "dwarves/pikemen"}, "profile"),
        ({"verb": "set_count", "unit": "u1", "profile": "dwarves/pikemen", "count": 0}, "profile"),
        ({"verb": "split_models", "unit": "u1", "profile": "dwarves/pikemen"}, "profile"),
        ({"verb": "set_reinforced", "unit": "u1", "profile": "war-machines/cannon", "count": 1}, "profile"),
        ({"verb": "set_notes", "notes": "a\x07"}, "notes"),
        ({"verb": "note_unit", "unit": "u2", "notes": "x" * 1001}, "units[1].notes"),
    ],
)
def test_what_isnt_there_is_refused_by_name(fields: dict[str, Any], field: str) -> None:
    with pytest.raises(MalformedError) as caught:
        applied(ARCANA.read_edit(fields))
    assert caught.value.field == field


@of_each(
    ("fields", "field"),
    [
        ({}, "verb"),
        ({"verb": "explode"}, "verb"),
        ({"verb": "rename"}, "name"),
        ({"verb": "rename", "name": ""}, "name"),
        ({"verb": "rename", "name": "x", "size": 1}, "size"),
        ({"verb": "set_limit", "points": 0}, "points"),
        ({"verb": "set_limit", "points": "many"}, "points"),
        ({"verb": "add_models", "unit": "u1", "profile": "dwarves/axemen", "count": 1001}, "count"),
        ({"verb": "add_models", "unit": "u1", "profile": "axemen"}, "profile"),
        ({"verb": "remove_unit", "unit": "U 1"}, "unit"),
        ({"verb": "set_notes", "notes": "x" * 4001}, "notes"),
        ({"verb": "add_design", "design": {"name": "x", "melee": [{"skill": "x"}]}}, "design.melee[0].skill"),
        ({"verb": "set_weapon", "character": "c1", "weapon": "spoon"}, "weapon"),
        (["rename"], ""),
    ],
)
def test_a_malformed_edit_is_refused_by_the_name_of_its_field(fields: Any, field: str) -> None:
    with pytest.raises(MalformedError) as caught:
        ARCANA.read_edit(fields)
    assert caught.value.field == field


def test_a_form_carries_numbers_and_truths_as_text() -> None:
    fields = {"verb": "set_count", "unit": "u1", "profile": "dwarves/axemen", "count": "12"}
    assert ARCANA.read_edit(fields, from_form=True) == SetCount(unit="u1", profile="dwarves/axemen", count=12)
    with pytest.raises(MalformedError) as caught:
        ARCANA.read_edit(fields)
    assert caught.value.field == "count"


@pytest.mark.parametrize(
    ("edit", "field"),
    [
        (AddUnit(profile="dwarves/axemen"), "units"),
        (DuplicateUnit(unit="r0"), "units"),
        (MoveCharacter(character="hero", unit=None), "units"),
    ],
)
def test_a_roster_never_outgrows_its_file(edit: Edit, field: str) -> None:
    lord = {"ref": "hero", "profile": "dwarves/dwarf-lord"}
    axes = {"profile": "dwarves/axemen", "count": 1}
    units = [{"ref": f"r{number}", "models": [axes], "characters": [lord][number:]} for number in range(500)]
    with pytest.raises(MalformedError) as caught:
        applied(
            edit, msgspec.convert(msgspec.to_builtins(new_roster(name="A", army="dwarves")) | {"units": units}, Roster)
        )
    assert caught.value.field == field


def test_a_unit_has_at_most_fifty_leaders() -> None:
    roster = ROSTER
    for _ in range(49):
        roster = applied(AddCharacter(unit="u1", profile="dwarves/dwarf-lord"), roster)
    with pytest.raises(MalformedError) as caught:
        applied(AddCharacter(unit="u1", profile="dwarves/dwarf-lord"), roster)
    assert caught.value.field == "units[0].characters"
