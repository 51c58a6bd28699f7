"""How a broken unit runs: loose, straight, slowed by rough ground and stopped by closed ground, perhaps on the wing."""

from __future__ import annotations

from msgspec.structs import replace

from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit
from tabletop.arcana.rules.formation.legality import loosened
from tabletop.arcana.rules.movement.blocking import first_collision, obstacles
from tabletop.arcana.rules.movement.motions import motion_of
from tabletop.arcana.rules.movement.orders import LEVELS, Heading
from tabletop.arcana.rules.movement.terrain_cost import reach, tolls
from tabletop.decoding import MalformedError
from tabletop.geometry.primitives.polygons import box
from tabletop.geometry.primitives.tolerances import RANGE


def runner(unit: PlacedUnit, ends: str = "") -> PlacedUnit:
    """The unit as it runs: loose, and in the air where `ends` says how its flight ends; with no word as it is now.

    MalformedError for any other word, and where it can't fly.
    """
    loose = loosened(unit) if unit.is_block else unit
    if not ends:
        return loose
    if ends not in LEVELS:
        raise MalformedError("flight", f"“{ends[:60]}” is none of: {', '.join(LEVELS)}")
    if unit.fly is None:
        raise MalformedError("flight", f"{unit.called} can't fly")
    return replace(loose, altitude="high" if ends == "high" else "low")


def run_away(scene: PlacedTable, fleeing: PlacedUnit, bearing: float, budget: float, *, ends: str = "") -> PlacedUnit:
    """As far as so many inches of movement go on the ground it crosses, to the first that it can't enter."""
    unit = runner(fleeing, ends)
    flying = unit.altitude != "ground"
    run = motion_of(unit, Heading(bearing, budget))
    closed = (each for each in obstacles(scene, unit, flying=flying) if each.ref in scene.pieces)
    met = first_collision(run.sweep, closed)
    along = tolls(unit, run.sweep, scene.pieces.values(), flying=flying)
    share = min(reach(along, run.inches, budget), met.share if met else 1.0)
    return replace(unit.standing(run.formation_at(share)), altitude=LEVELS.get(ends, unit.altitude))


def has_left(scene: PlacedTable, run: PlacedUnit) -> bool:
    """Whether a unit that ran stands at or over an edge of the table."""
    wide, deep = scene.table.size
    x1, y1, x2, y2 = box(point for base in run.bases for point in base)
    return x1 < RANGE or y1 < RANGE or x2 > wide - RANGE or y2 > deep - RANGE
