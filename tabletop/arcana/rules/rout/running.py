"""How a broken unit runs: loose, straight, slowed by rough ground and stopped by closed ground, perhaps on the wing."""

from __future__ import annotations

from enum import StrEnum

from msgspec.structs import replace

from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit
from tabletop.arcana.battlefield.schema import Altitude
from tabletop.arcana.rules.formation.legality import loosened
from tabletop.arcana.rules.movement.blocking import first_collision, obstacles
from tabletop.arcana.rules.movement.motions import motion_of
from tabletop.arcana.rules.movement.orders import LEVELS, Heading
from tabletop.arcana.rules.movement.terrain_cost import reach, tolls
from tabletop.decoding import MalformedError
from tabletop.geometry.primitives.polygons import box
from tabletop.geometry.primitives.tolerances import RANGE


class FlightEnd(StrEnum):
    """How the flight of a unit on the wing ends: in the air, or on the ground."""

    HIGH = "high"
    LOW = "low"
    LAND = "land"

    @property
    def altitude(self) -> Altitude:
        return LEVELS[self.value]


def read_flight_end(word: str) -> FlightEnd | None:
    """The altitude at which a flight ends; None for no word, which leaves a unit where it is.

    MalformedError for any other word.
    """
    if word and word not in LEVELS:
        raise MalformedError("flight", f"“{word[:60]}” isn't one of: {', '.join(LEVELS)}")
    return FlightEnd(word) if word else None


def runner(unit: PlacedUnit, ends: FlightEnd | None = None) -> PlacedUnit:
    """The unit as it runs: loose, and in the air where it is said how its flight ends, or else as it is now.

    MalformedError where it can't fly and should.
    """
    loose = loosened(unit) if unit.is_block else unit
    if ends is None:
        return loose
    if unit.fly is None:
        raise MalformedError("flight", f"{unit.called} can't fly")
    return replace(loose, altitude=Altitude.HIGH if ends is FlightEnd.HIGH else Altitude.LOW)


def run_away(
    scene: PlacedTable, fleeing: PlacedUnit, bearing: float, budget: float, *, ends: FlightEnd | None = None
) -> PlacedUnit:
    """The unit once it has run in a direction, in degrees clockwise from up, with so many inches of movement.

    It runs straight, slowed by the ground that it crosses, to the first that it can't enter.
    """
    unit = runner(fleeing, ends)
    flying = unit.altitude != Altitude.GROUND
    run = motion_of(unit, Heading(bearing, budget))
    closed = (obstacle for obstacle in obstacles(scene, unit, flying=flying) if obstacle.ref in scene.pieces)
    met = first_collision(run.sweep, closed)
    along = tolls(unit, run.sweep, scene.pieces.values(), flying=flying)
    share = min(reach(along, run.inches, budget), met.share if met else 1.0)
    return replace(unit.standing(run.formation_at(share)), altitude=ends.altitude if ends else unit.altitude)


def has_left(scene: PlacedTable, run: PlacedUnit) -> bool:
    """Whether a unit that ran stands at or over an edge of the table."""
    wide, deep = scene.table.size
    x1, y1, x2, y2 = box(point for base in run.bases for point in base)
    return x1 < RANGE or y1 < RANGE or x2 > wide - RANGE or y2 > deep - RANGE
