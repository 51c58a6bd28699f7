"""Every edit that a button or a form can post, on one roster that has something of everything."""

from __future__ import annotations

from typing import Any

ARMY: dict[str, Any] = {
    "format": "muster-roster/1",
    "game": "arcana",
    "name": "Of everything",
    "army": "dwarves",
    "points_limit": 4000,
    "units": [
        {
            "ref": "u1",
            "name": "Old Shields",
            "models": [{"profile": "dwarves/axemen", "count": 17}, {"profile": "dwarves/berserker", "count": 3}],
            "characters": [{"ref": "c1", "profile": "dwarves/dwarf-champion"}],
        },
        {"ref": "u2", "models": [{"profile": "dwarves/handgunner", "count": 5}]},
        {"ref": "u3", "models": [{"profile": "war-machines/cannon", "count": 2, "reinforced": 1}]},
        {"ref": "u4", "characters": [{"ref": "c2", "profile": "dwarves/dwarf-wizard", "school": "earth"}]},
        {"ref": "u5", "models": [{"profile": "monsters/hydra-body", "count": 1}] * 2},
    ],
    "designs": [{"name": "Grey Thing", "movement": {"ground": 6}}],
    "allies": [{"army": "barbarians", "points": 500}],
}

CHARIOT = "vehicles/light-chariot-with-spearman-and-2-horses"
SMALL_FOLK: dict[str, Any] = {
    "format": "muster-roster/1",
    "game": "arcana",
    "name": "Small folk",
    "army": "halflings-and-centaurs",
    "units": [
        {
            "ref": "u1",
            "models": [{"profile": "halflings-and-centaurs/halfling", "count": 40}],
            "characters": [
                {"ref": "c1", "profile": "halflings-and-centaurs/halfling-squire", "mount": {"profile": CHARIOT}},
                {"ref": "c2", "profile": "halflings-and-centaurs/halfling-sheriff"},
            ],
        },
    ],
}
# Two on one chariot, one on a bear, a dragon that has learned, pikes in a phalanx; not all of it legal.
BESIDES: list[dict[str, Any]] = [
    {
        "ref": "u2",
        "characters": [
            {"ref": "c3", "profile": "halflings-and-centaurs/halfling-squire", "mount": {"profile": CHARIOT}},
            {
                "ref": "c4",
                "profile": "halflings-and-centaurs/halfling-sheriff",
                "mount": {"profile": CHARIOT, "shared": True},
            },
            {"ref": "c5", "profile": "halflings-and-centaurs/halfling-squire", "mount": {"profile": "monsters/bear"}},
        ],
    },
    {"ref": "u3", "models": [{"profile": "undead/skeleton-dragon", "count": 1, "school": "death"}]},
    {
        "ref": "u4",
        "models": [{"profile": "hogmen/hog-watch-with-spear-halberd-or-pike", "count": 10, "phalanx": True}],
    },
]

CLICKS: tuple[dict[str, Any], ...] = (
    {"verb": "add_character", "unit": "u2", "profile": "dwarves/dwarf-lord"},
    {"verb": "add_design", "design": {"name": "Mud Thing", "movement": {"ground": 6}, "wounds": 2}, "count": 3},
    {"verb": "add_models", "unit": "u1", "profile": "dwarves/axemen", "count": 3},
    {"verb": "add_models", "unit": "u2", "profile": "dwarves/axemen", "count": 1},
    {"verb": "add_unit", "profile": "dwarves/axemen", "count": 10},
    {"verb": "add_unit", "profile": "dwarves/dwarf-lord"},
    {"verb": "duplicate_unit", "unit": "u1"},
    {"verb": "move_character", "character": "c1", "unit": "u2"},
    {"verb": "move_character", "character": "c1", "unit": None},
    {"verb": "move_unit", "unit": "u1", "by": 1},
    {"verb": "move_unit", "unit": "u4", "by": -2},
    {"verb": "name_unit", "unit": "u2", "name": "Smoke"},
    {"verb": "name_unit", "unit": "u1", "name": ""},
    {"verb": "note_unit", "unit": "u2", "notes": "Behind the hedge"},
    {"verb": "remove_ally", "army": "barbarians"},
    {"verb": "remove_character", "character": "c1"},
    {"verb": "remove_character", "character": "c2"},
    {"verb": "remove_models", "unit": "u1", "profile": "dwarves/axemen", "count": 4},
    {"verb": "remove_models", "unit": "u1", "profile": "dwarves/berserker", "count": 3},
    {"verb": "remove_unit", "unit": "u3"},
    {"verb": "rename", "name": "Иные имена"},
    {"verb": "set_character_upgrade", "character": "c1", "upgrade": "monsters/hydra-head", "count": 2},
    {"verb": "set_count", "unit": "u2", "profile": "dwarves/handgunner", "count": 8},
    {"verb": "set_count", "unit": "u2", "profile": "dwarves/handgunner", "count": 0},
    {"verb": "set_counterspell", "character": "c2", "counterspell": True},
    {"verb": "set_infiltrating", "unit": "u2", "infiltrating": True},
    {"verb": "set_limit", "points": 834},
    {"verb": "set_limit", "points": None},
    {
        "verb": "set_model_upgrade",
        "unit": "u5",
        "profile": "monsters/hydra-body",
        "upgrade": "monsters/hydra-head",
        "count": 5,
    },
    {"verb": "set_mount", "character": "c1", "profile": "monsters/giant-eagle"},
    {"verb": "set_mount", "character": "c1", "profile": "monsters/griffin", "school": "earth"},
    {
        "verb": "set_mount",
        "character": "c1",
        "profile": "vehicles/light-chariot-with-spearman-and-2-horses",
        "shared": True,
    },
    {"verb": "set_model_school", "unit": "u5", "profile": "monsters/hydra-body", "school": "fire"},
    {"verb": "set_notes", "notes": "Hold the ford"},
    {"verb": "set_options", "cheap_monsters_as_normal": True, "optional_schools": True},
    {"verb": "set_phalanx", "unit": "u1", "profile": "dwarves/axemen", "phalanx": True},
    {"verb": "set_reinforced", "unit": "u3", "profile": "war-machines/cannon", "count": 2},
    {"verb": "set_rules", "rules": "tournament"},
    {"verb": "set_school", "character": "c2", "school": None},
    {"verb": "set_weapon", "character": "c1", "weapon": "crossbow"},
    {"verb": "several", "edits": [{"verb": "set_limit", "points": 900}, {"verb": "duplicate_unit", "unit": "u2"}]},
    {"verb": "merge_models", "unit": "u5", "profile": "monsters/hydra-body"},
    {"verb": "replace_design", "design": {"name": "Grey Thing", "movement": {"ground": 8}}},
    {"verb": "split_models", "unit": "u1", "profile": "dwarves/berserker"},
)


def is_flat(click: dict[str, Any]) -> bool:
    """A form's fields can say it."""
    return not any(isinstance(value, dict | list) for value in click.values())


def as_fields(click: dict[str, Any]) -> dict[str, str]:
    return {name: _as_text(value) for name, value in click.items()}


def _as_text(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else str(value)
