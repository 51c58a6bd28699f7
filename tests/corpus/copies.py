"""Designs that copy printed rows, so that the book prices them."""

from __future__ import annotations

from typing import Any

Plain = dict[str, Any]

# An orc with a scimitar at 12, a bear at 27 on a smaller base, so that it is no printed monster again.
DESIGNS: dict[str, tuple[int, Plain]] = {
    "designs/copied-orc": (12, {
        "name": "Copied Orc", "movement": {"ground": 6}, "armour": {"value": 2}, "defence": {"magic_resistance": 1},
        "morale": {"value": 7}, "melee": [{"attacks": 1, "skill": 2, "strength": 2}]}),
    "designs/copied-bear": (27, {
        "name": "Copied Bear", "movement": {"ground": 12, "abilities": ["swimmer"]}, "wounds": 3, "base": 2,
        "armour": {"value": 1}, "defence": {"magic_resistance": 1}, "morale": {"value": 7},
        "melee": [{"attacks": 3, "skill": 2, "strength": 1}]}),
    "designs/copied-chariot": (103, {
        "name": "Copied Chariot", "kind": "vehicle", "room": 2, "movement": {"ground": 14}, "wounds": 4, "base": 9,
        "armour": {"value": 3, "fixed": True}, "defence": {"magic_resistance": 1}, "morale": {"value": 7},
        "melee": [{"attacks": 3, "skill": 2, "strength": 1, "long_weapon": True}, {"attacks": 4, "skill": 2}],
        "ramming": {"attacks": 9, "skill": 3, "strength": 2}}),
}  # fmt: skip
CREATURES = tuple(slug for slug, (_, design) in DESIGNS.items() if "kind" not in design)
CHARIOT = "designs/copied-chariot"
