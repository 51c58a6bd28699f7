"""The kinds of troops, and the charge of heraldry that stands for each on the board."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from tabletop.arcana.battlefield import PlacedUnit
from tabletop.arcana.catalogue.profiles import Section
from tabletop.geometry.primitives.polygons import box
from tabletop.heraldry.charges import CHARGES
from tabletop.heraldry.paths import flatten_path, scale_path
from tabletop.heraldry.values import Charge

MOUNTED, HUGE = 2, 6  # base units
KINDS: dict[str, Charge] = {
    "war machine": Charge.CANNON,
    "vehicle": Charge.WHEEL,
    "wizard": Charge.FLAME,
    "character": Charge.STAR,
    "flyers": Charge.EAGLE,
    "monsters": Charge.CLAW,
    "riders": Charge.HORSESHOE,
    "shooters": Charge.ARROW,
    "long weapons": Charge.SPEARHEAD,
    "foot": Charge.SWORD,
}


def kind_of(unit: PlacedUnit) -> str:
    """The first of the kinds that a unit is of, by its profile and figures."""
    if unit.row and unit.row.section in BY_SECTION:
        return BY_SECTION[unit.row.section]
    if unit.row and unit.row.section == Section.CHARACTERS:
        return "wizard" if unit.row.spellcaster else "character"
    return next(kind for kind, is_one in BY_FIGURES if is_one(unit))


def _is_monstrous(unit: PlacedUnit) -> bool:
    return unit.row is not None and unit.row.section == Section.MONSTERS and unit.base >= MOUNTED


BY_SECTION = {Section.WAR_MACHINES: "war machine", Section.VEHICLES: "vehicle"}
BY_FIGURES: tuple[tuple[str, Callable[[PlacedUnit], bool]], ...] = (
    ("flyers", lambda unit: bool(unit.fly)),
    ("monsters", lambda unit: unit.base >= HUGE or _is_monstrous(unit)),
    ("riders", lambda unit: unit.base >= MOUNTED),
    ("shooters", lambda unit: bool(unit.row and unit.row.missile)),
    ("long weapons", lambda unit: bool(unit.row and any(line.long_weapon for line in unit.row.melee))),
    ("foot", lambda unit: True),
)


@cache
def emblem(charge: Charge) -> str:
    """The charge's outlines as the data of a path: an inch high or wide, whichever is more, its middle at 0, 0."""
    parts = CHARGES[charge]
    x1, y1, x2, y2 = box(point for part in parts for polygon in flatten_path(part) for point in polygon)
    scale = 1 / max(x2 - x1, y2 - y1)
    at = (-(x1 + x2) / 2 * scale, -(y1 + y2) / 2 * scale)
    return "".join(
        segment.kind + " ".join(f"{value:.3f}" for point in segment.points for value in point)
        for part in parts
        for segment in scale_path(part, scale, at)
    )


def sign(kind: str) -> str:
    """A kind's emblem as a small picture; its name stands beside it."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="26" height="26" viewBox="-.6 -.6 1.2 1.2" aria-hidden="true">'
        f'<path d="{emblem(KINDS[kind])}" fill="currentColor" fill-rule="evenodd"/></svg>'
    )
