"""The labyrinth: sectors laid out, turned and swapped, with what was made and destroyed; ways, sight, nearness in it.

A line between two squares is named by its place on the fine grid of the board, as `3:10`; a square as `2,3`.

A ground is the board as it stands. It is made of values that can be compared, so that one is made once for all who ask
the same of it, and keeps what it was asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from tabletop.boards.walled_squares import (
    STEPS,
    Block,
    Compass,
    Exit,
    Place,
    Portal,
    SideKind,
    Square,
    SquareKind,
    WalledSquares,
    joined,
    square_name,
    turned,
)
from tabletop.wizwar.catalogue import SECTOR
from tabletop.wizwar.pack import HOME, PortalPair

FULL, CLOSED, MISTY = "#", "m", "f"  # squares that stop feet and eyes, feet alone, eyes alone
KINDS = {
    CLOSED: SquareKind(name="Closed", enter=False),
    MISTY: SquareKind(name="Mist", blocks_sight=True),
}
ANYTHING = SECTOR * SECTOR * 4  # steps that come everywhere


Position = tuple[Annotated[int, Meta(ge=0, le=3)], Annotated[int, Meta(ge=0, le=3)]]
SectorRows = Annotated[tuple[Annotated[str, Meta(max_length=4 * SECTOR + 1)], ...], Meta(max_length=2 * SECTOR + 1)]


def _only(found: Iterator[Laid], what: str) -> Laid:
    """The first of what was found; LookupError for nothing."""
    first = next(found, None)
    if first is None:
        raise LookupError(f"there is no {what}")
    return first


class Laid(Struct, frozen=True):
    """A sector as it lies: whose it is, its text, by how many quarters it is turned, and where among the others."""

    sector: str
    owner: str
    rows: SectorRows
    quarters: Annotated[int, Meta(ge=0, le=3)]
    position: Position


class Labyrinth(Struct, frozen=True):
    """Sectors as they lie, and portals, which stay where they stand."""

    laid: Annotated[tuple[Laid, ...], Meta(max_length=4)]
    portals: Annotated[tuple[PortalPair, ...], Meta(max_length=4)] = ()
    places: Annotated[tuple[Position, ...], Meta(max_length=4)] = ()  # of the layout, by which portals are named

    def of(self, owner: str) -> Laid:
        """A wizard's own sector; LookupError for nobody's."""
        return _only((laid for laid in self.laid if laid.owner == owner), f"the sector of {owner}")

    def home(self, owner: str) -> Square:
        row, column = self.of(owner).position
        return row * SECTOR + HOME[0], column * SECTOR + HOME[1]

    def owner_of_home(self, square: Square) -> str:
        """Whose home a square is; empty for no home."""
        return next((laid.owner for laid in self.laid if self.home(laid.owner) == square), "")

    def at(self, square: Square) -> Laid:
        """The sector that a square is in."""
        position = square[0] // SECTOR, square[1] // SECTOR
        return _only((laid for laid in self.laid if laid.position == position), f"a sector at {square}")

    def with_turn(self, owner: str, quarters: int) -> Labyrinth:
        return self._with(owner, lambda laid: replace(laid, quarters=(laid.quarters + quarters) % 4))

    def with_swap(self, one: str, other: str) -> Labyrinth:
        first, second = self.of(one).position, self.of(other).position
        swapped = self._with(one, lambda laid: replace(laid, position=second))
        return swapped._with(other, lambda laid: replace(laid, position=first))

    def _with(self, owner: str, change: object) -> Labyrinth:
        assert callable(change)
        return replace(self, laid=tuple(change(laid) if laid.owner == owner else laid for laid in self.laid))


class Changes(Struct, frozen=True):
    """What isn't as it is printed: lines by name, sorted, and squares that are blocked by their signs, sorted."""

    lines: tuple[tuple[str, SideKind], ...] = ()
    squares: tuple[tuple[str, str], ...] = ()


class Ground:
    """The board as it stands, asked for ways and sight."""

    def __init__(self, labyrinth: Labyrinth, changes: Changes) -> None:
        self.labyrinth = labyrinth
        printed = _printed(labyrinth)
        lines = {place_of(line): kind for line, kind in changes.lines}
        squares = {square_of(name): sign for name, sign in changes.squares}
        self.board = printed.changed(lines, squares) if lines or squares else printed
        self._seen: dict[tuple[Square, frozenset[Place]], frozenset[Square]] = {}
        self._beside: dict[str, tuple[Square, ...]] = {}
        self._seen_around: dict[tuple[Square, frozenset[Place]], frozenset[Square]] = {}

    @cached_property
    def standing(self) -> dict[str, SideKind]:
        """What stands on lines, by their names."""
        return {line_name(place): kind for place, kind in self.board.standing.items()}

    def seen_from(self, square: Square, opened: frozenset[Place]) -> frozenset[Square]:
        """Every square that is seen from one, itself too, through doors that are held open."""
        key = square, opened
        if key not in self._seen:
            self._seen[key] = self.board.seen_from(square, opened)
        return self._seen[key]

    def seen_around(self, square: Square, opened: frozenset[Place]) -> frozenset[Square]:
        """Every square that is seen from one by a line that bends once, in the middle of a square (W-18)."""
        key = square, opened
        if key not in self._seen_around:
            corners = self.seen_from(square, opened)
            self._seen_around[key] = frozenset().union(*(self.seen_from(corner, opened) for corner in corners))
        return self._seen_around[key]

    def sees(self, one: Square, other: Square, opened: frozenset[Place]) -> bool:
        return other in self.seen_from(one, opened)

    def in_the_way(self, one: Square, other: Square, opened: frozenset[Place]) -> list[Block]:
        return self.board.in_the_way(one, other, opened)

    def is_near(self, one: Square, other: Square, opened: frozenset[Place]) -> bool:
        """Whether squares are the same or beside each other, over corners and open edges too, and see each other."""
        beside = max(abs(one[0] - other[0]), abs(one[1] - other[1])) <= 1 or other in self.over_edges(one)
        return beside and self.sees(one, other, opened)

    def last_before(self, start: Square, end: Square) -> Square:
        """The last square that a straight line on the board passes before its end; its start over an edge.

        It comes in by the side, or the corner, that lies along the longer of its two differences.
        """
        down, right = end[0] - start[0], end[1] - start[1]
        row = end[0] - (down > 0) + (down < 0) if abs(down) >= abs(right) else end[0]
        column = end[1] - (right > 0) + (right < 0) if abs(right) >= abs(down) else end[1]
        return (row, column) if (row, column) in self.board.signs else start

    def over_edges(self, square: Square) -> list[Square]:
        """The squares behind open sides at the edge."""
        x, y = 2 * square[1] + 1, 2 * square[0] + 1
        found = []
        for side, (right, down) in STEPS.items():
            if (x + right, y + down) in self.board.crossings and (far := self.board.next_to(square, side)):
                found.append(far)
        return found

    def own_doors(self, owner: str) -> frozenset[Place]:
        """The doors of a wizard's own sector (WW-34)."""
        row, column = self.labyrinth.of(owner).position
        left, top = 2 * SECTOR * column, 2 * SECTOR * row
        return frozenset(
            (x, y) for x, y in self.board.doors if left <= x <= left + 2 * SECTOR and top <= y <= top + 2 * SECTOR
        )

    def step(self, square: Square, side: Compass, opens: frozenset[Place]) -> Square | None:
        """Where a step leads; None where something is in the way."""
        right, down = STEPS[side]
        line = 2 * square[1] + 1 + right, 2 * square[0] + 1 + down
        far = self.board.next_to(square, side)
        closed = line in self.board.standing and line not in opens
        return None if far is None or closed or not self.board.kind_of(far).enter else far

    def side_towards(self, one: Square, other: Square) -> Compass | None:
        """By which side one comes from a square to another beside it, over an edge too; None where they aren't."""
        return next((side for side in STEPS if self.board.next_to(one, side) == other), None)

    def squares_beside(self, line: str) -> tuple[Square, ...]:
        """The squares on both sides of a line, those that there are."""
        if line not in self._beside:
            x, y = place_of(line)
            pairs = ((y // 2, x // 2 - 1), (y // 2, x // 2)) if y % 2 else ((y // 2 - 1, x // 2), (y // 2, x // 2))
            self._beside[line] = tuple(square for square in pairs if square in self.board.signs)
        return self._beside[line]

    def inner_lines(self) -> Iterator[str]:
        """Every line between two squares of the board."""
        for x in range(1, 2 * self.board.width):
            for y in range(1, 2 * self.board.height):
                if (x + y) % 2 and len(self.squares_beside(line_name((x, y)))) == 2:
                    yield line_name((x, y))


@lru_cache(maxsize=256)
def ground_of(labyrinth: Labyrinth, changes: Changes) -> Ground:
    """The board as it stands, made once for equal labyrinths with equal changes."""
    return Ground(labyrinth, changes)


@lru_cache(maxsize=64)
def _printed(labyrinth: Labyrinth) -> WalledSquares:
    sectors = {
        laid.position: turned(WalledSquares(format="muster-board/1", rows=laid.rows), laid.quarters)
        for laid in labyrinth.laid
    }
    board = joined(sectors)
    portals = []
    for pair in labyrinth.portals:
        ends = []
        for end in (pair.a, pair.b):
            row, column = labyrinth.places[end.position]
            right, down = STEPS[end.side]
            square = row * SECTOR + HOME[0] + 2 * down, column * SECTOR + HOME[1] + 2 * right
            ends.append(Exit(square=square_name(square), side=end.side))
        portals.append(Portal(colour=pair.colour, a=ends[0], b=ends[1]))
    return replace(board, portals=tuple(portals), kinds=KINDS).check()


@lru_cache(maxsize=4096)
def place_of(line: str) -> Place:
    """A line's place on the fine grid by its name."""
    x, _, y = line.partition(":")
    return int(x), int(y)


def line_name(place: Place) -> str:
    return f"{place[0]}:{place[1]}"


@lru_cache(maxsize=4096)
def square_of(name: str) -> Square:
    """A square by its name."""
    row, _, column = name.partition(",")
    return int(row), int(column)


def turned_square(square: Square, position: tuple[int, int], quarters: int) -> Square:
    """Where a square of a sector comes when that is turned: r,c to c,4-r (WW-85)."""
    row, column = square[0] - position[0] * SECTOR, square[1] - position[1] * SECTOR
    for _ in range(quarters % 4):
        row, column = column, SECTOR - 1 - row
    return row + position[0] * SECTOR, column + position[1] * SECTOR


def turned_line(line: str, position: tuple[int, int], quarters: int) -> str:
    """Where a line of a sector comes when that is turned."""
    x, y = place_of(line)
    x, y = x - 2 * SECTOR * position[1], y - 2 * SECTOR * position[0]
    for _ in range(quarters % 4):
        x, y = 2 * SECTOR - y, x
    return line_name((x + 2 * SECTOR * position[1], y + 2 * SECTOR * position[0]))


def is_inside(line: str, position: tuple[int, int]) -> bool:
    """Whether a line lies inside a sector, its edges apart."""
    x, y = place_of(line)
    left, top = 2 * SECTOR * position[1], 2 * SECTOR * position[0]
    return left < x < left + 2 * SECTOR and top < y < top + 2 * SECTOR


def is_on_edge(line: str, position: tuple[int, int]) -> bool:
    """Whether a line is one of a sector's edges."""
    x, y = place_of(line)
    left, top = 2 * SECTOR * position[1], 2 * SECTOR * position[0]
    inside = left <= x <= left + 2 * SECTOR and top <= y <= top + 2 * SECTOR
    return inside and not is_inside(line, position)


def line_in_words(ground: Ground, line: str) -> str:
    """`between 2,3 and 2,4`."""
    beside = [square_name(square) for square in ground.squares_beside(line)]
    return f"between {' and '.join(beside)}" if len(beside) == 2 else f"at the edge of {''.join(beside)}"


def steps_between(one: Square, other: Square) -> int:
    """Squares between two as they are counted over walls."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def ways(
    ground: Ground,
    start: Square,
    steps: int,
    opens: frozenset[Place],
    *,
    shunned: Iterable[Square] = (),
    shunned_lines: Iterable[Place] = (),
    may_hurt: bool = True,
) -> Mapping[Square, tuple[Square, ...]]:
    """The way to each square that so many steps come to, start and end included.

    What is `shunned` hurts: it is entered or crossed only where no way of so many steps goes around it, and where it
    `may_hurt`.
    """
    hurts, lines = frozenset(shunned), frozenset(shunned_lines)
    around = _search(ground, start, steps, opens, hurts, lines)
    if not may_hurt or not (hurts or lines):
        return around
    return {**_search(ground, start, steps, opens, frozenset(), frozenset()), **around}


def _search(
    ground: Ground,
    start: Square,
    steps: int,
    opens: frozenset[Place],
    hurts: frozenset[Square],
    lines: frozenset[Place],
) -> dict[Square, tuple[Square, ...]]:
    found: dict[Square, tuple[Square, ...]] = {start: (start,)}
    edge = [start]
    for _ in range(max(0, steps)):
        further = []
        pairs = [(square, far) for square in edge for far in _next(ground, square, opens, lines)]
        for one, far in pairs:
            if far not in found and far not in hurts:
                found[far] = (*found[one], far)
                further.append(far)
        edge = further
    return found


def _next(ground: Ground, square: Square, opens: frozenset[Place], lines: frozenset[Place]) -> Iterator[Square]:
    """The squares that one step comes to, not over these lines."""
    for side, (right, down) in STEPS.items():
        line = 2 * square[1] + 1 + right, 2 * square[0] + 1 + down
        far = None if line in lines else ground.step(square, side, opens)
        if far is not None:
            yield far
