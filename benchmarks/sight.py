"""Lines of sight: ours beside shapely's forms and other engines where they are installed, and what sampling misses."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from itertools import combinations, product
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
import shapely
from numpy.typing import NDArray

from tabletop.arcana.battlefield import PlacedTable
from tabletop.arcana.rules.visibility import sees, view_of
from tabletop.geometry.primitives.lattice import oblong
from tabletop.geometry.primitives.polygons import Polygon, contains, hull, overlapping, sides
from tabletop.geometry.primitives.vectors import Point
from tabletop.geometry.visibility.sightkernel import blocked, obstacles
from tests.tables import block, table

WIDE, HIGH = 72, 48
SIZES = ((1, 1), (10, 40), (200, 200))
SPREADS = {"dense": 1.0, "sparse": 0.45}
ROUNDS = 7
SLOW_ROUNDS = 2
SLOW_LINES = 4_000  # a slow peer is measured on a part of a large job and scaled up
NAIVE_BAR, SHAPELY_BAR, PAIR_BAR_MS = 100, 15, 0.3
# How many times numba's loop takes what we take at least, by the lines; where it is installed (`pip install numba`).
NUMBA_BARS = {(1, 1): 1.0, (10, 40): 1.0, (200, 200): 5.0}

Flags = NDArray[np.bool_]


class Job(NamedTuple):
    """Convex obstacles, and where lines start and end; nobody stands inside one."""

    shapes: list[Polygon]
    starts: list[Point]
    targets: list[Point]


class Peer(NamedTuple):
    """A way of answering; `ready` is made once for a table, as ours is."""

    name: str
    ready: Callable[[list[Polygon]], Any]
    answer: Callable[[Any, Job], Flags]
    slow: bool = False
    is_shapely: bool = False


def scene(spread: float, count: int, targets: int) -> Job:
    dice = random.Random(8)
    places = [(dice.uniform(0, WIDE), dice.uniform(0, HIGH)) for _ in range(40)]
    shapes = [oblong(at, dice.uniform(0, 360), 7 * spread, 3 * spread) for at in places[:20]]
    for x, y in places[20:]:
        shapes.append(hull((x + dice.gauss(0, 2) * spread, y + dice.gauss(0, 2) * spread) for _ in range(14)))
    return Job(shapes, free_points(dice, shapes, count), free_points(dice, shapes, targets))


def free_points(dice: random.Random, shapes: list[Polygon], count: int) -> list[Point]:
    found: list[Point] = []
    while len(found) < count:
        point = dice.uniform(0, WIDE), dice.uniform(0, HIGH)
        if not any(contains(shape, point) for shape in shapes):
            found.append(point)
    return found


def lines_of(job: Job) -> Any:
    starts = np.repeat(np.array(job.starts), len(job.targets), axis=0)
    return shapely.linestrings(np.stack([starts, np.tile(np.array(job.targets), (len(job.starts), 1))], axis=1))


def as_matrix(job: Job, flags: Any) -> Flags:
    return np.asarray(flags, dtype=bool).reshape(len(job.starts), len(job.targets))


def polygons(shapes: list[Polygon]) -> Any:
    return [shapely.Polygon(shape) for shape in shapes]


def naive(areas: Any, job: Job) -> Flags:
    lines = (shapely.LineString(ends) for ends in product(job.starts, job.targets))
    return as_matrix(job, [any(line.intersects(area) for area in areas) for line in lines])


def prepared_union(shapes: list[Polygon]) -> Any:
    whole = shapely.union_all(polygons(shapes))
    shapely.prepare(whole)
    return whole


def prepared_each(shapes: list[Polygon]) -> Any:
    areas = np.array(polygons(shapes))
    shapely.prepare(areas)
    return areas


def matrix(areas: Any, job: Job) -> Flags:
    return as_matrix(job, shapely.intersects(areas[None], lines_of(job)[:, None]).any(axis=1))


def tree(index: Any, job: Job) -> Flags:
    flags = np.zeros(len(job.starts) * len(job.targets), dtype=bool)
    flags[index.query(lines_of(job), predicate="intersects")[0]] = True
    return as_matrix(job, flags)


def ready_pymunk(shapes: list[Polygon]) -> Any:
    pymunk = import_module("pymunk")
    space = pymunk.Space()
    space.add(*(pymunk.Poly(space.static_body, shape) for shape in shapes))
    return space


def ask_pymunk(space: Any, job: Job) -> Flags:
    everything = import_module("pymunk").ShapeFilter()
    hits = (space.segment_query_first(*ends, 0, everything) for ends in product(job.starts, job.targets))
    return as_matrix(job, [hit is not None for hit in hits])


def ready_numba(shapes: list[Polygon]) -> Any:
    """Compiled by the first call."""
    made = obstacles(shapes).shapes
    clipped = import_module("numba").njit(any_clip)
    arrays = np.ascontiguousarray(made.normals), np.ascontiguousarray(made.limits)
    clipped(*arrays, np.zeros((1, 2)), np.zeros((1, 2)))
    return clipped, arrays


def ask_numba(ready: Any, job: Job) -> Flags:
    clipped, arrays = ready
    return as_matrix(job, clipped(*arrays, np.array(job.starts), np.array(job.targets)))


def any_clip(normals: Any, limits: Any, starts: Any, targets: Any) -> Any:
    """Each segment clipped by each obstacle in turn until one holds it."""
    found = np.zeros((len(starts), len(targets)), dtype=np.bool_)
    for one in range(len(starts)):
        for other in range(len(targets)):
            for shape in range(len(limits)):
                enters, leaves = 0.0, 1.0
                for edge in range(limits.shape[1]):
                    x, y, limit = normals[shape, edge, 0], normals[shape, edge, 1], limits[shape, edge]
                    here = x * starts[one, 0] + y * starts[one, 1] - limit
                    there = x * targets[other, 0] + y * targets[other, 1] - limit
                    if here >= 0 and there >= 0:
                        enters = 2.0
                    elif here > 0:
                        enters = max(enters, here / (here - there))
                    elif there > 0:
                        leaves = min(leaves, here / (here - there))
                if enters < leaves:
                    found[one, other] = True
                    break
    return found


def ready_pysovist(shapes: list[Polygon]) -> Any:
    walls = [list(side) for shape in shapes for side in sides(shape)]
    return import_module("pysovist").Plan(np.array(walls))


def ask_pysovist(plan: Any, job: Job) -> Flags:
    """A wall that a ray meets before the target is in the way."""
    starts, targets = np.array(job.starts), np.array(job.targets)
    offsets = targets[None] - starts[:, None]
    hits = import_module("pysovist").cast_rays(plan, starts, np.arctan2(offsets[..., 1], offsets[..., 0]))
    return as_matrix(job, np.asarray(hits.distance) < np.hypot(offsets[..., 0], offsets[..., 1]))


OURS = Peer("ours", obstacles, lambda made, job: blocked(job.starts, job.targets, made))
NAIVE = Peer("shapely, line by line", polygons, naive, slow=True)
PEERS = (
    NAIVE,
    Peer(
        "shapely, prepared union",
        prepared_union,
        lambda whole, job: as_matrix(job, shapely.intersects(whole, lines_of(job))),
        is_shapely=True,
    ),
    Peer("shapely, prepared matrix", prepared_each, matrix, is_shapely=True),
    Peer("shapely, STRtree", lambda shapes: shapely.STRtree(polygons(shapes)), tree, is_shapely=True),
)
GUESTS = {
    "pysovist": Peer("pysovist, cast_rays", ready_pysovist, ask_pysovist, slow=True),
    "pymunk": Peer("pymunk, segment queries", ready_pymunk, ask_pymunk, slow=True),
    "numba": Peer("numba, one by one", ready_numba, ask_numba),
}


def least(work: Callable[[], object], rounds: int) -> float:
    times = []
    for _ in range(rounds):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return min(times)


def timed(peer: Peer, job: Job) -> tuple[float, Flags]:
    """Seconds for the whole job with the table made ready, shapely's lines included, and the answers."""
    ready = peer.ready(job.shapes)
    lines = len(job.starts) * len(job.targets)
    share = max(1, min(len(job.starts), SLOW_LINES // len(job.targets))) if peer.slow else len(job.starts)
    part = job._replace(starts=job.starts[:share])
    rounds = SLOW_ROUNDS if peer.slow and lines > SLOW_LINES else ROUNDS
    if lines == 1:
        rounds = 200
    taken = least(lambda: peer.answer(ready, part), rounds)
    return taken * len(job.starts) / share, peer.answer(ready, part)


def compared(spread: str, size: tuple[int, int]) -> list[str]:
    job = scene(SPREADS[spread], *size)
    ours, answers = timed(OURS, job)
    print(f"\n{spread}, {size[0]} x {size[1]} lines on {len(job.shapes)} obstacles, {answers.mean():.0%} blocked")
    print(f"  {'ours':<28} {ours * 1e3:10.4f} ms")
    faults: list[str] = []
    times: dict[Peer, float] = {}
    for peer in (*PEERS, *(guest for name, guest in GUESTS.items() if find_spec(name))):
        times[peer], found = timed(peer, job)
        wrong = int((found != answers[: len(found)]).sum())
        print(f"  {peer.name:<28} {times[peer] * 1e3:10.4f} ms {times[peer] / ours:8.1f} x   {wrong} mismatches")
        if wrong and peer in PEERS:
            faults.append(f"{spread} {size}: {wrong} answers differ from {peer.name}")
    return faults + bars(f"{spread} {size}", size, ours, times)


def bars(label: str, size: tuple[int, int], ours: float, times: dict[Peer, float]) -> list[str]:
    best = min(taken for peer, taken in times.items() if peer.is_shapely)
    faults = []
    if size == (1, 1) and ours > times[NAIVE]:
        faults.append(f"{label}: slower than shapely line by line")
    if size == (200, 200) and times[NAIVE] < NAIVE_BAR * ours:
        faults.append(f"{label}: {times[NAIVE] / ours:.0f} times shapely line by line, not {NAIVE_BAR}")
    if size == (200, 200) and best < SHAPELY_BAR * ours:
        faults.append(f"{label}: {best / ours:.1f} times shapely's best form, not {SHAPELY_BAR}")
    for peer, taken in times.items():
        if peer is GUESTS["numba"] and taken < NUMBA_BARS[size] * ours:
            faults.append(f"{label}: {taken / ours:.1f} times numba, not {NUMBA_BARS[size]:g}")
    return faults


def battle(seed: int) -> PlacedTable:
    """20 blocks of ten that don't overlap."""
    dice = random.Random(seed)
    units: list[Any] = []
    while len(units) < 20:
        at, facing = (dice.uniform(4, WIDE - 4), dice.uniform(4, HIGH - 4)), dice.uniform(0, 360)
        fresh = block(f"{'rb'[len(units) % 2]}{len(units)}", models=10, files=5, corner=at, facing=facing)
        blocks = [unit.blocks for unit in table(*units, fresh).units.values()]
        if not any(any(overlapping(blocks[-1], other)) for other in blocks[:-1]):
            units.append(fresh)
    return table(*units)


def unit_to_unit() -> list[str]:
    """Every pair of ten tables, exactly, and what lines from middle to middle and from corner to corner find."""
    exact = middles = corners = false = pairs = 0
    spent = 0.0
    for scene_ in map(battle, range(10)):
        view = view_of(scene_)
        for one, other in combinations(scene_.units.values(), 2):
            start = perf_counter()
            visible = sees(view, one, other)
            spent += perf_counter() - start
            rest = [unit.blocks[0] for unit in scene_.others(one) if unit.ref != other.ref]
            made, ends = obstacles(rest), [list(one.blocks[0]), list(other.blocks[0])]
            centres = [[middle_of(end)] for end in ends]
            by_middles = not blocked(centres[0], centres[1], made).all()
            by_corners = by_middles or not blocked(ends[0] + centres[0], ends[1] + centres[1], made).all()
            pairs, exact = pairs + 1, exact + visible
            middles, corners = middles + (visible and not by_middles), corners + (visible and not by_corners)
            false += by_corners and not visible
    print(f"\nunit to unit, exactly: {spent / pairs * 1e3:.3f} ms a pair, {pairs} pairs, {exact / pairs:.0%} visible")
    print(f"  middle to middle misses {middles / exact:.1%} of them, with corners {corners / exact:.1%};")
    print(f"  sampling calls {false} pairs visible that exactly aren't: gaps of less than 0.001 inches")
    return [] if spent / pairs * 1e3 <= PAIR_BAR_MS else [f"a pair of units takes more than {PAIR_BAR_MS} ms"]


def middle_of(points: list[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def main() -> None:
    missing = [name for name in GUESTS if not find_spec(name)]
    if missing:
        print(f"not installed, left out: {', '.join(missing)}")
    faults = [fault for spread in SPREADS for size in SIZES for fault in compared(spread, size)]
    faults += unit_to_unit()
    if faults:
        sys.exit("\n".join(faults))


if __name__ == "__main__":
    main()
