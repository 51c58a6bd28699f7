"""Skirmishers around a block: the nearest side is filled first, then the next, with as many models as have the move."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from msgspec import Struct

from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit
from tabletop.arcana.battlefield.schema import Side, Skirmish
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.rules.charge.declaration.sides import TURNED, Zones, zones_of
from tabletop.arcana.rules.charge.planning.model_paths import ModelPaths
from tabletop.arcana.rules.movement.making_way import aside, with_margin
from tabletop.geometry.distance.distances import are_within, gap, gap_from_point
from tabletop.geometry.motion.shortest_paths import maze, path_obstacles, shortest_path
from tabletop.geometry.primitives.lattice import oblong
from tabletop.geometry.primitives.polygons import Polygon, centroid, overlapping
from tabletop.geometry.primitives.tolerances import CONTACT, GRAZE, RANGE
from tabletop.geometry.primitives.vectors import Point, ahead, distance, local_point

WRAPPING = BOOK.section("Skirmishers charging RaF")
ACROSS: dict[Side, Side] = {"front": "rear", "rear": "front", "left": "right", "right": "left"}


class Post(Struct, frozen=True):
    """A place along a side at which one more base touches the block."""

    side: Side
    place: Point


class Wrapped(Struct, frozen=True):
    """Where each model that could move ends and the inches it went; `sides` in the order in which they are filled."""

    unit: PlacedUnit
    posts: dict[int, Post]
    inches: dict[int, float]
    sides: tuple[Side, ...]


def wrap(
    scene: PlacedTable,
    unit: PlacedUnit,
    target: PlacedUnit,
    budget: float,
    *,
    charged: Side = "front",
    shunned: Collection[str] = (),
) -> Wrapped | None:
    """Loose models with so many inches each around a block; those in contact stay. None for other formations.

    Of two sides as near as each other the one that was charged comes first. Nobody touches units that are shunned.
    """
    zones, loose = zones_of(target), unit.formation
    if zones is None or not isinstance(loose, Skirmish):
        return None
    foes = [block for other in scene.others(unit) if other.side != unit.side for block in other.blocks]
    engaged = {number for number, base in enumerate(unit.bases) if are_within([base], foes, CONTACT)}
    touching = {number for number in engaged if are_within([unit.bases[number]], target.blocks, CONTACT)}
    others = [other for other in scene.others(unit) if other.ref != target.ref]
    forbidden = [with_margin(base) if other.ref in shunned else base for other in others for base in other.blocks]
    reaching = _Reaching(ModelPaths(scene, unit, target, budget), zones, budget, tuple(forbidden))
    taken: dict[int, Post] = {}
    order: tuple[Side, ...] = ()
    while len(order) < len(TURNED):
        order = (*order, _next_side(zones, unit, order or charged, (touching, engaged | set(taken))))
        taken |= _filled(reaching, order[-1], engaged | set(taken), taken)
    places = [taken[number].place if number in taken else at for number, at in enumerate(loose.positions)]
    inches = {number: reaching.way(number, post.place) for number, post in taken.items()}
    after = unit.standing(Skirmish(positions=tuple(places), facing=loose.facing))
    return Wrapped(_given_way(scene, after, set(taken)), taken, inches, order)


def _given_way(scene: PlacedTable, unit: PlacedUnit, posted: set[int]) -> PlacedUnit:
    """Comrades without a post on whom others now stand (reading T76)."""
    posts = [unit.bases[number] for number in posted]
    under = {place for place, _ in overlapping(unit.bases, posts)} - posted
    return aside(scene, unit, sorted(under))


def _next_side(
    zones: Zones, unit: PlacedUnit, before: tuple[Side, ...] | Side, placed: tuple[set[int], set[int]]
) -> Side:
    """First the side nearest to the models in contact, or to all where none is; then to any that is still free."""
    touching, busy = placed
    if isinstance(before, str):
        places = [unit.centres[number] for number in sorted(touching)] or list(unit.centres)
        return min(TURNED, key=lambda side: (_apart(zones, side, places), side != before))
    free = set(range(unit.models)) - busy or set(range(unit.models)) - touching or touching
    rest = (side for side in TURNED if side not in before)
    return min(rest, key=lambda side: min(_around(zones, side, unit.centres[number]) for number in free))


def _apart(zones: Zones, side: Side, points: Sequence[Point]) -> float:
    return round(min(gap_from_point(point, zones.edge(side)).inches for point in points), 6)


def _around(zones: Zones, side: Side, place: Point) -> float:
    """The way to a side: by a corner of the block for whoever stands straight beyond it (reading T93)."""
    across = zones.edge(ACROSS[side])
    through, near = _apart(zones, side, [place]), gap_from_point(place, across).inches
    return through if through < near else round(through - near + min(distance(place, end) for end in across), 6)


class _Reaching:
    """Ways of one unit's models around the block that they wrap."""

    def __init__(self, paths: ModelPaths, zones: Zones, budget: float, taken: Sequence[Polygon]) -> None:
        self.paths, self.unit = paths, paths.unit
        self.zones, self.budget, self.taken = zones, budget, taken
        self.core = paths.blocked(zones.outline())

    def way(self, model: int, place: Point) -> float:
        """What a model's shortest way to a place costs; infinite beyond the budget."""
        start, most = self.unit.centres[model], self.budget + RANGE
        if distance(start, place) > most:
            return float("inf")
        path = shortest_path(start, maze([(place, place)], path_obstacles([self.core])), most)
        if path and not self.paths.is_open(path):
            path = shortest_path(start, maze([(place, place)], path_obstacles([self.core, *self.paths.fences])), most)
        return self.paths.cost(path, [self.core, *self.paths.fences]) if path else float("inf")

    def base(self, place: Point) -> Polygon:
        return oblong(place, self.unit.formation.facing, *self.unit.size)

    def posts(self, side: Side, standing: Sequence[Polygon]) -> Iterator[Post]:
        """Side by side from the first base in contact there, or about the middle; middles stay over the side."""
        start, end = self.zones.edge(side)
        facing = self.zones.facing + TURNED[side]
        xs, ys = zip(*(local_point(corner, (0.0, 0.0), facing) for corner in self.base((0.0, 0.0))), strict=True)
        wide, half, long = max(xs) - min(xs), (max(ys) - min(ys)) / 2, distance(start, end)
        anchor = self._anchor(start, end, facing, standing)
        first = (
            (anchor + GRAZE) % wide - GRAZE
            if anchor is not None
            else (long - (long + RANGE) // wide * wide) / 2 + wide / 2
        )
        for number in range(int((long - first + RANGE) // wide) + 1):
            yield Post(side, ahead(ahead(start, facing - 90, first + number * wide), facing, half))

    def _anchor(self, start: Point, end: Point, facing: float, standing: Sequence[Polygon]) -> float | None:
        """How far along a side the middle of the first base is that touches it."""
        long = distance(start, end)
        for base in standing:
            middle = centroid(base)
            along, away = local_point(middle, start, facing)
            if gap(base, (start, end)).inches <= CONTACT and away > 0 and -GRAZE <= -along <= long + GRAZE:
                return min(max(-along, 0.0), long)
        return None


def _filled(reaching: _Reaching, side: Side, busy: set[int], before: dict[int, Post]) -> dict[int, Post]:
    """The largest number of models on a side's free posts (augmenting paths), the shortest ways tried first."""
    budget = reaching.budget + RANGE
    standing = [reaching.unit.bases[number] for number in busy if number not in before]
    standing += [reaching.base(post.place) for post in before.values()]
    free = [post for post in reaching.posts(side, standing) if not _is_taken(reaching, post, standing)]
    models = [number for number in range(reaching.unit.models) if number not in busy]
    ways = {(m, p): reaching.way(m, post.place) for m in models for p, post in enumerate(free)}
    choices = {p: [m for m in sorted(models, key=_by(ways, p)) if ways[m, p] <= budget] for p in range(len(free))}
    held: dict[int, int] = {}
    for place in sorted(choices, key=lambda p: min((ways[m, p] for m in choices[p]), default=0.0)):
        _seat(place, choices, held, set())
    return {model: free[place] for model, place in held.items()}


def _by(ways: dict[tuple[int, int], float], place: int) -> Callable[[int], float]:
    return lambda model: ways[model, place]


def _is_taken(reaching: _Reaching, post: Post, standing: Sequence[Polygon]) -> bool:
    return any(overlapping([reaching.base(post.place)], [*standing, *reaching.taken]))


def _seat(place: int, choices: dict[int, list[int]], held: dict[int, int], tried: set[int]) -> bool:
    """A model for a place: a free one, or one whose own place another can take."""
    free = next((model for model in choices[place] if model not in held), None)
    if free is not None:
        held[free] = place
        return True
    for model in choices[place]:
        if model not in tried:
            tried.add(model)
            if _seat(held[model], choices, held, tried):
                held[model] = place
                return True
    return False
