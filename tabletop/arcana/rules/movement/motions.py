"""Orders that move a unit across the table, as motions with a price per inch."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import asin, degrees, radians, sin
from typing import Literal, TypeGuard

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
from tabletop.arcana.rules.movement.orders import Back, Diagonal, Forward, Heading, Places, Rotate, Wheel
from tabletop.citations import Citation
from tabletop.geometry.motion.sweeps import Drift, Motion, Swing
from tabletop.geometry.primitives.tolerances import ROUNDING
from tabletop.geometry.primitives.vectors import (
    Point,
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

Measure = Literal["arc", "chord"]
# “RaF Movement” prices a wheel by how far the moving corner travels: along its arc (ruling T1). The straight line is
# the other reading; by it, several small wheels cost more than one large one.
WHEEL_MEASURE: Measure = "arc"

Travel = Forward | Back | Diagonal | Wheel | Rotate | Heading | Places
Block = RankAndFile | Column


class Stride(Struct, frozen=True, kw_only=True):
    """A motion of so many inches; `rate` is what each costs on open ground, `flat` a share of the move instead.

    `ends` is the formation at a share of the motion.
    """

    motion: Motion
    inches: float
    rate: float = FULL_SPEED
    flat: Fraction | None = None
    ends: Callable[[float], Formation]
    text: str
    citation: Citation = RAF_MOVEMENT
    bars_charge: ChargeBar = ChargeBar.NONE


def wheel_cost(width: float, angle: float, measure: Measure = WHEEL_MEASURE) -> float:
    """The inches that a front of a width in inches pays for a wheel by an angle in degrees."""
    turn = radians(angle)
    return width * turn if measure == "arc" else 2 * width * sin(turn / 2)


def wheel_angle(width: float, inches: float, measure: Measure = WHEEL_MEASURE) -> float:
    """The degrees that so many inches wheel a front of a width; ValueError where no chord is that long."""
    if measure == "arc":
        return degrees(inches / width)
    return degrees(2 * asin(inches / (2 * width)))


def stride(unit: PlacedUnit, order: Travel) -> Stride:
    """The motion that an order makes of a unit; ForbiddenError for one that its formation can't do."""
    if isinstance(unit.formation, Skirmish):
        return _loose(unit, unit.formation, order)
    return _ordered(unit, unit.formation, order)


def _ordered(unit: PlacedUnit, block: Block, order: Travel) -> Stride:
    match order:
        case Forward(inches=way):
            return _straight(unit, block, times(heading(block.facing), way), text=f"forward {inches(way)}")
        case Back():
            return _backward(unit, block, order)
        case Diagonal():
            return _diagonal(unit, block, order)
        case Wheel():
            return _wheel(unit, block, order)
        case Rotate():
            return _rotation(unit, block, order)
        case _:
            raise forbidden(Cause.ONLY_SKIRMISHERS_MOVE_FREELY, RAF_MOVEMENT)


def _straight(unit: PlacedUnit, block: Block, vector: Vector, *, text: str) -> Stride:
    def ends(share: float) -> Block:
        corner = plus(block.corner, times(vector, share))
        return walked(unit, block, corner, block.facing) if _snakes(block) else replace(block, corner=corner)

    motion: Motion = tuple(Drift(shape, vector) for shape in unit.blocks)
    if isinstance(block, Column) and block.trail:
        front = plus(front_middle(block, unit.size), vector)
        motion = column_motion(unit, block, Drift(head_of(unit, block), vector), front)
    return Stride(motion=motion, inches=length(vector), ends=ends, text=text)


def _snakes(block: Block) -> TypeGuard[Column]:
    return isinstance(block, Column) and bool(block.trail)


def _backward(unit: PlacedUnit, block: Block, order: Back) -> Stride:
    _check_straight(block, "go back")
    text = f"back {inches(order.inches)}, at half speed"
    return replace(_straight(unit, block, times(heading(block.facing), -order.inches), text=text), rate=HALF_SPEED)


def _diagonal(unit: PlacedUnit, block: Block, order: Diagonal) -> Stride:
    _check_straight(block, "move diagonally")
    if order.angle > STEEPEST_DIAGONAL + ROUNDING:
        raise forbidden(Cause.DIAGONAL_TOO_STEEP, RAF_MOVEMENT, angle=order.angle, most=STEEPEST_DIAGONAL)
    angle = order.angle if order.hand == "right" else -order.angle
    text = f"{inches(order.inches)} forward and {order.angle:g}° to the {order.hand}"
    return _straight(unit, block, times(heading(block.facing + angle), order.inches), text=text)


def _wheel(unit: PlacedUnit, block: Block, order: Wheel) -> Stride:
    if order.backward:
        _check_straight(block, "wheel back")
    width = block.files * unit.size[0]
    angle = order.amount if order.in_degrees else wheel_angle(width, order.amount)
    turn = angle if (order.hand == "right") != order.backward else -angle
    pivot = lattice_of(block, unit.size).point(0 if order.hand == "left" else block.files, 0)

    def ends(share: float) -> Block:
        corner, facing = rotate_point(block.corner, pivot, turn * share), normalized_angle(block.facing + turn * share)
        if isinstance(block, Column):
            return walked(unit, block, corner, facing)
        return replace(block, corner=corner, facing=facing)

    cost = wheel_cost(width, angle)
    return Stride(
        motion=_wheeling(unit, block, pivot, turn),
        inches=cost,
        ends=ends,
        text=f"wheels {'back ' if order.backward else ''}{order.hand} {inches(cost)}, {round(angle, 1):g}°",
        bars_charge=ChargeBar.WHEELED_BACKWARDS if order.backward else ChargeBar.NONE,
    )


def _wheeling(unit: PlacedUnit, block: Block, pivot: Point, turn: float) -> Motion:
    if isinstance(block, Column):
        front = rotate_point(front_middle(block, unit.size), pivot, turn)
        return column_motion(unit, block, Swing(head_of(unit, block), pivot, turn), front)
    return tuple(Swing(shape, pivot, turn) for shape in unit.blocks)


def _rotation(unit: PlacedUnit, block: Block, order: Rotate) -> Stride:
    _check_straight(block, "rotate")
    centre = lattice_of(block, unit.size).point(block.files / 2, len(ranks_of(block.files, unit.models)) / 2)
    angle = order.angle if order.hand == "right" else -order.angle

    def ends(share: float) -> Block:
        turn = angle * share
        return replace(
            block, corner=rotate_point(block.corner, centre, turn), facing=normalized_angle(block.facing + turn)
        )

    return Stride(
        motion=tuple(Swing(shape, centre, angle) for shape in unit.blocks),
        inches=0.0,
        flat=HALF,
        ends=ends,
        text=f"rotates {order.angle:g}° to the {order.hand} about its middle",
        bars_charge=ChargeBar.ROTATED,
    )


def _check_straight(block: Block, manoeuvre: str) -> None:
    if _snakes(block):
        raise forbidden(Cause.COLUMN_SNAKES, RAF_MOVEMENT, manoeuvre=manoeuvre)


def _loose(unit: PlacedUnit, loose: Skirmish, order: Travel) -> Stride:
    match order:
        case Forward(inches=way):
            return _together(unit, loose, times(heading(loose.facing), way), f"forward {inches(way)}")
        case Back(inches=way):
            return _together(unit, loose, times(heading(loose.facing), -way), f"back {inches(way)}")
        case Heading(angle=angle, inches=way):
            return _together(unit, loose, times(heading(angle), way), f"{inches(way)} in direction {angle:g}°")
        case Places(places=places):
            return _apart(unit, loose, places)
        case _:
            raise forbidden(Cause.NO_RANKS_TO_WHEEL, RAF_MOVEMENT)


def _together(unit: PlacedUnit, loose: Skirmish, vector: Vector, text: str) -> Stride:
    return _each(unit, loose, (vector,) * unit.models, text)


def _apart(unit: PlacedUnit, loose: Skirmish, places: tuple[Point, ...]) -> Stride:
    if len(places) != unit.models:
        raise forbidden(Cause.WRONG_NUMBER_OF_PLACES, RAF_MOVEMENT, places=len(places), models=unit.models)
    vectors = tuple(minus(place, position) for place, position in zip(places, loose.positions, strict=True))
    return _each(unit, loose, vectors, f"each model by itself, the farthest {inches(max(map(length, vectors)))}")


def _each(unit: PlacedUnit, loose: Skirmish, vectors: tuple[Vector, ...], text: str) -> Stride:
    """Every model straight by its own vector, all arriving together; the longest way is the unit's."""

    def ends(share: float) -> Skirmish:
        moved = zip(loose.positions, vectors, strict=True)
        return replace(loose, positions=tuple(plus(place, times(vector, share)) for place, vector in moved))

    motion = tuple(Drift(shape, vector) for shape, vector in zip(unit.bases, vectors, strict=True))
    return Stride(motion=motion, inches=max(map(length, vectors)), ends=ends, text=text, citation=SKIRMISHED)
