"""Flight a second time: direction after direction is tried, and every roll of both dice.

“Direction of Flight” (L732), “Fleeing Units Phase” (L709); rulings T66 to T68, T84 and T85. Tables are
open ground, and whom a unit sees is asked of the lines of `sight`.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import atan2, ceil, degrees, dist

from tests.corpus.second_table.lot import Drawn, Lot
from tests.corpus.second_table.plane import (
    HAIR,
    Plain,
    Point,
    Shape,
    Stood,
    apart,
    fights_of,
    from_point,
    gap,
    hull_of,
    middle_of,
    overlap,
    sides,
    step,
)
from tests.corpus.second_table.sight import sees

EVERY = 3  # degrees
BESIDE = 0.4  # degrees from the rim of a fan that are left to either reading
LINGERS = 10  # inches: who moves farther needn't leave at once
DIE = range(1, 7)
EDGES = ("left", "right", "near", "far")


def bearing(start: Point, end: Point) -> float:
    return degrees(atan2(end[0] - start[0], end[1] - start[1])) % 360


def between(one: float, other: float) -> float:
    """The angle between two directions."""
    return abs((one - other + 180) % 360 - 180)


class Fugitive:
    """A unit that runs, with whom it must not meet and to whom it must not come nearer."""

    def __init__(self, drawn: Drawn, ref: str) -> None:
        self.drawn, self.unit = drawn, drawn.units[ref]
        self.engaged = bool(fights_of(drawn.plain, ref))
        self.speed = float(self.unit.plain["movement"])
        flat = self.speed if self.engaged else 0.0
        self.least, self.most = flat + DIE[0], flat + DIE[-1]
        self.rolls = [flat + pips for pips in DIE]
        self.foes = [
            other for other in drawn.units.values() if other.side != self.unit.side and not other.plain.get("broken")
        ]
        self.barriers = [
            other
            for other in drawn.units.values()
            if (other in self.foes or (other.ref != ref and self._fights_a_foe(other)))
            and apart(self.unit, other) < self.most
        ]
        self.threats = [(foe, self.towards(foe)) for foe in self.foes if sees(drawn, self.unit, foe, parts=2)]
        corners = [point for base in self.unit.bases for point in base]
        self.low = min(x for x, _ in corners), min(y for _, y in corners)
        self.high = max(x for x, _ in corners), max(y for _, y in corners)

    def _fights_a_foe(self, other: Stood) -> bool:
        foes = {foe.ref for foe in self.foes}
        return other.side == self.unit.side and bool(fights_of(self.drawn.plain, other.ref) & foes)

    def towards(self, foe: Stood) -> float:
        """From the nearest base to the nearest; of those that touch, the two whose middles are nearest."""
        pairs = [(gap(base, target), base, target) for base in self.unit.bases for target in foe.bases]
        inches, base, target = min(pairs, key=lambda pair: pair[0])
        if inches >= HAIR:
            return bearing(*nearest_points(base, target))
        touching = ((base, target) for inches, base, target in pairs if inches < HAIR)
        return across_the_edge(*min(touching, key=lambda pair: dist(*map(middle_of, pair))))

    def runs_through(self, way: float) -> bool:
        for shape in self.unit.outline:
            if any(overlap(swept(shape, way, self.most), part) for other in self.barriers for part in other.outline):
                return True
        return False

    def comes_nearer(self, way: float) -> bool:
        return any(between(way, towards) < 90 - 1e-6 for _, towards in self.threats)

    def is_over(self, way: float, inches: float) -> bool:
        """Whether so many inches bring any base to an edge."""
        (x1, y1), (x2, y2) = step(self.low, way, inches), step(self.high, way, inches)
        wide, deep = self.drawn.plain["size"]
        return x1 <= 0 or y1 <= 0 or x2 >= wide or y2 >= deep

    def edges(self) -> list[tuple[float, str]]:
        """How far each is from the nearest base, the nearest first."""
        wide, deep = self.drawn.plain["size"]
        away = (self.low[0], wide - self.high[0], self.low[1], deep - self.high[1])
        return sorted(zip(away, EDGES, strict=True))

    def leads_to(self, way: float, edge: str) -> bool:
        """Whether a straight line from its middle comes to this edge before any other."""
        x, y = (self.low[0] + self.high[0]) / 2, (self.low[1] + self.high[1]) / 2
        wide, deep = self.drawn.plain["size"]
        far = step((0.0, 0.0), way, 1.0)
        inches = {
            "left": -x / far[0] if far[0] < 0 else 1e9,
            "right": (wide - x) / far[0] if far[0] > 0 else 1e9,
            "near": -y / far[1] if far[1] < 0 else 1e9,
            "far": (deep - y) / far[1] if far[1] > 0 else 1e9,
        }
        return min(inches, key=lambda name: inches[name]) == edge


def across_the_edge(base: Shape, target: Shape) -> float:
    """Squarely from one base into another that touches it; where they touch at corners between the edges of both."""
    ways = []
    for own, other, turned in ((base, target, 0), (target, base, 180)):
        for a, b in sides(own):
            out = bearing(a, b) - 90  # corners go clockwise
            ways.append((min(far_along(point, a, out) for point in other), out + turned))
    most = max(far for far, _ in ways)
    steps = [step((0.0, 0.0), way, 1.0) for far, way in ways if far > most - HAIR]
    return bearing((0.0, 0.0), (sum(x for x, _ in steps), sum(y for _, y in steps)))


def far_along(point: Point, start: Point, way: float) -> float:
    towards = step((0.0, 0.0), way, 1.0)
    return (point[0] - start[0]) * towards[0] + (point[1] - start[1]) * towards[1]


def nearest_points(one: Shape, other: Shape) -> tuple[Point, Point]:
    """Of two shapes apart from each other: a corner of the one, and a point of the other's rim found by halving."""
    corner = min(one, key=lambda point: from_point(point, other))
    target = min(other, key=lambda point: from_point(point, one))
    if from_point(corner, other) <= from_point(target, one):
        return corner, _foot(corner, other)
    return _foot(target, one), target


def _foot(point: Point, shape: Shape) -> Point:
    best, least = shape[0], 1e9
    for place, a in enumerate(shape):
        b = shape[(place + 1) % len(shape)]
        along = (b[0] - a[0], b[1] - a[1])
        share = ((point[0] - a[0]) * along[0] + (point[1] - a[1]) * along[1]) / (along[0] ** 2 + along[1] ** 2)
        share = min(max(share, 0.0), 1.0)
        at = (a[0] + share * along[0], a[1] + share * along[1])
        far = (at[0] - point[0]) ** 2 + (at[1] - point[1]) ** 2
        if far < least:
            best, least = at, far
    return best


def swept(shape: Shape, way: float, inches: float) -> Shape:
    return hull_of([*shape, *(step(point, way, inches) for point in shape)])


class Fan:
    """The directions that the priorities leave, one question each."""

    def __init__(self, run: Fugitive, tried: list[float]) -> None:
        self.run = run
        self.shunned = {way: (run.runs_through(way), run.comes_nearer(way)) for way in tried}
        free = [way for way in tried if not any(self.shunned[way])]
        over = [way for way in free if run.is_over(way, run.least)] if run.speed <= LINGERS else []
        self.edge, self.kept, self.must_leave = run.edges()[0][1], 2, bool(over)
        if over:
            self.edge = next(edge for _, edge in run.edges() if any(run.leads_to(way, edge) for way in over))
            self.kinds = "over"
            return
        for _, edge in run.edges():
            if any(run.leads_to(way, edge) for way in free):
                self.edge, self.kinds = edge, "towards"
                return
        past = any(not self.shunned[way][0] for way in tried)
        self.kept, self.kinds = (1, "past") if past else (0, "any")

    def holds(self, way: float) -> bool:
        run = self.run
        if self.kinds == "any":
            return run.leads_to(way, self.edge)
        if run.runs_through(way):
            return False
        if self.kinds == "past":
            return True
        if run.comes_nearer(way):
            return False
        return run.is_over(way, run.least) if self.kinds == "over" else run.leads_to(way, self.edge)


def is_in(fan: list[list[float]], way: float) -> bool:
    return any(low - 1e-6 <= way + full <= high + 1e-6 for low, high in fan for full in (-360, 0, 360))


def fault_of_flight(drawn: Drawn, ref: str) -> str:
    """In what the product's answer differs."""
    answer, run = drawn.ask("flight", ref), Fugitive(drawn, ref)
    beside = [(towards + aside) % 360 for _, towards in run.threats for aside in (-90, 90)]
    tried = [*range(0, 360, EVERY), *beside, *(((low + high) / 2) % 360 for low, high in answer["fan"])]
    fan = Fan(run, tried)
    least, most = answer["compulsory"]["least"], answer["compulsory"]["most"]
    if (least, most) != (run.least, run.most):
        return f"runs {least} to {most}, counted {run.least} to {run.most}"
    if (answer["priorities_kept"], answer["must_leave"]) != (fan.kept, fan.must_leave):
        return (
            f"keeps {answer['priorities_kept']}, must leave {answer['must_leave']}; tried {fan.kept}, {fan.must_leave}"
        )
    if not fan.must_leave and answer["edge"] != fan.edge and abs(run.edges()[0][0] - run.edges()[1][0]) > 1e-3:
        return f"to the {answer['edge']} edge, tried {fan.edge}"
    for way in tried:
        if is_in(answer["fan"], way) != fan.holds(way):
            around = {fan.holds(way + aside) for aside in (-BESIDE, -BESIDE / 2, 0, BESIDE / 2, BESIDE)}
            if len(around) == 1:
                return f"{way}° in the fan: {is_in(answer['fan'], way)}, tried {fan.holds(way)}"
    way = answer["direction"]
    off = Fraction(sum(run.is_over(way, inches) for inches in run.rolls), len(DIE))
    nearly = {run.is_over(way, inches + more) for inches in run.rolls for more in (-0.01, 0.01)}
    if Fraction(answer["leaves"]) != off and len(nearly) == 1:
        return f"leaves by {answer['leaves']}, counted {off}"
    return ""


def fault_of_pursuit(drawn: Drawn, ref: str, fleeing: str, way: float) -> str:
    """In what the chance to catch differs, roll by roll, on open ground with nobody between."""
    answer, run = drawn.ask("pursuit", ref, fleeing, f"{way}"), Fugitive(drawn, fleeing)
    if not answer["possible"] or any(chase["covered_by"] for chase in answer["loose"]):
        return ""
    pursuer, caught = drawn.units[ref], 0
    for chase, pips in zip(answer["loose"], DIE, strict=True):
        inches = run.speed + pips
        if run.is_over(way, inches):
            if not chase["leaves"]:
                return f"{pips}: has left, by steps"
            continue
        fled = Stood(run.unit.plain, [[step(point, way, inches) for point in base] for base in run.unit.bases])
        needed = min(gap(base, target) for base in pursuer.bases for target in fled.bases)
        if has_no_room(drawn, pursuer, fled):
            return ""
        if chase["needed"] is None or abs(chase["needed"] - needed) > 5e-3:
            return f"{pips}: {chase['needed']} to catch, measured {needed:.3f}"
        least = max(ceil(needed - float(pursuer.plain["movement"]) - 1e-3), 1)
        caught += max(7 - least, 0)
    if Fraction(answer["chance"]) != Fraction(caught, 36):
        return f"caught by {answer['chance']}, counted {Fraction(caught, 36)}"
    return ""


def has_no_room(drawn: Drawn, pursuer: Stood, fled: Stood) -> bool:
    """Whether who fled stands so near to others that a pursuer might not find room there."""
    others = (other for other in drawn.units.values() if other.ref not in (pursuer.ref, fled.ref))
    near = max(dist(middle_of(base), base[0]) for base in pursuer.bases) * 2
    return any(gap(base, target) < near for other in others for base in fled.bases for target in other.bases)


def drawn_table(lot: Lot) -> Drawn:
    """Anywhere on a small table, some broken, some fighting."""
    units: list[Plain] = []
    for ref in ("r1", "b1", "r2", "b2", "b3"):
        middle = lot.number(6, 34), lot.number(6, 26)
        some = lot.block(ref, middle, 5) if lot.happens(0.5) else lot.loose(ref, middle, 5, lot.chance.randint(1, 5))
        units.append(some | {"movement": lot.chance.randint(4, 14), "broken": lot.happens(0.2)})
    return Drawn(lot.with_a_fight(lot.table(units, size=(40, 32))))


def compare(lot: Lot) -> Iterator[tuple[Drawn, str, str]]:
    """The flight of every unit of one table, and every enemy after it."""
    drawn = drawn_table(lot)
    for unit in drawn.units.values():
        yield drawn, f"flight {unit.ref}", fault_of_flight(drawn, unit.ref)
        for foe in drawn.units.values():
            if foe.side != unit.side:
                way = lot.number(0, 359)
                asked = f"pursuit {foe.ref} {unit.ref} {way}"
                yield drawn, asked, fault_of_pursuit(drawn, foe.ref, unit.ref, way)
