"""Boards of areas: countries, seas and islands with borders between them, and the ways that armies and fleets take.

A troop moves from area to area along borders, on points. Entering an area costs points by its terrain; where a move
stops, what is left of the points is lost. A way may take several moves: a new one begins wherever the troop stands,
with all its points. The best way takes the fewest moves, and of these the fewest points in all. It is Dijkstra's over
pairs of an area and the points left there (networkx), where a new move costs more than all points that a way can spend.
Cost: about n log n for n pairs, some thousands on a board of 300 areas.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from enum import StrEnum
from functools import cached_property
from itertools import product
from typing import Annotated, Literal

from msgspec import Meta, Struct

from tabletop.boards import graphs
from tabletop.decoding import MalformedError, allowing
from tabletop.values import Name, Value

MOST_AREAS = 400
MOST_BORDERS = 2000
NEW_MOVE = 1_000_000  # more than the points of any way
AreaName = Annotated[
    str, Meta(pattern=r"^[^\x00-\x1f\x7f]{1,60}$(?!\n)", extra=allowing("one line of up to 60 characters"))
]
Coordinate = Annotated[int, Meta(ge=0, le=10_000)]


class AreaKind(StrEnum):
    """What an area is: land, water, or an island, which is both for whoever comes to it."""

    LAND = "land"
    SEA = "sea"
    ISLAND = "island"


class Terrain(StrEnum):
    """The ground of land and islands."""

    OPEN = "open"
    FOREST = "forest"
    HILL = "hill"
    DESERT = "desert"
    MOUNTAIN = "mountain"
    SWAMP = "swamp"


class BorderKind(StrEnum):
    """What lies between two areas: nothing, a river along all of it, heights nobody crosses, a ferry, or a port."""

    OPEN = "open"
    RIVER = "river"
    SPINE = "spine"
    FERRY = "ferry"
    PORT = "port"


class Entering(Struct, frozen=True):
    """What entering an area takes: points, and whether the move ends there."""

    points: int
    stops: bool = False


ENTERING: Mapping[Terrain, Entering] = {
    Terrain.OPEN: Entering(1),
    Terrain.FOREST: Entering(2),
    Terrain.HILL: Entering(2),
    Terrain.DESERT: Entering(2),
    Terrain.MOUNTAIN: Entering(1, stops=True),
    Terrain.SWAMP: Entering(1, stops=True),
}
BY_LAND = frozenset({BorderKind.OPEN, BorderKind.RIVER, BorderKind.FERRY})
BY_SEA = frozenset({BorderKind.OPEN, BorderKind.PORT})


class Troop(StrEnum):
    """Who moves: three kinds by land, heroes farther than armies, and ships."""

    INFANTRY = "infantry"
    CAVALRY = "cavalry"
    MONSTER = "monster"
    HERO = "hero"
    SHIP = "ship"


POINTS: Mapping[Troop, int] = {
    Troop.INFANTRY: 3,
    Troop.CAVALRY: 4,
    Troop.MONSTER: 3,
    Troop.HERO: 6,
    Troop.SHIP: 6,
}


class Area(Value, frozen=True, kw_only=True):
    """One area; `at` is where its name stands on the map, x to the right and y down, in any unit."""

    id: AreaName
    name: Name
    kind: AreaKind = AreaKind.LAND
    terrain: Terrain | None = None
    country: AreaName | None = None
    capital: bool = False
    port: bool = False
    magic: bool = False
    mercenary: bool = False
    fort: bool = False
    at: tuple[Coordinate, Coordinate] | None = None


class Border(Value, frozen=True, kw_only=True):
    """Two areas that touch, and what lies between them."""

    a: AreaName
    b: AreaName
    type: BorderKind = BorderKind.OPEN


class AreaWay(Struct, frozen=True):
    """A way with its first area, the points that it costs in all, and the moves that it takes."""

    areas: tuple[str, ...]
    points: int
    moves: int


class AreaGraph(Value, frozen=True, kw_only=True, tag_field="kind", tag="areas", dict=True, gc=True):
    """A board of areas; MalformedError names the area or the border that is wrong."""

    format: Literal["muster-board/1"]
    areas: Annotated[tuple[Area, ...], Meta(min_length=1, max_length=MOST_AREAS)]
    borders: Annotated[tuple[Border, ...], Meta(max_length=MOST_BORDERS)] = ()
    name: Name | None = None

    def check(self) -> AreaGraph:
        """The board itself; MalformedError where two areas share an id, or a border isn't one."""
        seen: set[str] = set()
        for number, area in enumerate(self.areas):
            where = f"areas[{number}]"
            if area.id in seen:
                raise MalformedError(f"{where}.id", f"“{area.id}” names another area, too")
            if (area.kind is AreaKind.SEA) is (area.terrain is not None):
                wanted = "has no terrain, being sea" if area.terrain else "must be stated for land and islands"
                raise MalformedError(f"{where}.terrain", wanted)
            seen.add(area.id)
        pairs: set[frozenset[str]] = set()
        for number, border in enumerate(self.borders):
            where = f"borders[{number}]"
            for end, name in (("a", border.a), ("b", border.b)):
                if name not in seen:
                    raise MalformedError(f"{where}.{end}", f"“{name}” is no area of this board")
            pair = frozenset((border.a, border.b))
            if len(pair) == 1:
                raise MalformedError(where, f"“{border.a}” doesn't border itself")
            if pair in pairs:
                raise MalformedError(where, f"{border.a} and {border.b} have a border already")
            if border.type is BorderKind.PORT and not self._joins_a_port(border):
                raise MalformedError(f"{where}.type", "a port joins a sea to land or an island with a port")
            pairs.add(pair)
        return self

    def _joins_a_port(self, border: Border) -> bool:
        ends = [self.by_id[border.a], self.by_id[border.b]]
        return any(one.kind is AreaKind.SEA and other.port for one, other in (ends, ends[::-1]))

    @cached_property
    def by_id(self) -> dict[str, Area]:
        return {area.id: area for area in self.areas}

    @cached_property
    def beside(self) -> dict[str, dict[str, BorderKind]]:
        """The areas beside each, in the order of the file, and what lies between."""
        beside: dict[str, dict[str, BorderKind]] = {area.id: {} for area in self.areas}
        for border in self.borders:
            beside[border.a][border.b] = beside[border.b][border.a] = border.type
        return beside

    def area(self, name: str, where: str = "") -> Area:
        """An area by its id or its name, in small or capital letters; MalformedError, with the field it stands in."""
        for area in self.areas:
            if name.casefold() in (area.id.casefold(), area.name.casefold()):
                return area
        raise MalformedError(where, f"“{name}” is no area of this board; it has {len(self.areas)}")

    def entering(self, area: str, troop: Troop) -> Entering | None:
        """What it takes to enter an area over a border that may be crossed; None where such a troop never goes."""
        ground = self.by_id[area]
        if troop is Troop.SHIP:
            return None if ground.kind is AreaKind.LAND else Entering(1)
        return ENTERING[ground.terrain] if ground.terrain else None

    def crosses(self, one: str, other: str, troop: Troop) -> bool:
        """Whether such a troop may go over the border between two areas."""
        return self.beside[one].get(other) in (BY_SEA if troop is Troop.SHIP else BY_LAND)

    def steps(self, start: str, troop: Troop) -> Iterator[tuple[str, Entering]]:
        """Where one step from an area leads, and what entering it takes."""
        for other in self.beside[start]:
            entering = self.entering(other, troop) if self.crosses(start, other, troop) else None
            if entering:
                yield other, entering

    def reach(self, start: str, points: int, troop: Troop) -> dict[str, int]:
        """Every area that one move of so many points comes to, with what it costs; the start itself costs 0."""
        left = graphs.single_source_dijkstra_path_length(self._moves(troop, points), (start, points))
        costs: dict[str, int] = {}
        for (area, _), cost in left.items():
            if cost < NEW_MOVE:
                costs[area] = min(int(cost), costs.get(area, NEW_MOVE))
        return {area.id: costs[area.id] for area in self.areas if area.id in costs}

    def one_move(
        self, start: str, points: int, troop: Troop, ends: Collection[str] = (), closed: Collection[str] = ()
    ) -> dict[str, tuple[AreaWay, int]]:
        """Every area but the start that a move of so many points comes to: the cheapest way, and what is left then.

        Nobody goes on from `ends`, nor enters what is `closed`.
        """
        moves = self._moves(troop, points)
        moves.remove_edges_from([edge for edge in moves.edges if edge[0][0] == edge[1][0]])  # one move alone
        moves.remove_edges_from(
            [(one, other) for one, other in moves.edges if (one[0] in ends and one[0] != start) or other[0] in closed]
        )
        costs = graphs.single_source_dijkstra_path_length(moves, (start, points))
        ways = graphs.single_source_dijkstra_path(moves, (start, points))
        found: dict[str, tuple[AreaWay, int]] = {}
        for place, cost in sorted(costs.items(), key=lambda each: (int(each[1]), -each[0][1])):
            if place[0] != start and place[0] not in found:
                found[place[0]] = (AreaWay(tuple(area for area, _ in ways[place]), int(cost), 1), place[1])
        return {area.id: found[area.id] for area in self.areas if area.id in found}

    def way(self, start: str, end: str, troop: Troop) -> AreaWay | None:
        """The best way by its moves and then its points; None where there is none."""
        allowance = POINTS[troop]
        moves = self._moves(troop, allowance)
        costs = graphs.single_source_dijkstra_path_length(moves, (start, allowance))
        found = [(int(cost), place) for place, cost in costs.items() if place[0] == end]
        if not found:
            return None
        cost, place = min(found)
        along = graphs.dijkstra_path(moves, (start, allowance), place)
        areas = tuple(dict.fromkeys(area for area, _ in along))  # a new move stays where it begins
        return AreaWay(areas, cost % NEW_MOVE, 0 if start == end else cost // NEW_MOVE + 1)

    def _moves(self, troop: Troop, allowance: int) -> graphs.DiGraph[tuple[str, int]]:
        """Steps between pairs of an area and the points left there; a new move leads from any to all points."""
        moves: graphs.DiGraph[tuple[str, int]] = graphs.DiGraph()
        for area, left in product(self.by_id, range(allowance + 1)):
            moves.add_node((area, left))
            if left < allowance:
                moves.add_edge((area, left), (area, allowance), weight=NEW_MOVE)
            for other, entering in self.steps(area, troop):
                if entering.points <= left:
                    rest = 0 if entering.stops else left - entering.points
                    moves.add_edge((area, left), (other, rest), weight=entering.points)
        return moves
