"""Who stands where another now is makes room: by the shortest way, and no farther."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit
from tabletop.arcana.battlefield.schema import LARGEST_SIDE, Column, RankAndFile, Skirmish
from tabletop.arcana.rules.formation.legality import loosened
from tabletop.arcana.rules.movement.blocking import obstacles
from tabletop.geometry.motion.free_space import KeepOut, shortest_escape
from tabletop.geometry.primitives.polygons import Polygon, boxes_meet, centroid, overlapping
from tabletop.geometry.primitives.tolerances import CONTACT
from tabletop.geometry.primitives.vectors import Vector, minus, plus, times

# Who comes near an enemy without charging it keeps clear of it, touching it would be a charge: this share of a shape.
CLEARANCE = 10 * CONTACT
OFF_ENEMIES = 1.0  # inches


def with_margin(shape: Polygon) -> Polygon:
    """The shape grown about its middle, so that whatever touches the shape overlaps the result."""
    middle = centroid(shape)
    return tuple(plus(point, times(minus(point, middle), CLEARANCE)) for point in shape)


def stood_upon(scene: PlacedTable, unit: PlacedUnit) -> list[int]:
    """The models under which anybody else stands, by their indices in the unit."""
    near = (other for other in scene.others(unit) if boxes_meet(unit.box, other.box))
    others = [block for other in near for block in other.blocks]
    return sorted({model for model, _ in overlapping(unit.bases, others)})


def make_way(scene: PlacedTable, refs: Iterable[str]) -> tuple[PlacedUnit, ...]:
    """These units off whoever has come to stand on them, an inch from every enemy (ruling T76)."""
    moved = []
    for ref in refs:
        moved.append(aside(scene, scene.unit(ref), stood_upon(scene, scene.unit(ref)), apart=OFF_ENEMIES))
        scene = scene.with_unit(moved[-1])
    return tuple(moved)


def giving_way(scene: PlacedTable, units: Sequence[PlacedUnit]) -> tuple[PlacedUnit, ...]:
    """Friends of the first in skirmish, out of any fight, off these units where they stand now."""
    for unit in units:
        scene = scene.with_unit(unit)
    friends = (other for other in scene.others(units[0]) if other.side == units[0].side)
    return make_way(scene, [other.ref for other in friends if not holds(scene, other) and stood_upon(scene, other)])


def holds(scene: PlacedTable, unit: PlacedUnit) -> bool:
    """Whether it doesn't give way to friends: in ranks, or in a fight."""
    return unit.is_ranked or scene.is_engaged(unit.ref)


def aside(scene: PlacedTable, unit: PlacedUnit, models: Iterable[int], *, apart: float = 0.0) -> PlacedUnit:
    """These models moved to the nearest places with room, so many inches off enemies; a block goes as a whole.

    A column that has to make room is one no more. Whoever finds no room stays.
    """
    wanted = list(models)
    if not wanted:
        return unit
    if isinstance(unit.formation, Column):
        unit = loosened(unit)
    if isinstance(block := unit.formation, RankAndFile):
        vector = _vector(scene, unit, unit.blocks, (), apart)
        return unit.standing(replace(block, corner=plus(block.corner, vector)))
    for model in wanted:
        unit = _one_aside(scene, unit, model, apart)
    return unit


def _one_aside(scene: PlacedTable, unit: PlacedUnit, model: int, apart: float) -> PlacedUnit:
    loose = unit.formation
    assert isinstance(loose, Skirmish)
    comrades = [base for place, base in enumerate(unit.bases) if place != model]
    vector = _vector(scene, unit, [unit.bases[model]], comrades, apart)
    places = list(loose.positions)
    places[model] = plus(places[model], vector)
    return unit.standing(replace(loose, positions=tuple(places)))


def _vector(
    scene: PlacedTable, unit: PlacedUnit, shapes: Iterable[Polygon], comrades: Iterable[Polygon], apart: float
) -> Vector:
    taken = [*map(KeepOut, comrades), *_taken(scene, unit, apart)]
    return shortest_escape(list(shapes), taken, scene.table.size, LARGEST_SIDE) or (0.0, 0.0)


def _taken(scene: PlacedTable, unit: PlacedUnit, apart: float) -> Iterator[KeepOut]:
    """All others, and ground that it can't enter."""
    for other in scene.others(unit):
        yield from (KeepOut(block, apart if other.side != unit.side else 0.0) for block in other.blocks)
    for obstacle in obstacles(scene, unit, flying=False):
        if obstacle.ref in scene.pieces:
            yield from map(KeepOut, obstacle.parts)
