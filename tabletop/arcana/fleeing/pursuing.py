"""Does a pursuer catch a fleeing unit: for each roll of the one the roll that the other needs, and the exact chance."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.book import BOOK
from tabletop.arcana.charge.paths import straight_walk
from tabletop.arcana.charge.reaching import Field, Priced, field_of, reached
from tabletop.arcana.fleeing.directions import DIE, flight
from tabletop.arcana.formation.legality import loosened
from tabletop.arcana.movement.moving import march_of
from tabletop.arcana.movement.orders import Heading
from tabletop.arcana.movement.strides import stride
from tabletop.arcana.movement.tolls import reach, tolls
from tabletop.arcana.profile import Melee
from tabletop.arcana.table.placed import PlacedTable, PlacedUnit
from tabletop.geometry.polygons import box
from tabletop.geometry.tolerances import RANGE

PURSUIT = BOOK.section("Fleeing Units Phase")
COVERING = BOOK.section("Covering a retreat")


class Chase(Struct, frozen=True):
    """For one roll of the fleeing unit: the inches that the pursuer needs, its least die for them, who covers.

    `needed` is None where the fleeing unit leaves the table or nothing leads to it, `least` where no die is enough.
    """

    roll: int
    needed: float | None
    least: int | None
    leaves: bool = False
    covered_by: str = ""


class Pursuit(Struct, frozen=True, kw_only=True):
    """The chances of catching, as loose models and as a block; `wounds` if caught, None where no profile says."""

    bearing: float
    loose: tuple[Chase, ...]
    ranked: tuple[Chase, ...] | None
    chance: Fraction
    ranked_chance: Fraction | None
    wounds: int | None
    fled: PlacedUnit


def pursuit(scene: PlacedTable, ref: str, fleeing_ref: str, bearing: float | None = None) -> Pursuit:
    """After a pursuer of a unit that runs d6 and its whole move in a direction; its best where none is given.

    MalformedError for refs that aren't on the table.
    """
    pursuer, fleeing = scene.unit(ref), scene.unit(fleeing_ref)
    way = flight(scene, fleeing_ref).best if bearing is None else bearing
    runs = [_run(scene, fleeing, way, roll) for roll in DIE]
    loose = pursuer if not pursuer.is_block else loosened(pursuer)
    chases = tuple(_chase(scene, loose, run, roll) for roll, run in zip(DIE, runs, strict=True))
    ranked = None
    if pursuer.is_ranked:
        ranked = tuple(_chase(scene, pursuer, run, roll) for roll, run in zip(DIE, runs, strict=True))
    return Pursuit(
        bearing=way,
        loose=chases,
        ranked=ranked,
        chance=chance(chases),
        ranked_chance=chance(ranked) if ranked else None,
        wounds=wounds_of(pursuer),
        fled=runs[-1],
    )


def chance(chases: tuple[Chase, ...]) -> Fraction:
    """Of 36 pairs of dice, those in which the pursuer catches."""
    caught = sum(max(DIE) + 1 - chase.least for chase in chases if chase.least)
    return Fraction(caught, len(DIE) ** 2)


def _run(scene: PlacedTable, fleeing: PlacedUnit, bearing: float, roll: int) -> PlacedUnit:
    return run_away(scene, fleeing, bearing, march_of(scene, fleeing).allowance + roll)


def run_away(scene: PlacedTable, fleeing: PlacedUnit, bearing: float, budget: float) -> PlacedUnit:
    """Loose, and as far as so many inches of movement go on the ground it crosses."""
    loose = fleeing if not fleeing.is_block else loosened(fleeing)
    motion = stride(loose, Heading(bearing, budget))
    along = tolls(loose, motion.motion, scene.pieces.values(), flying=loose.altitude != "ground")
    return loose.standing(motion.ends(reach(along, motion.inches, budget)))


def _chase(scene: PlacedTable, pursuer: PlacedUnit, run: PlacedUnit, roll: int) -> Chase:
    if has_left(scene, run):
        return Chase(roll, None, None, leaves=True)
    if run.altitude == "high" and pursuer.altitude == "ground":
        return Chase(roll, None, None)
    after = scene.with_unit(run).with_unit(pursuer)
    field = field_of(after, pursuer, run)
    priced = _straight(field)
    if priced is None or priced.reason:
        return Chase(roll, None, None, covered_by=_cover(scene, pursuer, priced))
    short = priced.inches - field.allowance - RANGE
    least = max(ceil(short), 1)
    return Chase(roll, priced.inches, least if least <= max(DIE) else None)


def _straight(field: Field) -> Priced | None:
    """Pursuers follow directly: loose ones straight, blocks as their formation lets them."""
    if field.unit.is_ranked:
        return reached(replace(field, allowance=field.allowance + max(DIE)))
    return field.price(straight_walk(field.unit, field.target.bases))


def _cover(scene: PlacedTable, pursuer: PlacedUnit, priced: Priced | None) -> str:
    """The unit of the other side that a pursuer would run into first: it may cover the retreat."""
    ref = priced.reason.ref if priced and priced.reason else ""
    return ref if ref in scene.units and scene.units[ref].side != pursuer.side else ""


def has_left(scene: PlacedTable, run: PlacedUnit) -> bool:
    """Whether a unit that ran stands at or over an edge of the table."""
    wide, deep = scene.table.size
    x1, y1, x2, y2 = box(point for base in run.bases for point in base)
    return x1 < RANGE or y1 < RANGE or x2 > wide - RANGE or y2 > deep - RANGE


def wounds_of(pursuer: PlacedUnit) -> int | None:
    """One for every melee or ramming attack of the whole unit; the better of alternatives."""
    if pursuer.row is None:
        return None
    blows = [(_attacks(line, pursuer), line.alternative) for line in pursuer.row.melee]
    total, last = 0, 0
    for attacks, alternative in blows:
        total += max(attacks - last, 0) if alternative else attacks
        last = max(last, attacks) if alternative else attacks
    ramming = pursuer.row.ramming
    return (total + (_attacks(ramming, pursuer) if ramming else 0)) * pursuer.models


def _attacks(line: Melee, pursuer: PlacedUnit) -> int:
    return line.attacks * (pursuer.wounds if line.per_wound else 1)
