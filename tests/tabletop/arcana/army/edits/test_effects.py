"""What each edit does to a roster, and that the outcome can be read again."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, get_args

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tabletop.arcana.army.edits import AddModels, AnyEdit, MoveCharacter, RemoveCharacter, RemoveModels
from tabletop.arcana.army.roster import Character, Roster, read_roster
from tabletop.arcana.game import ARCANA
from tabletop.decoding import MalformedError
from tabletop.rosters.document import write_roster
from tests.laws import of_each
from tests.strategies import plain, rosters
from tests.tabletop.arcana.army.edits.army import ROSTER, applied


def at(roster: Roster, path: str) -> Any:
    """What stands at `units.0.name`, in plain values; None for what isn't stated."""
    value: Any = plain(roster)
    for part in path.split("."):
        value = value[int(part)] if part.isdigit() else value.get(part)
    return value


EFFECTS: list[tuple[dict[str, Any], str, Any]] = [
    ({"verb": "rename", "name": " Raiders "}, "name", "Raiders"),
    ({"verb": "rename", "name": "  "}, "name", "Army"),
    (
        {"verb": "several", "edits": [{"verb": "rename", "name": "Two"}, {"verb": "set_limit", "points": 2000}]},
        "name",
        "Two",
    ),
    ({"verb": "set_limit", "points": 2000}, "points_limit", 2000),
    ({"verb": "set_limit", "points": None}, "points_limit", None),
    ({"verb": "remove_ally", "army": "orcs"}, "allies", None),
    ({"verb": "remove_ally", "army": "goblins"}, "allies.0.army", "orcs"),
    ({"verb": "set_rules", "rules": "tournament"}, "rules", "tournament"),
    ({"verb": "set_options", "optional_schools": True}, "options", {"optional_schools": True}),
    (
        {"verb": "add_design", "design": {"name": "Mud Thing"}, "count": 2},
        "units.3",
        {"ref": "u4", "models": [{"profile": "designs/mud-thing", "count": 2}]},
    ),
    ({"verb": "add_design", "design": {"name": "Mud Thing"}}, "designs", [{"name": "Mud Thing"}]),
    (
        {"verb": "add_unit", "profile": "dwarves/berserker", "count": 8},
        "units.3",
        {"ref": "u4", "models": [{"profile": "dwarves/berserker", "count": 8}]},
    ),
    (
        {"verb": "add_unit", "profile": "dwarves/dwarf-lord"},
        "units.3",
        {"ref": "u4", "characters": [{"ref": "c3", "profile": "dwarves/dwarf-lord"}]},
    ),
    ({"verb": "set_notes", "notes": " Hold\r\nthe  ford "}, "notes", "Hold the ford"),
    ({"verb": "note_unit", "unit": "u1", "notes": "On the\nleft"}, "units.0.notes", "On the left"),
    ({"verb": "note_unit", "unit": "a1", "notes": "Late"}, "allies.0.units.0.notes", "Late"),
    ({"verb": "remove_unit", "unit": "u1"}, "units.0.ref", "u2"),
    ({"verb": "remove_unit", "unit": "a1"}, "allies.0.units.0.ref", "a2"),
    ({"verb": "move_unit", "unit": "u1", "by": 1}, "units.1.ref", "u1"),
    ({"verb": "move_unit", "unit": "u3", "by": -2}, "units.0.ref", "u3"),
    ({"verb": "move_unit", "unit": "u2", "by": -2}, "units.0.ref", "u2"),
    ({"verb": "move_unit", "unit": "u1", "by": 99}, "units.2.ref", "u1"),
    ({"verb": "move_unit", "unit": "u1", "by": -99}, "units.0.ref", "u1"),
    ({"verb": "move_unit", "unit": "a1", "by": 1}, "allies.0.units.1.ref", "a1"),
    ({"verb": "duplicate_unit", "unit": "u1"}, "units.1.ref", "u4"),
    ({"verb": "duplicate_unit", "unit": "u1"}, "units.1.characters.0.ref", "c3"),
    ({"verb": "duplicate_unit", "unit": "a1"}, "allies.0.units.1.ref", "u4"),
    (
        {"verb": "merge_models", "unit": "u2", "profile": "war-machines/cannon"},
        "units.1.models.0",
        {"profile": "war-machines/cannon", "count": 3, "reinforced": 2},
    ),
    (
        {"verb": "replace_design", "design": {"name": "Mud Thing", "movement": {"ground": 8}}},
        "designs",
        [{"name": "Mud Thing", "movement": {"ground": 8}}],
    ),
    ({"verb": "name_unit", "unit": "u2", "name": " Thunder "}, "units.1.name", "Thunder"),
    ({"verb": "name_unit", "unit": "u1", "name": ""}, "units.0.name", None),
    ({"verb": "set_infiltrating", "unit": "u1", "infiltrating": True}, "units.0.infiltrating", True),
    ({"verb": "add_models", "unit": "u1", "profile": "dwarves/axemen", "count": 3}, "units.0.models.0.count", 20),
    ({"verb": "add_models", "unit": "u1", "profile": "dwarves/axemen", "count": 1000}, "units.0.models.0.count", 1000),
    (
        {"verb": "add_models", "unit": "u1", "profile": "dwarves/pikemen"},
        "units.0.models.1",
        {"profile": "dwarves/pikemen", "count": 1},
    ),
    ({"verb": "remove_models", "unit": "u1", "profile": "dwarves/axemen", "count": 7}, "units.0.models.0.count", 10),
    ({"verb": "remove_models", "unit": "u1", "profile": "dwarves/axemen", "count": 99}, "units.0.models", None),
    (
        {"verb": "remove_models", "unit": "u2", "profile": "war-machines/cannon", "count": 2},
        "units.1.models.0",
        {"profile": "war-machines/cannon", "count": 1, "reinforced": 1},
    ),
    ({"verb": "set_count", "unit": "u1", "profile": "dwarves/axemen", "count": 5}, "units.0.models.0.count", 5),
    ({"verb": "set_count", "unit": "u1", "profile": "dwarves/axemen", "count": 0}, "units.0.models", None),
    ({"verb": "set_count", "unit": "u3", "profile": "dwarves/axemen", "count": 5}, "units.2.models.0.count", 5),
    (
        {"verb": "split_models", "unit": "u2", "profile": "war-machines/cannon"},
        "units.2",
        {"ref": "u4", "models": [{"profile": "war-machines/cannon", "count": 3, "reinforced": 2}]},
    ),
    (
        {"verb": "split_models", "unit": "u2", "profile": "war-machines/cannon"},
        "units.1.models",
        [{"profile": "war-machines/mortar", "count": 1}],
    ),
    (
        {"verb": "set_reinforced", "unit": "u2", "profile": "war-machines/mortar", "count": 5},
        "units.1.models.1.reinforced",
        1,
    ),
    (
        {"verb": "set_reinforced", "unit": "u2", "profile": "war-machines/cannon", "count": 0},
        "units.1.models.0.reinforced",
        None,
    ),
    (
        {
            "verb": "set_model_upgrade",
            "unit": "u1",
            "profile": "dwarves/axemen",
            "upgrade": "giant-kings/rollers",
            "count": 1,
        },
        "units.0.models.0.upgrades",
        [{"profile": "giant-kings/rollers"}],
    ),
    (
        {"verb": "set_model_school", "unit": "u1", "profile": "dwarves/axemen", "school": "earth"},
        "units.0.models.0.school",
        "earth",
    ),
    (
        {"verb": "set_phalanx", "unit": "u1", "profile": "dwarves/axemen", "phalanx": True},
        "units.0.models.0.phalanx",
        True,
    ),
    (
        {"verb": "add_character", "unit": "u2", "profile": "dwarves/dwarf-champion"},
        "units.1.characters",
        [{"ref": "c3", "profile": "dwarves/dwarf-champion"}],
    ),
    ({"verb": "remove_character", "character": "c1"}, "units.0.characters", None),
    ({"verb": "move_character", "character": "c1", "unit": "u2"}, "units.1.characters.0.ref", "c1"),
    ({"verb": "move_character", "character": "c1", "unit": None}, "units.3.characters.0.ref", "c1"),
    ({"verb": "move_character", "character": "c2", "unit": "u1"}, "units.0.characters.1.ref", "c2"),
    ({"verb": "set_weapon", "character": "c1", "weapon": "crossbow"}, "units.0.characters.0.weapon", "crossbow"),
    ({"verb": "set_counterspell", "character": "c1", "counterspell": True}, "units.0.characters.0.counterspell", True),
    ({"verb": "set_school", "character": "c2", "school": "earth"}, "units.2.characters.0.school", "earth"),
    (
        {"verb": "set_mount", "character": "c1", "profile": "monsters/bear"},
        "units.0.characters.0.mount",
        {"profile": "monsters/bear"},
    ),
    ({"verb": "set_mount", "character": "c1", "profile": None}, "units.0.characters.0.mount", None),
    (
        {"verb": "set_character_upgrade", "character": "c1", "upgrade": "giant-kings/rollers", "count": 2},
        "units.0.characters.0.upgrades",
        [{"profile": "giant-kings/rollers", "count": 2}],
    ),
]


@of_each(("fields", "path", "expected"), EFFECTS)
def test_an_edit_does_what_it_says(fields: dict[str, Any], path: str, expected: Any) -> None:
    after = applied(ARCANA.read_edit(fields))
    assert at(after, path) == expected
    assert read_roster(write_roster(after)) == after


def test_every_edit_has_an_effect_in_the_table() -> None:
    verbs = {each.__struct_config__.tag for each in get_args(AnyEdit)}
    assert {fields["verb"] for fields, _, _ in EFFECTS} == verbs


def test_a_lone_character_takes_its_unit_with_it() -> None:
    assert [unit.ref for unit in applied(RemoveCharacter(character="c2")).units] == ["u1", "u2"]
    assert [unit.ref for unit in applied(MoveCharacter(character="c2", unit="u1")).units] == ["u1", "u2"]


def test_a_lone_character_told_to_stand_alone_stays_one_unit() -> None:
    after = applied(MoveCharacter(character="c2", unit=None))
    assert [len(unit.characters) for unit in after.units] == [1, 0, 1]


def test_an_allys_character_stands_alone_among_the_allies() -> None:
    ally = ROSTER.allies[0]
    led = replace(ally.units[0], characters=(Character(ref="c9", profile="orcs/orc-hero"),))
    roster = replace(ROSTER, allies=(replace(ally, units=(led, *ally.units[1:])),))
    after = applied(MoveCharacter(character="c9", unit=None), roster)
    assert after.units == ROSTER.units
    assert [len(unit.characters) for unit in after.allies[0].units] == [0, 0, 1]


def test_two_lines_of_one_profile_change_one_at_a_time() -> None:
    line = ROSTER.units[0].models[0]
    unit = replace(ROSTER.units[0], models=(line, replace(line, count=3)))
    roster = replace(ROSTER, units=(unit,))
    assert [each.count for each in applied(AddModels(unit="u1", profile=line.profile), roster).units[0].models] == [
        18,
        3,
    ]
    removed = applied(RemoveModels(unit="u1", profile=line.profile, count=17), roster)
    assert [each.count for each in removed.units[0].models] == [3]


@given(rosters(), st.sampled_from([fields for fields, _, _ in EFFECTS]))
def test_every_edit_gives_a_readable_roster_or_none(roster: Roster, fields: dict[str, Any]) -> None:
    with suppress(MalformedError):
        after = applied(ARCANA.read_edit(fields), roster)
        assert read_roster(write_roster(after)) == after
