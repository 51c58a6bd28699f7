"""Overruns a second time: wounds weighed, models counted, and the inches to each that is run over.

“Overruns” (L1090); ruling T13. Wounds that a table states as lost are taken off before they are weighed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import ceil

from tests.corpus.second_table.lot import Drawn, Lot
from tests.corpus.second_table.plane import Plain, Shape, Stood, fights_of, gap, outline_of, overlap, step

TIMES_AS_MANY = 3
WEIGHT = {0.5: 1, 1: 1, 2: 1, 4: 2, 9: 3}
STRIKING = {0.5: 2, 1: 2, 2: 2, 4: 4, 9: 6}
STEP = 0.02
NEAR = 5e-3
FIRST = re.compile(r"forward|diagonal (?P<hand>left|right) (?P<degrees>[\d.]+)°")


def weight(unit: Stood) -> int:
    plain = unit.plain
    return int((plain["models"] * plain.get("wounds", 1) - plain.get("wounds_lost", 0)) * WEIGHT[plain["base"]])


def free_models(drawn: Drawn, foe: Stood, ref: str) -> int:
    """Those that touch nobody else whom they fight."""
    others = [base for other in fights_of(drawn.plain, foe.ref) - {ref} for base in drawn.units[other].bases]
    return sum(all(gap(base, other) > 1e-3 for other in others) for base in foe.bases)


def inches_to(unit: Stood, target: Stood, most: float, aside: float = 0.0) -> float | None:
    """How far straight ahead, or aslant, a block first meets it; None where it doesn't within its move."""

    def meets(inches: float) -> bool:
        return any(overlap(shape, part, 1e-4) for shape in gone(unit, inches, aside) for part in target.outline)

    for number in range(ceil(most / STEP) + 1):
        if meets(number * STEP):
            low, high = (number - 1) * STEP, number * STEP
            for _ in range(20):
                low, high = (low, (low + high) / 2) if meets((low + high) / 2) else ((low + high) / 2, high)
            return low
    return None


def gone(unit: Stood, inches: float, aside: float) -> list[Shape]:
    formation = unit.plain["formation"]
    corner = step(tuple(formation["corner"]), unit.facing + aside, inches)
    return outline_of(unit.plain | {"formation": formation | {"corner": corner}})


def fault_of(drawn: Drawn, ref: str, target: str) -> str:
    """In what the product's answer differs."""
    answer, unit, foe = drawn.ask("overrun", ref, target), drawn.units[ref], drawn.units[target]
    held = fights_of(drawn.plain, ref)
    foes = [drawn.units[other] for other in (held if target in held else {target})]
    if held - {target}:
        return "" if not answer["possible"] else "others hold it"
    own, against = weight(unit), sum(map(weight, foes))
    strike = {other.ref: free_models(drawn, other, ref) for other in foes}
    most = sum(strike[other.ref] * STRIKING[other.plain["base"]] for other in foes)
    enough = own >= TIMES_AS_MANY * against
    legal = enough and foe.altitude != "high" and unit.side != foe.side
    expected: Plain = {
        "wounds": own,
        "against": against,
        "defenders": sum(strike.values()),
        "attackers": min(most, unit.plain["models"]),
        "possible": legal,
    }
    if wrong := [name for name, value in expected.items() if answer[name] != value]:
        return f"{wrong}: {[answer[name] for name in wrong]}, counted {[expected[name] for name in wrong]}"
    return fault_of_way(drawn, unit, foe, answer) if legal else ""


def fault_of_way(drawn: Drawn, unit: Stood, foe: Stood, answer: Plain) -> str:
    """In what the inches to it differ: by the first of its orders, and that straight ahead isn't shorter."""
    most, stated = unit.plain["movement"], [over["inches"] for over in answer["over"] if over["ref"] == foe.ref]
    first = FIRST.match(answer["onward"]["orders"] or "")
    if not unit.is_ranked or drawn.plain.get("engaged") or not first or is_by_a_hair(unit, foe):
        return ""
    aside = float(first["degrees"] or 0) * (-1 if first["hand"] == "left" else 1)
    ways = {turned: inches_to(unit, foe, most, turned) for turned in (0.0, aside)}
    beside = (other for other in drawn.units.values() if other.ref not in (unit.ref, foe.ref))
    others = [inches_to(unit, other, most, turned) for other in beside for turned in ways]
    if any(other is not None for other in others):
        return ""
    far, straight = ways[aside], ways[0.0]
    if stated in ([], [None]) or far is None:  # out of its move
        return "" if stated in ([], [None]) and far is None else f"met after {stated}, by steps {far}"
    if abs(stated[0] - far) > NEAR:
        return f"met after {stated[0]}, by steps {far:.3f}"
    return f"{straight} straight ahead" if straight is not None and straight < far - NEAR else ""


def is_by_a_hair(unit: Stood, foe: Stood) -> bool:
    """Whether it only just passes, or only just reaches."""
    aside = (step((0.0, 0.0), unit.facing + turn, 0.02) for turn in (0, 90, 180, 270))
    most = unit.plain["movement"]
    reaches = [inches_to(shifted(unit, by), foe, most) for by in aside]
    seen = [reach for reach in reaches if reach is not None]
    return 0 < len(seen) < len(reaches) or (bool(seen) and max(seen) - min(seen) > 0.1)


def shifted(unit: Stood, by: tuple[float, float]) -> Stood:
    formation = unit.plain["formation"]
    x, y = formation["corner"]
    return Stood(unit.plain | {"formation": formation | {"corner": (x + by[0], y + by[1])}}, unit.bases)


def drawn_table(lot: Lot) -> Drawn:
    """Strong units among weak ones, some of them wounded, some fighting."""
    middle = (30.0, 24.0)
    units = []
    for ref in ("r1", "b1", "r2", "b2", "b3"):
        some = lot.block(ref, middle, 9) if lot.happens(0.5) else lot.loose(ref, middle, 9, lot.chance.randint(1, 7))
        wounds = lot.chance.choice([1, 1, 2, 3, 6, 12])
        lost = lot.chance.randint(0, (wounds - 1) * some["models"]) if lot.happens(0.3) else 0
        more: Plain = {"wounds": wounds, "wounds_lost": lost}
        if some["formation"]["kind"] == "skirmish" and lot.happens(0.1):
            more |= {"altitude": lot.chance.choice(["low", "high"]), "fly": 12}
        units.append(some | more)
    return Drawn(lot.with_a_fight(lot.table(units)))


def compare(lot: Lot) -> Iterator[tuple[Drawn, str, str]]:
    """Every unit of one table on the ground over every other."""
    drawn = drawn_table(lot)
    for unit in drawn.units.values():
        for foe in drawn.units.values():
            if foe is not unit and unit.altitude == "ground":
                yield drawn, f"overrun {unit.ref} {foe.ref}", fault_of(drawn, unit.ref, foe.ref)
