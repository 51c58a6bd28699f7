"""Templates in words: `circle 5; at 30,25; range 18; scatter 2d6`, `wall 6 1; at 20,20; at 26,20 45; hits 3d3`."""

from __future__ import annotations

import re

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.battlefield.schema import LARGEST_SIDE
from tabletop.decoding import MalformedError
from tabletop.dice import Dice, parse_dice
from tabletop.geometry.primitives.vectors import Point

LARGEST_TEMPLATE = 24
MOST_PLACES = 12
MOST_DICE = 4
DICE = re.compile(r"^[1-9]?d[36]$")
IN_INCHES = '"'


class Spot(Struct, frozen=True):
    """Where the middle of a template is put, and which way its long side faces, in degrees clockwise from up."""

    middle: Point
    facing: float = 0.0


class Scatter(Struct, frozen=True):
    """How far it wanders: by dice, or fixed inches; by the clock or in any direction."""

    dice: Dice | None = None
    inches: float = 0.0
    by_clock: bool = True


class Order(Struct, frozen=True, kw_only=True):
    """A round template by its diameter or walls by length and depth, in inches; where, how far off, how it wanders.

    `hits` are rolled for each unit that it touches, and halved on skirmishers.
    """

    diameter: float = 0.0
    wall: tuple[float, float] = (0.0, 0.0)
    spots: tuple[Spot, ...] = ()
    range: float | None = None
    scatter: Scatter | None = None
    hits: Dice | None = None


def read_template(text: str, base: float = 1.0) -> Order:
    """Sizes are in base units of so many inches, as the book has them, or stated in inches: `circle 5"`.

    MalformedError names the part that is wrong, as `template[2]`.
    """
    order = Order()
    for number, part in enumerate(filter(None, (words.strip() for words in text.split(";")))):
        order = _with(order, part, f"template[{number}]", base)
    if bool(order.diameter) == bool(order.wall[0]):
        raise MalformedError("template", "needs one shape: “circle 5” or “wall 6 1”")
    if not order.spots:
        raise MalformedError("template", "needs a place: “at 30,25”")
    if order.diameter and len(order.spots) > 1:
        raise MalformedError("template", "only walls are put side by side")
    if order.scatter and not order.diameter:
        raise MalformedError("template", "only round templates wander")
    return order


def _with(order: Order, part: str, field: str, base: float) -> Order:
    name, *words = part.split()
    match name, words:
        case "circle", [across]:
            return replace(order, diameter=_size(across, field, base))
        case "wall", [long, deep]:
            return replace(order, wall=(_size(long, field, base), _size(deep, field, base)))
        case "at", [place, *facing] if len(facing) <= 1 and len(order.spots) < MOST_PLACES:
            return replace(order, spots=(*order.spots, _spot(place, facing, field)))
        case "range", [inches]:
            return replace(order, range=_number(inches, field))
        case "scatter", [far, *how] if how in ([], ["clock"], ["any"]):
            return replace(order, scatter=_scatter(far, field, by_clock=how != ["any"]))
        case "hits", [dice] if DICE.match(dice):
            return replace(order, hits=_dice(dice))
    raise MalformedError(field, f"“{part}” isn't one of: circle, wall, at, range, scatter, hits")


def _size(text: str, field: str, base: float) -> float:
    number = _number(text.removesuffix(IN_INCHES), field, most=LARGEST_TEMPLATE)
    return number if text.endswith(IN_INCHES) else number * base


def _dice(text: str) -> Dice | None:
    return parse_dice(text) if DICE.match(text) else None


def _spot(place: str, facing: list[str], field: str) -> Spot:
    x, comma, y = place.partition(",")
    if not comma:
        raise MalformedError(field, f"“{place}” isn't a place, as “30,25” is")
    low = -LARGEST_SIDE
    angle = _number(facing[0], field, least=-360, most=360) if facing else 0.0
    return Spot((_number(x, field, least=low), _number(y, field, least=low)), angle)


def _scatter(far: str, field: str, *, by_clock: bool) -> Scatter:
    dice = _dice(far)
    if dice and dice.count <= MOST_DICE:
        return Scatter(dice=dice, by_clock=by_clock)
    return Scatter(inches=_number(far, field), by_clock=by_clock)


def _number(text: str, field: str, *, least: float = 0.0, most: float = LARGEST_SIDE) -> float:
    try:
        number = float(text)
    except ValueError as error:
        raise MalformedError(field, f"“{text}” isn't a number") from error
    if not least <= number <= most:
        raise MalformedError(field, f"“{text}” is not from {least:g} to {most:g}")
    return number
