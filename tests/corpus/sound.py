"""A sound army of each list, to be spoilt: two thirds of it normal troops, room for what is added."""

from __future__ import annotations

from typing import Any

from tests.corpus.printed import WIZARDS, Entry, of

Plain = dict[str, Any]

SIZE, SIZE_OF_GIANTS = 2000, 3000


def size_of(army: str) -> int:
    return SIZE_OF_GIANTS if army == "giant-kings" else SIZE


def sound(army: str, size: int | None = None) -> Plain:
    """Two thirds of the size in units of the list's cheapest normal troops, at most 600 points each."""
    size = size or size_of(army)
    row = normal(army)
    units, left = [], -(-size * 2 // 3)
    while left > 0:
        count = min(max(1, 600 // row.points), -(-left // row.points))
        units.append({"ref": f"u{len(units) + 1}", "models": [{"profile": row.slug, "count": count}]})
        left -= count * row.points
    return {
        "format": "muster-roster/1",
        "game": "arcana",
        "name": army,
        "army": army,
        "points_limit": size,
        "units": units,
    }


def normal(army: str) -> Entry:
    return min((each for each in of(army, "troops") if each.is_normal), key=lambda each: each.points)


def other_normal(army: str) -> Entry:
    return next(each for each in of(army, "troops") if each.is_normal and each != normal(army))


def hero(army: str) -> Entry:
    """The cheapest character that isn't a wizard."""
    return min(fighters(army), key=lambda each: each.points)


def wizard(army: str) -> Entry | None:
    return next((each for each in of(army, "characters") if each.slug in WIZARDS), None)


def stranger(army: str) -> str:
    """Another list; for the cheap ones the dwarves, so that a few of its troops cost little."""
    return "orcs" if army != "orcs" else "dwarves"


def plus(army: str, *units: Plain, size: int | None = None, **fields: Any) -> Plain:
    roster = sound(army, size)
    return roster | fields | {"units": [*roster["units"], *units]}


def of_models(profile: str, count: int = 1, **kept: Any) -> Plain:
    return {"ref": "x1", "models": [{"profile": profile, "count": count, **kept}]}


def alone(army: str, **kept: Any) -> Plain:
    return {"ref": "x1", "characters": [{"ref": "y1", "profile": hero(army).slug, **kept}]}


def fighters(army: str) -> list[Entry]:
    return [each for each in of(army, "characters") if each.slug not in WIZARDS]
