"""Templates a second time: every model's distance, every landing by the clock, and a whole turn in small steps.

“Template Spells” (L1328), “Area Attacks” (L1451); rulings T48 to T51, S12. Whether the middle is
seen is asked of the lines of `sight`. Where on a fight it belongs (T96) is not compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import dist

from tests.corpus.second_table.lot import Drawn, Lot
from tests.corpus.second_table.plane import (
    BASES,
    HAIR,
    Plain,
    Point,
    Stood,
    fights_of,
    from_point,
    is_inside,
    oblong,
    step,
)
from tests.corpus.second_table.sight import sees

DIRECTIONS = 720
ROUND = ((0.0, 0.0), (0.02, 0.0), (-0.02, 0.0), (0.0, 0.02), (0.0, -0.02))
FARTHEST = 2.2  # inches from the middle of a base to its corners, at most
NEAR = 0.03  # by which a mean of models over sampled directions may differ


@dataclass(frozen=True)
class Cloud:
    """A round template in words, and what they say."""

    middle: Point
    across: float
    dice: tuple[int, int] | None
    inches: float
    by_clock: bool
    hits: tuple[int, int] | None
    range: float

    @property
    def words(self) -> str:
        wanders = f"{self.dice[0]}d{self.dice[1]}" if self.dice else f"{self.inches}"
        hits = f"; hits {self.hits[0]}d{self.hits[1]}" if self.hits else ""
        x, y = self.middle
        way = "" if self.by_clock else " any"
        return f"circle {self.across}; at {x},{y}; range {self.range}; scatter {wanders}{way}{hits}"


def totals(dice: tuple[int, int]) -> dict[int, Fraction]:
    count, faces = dice
    rolls = Counter(sum(roll) for roll in product(range(1, faces + 1), repeat=count))
    return {total: Fraction(number, faces**count) for total, number in rolls.items()}


def touched_models(unit: Stood, middle: Point, radius: float) -> list[int]:
    near = radius + FARTHEST
    return [
        place
        for place, (base, at) in enumerate(zip(unit.bases, unit.middles, strict=True), 1)
        if dist(middle, at) <= near and from_point(middle, base) <= radius
    ]


def landings(cloud: Cloud) -> Iterator[tuple[Point, Fraction]]:
    """Where its middle may come to lie; in any direction some hundreds stand for all."""
    far = totals(cloud.dice) if cloud.dice else {cloud.inches: Fraction(1)}
    count = 6 if cloud.by_clock else DIRECTIONS
    half = 0.0 if cloud.by_clock else 180 / DIRECTIONS
    for (inches, chance), number in product(far.items(), range(count)):
        yield step(cloud.middle, number * 360 / count + half, float(inches)), chance / count


def halved(total: int, times: int) -> int:
    for _ in range(times):
        total = (total + 1) // 2
    return total


def mean_hits(dice: tuple[int, int], times: int) -> Fraction:
    return sum((chance * halved(total, times) for total, chance in totals(dice).items()), Fraction())


def expected(drawn: Drawn, cloud: Cloud) -> tuple[dict[str, list[Fraction]], dict[str, Fraction]]:
    """For each unit and for all the chance of at least 1, 2, 3 models; and the mean of hits."""
    at_least: dict[str, list[Fraction]] = {}
    hits: dict[str, Fraction] = {}
    for middle, chance in landings(cloud):
        radius = cloud.across / 2
        counts = {ref: len(touched_models(unit, middle, radius)) for ref, unit in drawn.units.items()}
        for ref, count in [*counts.items(), ("all", sum(counts.values()))]:
            row = at_least.setdefault(ref, [])
            row += [Fraction()] * (count - len(row))
            for place in range(count):
                row[place] += chance
        under = {ref for ref, count in counts.items() if count}
        beside = set().union(*(fights_of(drawn.plain, ref) for ref in under)) - under
        for ref in (under | beside) if cloud.hits else ():
            times = int(not drawn.units[ref].is_ranked) + (ref in beside)
            hits[ref] = hits.get(ref, Fraction()) + chance * mean_hits(cloud.hits or (0, 1), times)
    return {ref: row for ref, row in at_least.items() if row}, hits


def is_on_a_rim(drawn: Drawn, cloud: Cloud) -> bool:
    """Whether a hair decides whether a model or its middle is under it, where it is put or lands by the clock."""
    radius = cloud.across / 2
    middles = [cloud.middle, *(middle for middle, _ in landings(cloud) if cloud.by_clock)]
    far = [dist(cloud.middle, at) for unit in drawn.units.values() for at in unit.middles]
    bases = [base for unit in drawn.units.values() for base in unit.bases]
    far += [from_point(middle, base) for middle in middles for base in bases]
    return any(abs(inches - radius) < HAIR for inches in far)


def fault_of(drawn: Drawn, cloud: Cloud) -> str:
    """In what the product's answer differs."""
    answer = drawn.ask("template", "r1", cloud.words)
    radius = cloud.across / 2
    stated = {under["ref"]: (under["models"], under["under"], under["base_units"]) for under in answer["touched"]}
    ours = {}
    for ref, unit in drawn.units.items():
        if models := touched_models(unit, cloud.middle, radius):
            under = [place for place, middle in enumerate(unit.middles, 1) if dist(middle, cloud.middle) <= radius]
            ours[ref] = (models, under, len(models) * BASES[unit.plain["base"]][2])
    if stated != ours:
        return f"touched {stated}, measured {ours}"
    caster = drawn.units["r1"]
    away = min(from_point(cloud.middle, base) for base in caster.bases)
    wide, deep = drawn.plain["size"]
    possible: bool | None = away <= cloud.range and 0 <= cloud.middle[0] <= wide and 0 <= cloud.middle[1] <= deep
    if possible and not drawn.plain.get("engaged"):
        possible = is_seen(drawn, cloud.middle)
    if possible not in (None, answer["possible"]) and not (possible and drawn.plain.get("engaged")):
        return f"possible: {answer['possible']}, measured {possible}; {answer['reason']}"
    return fault_of_odds(answer, expected(drawn, cloud), 0.0 if cloud.by_clock else NEAR)


def fault_of_odds(answer: Plain, counted: tuple[dict[str, list[Fraction]], dict[str, Fraction]], most: float) -> str:
    at_least, hits = counted
    for ref in at_least.keys() | answer["odds"].keys():
        odds = answer["odds"].get(ref, {"at_least": [], "expected": 0})
        mine = at_least.get(ref, [])
        if abs(Fraction(odds["expected"]) - sum(mine)) > most:
            return f"{ref}: {odds['expected']} models, counted {float(sum(mine))}"
        size = max(len(mine), len(odds["at_least"]))
        theirs = [Fraction(chance) for chance in odds["at_least"]] + [Fraction()] * size
        if any(abs(theirs[place] - (mine + [Fraction()] * size)[place]) > most for place in range(size)):
            return f"{ref}: {odds['at_least']}, counted {list(map(float, mine))}"
    for ref in hits.keys() | answer["hits"].keys():
        if abs(Fraction(answer["hits"].get(ref, 0)) - hits.get(ref, 0)) > most * 3:
            return f"{ref}: {answer['hits'].get(ref)} hits, counted {float(hits.get(ref, 0))}"
    return ""


def drawn_cloud(lot: Lot) -> Cloud:
    chance = lot.chance
    dice = chance.choice([(1, 6), (2, 6), (1, 3), None])
    return Cloud(
        middle=(lot.number(20, 40), lot.number(14, 26)),
        across=chance.choice([1, 2, 3, 4, 5, 6, 7]),
        dice=dice,
        inches=lot.number(1, 12),
        by_clock=lot.happens(0.75),
        hits=chance.choice([(1, 3), (2, 3), (3, 3), (1, 6), None]),
        range=lot.number(12, 30),
    )


def drawn_table(lot: Lot) -> Drawn:
    """A caster below, and the others crowded together, perhaps two of them at each other's throats."""
    caster = lot.loose("r1", (30, 4), 0, 1) | {"base": 1}
    others = [
        lot.block(ref, (30, 28), 8) if lot.happens(0.5) else lot.loose(ref, (30, 28), 8, lot.chance.randint(1, 8))
        for ref in ("b1", "b2", "r2", "b3")
    ]
    return Drawn(lot.with_a_fight(lot.table([caster, *others])))


def is_seen(drawn: Drawn, middle: Point) -> bool | None:
    """Whether the caster sees the middle, by thousands of lines; None where a few hundredths of an inch decide."""
    under = (unit for unit in drawn.units.values() if any(is_inside(middle, base) for base in unit.bases))
    nobody = Stood({"ref": "", "side": "", "formation": {"kind": "skirmish", "facing": 0}}, [])
    seen = next(under, nobody)
    if seen.ref == "r1":
        return True
    marks = [oblong((middle[0] + x, middle[1] + y), 0, 0.01, 0.01) for x, y in ROUND]
    said = {sees(drawn, drawn.units["r1"], Stood(seen.plain, [mark]), parts=8) for mark in marks}
    return said.pop() if len(said) == 1 else None


def compare(lot: Lot) -> Iterator[tuple[Drawn, str, str]]:
    """Five templates on one table."""
    drawn = drawn_table(lot)
    for _ in range(5 if "r1" in drawn.units else 0):
        cloud = drawn_cloud(lot)
        if not is_on_a_rim(drawn, cloud):
            yield drawn, f"template r1 {cloud.words}", fault_of(drawn, cloud)
