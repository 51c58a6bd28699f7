"""The two tables of vehicles, cell by cell."""

from __future__ import annotations

from tabletop.arcana.creation.vehicles import TYPES

TOWED = {
    "light-chariot": (18, 3, 3, 2, "6/3/1", (2, 3), 4),
    "medium-chariot": (16, 4, 3, 3, "9/3/2", (3, 3), 9),
    "heavy-chariot": (14, 5, 3, 4, "12/3/2", (3, 3), 9),
    "wagon": (12, 6, 3, 6, "12/3/2", (3, 5), 9),
    "war-wagon": (12, 8, 4, 10, "12/3/2", (3, 5), 9),
}
HOWDAHS = {
    "light-howdah": (16, 1, 2, 3, (2, 2), 4, 4),
    "medium-howdah": (12, 1, 3, 6, (3, 3), 5, 9),
    "large-howdah": (10, 2, 3, 9, (3, 3), 6, 9),
    "giant-howdah": (10, 2, 3, 12, (3, 3), 7, 9),
}


def test_towed_vehicles_are_the_tables() -> None:
    rows = {
        slug: (each.speed, each.wounds, each.armour, each.crew, ram, each.least_base, each.counts_as)
        for slug, each in TYPES.items()
        if each.ramming
        for ram in [f"{each.ramming.attacks}/{each.ramming.skill}/{each.ramming.strength}"]
    }
    assert rows == TOWED


def test_howdahs_are_the_tables() -> None:
    rows = {
        slug: (each.speed, each.wounds, each.armour, each.crew, each.least_base, each.beast_wounds, each.counts_as)
        for slug, each in TYPES.items()
        if each.is_howdah
    }
    assert rows == HOWDAHS


def test_keys_are_the_types_own() -> None:
    assert all(slug == each.slug for slug, each in TYPES.items())
