"""Fields and figures of a design in the words of the page."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from armybuilder.designs.presenters import form_layout as layout
from tabletop.arcana.creation.points.sums import format_amount

LABELS = {
    entry.path: entry.label.removesuffix(" ″").removesuffix(" +")
    for entries in (
        layout.MOVEMENT,
        layout.WOUNDS,
        layout.SECOND_ARMOUR,
        layout.DEFENCE,
        layout.RARE_DEFENCE,
        layout.MORALE,
        layout.SPECIAL,
        layout.MISSILE_SKILL,
        layout.BLOWS,
        layout.RARE_BLOWS,
        layout.SHOTS,
        layout.RARE_SHOTS,
        (layout.BASE, layout.NAME, layout.KIND, layout.REPLACES),
    )
    for entry in entries
}
CLEARER = {
    "armour.fixed": "Armour fixed",
    "second_armour.fixed": "Second armour fixed",
    "morale.kind": "Kind of morale",
    "movement.ground": "Ground move",
    "name": "Name",
}
LINE = re.compile(r"(melee|missile)\[(\d+)\]\.(\w+)")
PLAIN = {None: "none", True: "yes", False: "no"}


def label(path: str) -> str:
    """`Melee 1, skill` for `melee[0].skill`."""
    if match := LINE.fullmatch(path):
        part, number, field = match.groups()
        return f"{part.capitalize()} {int(number) + 1}, {LABELS.get(field, field.replace('_', ' ')).lower()}"
    if path.startswith("ramming."):
        return f"Ram, {LABELS.get(path.removeprefix('ramming.'), path).lower()}"
    return CLEARER.get(path) or LABELS.get(path) or path.replace(".", " ").replace("_", " ").capitalize()


def figure(value: Any) -> str:
    """A field's value."""
    if value is None or isinstance(value, bool):
        return PLAIN[value]
    if isinstance(value, tuple | list):
        return ", ".join(value) or "none"
    return str(value)


def signed(amount: Fraction) -> str:
    """`+0.5`, `−3`, `±0`."""
    sign = "±" if not amount else "+" if amount > 0 else "−"
    return sign + format_amount(abs(amount))
