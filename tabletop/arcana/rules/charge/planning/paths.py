"""How skirmishers and flyers come into contact: each model by the shortest way around what it can't pass."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import itemgetter

import numpy as np
from msgspec import Struct

from tabletop.arcana.battlefield.scene import PlacedUnit
from tabletop.arcana.battlefield.schema import Skirmish
from tabletop.arcana.rules.charge.contact.room import with_margin
from tabletop.arcana.rules.movement.blocking import Obstacle
from tabletop.arcana.rules.movement.orders import Order, Places
from tabletop.geometry.motion.shortest_paths import Goals, Maze, Path, blocked_centres, goals_of, maze, shortest_path
from tabletop.geometry.primitives.polygons import Polygon, box, box_distance
from tabletop.geometry.primitives.tolerances import RANGE
from tabletop.geometry.primitives.vectors import distance

AT_ONCE = 9  # decimals of an inch


class Walk(Struct, frozen=True):
    """A model's way by its place in the unit: the points that its middle passes, start and end included."""

    model: int
    path: Path

    @property
    def inches(self) -> float:
        return sum(map(distance, self.path, self.path[1:]))

    @property
    def direct(self) -> Walk:
        """Straight to the same end."""
        return Walk(self.model, (self.path[0], self.path[-1]))

    def orders(self, unit: PlacedUnit) -> tuple[Order, ...]:
        """The model moved from point to point, its comrades standing still; at least one."""
        block = unit.formation
        assert isinstance(block, Skirmish)
        before, after = block.positions[: self.model], block.positions[self.model + 1 :]
        return tuple(Places((*before, point, *after)) for point in self.path[1:])


def walks(unit: PlacedUnit, target: Sequence[Polygon], around: Sequence[Obstacle], most: float) -> Iterator[Walk]:
    """The shortest way of each model that has one shorter than those before it, of at most so many inches."""
    yard = _yard(unit, target, around, most)
    for model, straight in _by_nearness(unit, yard.goals):
        if straight > most:
            return
        if path := shortest_path(unit.centres[model], yard, most):
            found = Walk(model, path)
            yield found
            most = min(most, found.inches)


def straight_walk(unit: PlacedUnit, target: Sequence[Polygon]) -> Walk:
    """The nearest model straight to the nearest point of the target."""
    goals = goals_of([blocked_centres(each, unit.bases[0], unit.centres[0]) for each in target])
    model, _ = _by_nearness(unit, goals)[0]
    start = unit.centres[model]
    feet: list[tuple[float, float]] = goals.feet(np.array([start]))[0].tolist()
    x, y = min(feet, key=lambda end: distance(start, (end[0], end[1])))
    return Walk(model, (start, (x, y)))


def _by_nearness(unit: PlacedUnit, goals: Goals) -> list[tuple[int, float]]:
    """The models with the inches that part them from the goals, the nearest first."""
    apart = goals.apart(np.array(unit.centres)).round(AT_ONCE).tolist()
    return sorted(enumerate(apart), key=itemgetter(1))


def _yard(unit: PlacedUnit, target: Sequence[Polygon], around: Sequence[Obstacle], most: float) -> Maze:
    """The same base everywhere: where its middle touches the target, and where it can't be."""
    base, centre = unit.bases[0], unit.centres[0]
    start, end = (box(point for shape in shapes for point in shape) for shapes in (unit.bases, target))
    near = (each for each in around if box_distance(start, each.box) + box_distance(each.box, end) <= most + RANGE)
    parts = [
        (each, part)
        for each in near
        for part in each.parts
        if len(each.parts) == 1 or box_distance(start, box(part)) + box_distance(box(part), end) <= most + RANGE
    ]
    wide = with_margin(base)
    obstacles = [blocked_centres(part, wide if each.ref else base, centre) for each, part in parts]
    return maze([blocked_centres(each, base, centre) for each in target], obstacles)
