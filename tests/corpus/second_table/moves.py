"""Moves a second time: the unit is carried along its way by little steps, and every step is paid for and looked at.

“RaF Movement” (L809), “Skirmished Movement”, “Terrain and Movement” (L1136), “Declaring Charges”
(L919); rulings T1 and T18. Where a step begins or ceases to touch anything, the moment is found by halving.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import ceil, degrees, dist
from typing import NamedTuple

from tests.corpus.second_table.lot import Drawn, Lot
from tests.corpus.second_table.plane import (
    BASES,
    HAIR,
    Plain,
    Point,
    Shape,
    Stood,
    outline_of,
    overlap,
    step,
    stood,
    turned,
)

KINDS = ("light-forest", "dense-forest", "hill", "difficult", "very-difficult", "impassable", "water", "wall", "open")
DIFFICULT, VERY_DIFFICULT = (
    ("light-forest", "difficult", "wall", "obstacle"),
    ("dense-forest", "very-difficult", "water"),
)
CLOSED = ("impassable", "building")
MOVE = 12.0
NEAR = 0.02  # inches by which two ways of counting may differ


class Ruler(NamedTuple):
    """How finely a way is looked at: inches a step, and how deep counts as in the way."""

    step: float
    hair: float


COARSE = Ruler(0.05, HAIR)
# What the coarse one tells otherwise is looked at again: who brushes past may do so by a hair, or between two steps.
FINE = tuple(Ruler(0.005, hair) for hair in (1e-3, HAIR, 5e-4, 1e-4))


@dataclass
class Walked:
    """How far a unit has come, and what it cost."""

    unit: Plain
    legal: bool = True
    spent: float = 0.0
    met: str = ""
    passed: list[str] = field(default_factory=list)
    bars_charge: bool = False


@dataclass(frozen=True)
class Order:
    """Inches along a way, what each costs, and where a share of it leads."""

    words: str
    inches: float
    price: float
    pose: Callable[[Plain, float], Plain]
    bars_charge: bool = False


def put(unit: Plain, at: Callable[[Point], Point], facing: float) -> Plain:
    """The unit with its points and its facing changed."""
    formation = unit["formation"]
    places: Plain = (
        {"positions": [at(tuple(point)) for point in formation["positions"]]}
        if "positions" in formation
        else {"corner": at(tuple(formation["corner"]))}
    )
    return unit | {"formation": formation | places | {"facing": facing % 360}}


def straight(words: str, inches: float, price: float, aside: float) -> Order:
    def pose(unit: Plain, share: float) -> Plain:
        facing = unit["formation"]["facing"]
        return put(unit, lambda point: step(point, facing + aside, inches * share), facing)

    return Order(words, inches, price, pose)


def heading(bearing: float, inches: float) -> Order:
    def pose(unit: Plain, share: float) -> Plain:
        return put(unit, lambda point: step(point, bearing, inches * share), unit["formation"]["facing"])

    return Order(f"heading {bearing} {inches}", inches, 1.0, pose)


def wheel(hand: str, inches: float, *, backwards: bool) -> Order:
    """The hand is the corner that stays; the other front corner goes so many inches along its arc."""
    clockwise = (hand == "right") != backwards

    def pose(unit: Plain, share: float) -> Plain:
        formation, wide = unit["formation"], BASES[unit["base"]][0] * unit["formation"]["files"]
        left = tuple(formation["corner"])
        pivot = left if hand == "left" else step(left, formation["facing"] + 90, wide)
        angle = degrees(inches * share / wide) * (1 if clockwise else -1)
        return put(unit, lambda point: turned(point, pivot, angle), formation["facing"] + angle)

    words = f"wheel {'back ' if backwards else ''}{hand} {inches}"
    return Order(words, inches, 1.0, pose, bars_charge=backwards)


def shapes_of(unit: Plain) -> list[Shape]:
    return stood(unit).bases if unit["formation"]["kind"] == "skirmish" else outline_of(unit)


def is_ranked(unit: Plain) -> bool:
    return bool(unit["formation"]["kind"] == "rank-and-file")


def stops(unit: Plain, other: Stood) -> bool:
    """Enemies, and friends in ranks for those in ranks; nobody stops flyers, nor who is under those high up."""
    if other.altitude == "high":
        return False
    return other.side != unit["side"] or (is_ranked(unit) and other.is_ranked)


def price_of(unit: Plain, kind: str) -> float:
    slow = (2.0, 4.0) if is_ranked(unit) else (4 / 3, 2.0)
    return slow[0] if kind in DIFFICULT else slow[1] if kind in VERY_DIFFICULT else 1.0


class Way:
    """A unit's way by one order, and what is around."""

    def __init__(self, drawn: Drawn, unit: Plain, order: Order, ruler: Ruler) -> None:
        self.drawn, self.unit, self.order, self.hair = drawn, unit, order, ruler.hair
        others = [other for ref, other in drawn.units.items() if ref != unit["ref"]]
        self.solid = {other.ref: other.outline for other in others if stops(unit, other)}
        pieces = drawn.plain["terrain"]
        self.solid |= {piece["ref"]: [piece["polygon"]] for piece in pieces if piece["kind"] in CLOSED}
        self.slow = [
            (piece["polygon"], price_of(unit, piece["kind"])) for piece in pieces if price_of(unit, piece["kind"]) > 1
        ]
        friends = (other for other in others if other.side == unit["side"] and not other.is_ranked)
        self.soft = {other.ref: other.outline for other in friends if is_ranked(unit) and other.altitude != "high"}

    def at(self, share: float) -> list[Shape]:
        return shapes_of(self.order.pose(self.unit, share))

    def met(self, share: float) -> str:
        """What is in the way there, or the edge of the table."""
        shapes, hair = self.at(share), self.hair
        wide, deep = self.drawn.plain["size"]
        for shape in shapes:
            if any(x < -hair or y < -hair or x > wide + hair or y > deep + hair for x, y in shape):
                return "edge"
        for ref, parts in self.solid.items():
            if any(overlap(shape, part, hair) for shape in shapes for part in parts):
                return ref
        return ""

    def factor(self, share: float) -> float:
        shapes = self.at(share)
        prices = (price for ground, price in self.slow if any(overlap(shape, ground, self.hair) for shape in shapes))
        return max(prices, default=1.0)

    def through(self, share: float) -> set[str]:
        shapes = self.at(share)
        return {
            ref
            for ref, parts in self.soft.items()
            if any(overlap(shape, part, self.hair) for shape in shapes for part in parts)
        }


def halved(low: float, high: float, is_low: Callable[[float], bool]) -> float:
    for _ in range(30):
        middle = (low + high) / 2
        low, high = (middle, high) if is_low(middle) else (low, middle)
    return (low + high) / 2


def walk(drawn: Drawn, walked: Walked, order: Order, ruler: Ruler) -> None:
    """One order, as far as it goes."""
    way, unit = Way(drawn, walked.unit, order, ruler), walked.unit
    count = max(ceil(order.inches / ruler.step), 1)
    before, passed = way.factor(0.0), set[str]()
    share = 0.0
    for number in range(1, count + 1):
        reach, end, met = number / count, number / count, way.met(number / count)
        if met:
            end = halved(share, reach, lambda at: not way.met(at))
            met = way.met(min(end + 1e-6, 1.0)) or met
        after = way.factor(end)
        cut = halved(share, end, lambda at, was=before: way.factor(at) == was) if after != before else end
        for low, high, price in ((share, cut, before), (cut, end, after)):
            cost = (high - low) * order.inches * order.price * price
            if walked.spent + cost > MOVE + HAIR:
                part = (MOVE - walked.spent) / cost
                share = low + (high - low) * part
                walked.spent, walked.legal = MOVE, False
                finish(walked, order, unit, share, passed | way.through(share))
                return
            walked.spent += cost
        share, before = end, after
        passed |= way.through(share)
        if met:
            walked.legal, walked.met = False, met
            finish(walked, order, unit, share, passed)
            return
    finish(walked, order, unit, 1.0, passed)


def finish(walked: Walked, order: Order, unit: Plain, share: float, passed: set[str]) -> None:
    walked.unit = order.pose(unit, share)
    walked.passed += sorted(passed - set(walked.passed))
    walked.bars_charge |= order.bars_charge


def orders_for(lot: Lot, unit: Plain) -> list[Order]:
    """One order, or two."""
    return [one_order(lot, unit) for _ in range(lot.chance.choice([1, 1, 2]))]


def one_order(lot: Lot, unit: Plain) -> Order:
    inches, hand = lot.number(0.2, 9), lot.chance.choice(["left", "right"])
    if not is_ranked(unit):
        return heading(lot.number(0, 359), inches)
    kind = lot.chance.choice(["forward", "back", "diagonal", "wheel", "wheel", "wheel back"])
    if kind == "forward":
        return straight(f"forward {inches}", inches, 1.0, 0.0)
    if kind == "back":
        return straight(f"back {inches}", inches, 2.0, 180.0)
    if kind == "diagonal":
        angle = lot.number(1, 45)
        return straight(f"diagonal {hand} {angle} {inches}", inches, 1.0, angle if hand == "right" else -angle)
    return wheel(hand, inches, backwards=kind == "wheel back")


def moved(drawn: Drawn, ref: str, orders: list[Order], ruler: Ruler) -> Walked:
    """The unit after its orders, and why it can't end there."""
    walked = Walked(drawn.units[ref].plain)
    for order in orders:
        walk(drawn, walked, order, ruler)
        if not walked.legal:
            return walked
    shapes = shapes_of(walked.unit)
    on = [
        other.ref
        for other in drawn.units.values()
        if other.ref != ref and any(overlap(shape, part) for shape in shapes for part in other.outline)
    ]
    if on and not is_ranked(walked.unit):
        walked.legal, walked.met = False, on[0]
    return walked


def corners_of(unit: Plain) -> list[Point]:
    return [point for base in stood(unit).bases for point in base]


def fault_of(drawn: Drawn, ref: str, orders: list[Order]) -> str:
    """In what the product's answer differs, however closely one looks."""
    answer = drawn.ask("move", ref, "; ".join(order.words for order in orders))
    faults = (fault_of_move(answer, moved(drawn, ref, orders, ruler)) for ruler in (COARSE, *FINE))
    first = next(faults)
    return first and ("" if "" in faults else first)


def fault_of_move(answer: Plain, walked: Walked) -> str:
    theirs = walked.unit | {"formation": answer["formation"]}
    off = max(dist(*pair) for pair in zip(corners_of(theirs), corners_of(walked.unit), strict=True))
    if off > NEAR:
        return f'a corner is {off:.3f}" off; {answer["reason"]}, {walked.met}'
    if abs(answer["spent"] - walked.spent) > NEAR * 4:
        return f"{answer['spent']} spent, {walked.spent:.3f} by steps"
    if answer["legal"] != walked.legal and not min(answer["spent"], walked.spent) > MOVE - NEAR * 4:
        return f"legal: {answer['legal']}, by steps {walked.legal} {walked.met}"
    if answer["legal"]:
        may = not walked.bars_charge and walked.spent <= MOVE / 4
        if answer["may_charge"] != may and abs(walked.spent - MOVE / 4) > NEAR:
            return f"may charge: {answer['may_charge']}"
    elif walked.met not in ("", "edge") and walked.met not in (answer["blocked_by"] or ""):
        return f"stopped by {answer['blocked_by']}, by steps {walked.met}"
    if set(answer["passed"]) != set(walked.passed):
        return f"passed {answer['passed']}, by steps {walked.passed}"
    return ""


def drawn_table(lot: Lot) -> Drawn:
    middle, chance = (30.0, 24.0), lot.chance
    first = lot.block("r1", middle, 4) if lot.happens(0.7) else lot.loose("r1", middle, 4, chance.randint(1, 5))
    units = [first]
    for ref in ("r2", "b1", "b2"):
        some = lot.block(ref, middle, 12) if lot.happens(0.5) else lot.loose(ref, middle, 12, chance.randint(1, 5))
        units.append(some)
    terrain = [lot.piece(f"t{number}", KINDS, middle, 8) for number in range(chance.randint(0, 3))]
    plain = lot.table(units, terrain)
    return Drawn(plain | {"terrain": [piece for piece in terrain if is_clear_of_closed(plain, piece)]})


def is_clear_of_closed(plain: Plain, piece: Plain) -> bool:
    """Nobody begins on ground that is closed."""
    shapes = (shape for unit in plain["units"] for shape in shapes_of(unit))
    return piece["kind"] not in CLOSED or not any(overlap(shape, piece["polygon"]) for shape in shapes)


def compare(lot: Lot) -> Iterator[tuple[Drawn, str, str]]:
    """Two moves of every unit of one table."""
    drawn = drawn_table(lot)
    for unit in list(drawn.units.values()):
        for _ in range(2):
            orders = orders_for(lot, unit.plain)
            words = "; ".join(order.words for order in orders)
            yield drawn, f"move {unit.ref} {words}", fault_of(drawn, unit.ref, orders)
