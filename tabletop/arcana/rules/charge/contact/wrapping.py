"""Skirmishers around a block: the nearest side is filled first, then the next, with as many models as have the move.

Along each side bases stand side by side, from the first that is in contact there or about the middle; each goes
straight towards the block as far as it can, so that it touches behind a short last rank and at a corner, too. Where
closing up from one end leaves room for more, they stand so: bases square to the side are then as many as can have their
middles over it. Last, whoever is left stands wherever one more base still touches, as at a corner, its middle over no
side: all places from which a base touches are walked along (`_along_outline`). Which model goes to which post of a side
is a matching: augmenting paths find the largest number of models that can be posted, the shortest ways tried first;
that the sum of their ways is the least isn't guaranteed. Ways lead around the block and all else that stops a model
(`model_paths`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property

from msgspec import Struct

from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit
from tabletop.arcana.battlefield.schema import Side, Skirmish
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.rules.charge.declaration.sides import TURNED, Zones, zones_of
from tabletop.arcana.rules.charge.planning.model_paths import ModelPaths
from tabletop.arcana.rules.movement.making_way import aside, with_margin
from tabletop.geometry.distance.distances import are_within, gap_from_point
from tabletop.geometry.motion.shortest_paths import PathObstacles, maze, path_obstacles, shortest_path, straight_path
from tabletop.geometry.motion.sweeps import Drift, first_overlap
from tabletop.geometry.primitives.lattice import oblong
from tabletop.geometry.primitives.polygons import Polygon, boxes_meet, centroid, overlapping, sides, widen_box
from tabletop.geometry.primitives.segments import point_at, span_inside
from tabletop.geometry.primitives.tolerances import CONTACT, GRAZE, RANGE
from tabletop.geometry.primitives.vectors import Point, ahead, distance, local_point, plus, times

WRAPPING = BOOK.section("Skirmishers charging RaF")
ACROSS: dict[Side, Side] = {Side.FRONT: Side.REAR, Side.REAR: Side.FRONT, Side.LEFT: Side.RIGHT, Side.RIGHT: Side.LEFT}


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
    charged: Side = Side.FRONT,
    shunned: Collection[str] = (),
) -> Wrapped | None:
    """Loose models with so many inches each around a block; those in contact stay. None for other formations.

    Of two sides as near as each other the one that was charged comes first. Nobody touches units that are shunned.
    """
    zones, loose = zones_of(target), unit.formation
    if zones is None or not isinstance(loose, Skirmish):
        return None
    foes = [block for other in scene.others(unit) if other.side != unit.side for block in other.blocks]
    engaged = {model for model, base in enumerate(unit.bases) if are_within([base], foes, CONTACT)}
    touching = {model for model in engaged if are_within([unit.bases[model]], target.blocks, CONTACT)}
    # Whoever stands on what comes to touch the target is no farther from it than a base is long.
    around = widen_box(target.box, 2 * max(distance(unit.centres[0], corner) for corner in unit.bases[0]))
    others = [other for other in scene.others(unit) if other.ref != target.ref and boxes_meet(around, other.box)]
    forbidden = [with_margin(base) if other.ref in shunned else base for other in others for base in other.blocks]
    posting = _Posting(ModelPaths(scene, unit, target, budget), zones, budget, tuple(forbidden))
    posts: dict[int, Post] = {}
    sides: tuple[Side, ...] = (_first_side(zones, unit, touching, charged),)
    while True:
        posts |= _fill(posting, sides[-1], engaged | set(posts), posts)
        if len(sides) == len(TURNED):
            break
        every = set(range(unit.models))
        free = every - engaged - set(posts) or every - touching or touching
        sides = (*sides, _next_side(zones, sides, [unit.centres[model] for model in free]))
    posts |= _left_over(posting, engaged | set(posts), posts)
    places = [posts[model].place if model in posts else at for model, at in enumerate(loose.positions)]
    inches = {model: posting.way(model, post.place) for model, post in posts.items()}
    after = unit.standing(Skirmish(positions=tuple(places), facing=loose.facing))
    # Comrades without a post on whom others now stand make room (reading T76).
    under = {model for model, _ in overlapping(after.bases, [after.bases[model] for model in posts])} - set(posts)
    return Wrapped(aside(scene, after, sorted(under)), posts, inches, sides)


def _first_side(zones: Zones, unit: PlacedUnit, touching: set[int], charged: Side) -> Side:
    """The side nearest to the models in contact, or to all where none is; of two the one that was charged."""
    points = [unit.centres[model] for model in sorted(touching)] or list(unit.centres)
    return min(TURNED, key=lambda side: (_apart(zones, side, points), side != charged))


def _next_side(zones: Zones, before: tuple[Side, ...], free: Sequence[Point]) -> Side:
    """Of the other sides the one nearest to any model that is still free."""
    rest = (side for side in TURNED if side not in before)
    return min(rest, key=lambda side: min(_around(zones, side, point) for point in free))


def _apart(zones: Zones, side: Side, points: Sequence[Point]) -> float:
    return round(min(gap_from_point(point, zones.edge(side)).inches for point in points), 6)


def _around(zones: Zones, side: Side, place: Point) -> float:
    """The way to a side: by a corner of the block for whoever stands straight beyond it (reading T93)."""
    across = zones.edge(ACROSS[side])
    through, near = _apart(zones, side, [place]), gap_from_point(place, across).inches
    return through if through < near else round(through - near + min(distance(place, end) for end in across), 6)


class _Posting:
    """The posts about a block and the ways of one unit's models to them."""

    def __init__(self, paths: ModelPaths, zones: Zones, budget: float, taken: Sequence[Polygon]) -> None:
        self.paths, self.unit = paths, paths.unit
        self.zones, self.budget, self.taken = zones, budget, taken
        self.cores = [paths.blocked(block) for block in paths.target.blocks]
        self.ground = path_obstacles(self.cores)

    def way(self, model: int, place: Point) -> float:
        """What a model's shortest way to a place costs; infinite beyond the budget."""
        start, most = self.unit.centres[model], self.budget + RANGE
        if distance(start, place) > most:
            return float("inf")
        path = straight_path(start, place, self.ground, most)
        path = path or shortest_path(start, maze([(place, place)], self.ground), most)
        if path and not self.paths.is_open(path):
            path = shortest_path(start, maze([(place, place)], self.fenced_ground), most)
        return self.paths.cost(path, [*self.cores, *self.paths.fences]) if path else float("inf")

    @cached_property
    def fenced_ground(self) -> PathObstacles:
        return path_obstacles([*self.cores, *self.paths.fences])

    def base(self, place: Point) -> Polygon:
        return oblong(place, self.unit.formation.facing, *self.unit.size)

    def posts(self, side: Side, standing: Sequence[Polygon], taken: Sequence[Polygon], most: int) -> list[Post]:
        """The free posts along a side: in line with the first base in contact there, or about the middle.

        Where closing up leaves room for more of the models that still want one, those.
        """
        row = _Row(self, side)
        in_line = [post for along in row.in_line(standing) if (post := row.post(along)) and not row.met(post, taken)]
        if len(in_line) >= most:
            return in_line
        closed_up = list(row.closed_up(taken))
        return closed_up if len(closed_up) > len(in_line) else in_line


class _Row:
    """Bases side by side along a side of the block, by inches along it from its left end, seen from outside."""

    def __init__(self, posting: _Posting, side: Side) -> None:
        self.posting, self.side = posting, side
        self.start, end = posting.zones.edge(side)
        self.facing, self.long = posting.zones.facing + TURNED[side], distance(self.start, end)
        corners = [local_point(corner, (0.0, 0.0), self.facing) for corner in posting.base((0.0, 0.0))]
        along, outward = zip(*corners, strict=True)
        self.wide, self.half = max(along) - min(along), (max(outward) - min(outward)) / 2

    def along(self, point: Point) -> float:
        return -local_point(point, self.start, self.facing)[0]

    def post(self, along: float) -> Post | None:
        """Where a base comes to touch the block that goes straight against the side; None for nowhere."""
        zones, target = self.posting.zones, self.posting.paths.target
        place = ahead(ahead(self.start, self.facing - 90, along), self.facing, self.half)
        across = ahead((0.0, 0.0), self.facing, -max(zones.width, zones.depth))
        share = first_overlap((Drift(self.posting.base(place), across),), target.blocks)
        return None if share is None else Post(self.side, plus(place, times(across, share)))

    def met(self, post: Post, taken: Sequence[Polygon]) -> list[Polygon]:
        """Of places that are taken those that a base there would stand on."""
        return [taken[index] for _, index in overlapping([self.posting.base(post.place)], taken)]

    def in_line(self, standing: Sequence[Polygon]) -> Iterator[float]:
        """A base's width apart, in line with the first that stands in contact with the side, or about its middle."""
        first = (self.long - max((self.long + RANGE) // self.wide, 1) * self.wide) / 2 + self.wide / 2
        for middle in map(centroid, standing):
            along = min(max(self.along(middle), 0.0), self.long)
            post = self.post(along)
            if post and distance(post.place, middle) <= 2 * CONTACT:
                first = (along + GRAZE) % self.wide - GRAZE
                break
        return (first + number * self.wide for number in range(int((self.long - first + RANGE) // self.wide) + 1))

    def closed_up(self, taken: Sequence[Polygon]) -> Iterator[Post]:
        """As many posts as there is room for: each as near to the side's left end as it can be."""
        along = 0.0
        while along <= self.long + RANGE:
            post = self.post(along)
            in_the_way = self.met(post, taken) if post else []
            if post and not in_the_way:
                yield post
            ends = [max(map(self.along, base)) + self.wide / 2 for base in in_the_way]
            along = max([along + GRAZE, *ends]) if in_the_way else along + self.wide


def _fill(posting: _Posting, side: Side, busy: set[int], before: dict[int, Post]) -> dict[int, Post]:
    """The largest number of models on a side's free posts (augmenting paths), the shortest ways tried first."""
    unit, budget = posting.unit, posting.budget + RANGE
    standing = [unit.bases[model] for model in busy if model not in before]
    standing += [posting.base(post.place) for post in before.values()]
    taken = [*standing, *posting.taken]
    models = [model for model in range(unit.models) if model not in busy]
    free = posting.posts(side, standing, taken, len(models))
    ways = [{model: posting.way(model, post.place) for model in models} for post in free]
    choices = [[model for model in sorted(models, key=way.__getitem__) if way[model] <= budget] for way in ways]
    nearest = [min((way[model] for model in near), default=0.0) for way, near in zip(ways, choices, strict=True)]
    held: dict[int, int] = {}
    for index in sorted(range(len(free)), key=nearest.__getitem__):
        _seat(index, choices, held, set())
    return {model: free[index] for model, index in held.items()}


def _left_over(posting: _Posting, busy: set[int], before: dict[int, Post]) -> dict[int, Post]:
    """Models that no side has room for, wherever one more still touches: each place takes who is nearest by the way."""
    unit, posts = posting.unit, dict[int, Post]()
    taken = [unit.bases[model] for model in busy if model not in before]
    taken += [*(posting.base(post.place) for post in before.values()), *posting.taken]
    left = {model for model in range(unit.models) if model not in busy}
    for outline in posting.cores if left else ():
        for place in _along_outline(posting, outline, taken):
            ways = {model: posting.way(model, place) for model in left}
            nearest = min(sorted(left), key=ways.__getitem__, default=None)
            if nearest is not None and ways[nearest] <= posting.budget + RANGE:
                side = min(TURNED, key=lambda side: _apart(posting.zones, side, [place]))
                posts[nearest] = Post(side, place)
                left.remove(nearest)
                taken.append(posting.base(place))
    return posts


def _along_outline(posting: _Posting, outline: Polygon, taken: Sequence[Polygon]) -> Iterator[Point]:
    """Along the places from which a base touches a part of the block, each next one where nothing that is taken is.

    What is taken may grow meanwhile; a place that isn't taken then is passed over with all as near as a base is wide.
    """
    for edge in sides(outline):
        length, share = distance(*edge), 0.0
        while share <= 1.0:
            place = point_at(edge, share)
            base = [posting.base(place)]
            every = [*taken, *posting.paths.target.blocks]
            in_the_way = [every[index] for _, index in overlapping(base, every)]
            if not in_the_way:
                yield place
                step = 0.0 if taken and any(overlapping(base, taken[-1:])) else min(posting.unit.size) / length
            else:
                spans = (span_inside(edge, posting.paths.blocked(shape)) for shape in in_the_way)
                step = max([span[1] - share for span in spans if span], default=0.0)
            share += max(step, GRAZE / length)


def _seat(post: int, choices: Sequence[Sequence[int]], held: dict[int, int], tried: set[int]) -> bool:
    """A model for a post: a free one, or one whose own post another can take."""
    free = next((model for model in choices[post] if model not in held), None)
    if free is not None:
        held[free] = post
        return True
    for model in choices[post]:
        if model not in tried:
            tried.add(model)
            if _seat(held[model], choices, held, tried):
                held[model] = post
                return True
    return False
