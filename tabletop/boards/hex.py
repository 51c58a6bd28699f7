"""Boards of hexes: how far it is, which way costs least, where one may come to, and who sees whom.

A hex is named by its row and column from 0,0 at the upper left, whatever the layout. Distances are counted in axial
coordinates, where a hex has six neighbours at fixed steps. Ways are Dijkstra's over the hexes that may be entered
(networkx); a hex where moves stop is entered and not left again, unless a move begins there. Cost: about n log n for a
board of n hexes.

Sight is exact. Hexes are drawn with whole-number corners (an axis stretched by a root leaves lines straight), so that
the sign of a cross product of integers says on which side of a line a corner lies. The line goes from centre to centre.
It is blocked by a hex whose inside it crosses, and by two hexes on its both sides where it runs along the edge between
them; one of them alone doesn't block it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from enum import StrEnum
from functools import cached_property
from itertools import pairwise
from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from tabletop.boards import graphs
from tabletop.decoding import LARGEST_FILE, MalformedError, allowing, decoded
from tabletop.values import Name, Value

Hex = tuple[int, int]
Point = tuple[int, int]

MOST_HEXES_ACROSS = 100
CORNERS: tuple[Point, ...] = ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))  # around a centre, in lattice units
STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))  # axial, clockwise from the upper left
A_HEX = allowing("a row and a column from 0,0 at the upper left, as 5,7")
A_SIGN = allowing("a letter, a digit or another sign without spaces")
HexName = Annotated[str, Meta(pattern=r"^(0|[1-9][0-9]?),(0|[1-9][0-9]?)$(?!\n)", extra=A_HEX)]
Sign = Annotated[str, Meta(pattern=r"^[!-~]{1,8}$(?!\n)", extra=A_SIGN)]
Cost = Annotated[int, Meta(ge=0, le=20)]


class Layout(StrEnum):
    """How rows and columns lie: every odd row half a hex to the right, every odd column half a hex down, or neither."""

    ODD_ROWS = "odd-r"
    ODD_COLUMNS = "odd-q"
    AXIAL = "axial"


class HexKind(Value, frozen=True, kw_only=True):
    """What a kind of hex does to whoever moves or looks: points to enter it, and whether a move ends in it."""

    name: Name
    enter: bool = True
    cost: Cost = 1
    stops: bool = False
    blocks_sight: bool = False


class SideKind(Value, frozen=True, kw_only=True):
    """What an edge between two hexes does: points more to cross it, or no way across."""

    name: Name
    cross: bool = True
    cost: Cost = 0


class HexSide(Value, frozen=True, kw_only=True):
    """The edge between two neighbours and its kind."""

    a: HexName
    b: HexName
    kind: Sign


# What the signs of a board mean that doesn't say it: mountains, clear ground, and hexes off the board where units wait.
PLAIN_KINDS: Mapping[str, HexKind] = {
    "M": HexKind(name="Mountain", enter=False, blocks_sight=True),
    ".": HexKind(name="Clear"),
    "E": HexKind(name="Entry", enter=False),
}


class Way(Struct, frozen=True):
    """The cheapest way: the hexes in their order, the first included, and the points that it costs."""

    hexes: tuple[Hex, ...]
    cost: int


class HexBoard(Value, frozen=True, kw_only=True, tag_field="kind", tag="hex", dict=True, gc=True):
    """A board of hexes, in rows of signs with spaces between them; `kinds` and `side_kinds` say what signs mean.

    MalformedError names the row or the edge that is wrong.
    """

    format: Literal["muster-board/1"]
    layout: Layout
    rows: Annotated[tuple[Annotated[str, Meta(max_length=1000)], ...], Meta(min_length=1, max_length=MOST_HEXES_ACROSS)]
    name: Name | None = None
    kinds: dict[Sign, HexKind] = field(default_factory=dict)
    side_kinds: dict[Sign, SideKind] = field(default_factory=dict)
    sides: Annotated[tuple[HexSide, ...], Meta(max_length=10_000)] = ()

    def check(self) -> HexBoard:
        """The board itself; MalformedError where rows differ in length, a sign has no meaning or an edge isn't one."""
        width = len(self.signs[0])
        for number, row in enumerate(self.signs):
            if not 0 < len(row) <= MOST_HEXES_ACROSS:
                raise MalformedError(f"rows[{number}]", f"must have 1 to {MOST_HEXES_ACROSS} hexes, not {len(row)}")
            if len(row) != width:
                raise MalformedError(f"rows[{number}]", f"has {len(row)} hexes where the first row has {width}")
            for column, sign in enumerate(row):
                if sign not in self.meanings:
                    known = ", ".join(self.meanings)
                    raise MalformedError(f"rows[{number}]", f"hex {number},{column} is “{sign}”; kinds are {known}")
        for number, side in enumerate(self.sides):
            if side.kind not in self.side_kinds:
                raise MalformedError(f"sides[{number}].kind", f"“{side.kind}” is no kind in side_kinds")
            if self.hex(side.a, f"sides[{number}].a") not in self.neighbours(self.hex(side.b, f"sides[{number}].b")):
                raise MalformedError(f"sides[{number}]", f"{side.a} and {side.b} are no neighbours")
        return self

    @cached_property
    def signs(self) -> tuple[tuple[str, ...], ...]:
        """The sign of each hex, row by row."""
        return tuple(tuple(row.split()) for row in self.rows)

    @cached_property
    def places(self) -> dict[str, tuple[Hex, ...]]:
        """The hexes of each sign that is on the board, row by row."""
        places: dict[str, list[Hex]] = {}
        for row, column in self.hexes():
            places.setdefault(self.signs[row][column], []).append((row, column))
        return {sign: tuple(found) for sign, found in places.items()}

    @cached_property
    def meanings(self) -> dict[str, HexKind]:
        """Every kind by its sign, the plain ones where the board says no other."""
        return {**PLAIN_KINDS, **self.kinds}

    def hex(self, name: str, where: str = "") -> Hex:
        """A hex by its name, as `5,7`; MalformedError, with the field it stands in, for one that the board hasn't."""
        row, _, column = name.partition(",")
        named = (int(row), int(column)) if row.isdecimal() and column.isdecimal() else (-1, -1)
        if not self.has(named):
            size = f"{len(self.signs)} rows of {len(self.signs[0])}"
            raise MalformedError(where, f"“{name}” is no hex of this board; it has {size}, the first is 0,0")
        return named

    def has(self, place: Hex) -> bool:
        return 0 <= place[0] < len(self.signs) and 0 <= place[1] < len(self.signs[0])

    def hexes(self) -> Iterator[Hex]:
        """Every hex, row by row."""
        return ((row, column) for row, signs in enumerate(self.signs) for column in range(len(signs)))

    def kind_of(self, place: Hex) -> HexKind:
        return self.meanings[self.signs[place[0]][place[1]]]

    def neighbours(self, place: Hex) -> list[Hex]:
        """The hexes beside one, at most six, clockwise from the upper left."""
        q, r = self._axial(place)
        around = (self._named(q + east, r + south) for east, south in STEPS)
        return [other for other in around if self.has(other)]

    def common_neighbours(self, one: Hex, other: Hex) -> list[Hex]:
        """The hexes that lie beside both."""
        beside = self.neighbours(other)
        return [place for place in self.neighbours(one) if place in beside]

    def distance(self, one: Hex, other: Hex) -> int:
        """Hexes from one to another as the crow flies: 1 to a neighbour."""
        (q, r), (to_q, to_r) = self._axial(one), self._axial(other)
        return max(abs(q - to_q), abs(r - to_r), abs(q + r - to_q - to_r))

    def way(self, start: Hex, end: Hex, closed: Collection[Hex] = ()) -> Way | None:
        """The cheapest way through what may be entered, in as many moves as it takes; None where there is none.

        It may begin in any hex; nobody goes into hexes that are `closed`, whatever their kind.
        """

        def step_cost(one: Hex, other: Hex, step: Mapping[str, int]) -> int | None:
            return None if other in closed else step["cost"]

        try:
            hexes = graphs.dijkstra_path(self._ground, start, end, weight=step_cost if closed else "cost")
        except graphs.NetworkXNoPath:
            return None
        return Way(tuple(hexes), sum(self._ground.edges[step]["cost"] for step in pairwise(hexes)))

    def reach(self, start: Hex, points: int, closed: Collection[Hex] = ()) -> dict[Hex, int]:
        """Every hex that one move of so many points comes to, with what it costs; the start itself costs 0.

        Nobody goes into hexes that are `closed`, whatever their kind.
        """

        def step_cost(one: Hex, other: Hex, step: Mapping[str, int]) -> int | None:
            """None out of a hex where the move has stopped, and into one that is closed."""
            return None if other in closed or (one != start and self.kind_of(one).stops) else step["cost"]

        lengths = graphs.single_source_dijkstra_path_length(self._ground, start, cutoff=points, weight=step_cost)
        return {place: int(cost) for place, cost in sorted(lengths.items())}

    def in_the_way(self, one: Hex, other: Hex) -> list[Hex]:
        """The hexes that block the line between two centres, the nearest first; empty where they see each other."""
        begin, end = self.centre(one), self.centre(other)
        along = _between(begin, end)
        whole = _dot(along, along)
        near = {place: _dot(along, _between(begin, self.centre(place))) for place in self.hexes()}
        blocking = set()
        edges: dict[frozenset[Point], Hex] = {}
        for place, nearness in near.items():
            if not 0 < nearness < whole or not self.kind_of(place).blocks_sight:
                continue
            x, y = self.centre(place)
            corners = [(x + right, y + down) for right, down in CORNERS]
            sides = [_cross(along, _between(begin, corner)) for corner in corners]
            on_line = frozenset(corner for corner, side in zip(corners, sides, strict=True) if side == 0)
            if min(sides) < 0 < max(sides):
                blocking.add(place)
            elif len(on_line) > 1 and edges.setdefault(on_line, place) != place:
                blocking |= {place, edges[on_line]}
        return sorted(blocking, key=lambda place: (near[place], place))

    @cached_property
    def _ground(self) -> graphs.DiGraph[Hex]:
        """Steps from any hex to its neighbours that may be entered, each with its cost."""
        ground: graphs.DiGraph[Hex] = graphs.DiGraph()
        edges = {frozenset((self.hex(side.a), self.hex(side.b))): self.side_kinds[side.kind] for side in self.sides}
        for place in self.hexes():
            ground.add_node(place)
            for other in self.neighbours(place):
                side = edges.get(frozenset((place, other)))
                if self.kind_of(other).enter and (side is None or side.cross):
                    ground.add_edge(place, other, cost=self.kind_of(other).cost + (side.cost if side else 0))
        return ground

    def _axial(self, place: Hex) -> Point:
        row, column = place
        match self.layout:
            case Layout.ODD_ROWS:
                return column - row // 2, row
            case Layout.ODD_COLUMNS:
                return column, row - column // 2
            case Layout.AXIAL:
                return column, row

    def _named(self, q: int, r: int) -> Hex:
        match self.layout:
            case Layout.ODD_ROWS:
                return r, q + r // 2
            case Layout.ODD_COLUMNS:
                return r + q // 2, q
            case Layout.AXIAL:
                return r, q

    def centre(self, place: Hex) -> Point:
        """In lattice units: half a hex's width to the right, a quarter of its height down."""
        q, r = self._axial(place)
        return 2 * q + r, 3 * r


def read_board(content: bytes | str) -> HexBoard:
    """A board from its file, muster-board/1; MalformedError names the field, the row or the edge that is wrong."""
    return decoded(content, HexBoard, most=LARGEST_FILE, what="board").check()


def _between(one: Point, other: Point) -> Point:
    return other[0] - one[0], other[1] - one[1]


def _cross(one: Point, other: Point) -> int:
    """Above 0 on one side of a line, below 0 on the other."""
    return one[0] * other[1] - one[1] * other[0]


def _dot(one: Point, other: Point) -> int:
    """The inner product of two lattice vectors, in units that leave angles as they are drawn."""
    return 3 * one[0] * other[0] + one[1] * other[1]
