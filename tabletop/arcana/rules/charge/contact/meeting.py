"""Skirmishers among skirmishers: each model to an enemy of its own while there is one, then two to one.

Where a model can touch an enemy is the edge of a convex core: the points where its middle puts the bases in contact.
The shortest way there ends straight ahead, at a corner of the core, or where another base cuts its edge, so only these
points are tried, the nearest first. Enemies whom nobody touches are matched to models by augmenting paths, the nearest
first: as many as can be are engaged, at ways that needn't sum to the least. Then everybody left doubles up, by the
shortest way. Places are taken one after the other, so a round may leave somebody without a place; rounds go on until
one seats nobody.
"""

from __future__ import annotations

from functools import cached_property
from itertools import product

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit
from tabletop.arcana.battlefield.schema import Skirmish
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.rules.charge.planning.model_paths import ModelPaths
from tabletop.geometry.distance.distances import are_within, gap_from_point
from tabletop.geometry.motion.shortest_paths import Walls, walls_of
from tabletop.geometry.primitives.lattice import oblong
from tabletop.geometry.primitives.polygons import Box, Polygon, box, boxes_meet, sides
from tabletop.geometry.primitives.segments import crossing
from tabletop.geometry.primitives.tolerances import CONTACT, RANGE
from tabletop.geometry.primitives.vectors import Point, distance, local_point

ALIKE, EXACTLY = 6, 9  # decimals of inches: ways that are as long, and what floats are good for

MEETING = BOOK.section("Skirmishers charging Skirmishers")


class Touch(Struct, frozen=True):
    """The enemy model that one comes to touch, where it stands then, and the inches of its way."""

    foe: int
    place: Point
    inches: float


class Met(Struct, frozen=True):
    """Where the unit stands, and what each model that moved touches, by its place in the unit."""

    unit: PlacedUnit
    touches: dict[int, Touch]


def meet(scene: PlacedTable, unit: PlacedUnit, target: PlacedUnit, budget: float) -> Met | None:
    """Loose models with so many inches each among loose enemies; who fights already stays. None for other formations.

    The nearest enemies are engaged first, as many as can be, and only then are others doubled up on. Comrades are
    never in the way, but nobody ends on anybody (reading T75).
    """
    if not (isinstance(unit.formation, Skirmish) and isinstance(target.formation, Skirmish)):
        return None
    meeting = _Meeting(scene, unit, target, budget)
    while meeting.seat_round():
        pass
    places = tuple(meeting.places)
    return Met(unit.standing(replace(unit.formation, positions=places)), dict(sorted(meeting.touches.items())))


class _Meeting:
    """One unit's models on their way into another's; grows with every model that has found its place."""

    def __init__(self, scene: PlacedTable, unit: PlacedUnit, target: PlacedUnit, budget: float) -> None:
        self.paths, self.budget = ModelPaths(scene, unit, target, budget), budget
        self.unit, self.target = unit, target
        self.places = list(unit.centres)
        self.comrades = [self._closed_by(place) for place in unit.centres]
        self._walls: Walls | None = None
        self.touches: dict[int, Touch] = {}
        self.costs: dict[tuple[Point, Point], float] = {}
        self.cuts: dict[tuple[Polygon, Polygon], list[Point]] = {}
        foes = [base for other in scene.others(unit) if other.side != unit.side for base in other.blocks]
        self.busy = {place for place, base in enumerate(unit.bases) if are_within([base], foes, CONTACT)}

    @cached_property
    def crowded(self) -> tuple[tuple[Box, Polygon], ...]:
        """Where nobody ends, on the target or anybody else, each with its box."""
        others = self.paths.scene.others(self.unit)
        taken = [block for other in others if other.ref != self.target.ref for block in other.blocks]
        every = (*self.paths.cores, *self.paths.hedges, *map(self.paths.blocked, taken))
        return tuple((box(shape), shape) for shape in every)

    @property
    def free(self) -> list[int]:
        return [model for model in range(self.unit.models) if model not in self.busy]

    def seat_round(self) -> bool:
        """Seat whoever can be: first enemies whom nobody touches, then the others; whether anybody found a place."""
        return self._one_each() or self._doubled()

    def _one_each(self) -> bool:
        alone = [foe for foe in range(self.target.models) if not self._is_touched(foe)]
        ways = {
            (model, foe): contact for model, foe in product(self.free, alone) if (contact := self.touch(model, foe))
        }
        held: dict[int, int] = {}
        nearest = sorted((touch.inches, foe) for (_, foe), touch in ways.items())
        for foe in dict.fromkeys(foe for _, foe in nearest):
            _seat(foe, ways, held, set())
        pairs = sorted((ways[model, foe].inches, model, foe) for foe, model in held.items())
        return sum(self._placed(model, foe) for _, model, foe in pairs) > 0

    def _doubled(self) -> bool:
        """The model with the shortest way to anybody."""
        touches = [(touch.inches, model, touch.foe) for model in self.free if (touch := self._nearest(model))]
        return sum(self._placed(model, foe) for _, model, foe in sorted(touches)) > 0

    def _nearest(self, model: int) -> Touch | None:
        """The cheapest touch of any enemy; those who are farther in a straight line aren't asked."""
        start, best = self.unit.centres[model], None
        for away, foe in sorted((gap_from_point(start, core).inches, foe) for foe, core in enumerate(self.paths.cores)):
            if best and best.inches <= away:
                break
            touch = self.touch(model, foe)
            best = min(filter(None, (best, touch)), key=lambda touch: touch.inches, default=None)
        return best

    def _is_touched(self, foe: int) -> bool:
        standing = [self.paths.base(self.places[model]) for model in self.busy]
        return are_within([self.target.bases[foe]], standing, CONTACT)

    def _placed(self, model: int, foe: int) -> bool:
        """Whether a model found a place where it touches an enemy; those before it may have left none."""
        touch = self.touch(model, foe)
        if touch is None:
            return False
        self.places[model] = touch.place
        self.comrades[model] = self._closed_by(touch.place)
        self._walls = None
        self.touches[model] = touch
        self.busy.add(model)
        return True

    def touch(self, model: int, foe: int) -> Touch | None:
        """The cheapest way of a model to where it touches an enemy and stands on nobody."""
        start, core = self.unit.centres[model], self.paths.cores[foe]
        if gap_from_point(start, core).inches > self.budget + RANGE:
            return None
        places = self._spots(model, core)
        ways = self.paths.lengths(start, np.array(places).reshape(-1, 2))
        for inches, place in sorted(zip(ways.tolist(), places, strict=True), key=lambda pair: round(pair[0], ALIKE)):
            if inches > self.budget + RANGE:
                return None
            if (cost := self._cost(start, place, inches)) <= self.budget + RANGE:
                return Touch(foe, place, round(cost, EXACTLY))
        return None

    def _cost(self, start: Point, place: Point, inches: float) -> float:
        """What a way of so many inches costs."""
        if not self.paths.slow:
            return inches
        if (start, place) not in self.costs:
            path = self.paths.path(start, place, inches)
            self.costs[start, place] = self.paths.cost(path, self.paths.closed)
        return self.costs[start, place]

    @property
    def walls(self) -> Walls:
        """Everybody on whom nobody ends, and then the comrades, as they stand now."""
        if self._walls is None:
            self._walls = walls_of([shape for _, shape in (*self.crowded, *self.comrades)])
        return self._walls

    def _around(self, model: int, core: Polygon) -> list[int]:
        """What closes a part of a core's edge to a model, by its place in the walls: the others, and its comrades."""
        own, every = box(core), (*self.crowded, *self.comrades)
        itself = len(self.crowded) + model
        return [
            place
            for place, (around, shape) in enumerate(every)
            if place != itself and shape is not core and boxes_meet(around, own)
        ]

    def _spots(self, model: int, core: Polygon) -> list[Point]:
        """On the edge of a core and in nothing else: straight ahead, corners, and where others cut it.

        The nearest first, of those as near the one farthest to the model's left: whichever way the table is turned.
        """
        start, taken, shapes = self.unit.centres[model], self._around(model, core), (*self.crowded, *self.comrades)
        every = [gap_from_point(start, core).end, *core]
        every += [point for place in taken for point in self._cuts(core, shapes[place][1])]
        hidden = Walls(self.walls.normals[taken], self.walls.offsets[taken]).hold(np.array(every))
        free = [place for place, is_hidden in zip(every, hidden.tolist(), strict=True) if not is_hidden]

        def order(place: Point) -> tuple[float, ...]:
            across, ahead = local_point(place, start, self.unit.formation.facing)
            return round(distance(start, place), ALIKE), round(across, ALIKE), round(ahead, ALIKE)

        return sorted(free, key=order)

    def _cuts(self, core: Polygon, other: Polygon) -> list[Point]:
        """Where another shape cuts a core's edge: found once, for every model asks for it."""
        if (core, other) not in self.cuts:
            around = box(other)
            near = (side for side in sides(core) if boxes_meet(around, box(side)))
            points = (crossing(side, edge) for side in near for edge in sides(other))
            self.cuts[core, other] = [point for point in points if point]
        return self.cuts[core, other]

    def _closed_by(self, place: Point) -> tuple[Box, Polygon]:
        """Where the middle of a model can't be while a comrade's is at a place: all bases of a unit lie alike."""
        wide, deep = self.unit.size
        shape = oblong(place, self.unit.formation.facing, 2 * wide, 2 * deep)
        return box(shape), shape


def _seat(foe: int, ways: dict[tuple[int, int], Touch], held: dict[int, int], tried: set[int]) -> bool:
    """A model for an enemy: the nearest free one, or one whose own enemy another can take."""
    near = sorted((touch.inches, model) for (model, on), touch in ways.items() if on == foe)
    for _, model in sorted(near, key=lambda pair: pair[1] in held.values()):
        if model in tried:
            continue
        tried.add(model)
        other = next((on for on, holder in held.items() if holder == model), None)
        if other is None or _seat(other, ways, held, tried):
            held[foe] = model
            return True
    return False
