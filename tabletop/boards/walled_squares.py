"""Boards of squares with walls, doors and columns on their lines: ways, and exact lines of sight.

A square is named by its row and column from 0,0 at the upper left. A board is written as text, two lines a row and four
characters a square:

    +---+   +===+
    | .   . I T |
    +   +---+---+

Everything on it has a place on one grid twice as fine as the squares, as `(x, y)`: x counts half squares to the right,
y lines of the text. Squares lie where both are odd, corners where both are even, the sides of squares between them.

**Sight** goes straight from the centre of one square to that of another. A wall or a closed door blocks it, with its
two ends: a corner where a wall or a door ends is a column. So does a square that nobody sees through, where the line
crosses its inside. All of it is whole numbers: which places of the fine grid a line touches hangs on the two
differences of its ends alone, is worked out once for each pair of them, and is kept as the bits of one number. Whether
a line is free is then one shift and one comparison with the bits of what blocks.

**Beyond the edge.** An open side at the edge of the board leads to another one: with `wrap` to the far end of its row
or column, by a portal to wherever that lies. Such a side is crossed as if the board went on behind it, moved (and
turned, behind a portal) to fit. A line crosses at most one of them, through its inside.

The part of such a line before the edge, and that behind it as it comes from the other end, are bits as well.

Cost: a line over n squares touches at most 2n places; what one square of 10 by 10 sees takes a millisecond, at first 5.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import pairwise, product
from typing import Annotated, Literal

from msgspec import Meta, Struct, field
from msgspec.structs import replace

from tabletop.boards import graphs
from tabletop.decoding import MalformedError, allowing
from tabletop.values import Name, Value

Square = tuple[int, int]
Place = tuple[int, int]  # x and y on the fine grid

MOST_SQUARES_ACROSS = 40
WIDTH = 4  # characters a square
VOID = " "  # the sign where there is no square
A_SQUARE = allowing("a row and a column from 0,0 at the upper left, as 5,7")
SquareName = Annotated[str, Meta(pattern=r"^(0|[1-9][0-9]?),(0|[1-9][0-9]?)$(?!\n)", extra=A_SQUARE)]
SquareSign = Annotated[str, Meta(pattern=r"^[!-~]$(?!\n)", extra=allowing("one sign that is no space"))]


class SideKind(StrEnum):
    """What stands on the line between two squares."""

    OPEN = "open"
    WALL = "wall"
    DOOR = "door"


class Compass(StrEnum):
    """The four sides of a square."""

    NORTH = "north"
    EAST = "east"
    SOUTH = "south"
    WEST = "west"


class Blocker(StrEnum):
    """What stops a line of sight."""

    WALL = "wall"
    DOOR = "door"
    COLUMN = "column"
    SQUARE = "square"
    EDGE = "edge"


STEPS: Mapping[Compass, Place] = dict(zip(Compass, ((0, -1), (1, 0), (0, 1), (-1, 0)), strict=True))
OPPOSITE: Mapping[Compass, Compass] = dict(zip(STEPS, [*list(STEPS)[2:], *list(STEPS)[:2]], strict=True))
DRAWN = {SideKind.OPEN: ("   ", " "), SideKind.WALL: ("---", "|"), SideKind.DOOR: ("===", "I")}  # across and upright
ACROSS = {across: kind for kind, (across, _) in DRAWN.items()}
UPRIGHT = {upright: kind for kind, (_, upright) in DRAWN.items()}


class SquareKind(Value, frozen=True, kw_only=True):
    """What a kind of square does to whoever moves or looks."""

    name: Name
    enter: bool = True
    blocks_sight: bool = False


PLAIN_KINDS: Mapping[str, SquareKind] = {
    ".": SquareKind(name="Floor"),
    "H": SquareKind(name="Home"),
    "T": SquareKind(name="Treasure"),
    "#": SquareKind(name="Block", enter=False, blocks_sight=True),
}


class Exit(Value, frozen=True, kw_only=True):
    """A side of a square at the edge of the board."""

    square: SquareName
    side: Compass


class Portal(Value, frozen=True, kw_only=True):
    """Two sides at the edge of the board that lead to each other."""

    colour: Name
    a: Exit
    b: Exit


class Crossing(Struct, frozen=True):
    """From a side at the edge to another: what lies behind it is the board, turned by quarters and moved.

    A place p of the board appears behind the first side at `shown(p)`.
    """

    leaves: Place
    enters: Place
    out: Place  # the step by which one leaves
    quarters: int  # clockwise, from the board to its picture behind the side

    def shown(self, place: Place) -> Place:
        x, y = _turned((place[0] - self.enters[0], place[1] - self.enters[1]), self.quarters)
        return self.leaves[0] + x, self.leaves[1] + y


class Block(Struct, frozen=True):
    """What stands in a line of sight: its kind and the squares around it."""

    kind: Blocker
    squares: tuple[Square, ...]


class WalledSquares(Value, frozen=True, kw_only=True, tag_field="kind", tag="squares", dict=True, gc=True):
    """A board of squares as its text; MalformedError names the line or the portal that is wrong."""

    format: Literal["muster-board/1"]
    rows: Annotated[
        tuple[Annotated[str, Meta(max_length=WIDTH * MOST_SQUARES_ACROSS + 1)], ...],
        Meta(min_length=3, max_length=2 * MOST_SQUARES_ACROSS + 1),
    ]
    name: Name | None = None
    wrap: bool = False
    portals: Annotated[tuple[Portal, ...], Meta(max_length=100)] = ()
    kinds: dict[SquareSign, SquareKind] = field(default_factory=dict)

    def check(self) -> WalledSquares:
        """The board itself; MalformedError where its text isn't one, a sign means nothing or a portal leads nowhere."""
        if len(self.rows) % 2 == 0:
            raise MalformedError("rows", f"must have a line above and below each row of squares, not {len(self.rows)}")
        length = len(self.rows[0].rstrip())
        if length < WIDTH + 1 or length % WIDTH != 1:
            raise MalformedError("rows[0]", f"must have {WIDTH} characters a square and one more, not {length}")
        for number, line in enumerate(self.rows):
            if len(line.rstrip()) > length:
                raise MalformedError(f"rows[{number}]", f"has {len(line.rstrip())} characters, the first {length}")
            self._check_line(number, line.ljust(length))
        for number, portal in enumerate(self.portals):
            for end, leaves in (("a", portal.a), ("b", portal.b)):
                where = f"portals[{number}].{end}"
                square, side = self.square(leaves.square, f"{where}.square"), self.exit_side(leaves)
                if self._beyond(square, leaves.side) is not None:
                    raise MalformedError(where, f"{leaves.square} has another square in the {leaves.side}")
                if self.side_at(side) is not SideKind.OPEN:
                    raise MalformedError(where, f"the {leaves.side} side of {leaves.square} is no open one")
        ends = [self.exit_side(end) for portal in self.portals for end in (portal.a, portal.b)]
        if len(set(ends)) < len(ends):
            raise MalformedError("portals", "two of them stand at one side")
        return self

    def _check_line(self, number: int, line: str) -> None:
        where = f"rows[{number}]"
        for column in range(0, len(line), WIDTH):
            corner, between = line[column], line[column + 1 : column + WIDTH]
            if number % 2 == 0:
                if corner not in "+ ":
                    raise MalformedError(where, f"character {column} is “{corner}”; a corner is +")
                if between not in ACROSS and between:
                    raise MalformedError(where, f"“{between}” is no side; sides are ---, === and three spaces")
                continue
            if corner not in UPRIGHT:
                raise MalformedError(where, f"character {column} is “{corner}”; sides are |, I and a space")
            if between and (between[0] + between[2]).strip():
                raise MalformedError(where, f"“{between}” is no square: its sign stands between two spaces")
            if between and between[1] != VOID and between[1] not in self.meanings:
                known = ", ".join(self.meanings)
                raise MalformedError(where, f"“{between[1]}” is no kind of square; kinds are {known}")

    # What stands where

    @cached_property
    def height(self) -> int:
        return len(self.rows) // 2

    @cached_property
    def width(self) -> int:
        return len(self.rows[0].rstrip()) // WIDTH

    @cached_property
    def meanings(self) -> dict[str, SquareKind]:
        """Every kind of square by its sign, the plain ones where the board says no other."""
        return {**PLAIN_KINDS, **self.kinds}

    @cached_property
    def signs(self) -> dict[Square, str]:
        """The sign of each square there is, row by row."""
        lines = [line.ljust(WIDTH * self.width + 1) for line in self.rows[1::2]]
        signs = {(r, c): line[WIDTH * c + 2] for r, line in enumerate(lines) for c in range(self.width)}
        return {square: sign for square, sign in signs.items() if sign != VOID}

    @cached_property
    def standing(self) -> dict[Place, SideKind]:
        """Walls and doors by their place on the fine grid; what isn't there is open."""
        found: dict[Place, SideKind] = {}
        for y, line in enumerate(self.rows):
            drawn = UPRIGHT if y % 2 else ACROSS
            for x in range(1 - y % 2, 2 * self.width + 1, 2):
                kind = drawn.get(line[2 * x : 2 * x + 1] if y % 2 else line[2 * x - 1 : 2 * x + 2], SideKind.OPEN)
                if kind is not SideKind.OPEN:
                    found[x, y] = kind
        return found

    @cached_property
    def columns(self) -> frozenset[Place]:
        """The corners where a wall or a door ends."""
        return frozenset(end for side in self.standing for end in ends_of(side))

    def square(self, name: str, where: str = "") -> Square:
        """A square by its name, as `5,7`; MalformedError, with the field it stands in, for one that isn't there."""
        row, _, column = name.partition(",")
        named = (int(row), int(column)) if row.isdecimal() and column.isdecimal() else (-1, -1)
        if named not in self.signs:
            size = f"{self.height} rows of {self.width}"
            raise MalformedError(where, f"“{name}” is no square of this board; it has {size}, the first is 0,0")
        return named

    def side_at(self, side: Place) -> SideKind:
        return self.standing.get(side, SideKind.OPEN)

    def kind_of(self, square: Square) -> SquareKind:
        return self.meanings[self.signs[square]]

    @cached_property
    def doors(self) -> frozenset[Place]:
        return frozenset(side for side, kind in self.standing.items() if kind is SideKind.DOOR)

    def with_side(self, side: Place, kind: SideKind) -> WalledSquares:
        """The board with something else on one line: a wall that was made, or nothing where one is gone."""
        return self.changed({side: kind})

    def changed(self, sides: Mapping[Place, SideKind], signs: Mapping[Square, str] | None = None) -> WalledSquares:
        """The board with other things on some lines, and in some squares."""
        standing, signs = {**self.standing, **sides}, {**self.signs, **(signs or {})}
        return replace(self, rows=_written(self.height, self.width, signs, standing))

    # Ways

    def way(self, start: Square, end: Square, opens: Collection[Place] = ()) -> tuple[Square, ...] | None:
        """The shortest way by steps over sides, both ends included; None where there is none.

        Doors are closed but for those that somebody `opens`.
        """
        try:
            return tuple(graphs.shortest_path(self._ground(frozenset(opens)), start, end))
        except graphs.NetworkXNoPath:
            return None

    def reach(self, start: Square, steps: int, opens: Collection[Place] = ()) -> dict[Square, int]:
        """Every square that so many steps come to, with how many it takes; the start itself takes 0."""
        lengths = graphs.single_source_shortest_path_length(self._ground(frozenset(opens)), start, cutoff=steps)
        return dict(sorted(lengths.items()))

    def next_to(self, square: Square, side: Compass) -> Square | None:
        """The square behind a side, over the edge of the board too; what stands between them is not asked."""
        over = self.crossings.get(_moved(_centre(square), STEPS[side]))
        return _square(_moved(over.enters, _turned(over.out, -over.quarters))) if over else self._beyond(square, side)

    def _ground(self, opens: frozenset[Place]) -> graphs.DiGraph[Square]:
        grounds: dict[frozenset[Place], graphs.DiGraph[Square]] = self.__dict__.setdefault("_grounds", {})
        if opens not in grounds:
            ground: graphs.DiGraph[Square] = graphs.DiGraph()
            ground.add_nodes_from(self.signs)
            for square, (compass, step) in product(self.signs, STEPS.items()):
                side, beyond = _moved(_centre(square), step), self.next_to(square, compass)
                if beyond and (side not in self.standing or side in opens) and self.kind_of(beyond).enter:
                    ground.add_edge(square, beyond)
            grounds.clear()  # of one walker at a time
            grounds[opens] = ground
        return grounds[opens]

    # Beyond the edge

    @cached_property
    def crossings(self) -> dict[Place, Crossing]:
        """Where the open sides at the edge lead, by their places: a portal comes before a wrap."""
        found = {}
        for square in self.signs if self.wrap else ():
            for compass, (x, y) in STEPS.items():
                leaves = _moved(_centre(square), (x, y))
                if leaves in self.standing or self._beyond(square, compass):
                    continue
                far = square
                while back := self._beyond(far, OPPOSITE[compass]):
                    far = back
                enters = _moved(_centre(far), (-x, -y))
                if enters not in self.standing:
                    found[leaves] = Crossing(leaves, enters, (x, y), 0)
        for portal in self.portals:
            for one, other in ((portal.a, portal.b), (portal.b, portal.a)):
                out, into = STEPS[one.side], _turned(STEPS[other.side], 2)
                quarters = next(turn for turn in range(4) if _turned(into, turn) == out)
                found[self.exit_side(one)] = Crossing(self.exit_side(one), self.exit_side(other), out, quarters)
        return found

    def exit_side(self, leaves: Exit) -> Place:
        """The place of a side at the edge; MalformedError where there is no such square."""
        return _moved(_centre(self.square(leaves.square)), STEPS[leaves.side])

    def _beyond(self, square: Square, side: Compass) -> Square | None:
        """The square of the board behind a side, edges apart."""
        x, y = STEPS[side]
        beyond = square[0] + y, square[1] + x
        return beyond if beyond in self.signs else None

    # Sight

    def seen_from(self, start: Square, opened: Collection[Place] = ()) -> frozenset[Square]:
        """Every square that one sees, itself too; doors are closed but for those held open."""
        blocking = self._blocking(frozenset(opened))
        seen = {square for square in self.signs if not self._mask(start, square) & blocking}
        for over in self.crossings.values():
            seen |= {square for square in self._behind(over, start) - seen if self._free(over, start, square, blocking)}
        return frozenset(seen)

    def in_the_way(self, one: Square, other: Square, opened: Collection[Place] = ()) -> list[Block]:
        """What blocks the line between two squares, the nearest first; empty where they see each other.

        Where they don't see each other over an edge either, it is what blocks the straight line on the board.
        """
        blocking = self._blocking(frozenset(opened))
        found = [place for place in _line(_centre(one), _centre(other)) if self._bit(place) & blocking]
        if not found:
            return []
        for over in self.crossings.values():
            if other in self._behind(over, one) and self._free(over, one, other, blocking):
                return []
        return [self._block(place) for place in found]

    def _behind(self, over: Crossing, start: Square) -> set[Square]:
        """The squares to which a line leaves the board through the inside of a side at its edge."""
        along, beside = (0, 1) if over.out[0] else (1, 0)
        begin, out = _centre(start), over.out[along]
        until, off = (over.leaves[along] - begin[along]) * out, over.leaves[beside] - begin[beside]
        found = set()
        for square, shown in self._shown[over.leaves].items() if until > 0 else ():
            length = (shown[along] - begin[along]) * out
            if until < length and abs(until * (shown[beside] - begin[beside]) - off * length) < length:
                found.add(square)
        return found

    def _free(self, over: Crossing, one: Square, other: Square, blocking: int) -> bool:
        """Whether nothing blocks a line that leaves the board over that side: neither before it, nor behind."""
        start, end, shown = _centre(one), _centre(other), self._shown[over.leaves][other]
        right, down = shown[0] - start[0], shown[1] - start[1]
        x, y = over.out
        before = abs(over.leaves[0] - start[0]) if x else abs(over.leaves[1] - start[1])
        behind = abs(right if x else down) - before
        if self._beam(start, right, down, before, upright=y != 0) & blocking:
            return False
        back = _turned((-right, -down), -over.quarters)
        return not self._beam(end, *back, behind, upright=(y != 0) is not (over.quarters % 2 == 1)) & blocking

    def _beam(self, start: Place, right: int, down: int, until: int, *, upright: bool) -> int:
        """The places, as bits of the board, that a line touches on its way to a side at its edge."""
        stride = 2 * self.width + 1
        bits, corner = _beginning(right, down, until, upright, stride)
        return bits << (start[1] * stride + start[0] + corner)

    @cached_property
    def _shown(self) -> dict[Place, dict[Square, Place]]:
        """Where the centres of all squares appear behind the sides at the edge."""
        found: dict[Place, dict[Square, Place]] = {}
        for leaves, over in self.crossings.items():
            (x, y), (across, along) = over.shown((0, 0)), _turned((1, 0), over.quarters)
            found[leaves] = {
                (row, column): (
                    x + (2 * column + 1) * across - (2 * row + 1) * along,
                    y + (2 * column + 1) * along + (2 * row + 1) * across,
                )
                for row, column in self.signs
            }
        return found

    def _blocking(self, opened: frozenset[Place]) -> int:
        """The places that no line passes, as bits: closed sides, columns, squares, and whatever is off the board."""
        if not opened:
            return self._closed
        return self._closed & ~sum(self._bit(door) for door in opened & self.doors)

    @cached_property
    def _closed(self) -> int:
        bits = 0
        for y in range(2 * self.height + 1):
            for x in range(2 * self.width + 1):
                place = (x, y)
                if x % 2 and y % 2:
                    square = _square(place)
                    blocks = square not in self.signs or self.kind_of(square).blocks_sight
                else:
                    blocks = place in self.standing or place in self.columns
                bits |= self._bit(place) if blocks else 0
        return bits

    def _bit(self, place: Place) -> int:
        return 1 << (place[1] * (2 * self.width + 1) + place[0])

    def _mask(self, one: Square, other: Square) -> int:
        """The places that the line between two squares touches, as bits of the board."""
        (row, column), (to_row, to_column) = min(one, other), max(one, other)
        leftmost = min(column, to_column)
        stride = 2 * self.width + 1
        return _pattern(to_row - row, to_column - column, stride) << (2 * row * stride + 2 * leftmost)

    def _block(self, place: Place) -> Block:
        x, y = place
        if x % 2 and y % 2:
            square = _square(place)
            return Block(Blocker.SQUARE if square in self.signs else Blocker.EDGE, (square,))
        rows, columns = ({(at - 1) // 2, at // 2} for at in (y, x))
        squares = tuple(sorted({(row, column) for row in rows for column in columns} & self.signs.keys()))
        return Block(Blocker(self.standing[place].value) if place in self.standing else Blocker.COLUMN, squares)


# Sectors: pieces of a board that are turned, swapped and laid beside each other


def turned(board: WalledSquares, quarters: int) -> WalledSquares:
    """A board as wide as high, turned clockwise: with one quarter, square r,c of n by n comes to c,n-1-r.

    MalformedError for a board that is wider or higher, or has portals.
    """
    size = board.width
    if board.height != size or board.portals:
        raise MalformedError("rows", "only a board as wide as high, without portals, can be turned")
    signs, standing = board.signs, board.standing
    for _ in range(quarters % 4):
        signs = {(column, size - 1 - row): sign for (row, column), sign in signs.items()}
        standing = {(2 * size - y, x): kind for (x, y), kind in standing.items()}
    return replace(board, rows=_written(size, size, signs, standing))


def joined(sectors: Mapping[Square, WalledSquares], *, wrap: bool = True) -> WalledSquares:
    """Sectors of one size laid side by side, each at its row and column among them.

    Where two meet, one wall stands where either has one, and else a door where either has one. MalformedError where
    sizes differ or there is no sector.
    """
    sizes = {(sector.height, sector.width) for sector in sectors.values()}
    if len(sizes) != 1:
        raise MalformedError("sectors", "must be one or more, all of one size")
    [(height, width)] = sizes
    signs: dict[Square, str] = {}
    standing: dict[Place, SideKind] = {}
    kinds: dict[str, SquareKind] = {}
    for (down, right), sector in sectors.items():
        kinds |= sector.kinds
        signs |= {(row + height * down, column + width * right): sign for (row, column), sign in sector.signs.items()}
        for (x, y), kind in sector.standing.items():
            side = x + 2 * width * right, y + 2 * height * down
            standing[side] = SideKind.WALL if standing.get(side) is SideKind.WALL else kind
    rows, columns = (1 + max(place[axis] for place in sectors) for axis in (0, 1))
    written = _written(height * rows, width * columns, signs, standing)
    return WalledSquares(format="muster-board/1", rows=written, wrap=wrap, kinds=kinds).check()


def square_name(square: Square) -> str:
    """A square's name, as `5,7`."""
    return f"{square[0]},{square[1]}"


def side_between(one: Square, other: Square) -> Place:
    """The side between two squares beside each other; no side's place where they aren't."""
    return one[1] + other[1] + 1, one[0] + other[0] + 1


def in_words(block: Block) -> str:
    """What blocks a line of sight, as it follows "behind"."""
    names = [f"{row},{column}" for row, column in block.squares]
    match block.kind:
        case Blocker.WALL | Blocker.DOOR if len(names) == 1:
            return f"the {block.kind} at the edge of {names[0]}"
        case Blocker.WALL | Blocker.DOOR:
            return f"the {block.kind} between {names[0]} and {names[1]}"
        case Blocker.COLUMN:
            return f"the column at the corner of {', '.join(names)}"
        case Blocker.SQUARE:
            return f"what fills {names[0]}"
        case Blocker.EDGE:
            return f"the edge of the board at {names[0]}"


def _written(
    height: int, width: int, signs: Mapping[Square, str], standing: Mapping[Place, SideKind]
) -> tuple[str, ...]:
    """The text of a board of squares with their signs, and what stands on their sides."""
    lines = []
    for y in range(2 * height + 1):
        line = ""
        for x in range(2 * width + 1):
            across, upright = DRAWN[standing.get((x, y), SideKind.OPEN)]
            if y % 2:
                line += f" {signs.get(_square((x, y)), VOID)} " if x % 2 else upright
            else:
                line += across if x % 2 else "+"
        lines.append(line)
    return tuple(lines)


def _line(start: Place, end: Place) -> Iterator[Place]:
    """The places that a straight line between two centres touches, in their order, its ends apart."""
    for x, y in _touched(end[0] - start[0], end[1] - start[1]):
        yield start[0] + x, start[1] + y


@lru_cache(maxsize=20_000)  # more than there are differences on the largest board and over its edges
def _touched(right: int, down: int) -> tuple[Place, ...]:
    """The places touched from 0,0, a centre, to another centre.

    Where the line meets a line of the fine grid that has an even number, it crosses a side, or a corner if it meets one
    of the other direction there, too. Between two such meetings it lies inside a square.
    """
    whole = max(abs(right), 1) * max(abs(down), 1)  # of the way, in parts in which every meeting is a whole number
    parts = sorted(
        {whole * step // abs(length) for length in (right, down) if length for step in range(1, abs(length), 2)}
    )
    places = [(_on_grid(right * parts[0], whole), _on_grid(down * parts[0], whole))] if parts else []
    for part, later in pairwise(parts):
        for doubled in (part + later, 2 * later):
            places.append((_on_grid(right * doubled, 2 * whole), _on_grid(down * doubled, 2 * whole)))
    return tuple(places)


def _on_grid(over: int, under: int) -> int:
    """An odd number where over / under is one, which lies on a line between squares; else the nearest even number."""
    if over % under == 0 and over // under % 2:
        return over // under
    return 2 * ((over + under) // (2 * under))


@lru_cache(maxsize=20_000)
def _pattern(down: int, right: int, stride: int) -> int:
    """The bits of the places between two squares on a fine grid `stride` wide, the upper left of their box at 0,0."""
    start = 1 + 2 * max(0, -right), 1
    end = start[0] + 2 * right, 1 + 2 * down
    return sum(1 << (y * stride + x) for x, y in _line(start, end))


@lru_cache(maxsize=50_000)
def _beginning(right: int, down: int, until: int, upright: bool, stride: int) -> tuple[int, int]:
    """The bits of the places that a line touches before it has gone so far up or down, or aside if not `upright`.

    With them where their box's upper left corner lies, in bits from where the line begins.
    """
    places = [place for place in _touched(right, down) if abs(place[upright]) < until]
    left, top = (min((place[axis] for place in places), default=0) for axis in (0, 1))
    return sum(1 << ((y - top) * stride + x - left) for x, y in places), top * stride + left


def ends_of(side: Place) -> tuple[Place, Place]:
    """The two corners at which a side of a square ends."""
    x, y = side
    return ((x, y - 1), (x, y + 1)) if y % 2 else ((x - 1, y), (x + 1, y))


def _centre(square: Square) -> Place:
    return 2 * square[1] + 1, 2 * square[0] + 1


def _square(centre: Place) -> Square:
    return centre[1] // 2, centre[0] // 2


def _moved(place: Place, step: Place) -> Place:
    return place[0] + step[0], place[1] + step[1]


def _turned(step: Place, quarters: int) -> Place:
    """A step turned clockwise."""
    x, y = step
    for _ in range(quarters % 4):
        x, y = -y, x
    return x, y
