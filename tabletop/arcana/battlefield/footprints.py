"""Where the bases of a formation stand: one lattice for each block, so that neighbours share corners."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from tabletop.arcana.battlefield.schema import Column, Formation, RankAndFile, Skirmish
from tabletop.geometry.primitives.lattice import Lattice, oblong
from tabletop.geometry.primitives.polygons import Polygon
from tabletop.geometry.primitives.vectors import Point, ahead, direction, distance, minus, plus, times

Footprint = tuple[float, float]

# A base unit's side in inches (ruling T17): the 25 and 28 mm scales are an inch, the 15 mm scale is 0.6 of one.
INCHES_A_BASE: dict[int, float] = {15: 0.6, 25: 1.0, 28: 1.0}

LONGEST_COLUMN = 10_000.0  # 1,000 models of the deepest base in one file fit on it


def footprint(stands_on: Footprint, scale: int) -> Footprint:
    """The width and depth in inches of a base that is stated in base units (ruling T17)."""
    width, depth = stands_on
    return width * INCHES_A_BASE[scale], depth * INCHES_A_BASE[scale]


def ranks_of(files: int, models: int) -> tuple[int, ...]:
    """How many models stand in each rank, the front first; only the last may be short."""
    full, rest = divmod(models, files)
    return (files,) * full + ((rest,) if rest else ())


def first_place(files: int, models: int) -> int:
    """The file at which a short rank begins: in the middle, one to the left where it can't be."""
    return (files - models) // 2


def lattice_of(block: RankAndFile | Column, size: Footprint) -> Lattice:
    return Lattice(block.corner, block.facing, *size)


def bases_of(formation: Formation, models: int, size: Footprint) -> tuple[Polygon, ...]:
    """Every base as an anticlockwise oblong, from the front rank's left to the last rank's right.

    Skirmishers come in the order of their positions.
    """
    if isinstance(formation, Skirmish):
        return tuple(oblong(position, formation.facing, *size) for position in formation.positions)
    return tuple(
        lattice.cell(first + place, row)
        for lattice, row, first, count in _rows(formation, models, size)
        for place in range(count)
    )


def blocks_of(formation: Formation, models: int, size: Footprint) -> tuple[Polygon, ...]:
    """The ground under the bases in as few convex pieces as possible: the full ranks, the short one; or every base."""
    if isinstance(formation, Skirmish):
        return bases_of(formation, models, size)
    rows = list(_rows(formation, models, size))
    if isinstance(formation, Column) and formation.trail:
        return tuple(lattice.block((first, first + count), (row, row + 1)) for lattice, row, first, count in rows)
    full, short = divmod(models, formation.files)
    lattice, last, first, count = rows[-1]
    whole = (lattice.block((0, formation.files), (0, full)),)
    return (*whole, lattice.block((first, first + count), (last, last + 1))) if short else whole


def centres_of(formation: Formation, models: int, size: Footprint) -> tuple[Point, ...]:
    """The middle of every base, in the order of the bases."""
    if isinstance(formation, Skirmish):
        return formation.positions
    return tuple(
        lattice.point(first + place + 0.5, row + 0.5)
        for lattice, row, first, count in _rows(formation, models, size)
        for place in range(count)
    )


def _rows(block: RankAndFile | Column, models: int, size: Footprint) -> Iterator[tuple[Lattice, int, int, int]]:
    """Each rank's lattice, its row there, its first file and its models."""
    straight = lattice_of(block, size)
    for row, count in enumerate(ranks_of(block.files, models)):
        first = first_place(block.files, count)
        if row and isinstance(block, Column) and block.trail:
            yield _rank_on_trail(block, size, row * size[1]), 0, first, count
        else:
            yield straight, row, first, count


def front_middle(block: RankAndFile | Column, size: Footprint) -> Point:
    return lattice_of(block, size).point(block.files / 2, 0)


def trail_of(column: Column, size: Footprint) -> tuple[Point, ...]:
    """The line that a column's ranks stand along: from the middle of its front back, straight on beyond the last."""
    passed = (front_middle(column, size), *column.trail)
    back = direction(minus(passed[-1], passed[-2])) if column.trail else column.facing + 180
    return (*passed, ahead(passed[-1], back, LONGEST_COLUMN))


def _rank_on_trail(column: Column, size: Footprint, behind: float) -> Lattice:
    """The lattice of a rank whose front's middle is so far behind the column's along its trail."""
    place, facing = point_on_trail(trail_of(column, size), behind)
    left = ahead(place, facing - 90, column.files * size[0] / 2)
    return Lattice(left, facing, *size)


def point_on_trail(trail: tuple[Point, ...], behind: float) -> tuple[Point, float]:
    """The point so many inches back along a trail, and the direction in which it was walked there."""
    rest = behind
    for start, end in pairwise(trail):
        step = distance(start, end)
        if rest < step:
            return plus(start, times(minus(end, start), rest / step)), direction(minus(start, end))
        rest -= step
    raise ValueError("the trail is too short")
