"""Everybody paired at the least price: a perfect matching of least weight in a complete graph, with its proof.

Idea: Edmonds's blossoms, one tree a phase. Each place has a price `y`, each odd set that was shrunk (a blossom) a price
`z` of at least 0. An edge has slack: twice its weight less the `y` of its ends, plus the `z` of every blossom that
holds both. Where no edge has a slack below 0, all pairs have slack 0 and blossoms with a price are matched inside but
for one place, no other matching weighs less: that is linear programming's duality. A phase takes an unpaired place,
lets the prices of its tree move with a clock until an edge's slack is used up, and shrinks, opens or pairs. Places are
left out of the work until a tree comes to them, so that a phase costs what its tree has.

Only the lightest edges of each place take part at first. Afterwards the slack of every edge is asked; those below 0
come in and the phases run again. What is returned is therefore proved for the complete graph.

Exact: weights are whole numbers of any size, and doubled weights keep every price whole (ends of tight edges are both
even or both odd, so that half the slack between two of them is whole). Cost: with n places n²/2 slacks for each proof,
and about n phases over trees of some tens of places; benchmarks/pairings.py has figures. J. Edmonds, "Paths, trees, and
flowers", 1965; W. Cook and A. Rohe, "Computing minimum-weight perfect matchings", 1999, for the second part.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import IntEnum
from heapq import heappop, heappush, nsmallest

from msgspec import Struct

from tabletop.work import go_on

Weights = Sequence[Sequence[int]]  # symmetric; what stands on the diagonal isn't read
Edge = tuple[int, int]
Progress = Callable[[int], None]

LIGHTEST = 12  # edges of a place that take part from the beginning
NOBODY = -1


class Matching(Struct, frozen=True):
    """A partner for each place, and the proof: a price of each place, and of each odd set with one of its own."""

    partners: tuple[int, ...]
    prices: tuple[int, ...]
    odd_sets: tuple[tuple[frozenset[int], int], ...]

    def pairs(self) -> list[Edge]:
        """Each pair once, the lower place first."""
        return [(place, partner) for place, partner in enumerate(self.partners) if place < partner]


class _Label(IntEnum):
    """What a phase says of a place or blossom: not come to, in its tree at even distance, at odd distance."""

    FREE = 0
    OUTER = 1
    INNER = 2


class _Event(IntEnum):
    """What the clock of a phase brings, at the same time in this order."""

    OPEN = 0
    EDGE = 1


def least_matching(weights: Weights, progress: Progress | None = None) -> Matching:
    """The pairs of least weight together, everybody in one, of an even number of places; ValueError for an odd one.

    `progress` is told how many places are paired; the number falls where edges came in that were left out at first.
    """
    if len(weights) % 2:
        raise ValueError("an odd number of places can't be paired")
    edges = _light_edges(weights)
    while True:
        search = _Search(weights, edges)
        search.run(progress)
        lacking = list(search.edges_below_zero())
        if not lacking:
            return search.matching()
        edges.update(lacking)


def _light_edges(weights: Weights) -> set[Edge]:
    """The lightest edges of each place, and some that pair everybody."""
    edges = {(place, place + 1) for place in range(0, len(weights), 2)}
    for place, row in enumerate(weights):
        others = [*range(place), *range(place + 1, len(weights))]
        edges |= {(min(place, other), max(place, other)) for other in nsmallest(LIGHTEST, others, row.__getitem__)}
    return edges


class _Search:
    """Prices, pairs and blossoms of a graph of some edges. Numbers from the number of places on are blossoms.

    `children` of a blossom begin with the one that holds its base; `links` lead from each child to the next, the last
    to the first; links at odd positions are pairs. A label holds of what is outermost, from the time `since`, and
    prices are those of that time.
    """

    def __init__(self, weights: Weights, edges: set[Edge]) -> None:
        self.weights = weights
        size = len(weights)
        self.near: list[list[int]] = [[] for _ in range(size)]
        for one, other in sorted(edges):
            self.near[one].append(other)
            self.near[other].append(one)
        self.partner = [NOBODY] * size
        self.price = [min((weights[place][other] for other in near), default=0) for place, near in enumerate(self.near)]
        self.outermost = list(range(size))
        self.base = list(range(size))
        self.members = [[place] for place in range(size)]
        self.children: list[list[int]] = [[] for _ in range(size)]
        self.links: list[list[Edge]] = [[] for _ in range(size)]
        self.odd_price = [0] * size
        self.label = [_Label.FREE] * size
        self.since = [0] * size
        self.reached_by: list[Edge] = [(NOBODY, NOBODY)] * size
        self.events: list[tuple[int, _Event, int, int]] = []
        self.clock = 0
        self.touched: list[int] = []

    def run(self, progress: Progress | None = None) -> None:
        """Pair everybody; TooMuchWorkError where a budget is over."""
        go_on()
        self._pair_greedily()
        alone = self.partner.count(NOBODY)
        if progress:
            progress(len(self.partner) - alone)
        for root in range(len(self.partner)):
            if self.partner[root] == NOBODY:
                go_on()
                self._phase(root)
                alone -= 2
                if progress:
                    progress(len(self.partner) - alone)

    def matching(self) -> Matching:
        outermost = {self.outermost[place] for place in range(len(self.weights))}
        odd_sets = [(frozenset(self.members[odd]), price) for odd, price in self._priced_within(outermost)]
        return Matching(tuple(self.partner), tuple(self.price), tuple(odd_sets))

    def edges_below_zero(self) -> Iterator[Edge]:
        """The edges of the complete graph whose slack is below 0: they may make a lighter matching."""
        holds = self._holding()
        for one, row in enumerate(self.weights):
            own = self.price[one]
            for other in range(one):
                slack = 2 * row[other] - own - self.price[other]
                if slack < 0 and slack + sum(holds[one][odd] for odd in holds[one].keys() & holds[other].keys()) < 0:
                    yield other, one

    def _holding(self) -> list[dict[int, int]]:
        """The priced blossoms that hold each place, with their prices."""
        holding: list[dict[int, int]] = [{} for _ in self.weights]
        for odd, price in self._priced_within(set(self.outermost)):
            for place in self.members[odd]:
                holding[place][odd] = price
        return holding

    def _priced_within(self, odds: set[int]) -> Iterator[tuple[int, int]]:
        """Those of the blossoms, and of all inside them, that have a price."""
        waiting = sorted(odds)
        while waiting:
            odd = waiting.pop()
            waiting += self.children[odd]
            if self.odd_price[odd]:
                yield odd, self.odd_price[odd]

    def _pair_greedily(self) -> None:
        """Raise each place's price until an edge is tight, and pair along it where its other end is free."""
        for place, near in enumerate(self.near):
            if self.partner[place] != NOBODY:
                continue
            row = self.weights[place]
            self.price[place] = min((2 * row[other] - self.price[other] for other in near), default=0)
            for other in near:
                if self.partner[other] == NOBODY and self._slack(place, other) == 0:
                    self.partner[place], self.partner[other] = other, place
                    break

    # A phase: a tree grows from an unpaired place until it meets another.

    def _phase(self, root: int) -> None:
        self.clock, self.events, self.touched = 0, [], []
        self._make_outer(self.outermost[root])
        while True:
            self.clock, event, one, other = heappop(self.events)
            if event is _Event.OPEN:
                if self.label[one] is _Label.INNER and self.outermost[self.base[one]] == one:
                    self._open(one)
            elif self._meet(one, other):
                break
        for odd in self.touched:
            if self.label[odd] is not _Label.FREE:
                self._settle(odd)
                self.label[odd] = _Label.FREE

    def _meet(self, one: int, other: int) -> bool:
        """What comes of an edge whose slack may be used up: whether it leads to another unpaired place."""
        there = self.outermost[other]
        if self.outermost[one] == there or self.label[there] is _Label.INNER:
            return False
        slack = self._slack_now(one, other)
        outer = self.label[there] is _Label.OUTER
        if slack:
            heappush(self.events, (self.clock + (slack // 2 if outer else slack), _Event.EDGE, one, other))
        elif outer:
            self._shrink(one, other)
        elif self.partner[self.base[there]] == NOBODY:
            self._augment(one, other)
            return True
        else:
            self._make_inner(there, (one, other))
            self._make_outer(self.outermost[self.partner[self.base[there]]])
        return False

    def _slack(self, one: int, other: int) -> int:
        """Of an edge between two outermost ones, by prices of the time since which their labels hold."""
        return 2 * self.weights[one][other] - self.price[one] - self.price[other]

    def _slack_now(self, one: int, other: int) -> int:
        return self._slack(one, other) - self._gain(self.outermost[one]) - self._gain(self.outermost[other])

    def _gain(self, odd: int) -> int:
        """What the price of each place in an outermost one has grown by since its label holds."""
        if self.label[odd] is _Label.FREE:
            return 0
        passed = self.clock - self.since[odd]
        return passed if self.label[odd] is _Label.OUTER else -passed

    def _settle(self, odd: int) -> None:
        """Write the prices of an outermost one as they are now."""
        gain = self._gain(odd)
        if gain:
            for place in self.members[odd]:
                self.price[place] += gain
            if self.children[odd]:
                self.odd_price[odd] += 2 * gain
        self.since[odd] = self.clock

    def _set_label(self, odd: int, label: _Label) -> None:
        self.label[odd], self.since[odd] = label, self.clock
        self.touched.append(odd)

    def _make_inner(self, odd: int, edge: Edge) -> None:
        self._set_label(odd, _Label.INNER)
        self.reached_by[odd] = edge
        if self.children[odd]:
            heappush(self.events, (self.clock + self.odd_price[odd] // 2, _Event.OPEN, odd, NOBODY))

    def _make_outer(self, odd: int) -> None:
        self._set_label(odd, _Label.OUTER)
        self._look_out(odd, self.members[odd])

    def _look_out(self, odd: int, places: Sequence[int]) -> None:
        """Note when the edges from some places of an outer one will be used up."""
        for place in places:
            row, own = self.weights[place], self.price[place]
            for other in self.near[place]:
                there = self.outermost[other]
                label = self.label[there]
                if there == odd or label is _Label.INNER:
                    continue
                slack = 2 * row[other] - own - self.price[other]
                if label is _Label.OUTER:
                    slack = (slack - self.clock + self.since[there]) // 2
                heappush(self.events, (self.clock + slack, _Event.EDGE, place, other))

    def _look_back(self, places: Sequence[int]) -> None:
        """Note when outer ones will come to places that are free again."""
        for place in places:
            for other in self.near[place]:
                if self.label[self.outermost[other]] is _Label.OUTER:
                    heappush(self.events, (self.clock + self._slack_now(other, place), _Event.EDGE, other, place))

    # Blossoms

    def _way_to_root(self, odd: int) -> Iterator[tuple[int, Edge]]:
        """The blossoms from an outer one to the root, each with the edge from it to the next; the root is left out."""
        while (inside := self.base[odd], outside := self.partner[self.base[odd]])[1] != NOBODY:
            yield odd, (inside, outside)
            odd = self.outermost[outside]
            nearer, place = self.reached_by[odd]
            yield odd, (place, nearer)
            odd = self.outermost[nearer]

    def _shrink(self, one: int, other: int) -> None:
        """A blossom of the circle that an edge between two outer ones closes."""
        ways = [list(self._way_to_root(self.outermost[place])) for place in (one, other)]
        while ways[0] and ways[1] and ways[0][-1] == ways[1][-1]:
            ways[0].pop()
            ways[1].pop()
        down, up = ways
        edges = [
            *((inside, outside) for _, (outside, inside) in reversed(down)),
            (one, other),
            *(edge for _, edge in up),
        ]
        first = self.outermost[edges[-1][1]]
        circle = [first, *(odd for odd, _ in reversed(down)), *(odd for odd, _ in up)]
        new = len(self.base)
        fresh: list[int] = []
        for odd in circle:
            self._settle(odd)
            if self.label[odd] is _Label.INNER:
                fresh += self.members[odd]
            self.label[odd] = _Label.FREE
        self.base.append(self.base[first])
        self.members.append([place for odd in circle for place in self.members[odd]])
        self.children.append(circle)
        self.links.append(edges)
        self.odd_price.append(0)
        self.label.append(_Label.FREE)
        self.since.append(self.clock)
        self.reached_by.append((NOBODY, NOBODY))
        for place in self.members[new]:
            self.outermost[place] = new
        self._set_label(new, _Label.OUTER)
        self._look_out(new, fresh)

    def _open(self, odd: int) -> None:
        """Take an inner blossom without a price apart: the way through it stays in the tree, the rest is free again."""
        self._settle(odd)
        self.label[odd] = _Label.FREE
        circle, links, edge = self.children[odd], self.links[odd], self.reached_by[odd]
        for child in circle:
            for place in self.members[child]:
                self.outermost[place] = child
        self.children[odd] = []
        entry = circle.index(self.outermost[edge[1]])
        step = -1 if entry % 2 == 0 else 1
        position, outer = entry, []
        self._make_inner(circle[entry], edge)
        while position:
            position = (position + 2 * step) % len(circle)
            between = (position - step) % len(circle)
            link = links[between] if step == 1 else links[position][::-1]
            self._set_label(circle[between], _Label.OUTER)
            outer.append(circle[between])
            self._make_inner(circle[position], link)
        for child in circle:
            if self.label[child] is _Label.FREE:
                self._look_back(self.members[child])
        for child in outer:
            self._look_out(child, self.members[child])

    def _augment(self, one: int, other: int) -> None:
        """Pair along the way from an unpaired place through an edge to the root."""
        self._make_base(self.outermost[other], other)
        while True:
            here = self.outermost[one]
            beyond = self.partner[self.base[here]]
            self._make_base(here, one)
            self.partner[one], self.partner[other] = other, one
            if beyond == NOBODY:
                return
            inner = self.outermost[beyond]
            one, other = self.reached_by[inner]
            self._make_base(inner, other)

    def _make_base(self, odd: int, place: int) -> None:
        """Pair inside a blossom so that this place is left for a partner outside."""
        if self.base[odd] == place:
            return
        circle, links = self.children[odd], self.links[odd]
        holder = next(number for number, child in enumerate(circle) if place in self.members[child])
        self._make_base(circle[holder], place)
        changed = range(0, holder, 2) if holder % 2 == 0 else range(holder + 1, len(circle), 2)
        for number in changed:
            one, other = links[number]
            self._make_base(circle[number], one)
            self._make_base(circle[(number + 1) % len(circle)], other)
            self.partner[one], self.partner[other] = other, one
        self.children[odd] = circle[holder:] + circle[:holder]
        self.links[odd] = links[holder:] + links[:holder]
        self.base[odd] = place
