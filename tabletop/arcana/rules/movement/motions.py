"""The motion that an order makes of a unit: what it sweeps, its inches, what each costs, where it stands at any share.

Blocks go straight ahead, back at half speed, aslant by at most 45°, wheel about a front corner, or rotate on the spot
for half of the move; each model of a loose unit goes straight by a vector of its own, all arriving together. A wheel is
priced by the arc of its outer corner (ruling T1).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from fractions import Fraction
from math import asin, degrees, radians, sin

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.battlefield.causes import Cause
from tabletop.arcana.battlefield.footprints import front_middle, lattice_of, ranks_of
from tabletop.arcana.battlefield.reasons import forbidden
from tabletop.arcana.battlefield.scene import PlacedUnit
from tabletop.arcana.battlefield.schema import Column, Formation, RankAndFile, Skirmish
from tabletop.arcana.battlefield.sentences import inches
from tabletop.arcana.rules.formation.changing import HALF, RAF_MOVEMENT, ChargeBar
from tabletop.arcana.rules.formation.legality import SKIRMISHED
from tabletop.arcana.rules.movement.columns import column_motion, head_of, walked
from tabletop.arcana.rules.movement.orders import Back, Diagonal, Forward, Hand, Heading, Places, Rotate, Wheel
from tabletop.citations import Citation
from tabletop.geometry.motion.sweeps import Drift, Motion, Swing
from tabletop.geometry.primitives.tolerances import ROUNDING
from tabletop.geometry.primitives.vectors import (
    Vector,
    heading,
    length,
    minus,
    normalized_angle,
    plus,
    rotate_point,
    times,
)

FULL_SPEED = 1.0
HALF_SPEED = 2.0  # inches of movement an inch
STEEPEST_DIAGONAL = 45


class WheelMeasure(StrEnum):
    """Along which line a wheel is measured."""

    ARC = "arc"
    CHORD = "chord"


# “RaF Movement” prices a wheel by how far the moving corner travels: along its arc (ruling T1). The straight line is
# the other reading; by it, several small wheels cost more than one large one.
WHEEL_MEASURE = WheelMeasure.ARC

Travel = Forward | Back | Diagonal | Wheel | Rotate | Heading | Places
Block = RankAndFile | Column


class UnitMotion(Struct, frozen=True, kw_only=True):
    """What a unit's convex pieces sweep in so many inches, in words, too, and why no charge may follow, if so.

    `rate` is what each inch costs of the move on open ground, `flat` a share of the move that all costs instead.
    `formation_at` is the formation at a share of the motion.
    """

    sweep: Motion
    inches: float
    rate: float = FULL_SPEED
    flat: Fraction | None = None
    formation_at: Callable[[float], Formation]
    text: str
    citation: Citation = RAF_MOVEMENT
    bars_charge: ChargeBar = ChargeBar.NONE


def wheel_cost(width: float, angle: float, measure: WheelMeasure = WHEEL_MEASURE) -> float:
    """The inches that a front of a width in inches pays for a wheel by an angle in degrees."""
    turn = radians(angle)
    return width * turn if measure is WheelMeasure.ARC else 2 * width * sin(turn / 2)


def wheel_angle(width: float, inches: float, measure: WheelMeasure = WHEEL_MEASURE) -> float:
    """The degrees that so many inches wheel a front of a width; ValueError where no chord is that long."""
    if measure is WheelMeasure.ARC:
        return degrees(inches / width)
    return degrees(2 * asin(inches / (2 * width)))


def motion_of(unit: PlacedUnit, order: Travel) -> UnitMotion:
    """The motion that an order makes of a unit; ForbiddenError for one that its formation can't do."""
    block = unit.formation
    if isinstance(block, Skirmish):
        return _motion_of_skirmishers(unit, block, order)
    if isinstance(block, Column) and block.trail:
        _check_snaking(order)
    match order:
        case Forward(inches=way):
            return _straight(unit, block, times(heading(block.facing), way), f"forward {inches(way)}")
        case Back(inches=way):
            text = f"back {inches(way)}, at half speed"
            return replace(_straight(unit, block, times(heading(block.facing), -way), text), rate=HALF_SPEED)
        case Diagonal(hand=hand, angle=angle, inches=way):
            if angle > STEEPEST_DIAGONAL + ROUNDING:
                raise forbidden(Cause.DIAGONAL_TOO_STEEP, RAF_MOVEMENT, angle=angle, most=STEEPEST_DIAGONAL)
            bearing = block.facing + (angle if hand == Hand.RIGHT else -angle)
            text = f"{inches(way)} forward and {angle:g}° to the {hand}"
            return _straight(unit, block, times(heading(bearing), way), text)
        case Wheel():
            return _wheel(unit, block, order)
        case Rotate():
            return _rotation(unit, block, order)
        case _:
            raise forbidden(Cause.ONLY_SKIRMISHERS_MOVE_FREELY, RAF_MOVEMENT)


def _check_snaking(order: Travel) -> None:
    """ForbiddenError for what a column can't do while its trail bends."""
    manoeuvres = {Back: "go back", Diagonal: "move diagonally", Rotate: "rotate"}
    manoeuvre = "wheel back" if isinstance(order, Wheel) and order.backward else manoeuvres.get(type(order))
    if manoeuvre:
        raise forbidden(Cause.COLUMN_SNAKES, RAF_MOVEMENT, manoeuvre=manoeuvre)


def _straight(unit: PlacedUnit, block: Block, vector: Vector, text: str) -> UnitMotion:
    def formation_at(share: float) -> Block:
        corner = plus(block.corner, times(vector, share))
        if isinstance(block, Column) and block.trail:
            return walked(unit, block, corner, block.facing)
        return replace(block, corner=corner)

    sweep: Motion = tuple(Drift(shape, vector) for shape in unit.blocks)
    if isinstance(block, Column) and block.trail:
        front = plus(front_middle(block, unit.size), vector)
        sweep = column_motion(unit, block, Drift(head_of(unit, block), vector), front)
    return UnitMotion(sweep=sweep, inches=length(vector), formation_at=formation_at, text=text)


def _wheel(unit: PlacedUnit, block: Block, order: Wheel) -> UnitMotion:
    width = block.files * unit.size[0]
    angle = order.amount if order.in_degrees else wheel_angle(width, order.amount)
    turn = angle if (order.hand == Hand.RIGHT) != order.backward else -angle
    pivot = lattice_of(block, unit.size).point(0 if order.hand == Hand.LEFT else block.files, 0)

    def formation_at(share: float) -> Block:
        corner, facing = rotate_point(block.corner, pivot, turn * share), normalized_angle(block.facing + turn * share)
        if isinstance(block, Column):
            return walked(unit, block, corner, facing)
        return replace(block, corner=corner, facing=facing)

    sweep: Motion = tuple(Swing(shape, pivot, turn) for shape in unit.blocks)
    if isinstance(block, Column):
        front = rotate_point(front_middle(block, unit.size), pivot, turn)
        sweep = column_motion(unit, block, Swing(head_of(unit, block), pivot, turn), front)
    cost = wheel_cost(width, angle)
    return UnitMotion(
        sweep=sweep,
        inches=cost,
        formation_at=formation_at,
        text=f"wheels {'back ' if order.backward else ''}{order.hand} {inches(cost)}, {round(angle, 1):g}°",
        bars_charge=ChargeBar.WHEELED_BACKWARDS if order.backward else ChargeBar.NONE,
    )


def _rotation(unit: PlacedUnit, block: Block, order: Rotate) -> UnitMotion:
    centre = lattice_of(block, unit.size).point(block.files / 2, len(ranks_of(block.files, unit.models)) / 2)
    angle = order.angle if order.hand == Hand.RIGHT else -order.angle

    def formation_at(share: float) -> Block:
        turn = angle * share
        corner, facing = rotate_point(block.corner, centre, turn), normalized_angle(block.facing + turn)
        return replace(block, corner=corner, facing=facing)

    return UnitMotion(
        sweep=tuple(Swing(shape, centre, angle) for shape in unit.blocks),
        inches=0.0,
        flat=HALF,
        formation_at=formation_at,
        text=f"rotates {order.angle:g}° to the {order.hand} about its middle",
        bars_charge=ChargeBar.ROTATED,
    )


def _motion_of_skirmishers(unit: PlacedUnit, loose: Skirmish, order: Travel) -> UnitMotion:
    match order:
        case Forward(inches=way):
            vector, text = times(heading(loose.facing), way), f"forward {inches(way)}"
        case Back(inches=way):
            vector, text = times(heading(loose.facing), -way), f"back {inches(way)}"
        case Heading(angle=angle, inches=way):
            vector, text = times(heading(angle), way), f"{inches(way)} in direction {angle:g}°"
        case Places(places=places):
            if len(places) != unit.models:
                raise forbidden(Cause.WRONG_NUMBER_OF_PLACES, RAF_MOVEMENT, places=len(places), models=unit.models)
            vectors = [minus(place, position) for place, position in zip(places, loose.positions, strict=True)]
            text = f"each model by itself, the farthest {inches(max(map(length, vectors)))}"
            return _each_straight(unit, loose, vectors, text)
        case _:
            raise forbidden(Cause.NO_RANKS_TO_WHEEL, RAF_MOVEMENT)
    return _each_straight(unit, loose, [vector] * unit.models, text)


def _each_straight(unit: PlacedUnit, loose: Skirmish, vectors: Sequence[Vector], text: str) -> UnitMotion:
    """Every model straight by its own vector, all arriving together; the longest way is the unit's."""

    def formation_at(share: float) -> Skirmish:
        moved = zip(loose.positions, vectors, strict=True)
        return replace(loose, positions=tuple(plus(place, times(vector, share)) for place, vector in moved))

    sweep = tuple(Drift(shape, vector) for shape, vector in zip(unit.bases, vectors, strict=True))
    longest = max(map(length, vectors))
    return UnitMotion(sweep=sweep, inches=longest, formation_at=formation_at, text=text, citation=SKIRMISHED)
