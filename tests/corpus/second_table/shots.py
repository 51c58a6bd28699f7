"""Shots a second time: model by model its rank, its range, its field of fire and its lines, then what it needs.

“Who May Fire” (L1356), “Sighting” (L1372), “Resolving Missile Attacks” (L1386), “Area Attacks”
(L1451); rulings T4, T10, T19, T40, T46 and T95. Weapons are copied from their rows in the book by hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import cos, radians, sin

import numpy as np

from tests.corpus.second_table.lot import Drawn, Lot
from tests.corpus.second_table.plane import (
    Plain,
    Point,
    Shape,
    Stood,
    cross,
    fights_of,
    gap,
    is_inside,
    overlap,
    sides,
    step,
)
from tests.corpus.second_table.sight import are_free, sampled_rim, stand, way, widely_free
from tests.corpus.second_table.templates import mean_hits

KINDS = ("light-forest", "dense-forest", "wall", "hill", "building", "obstacle", "difficult")
COVER = {"light-forest": -1, "dense-forest": -1, "wall": -1, "building": -2}
SHELTERS = ("wall", "building")  # those close behind it, too
EVASIVE = "dark-elves/assassin"  # by 1; who is held fast evades nobody (T101)
BEHIND = 1.0
CHANCE = {0: Fraction(1, 12), -1: Fraction(1, 18), -2: Fraction(1, 36)}
HAIR = 5e-3
FEW, MANY = 3, 12  # points of each side of a base from which lines are tried


@dataclass(frozen=True)
class Weapon:
    """A row of the book that shoots."""

    profile: str
    base: float
    move: int
    reach: int
    skill: int
    least: int = 0
    natural: bool = False
    artillery: bool = False
    dice: int = 0  # d3 hits


WEAPONS = (
    Weapon("dwarves/crossbowmen", 1, 5, 18, 2),
    Weapon("dwarves/handgunner", 1, 5, 21, 3, artillery=True),
    Weapon("sylvan-elves/warrior-with-bow", 1, 7, 21, 4),
    Weapon("barbarians/barbarian-with-bow", 1, 6, 21, 2),
    Weapon("barbarians/horse-archers", 2, 16, 21, 2),
    Weapon("orcs/orc-with-bow", 1, 6, 27, 2),
    Weapon("marr/legionnaire", 1, 5, 6, 2, natural=True),
    Weapon("marr/velites", 1, 7, 9, 2, natural=True),
    Weapon("war-machines/light-catapult", 9, 4, 30, 3, artillery=True, dice=1),
    Weapon("war-machines/mortar", 9, 4, 36, 3, least=12, artillery=True, dice=4),
)


def band_of(weapon: Weapon, inches: float) -> tuple[str, int | None]:
    """Its name, and what it changes; None where the shot doesn't reach."""
    if weapon.least:
        return (
            ("too near", None)
            if inches < weapon.least
            else ("normal", 0)
            if inches <= weapon.reach
            else ("too far", None)
        )
    third = weapon.reach / 3
    for name, most, change in (("short", third, 1), ("normal", 3 * third, 0), ("long", 4 * third, -1)):
        if inches <= most + 1e-3:
            return name, change
    return "too far", None


def moving(weapon: Weapon, moved: float) -> int | None:
    """What a move of so many inches changes; None where there is no shot after it."""
    if not moved:
        return 0
    if weapon.natural:
        return None if moved > weapon.move else -1 if moved > weapon.move / 2 else 0
    return None if weapon.artillery or moved > weapon.move / 2 else -1


def in_field(unit: Stood, base: Shape, points: Sequence[Point], room: float) -> list[Point]:
    """Those between the lines at 45° from the front corners of a base, by so much; all round for loose models."""
    if not unit.is_ranked:
        return list(points)
    left, right, facing = base[0], base[1], unit.facing
    lines = ((left, facing + 45), (right, facing - 45), (left, facing))
    return [point for point in points if all(beyond(point, *line) >= room for line in lines)]


def beyond(point: Point, corner: Point, bearing: float) -> float:
    """Inches past a line through a corner, in a direction."""
    return (point[0] - corner[0]) * sin(radians(bearing)) + (point[1] - corner[1]) * cos(radians(bearing))


class Volley:
    """One unit's shots at another; lines from `parts` points of each side of a base."""

    def __init__(self, drawn: Drawn, weapon: Weapon, moved: float, parts: int, room: float) -> None:
        self.drawn, self.weapon, self.parts, self.room = drawn, weapon, parts, room
        self.shooter, self.target = drawn.units["r1"], drawn.units["b1"]
        self.moved = moving(weapon, moved)
        self.models = range(len(self.target.bases))
        self.fires = [self.shoots(place) for place in range(len(self.shooter.bases))]
        self.cover = self.lightest_cover() if any(self.fires) else 0

    def inches(self, place: int) -> float:
        return min(gap(self.shooter.bases[place], base) for base in self.target.bases)

    def shoots(self, place: int) -> bool:
        formation = self.shooter.plain["formation"]
        if self.moved is None or fights_of(self.drawn.plain, "r1"):
            return False
        if self.shooter.is_ranked and place >= 2 * formation["files"]:
            return False
        if band_of(self.weapon, self.inches(place))[1] is None:
            return False
        return any(self.sees(place, model) for model in self.models)

    def sees(self, place: int, model: int) -> bool:
        """Whether a free line leads from one base to a part of another in its field of fire."""
        base, other = self.shooter.bases[place], self.target.bases[model]
        ends = in_field(self.shooter, base, sampled_rim(other, self.parts), self.room)
        if not ends:
            return False
        stands = [
            (unit, stand(self.drawn.plain, unit, shape, unit.middles[number]))
            for unit, shape, number in ((self.shooter, base, place), (self.target, other, model))
        ]
        starts = np.array(sampled_rim(base, self.parts))
        pairs = np.repeat(starts, len(ends), axis=0), np.tile(np.array(ends), (len(starts), 1))
        free = widely_free if self.room > 0 else are_free
        return bool(free(*pairs, way(self.drawn, stands[0], stands[1])).any())

    def lightest_cover(self) -> int:
        """Of all models that any who shoots sees."""
        if self.target.altitude != "ground":
            return 0
        firing = [place for place, fires in enumerate(self.fires) if fires]
        covers = {(place, model): self.cover_of(place, model) for place, model in product(firing, self.models)}
        for cover in (0, -1):
            if any(covers[pair] == cover and self.sees(*pair) for pair in covers):
                return cover
        return min(covers.values())

    def cover_of(self, place: int, model: int) -> int:
        heaviest, base = 0, self.target.bases[model]
        line = self.shooter.middles[place], self.target.middles[model]
        for piece in self.drawn.plain["terrain"]:
            ground, kind = piece["polygon"], piece["kind"]
            crossed = any(cross(*line, *side) for side in sides(ground)) or is_inside(line[0], ground)
            behind = kind in SHELTERS and crossed and gap(base, ground) <= BEHIND
            if kind in COVER and (behind or overlap(base, ground, 1e-3)):
                heaviest = min(heaviest, COVER[kind])
        return heaviest

    def needed(self, place: int) -> int:
        target, change = self.target, band_of(self.weapon, self.inches(place))[1]
        many = int(target.is_ranked and target.base_units >= 30)
        flying = -1 if target.altitude != "ground" else 0
        held = 1 if target.plain.get("immobile") else 0
        held -= int(not held and target.plain.get("profile") == EVASIVE)
        return self.weapon.skill + (change or 0) + (self.moved or 0) + self.cover + many + flying + held

    def expected(self) -> Fraction:
        return sum((self.hits(self.needed(place)) for place, fires in enumerate(self.fires) if fires), Fraction())

    def hits(self, needed: int) -> Fraction:
        """The mean of one shot's hits; an area attack that misses by one brings half."""
        chance = Fraction(min(needed, 6), 6) if needed > 0 else CHANCE.get(needed, Fraction())
        if not self.weapon.dice:
            return chance
        halves, dice = int(not self.target.is_ranked), (self.weapon.dice, 3)
        missed = Fraction(1, 6) if 0 < needed < 6 and not fights_of(self.drawn.plain, "b1") else Fraction()
        return chance * mean_hits(dice, halves) + missed * mean_hits(dice, halves + 1)

    def fault(self, answer: Plain) -> str:
        """In what the product's answer differs."""
        for shot in answer["models"]:
            place = shot["model"] - 1
            if abs(shot["inches"] - self.inches(place)) > HAIR:
                return f"{shot['model']}: {shot['inches']} inches, measured {self.inches(place)}"
            if shot["band"] != band_of(self.weapon, self.inches(place))[0]:
                return f"{shot['model']}: {shot['band']}, measured {band_of(self.weapon, self.inches(place))}"
            if shot["fires"] != self.fires[place]:
                return f"{shot['model']} fires: {shot['fires']}, tried {self.fires[place]}; {shot['why']}"
            if shot["fires"] and shot["needed"] != self.needed(place):
                return f"{shot['model']} needs {shot['needed']}, counted {self.needed(place)}"
        if answer["firing"] != sum(self.fires):
            return f"{answer['firing']} fire, tried {sum(self.fires)}; {answer['reason']}"
        if answer["cover"] != self.cover or Fraction(answer["expected"]) != self.expected():
            stated = answer["cover"], answer["expected"]
            return f"cover and hits: {stated}, counted {(self.cover, self.expected())}"
        return ""


def fault_of(drawn: Drawn, weapon: Weapon, moved: float) -> str:
    """In what the product's answer differs, however closely one looks."""
    answer = drawn.ask("shoot", "r1", "b1", f"moved {moved}" if moved else "")
    first = Volley(drawn, weapon, moved, FEW, HAIR).fault(answer)
    finer = ((MANY, HAIR), (MANY, 0.0), (MANY, -HAIR))
    return first and ("" if any(not Volley(drawn, weapon, moved, *how).fault(answer) for how in finer) else first)


def drawn_table(lot: Lot) -> tuple[Drawn, Weapon]:
    """Somebody who shoots, a target, and what may be between them."""
    weapon, middle = lot.chance.choice(WEAPONS), (30.0, 22.0)
    far = lot.chance.uniform(0.15, 1.4) * weapon.reach
    place = step((30.0, 10.0), lot.chance.uniform(-50, 50), far)
    first = lot.block("r1", (30, 10), 0) if lot.happens(0.5) else lot.loose("r1", (30, 10), 0, lot.chance.randint(1, 6))
    if weapon.base == 9:
        first = lot.loose("r1", (30, 10), 0, 1)
    facing = lot.number(0, 90) - 45
    first |= {"base": weapon.base, "profile": weapon.profile, "movement": weapon.move}
    if first["formation"]["kind"] == "skirmish":
        first["formation"]["positions"] = [(28 + 2.6 * number, 10) for number in range(first["models"])]
        facing = 0
    first["formation"]["facing"] = facing % 360
    target = lot.block("b1", place, 2) if lot.happens(0.5) else lot.loose("b1", place, 2, lot.chance.randint(1, 6))
    target |= {"immobile": lot.happens(0.1)}
    if target["base"] == 1 and lot.happens(0.3):
        target |= {"profile": EVASIVE}
    if target["formation"]["kind"] == "skirmish" and lot.happens(0.15):
        target |= {"altitude": lot.chance.choice(["low", "high"]), "fly": 12}
    others = [lot.block(ref, middle, 10) for ref in ("r2", "b2") if lot.happens(0.4)]
    others += [lot.loose(ref, middle, 10, lot.chance.randint(1, 6)) for ref in ("r3", "b3") if lot.happens(0.4)]
    terrain = [lot.piece(f"t{number}", KINDS, place, 6) for number in range(lot.chance.randint(0, 3))]
    plain = lot.table([first, target, *others], terrain)
    return Drawn(lot.with_a_fight(plain) if lot.happens(0.5) else plain), weapon


def compare(lot: Lot) -> Iterator[tuple[Drawn, str, str]]:
    """Two volleys on one table: without a move, and after one."""
    drawn, weapon = drawn_table(lot)
    for moved in (0.0, lot.chance.choice([0.5, 1.0, weapon.move / 2, weapon.move * 0.75, float(weapon.move)])):
        if {"r1", "b1"} <= drawn.units.keys() and not is_on_a_band(drawn, weapon):
            yield drawn, f"shoot r1 b1 moved {moved}", fault_of(drawn, weapon, moved)


def is_on_a_band(drawn: Drawn, weapon: Weapon) -> bool:
    """Whether a hair decides in which band a model shoots."""
    limits = (weapon.least, weapon.reach / 3, weapon.reach, weapon.reach * 4 / 3)
    target = drawn.units["b1"].bases
    gaps = [min(gap(base, other) for other in target) for base in drawn.units["r1"].bases]
    return any(abs(inches - limit) < HAIR for inches in gaps for limit in limits)
