"""Orders as the words that read back as the same orders."""

from __future__ import annotations

from collections.abc import Iterable

from tabletop.arcana.movement.orders import Diagonal, Fly, Forward, Heading, Loosen, Order, Places, Wheel
from tabletop.geometry.vectors import Point

DECIMALS = 12


def spoken(orders: Iterable[Order]) -> str:
    """For the orders that a charge is made of; ValueError for others."""
    return "; ".join(map(_words, orders))


def _words(order: Order) -> str:
    match order:
        case Loosen():
            return "skirmish"
        case Fly(altitude=altitude):
            return "land" if altitude == "ground" else altitude
        case Places(places=places):
            return "places " + " ".join(map(_place, places))
        case _:
            return _travel(order)


def _travel(order: Order) -> str:
    match order:
        case Forward(inches=way):
            return f"forward {_number(way)}"
        case Diagonal(hand=hand, angle=angle, inches=way):
            return f"diagonal {hand} {_number(angle)}° {_number(way)}"
        case Wheel(hand=hand, amount=arc, in_degrees=False, backward=False):
            return f"wheel {hand} {_number(arc)}"
        case Heading(angle=angle, inches=way):
            return f"heading {_number(angle)}° {_number(way)}"
        case _:
            raise ValueError(f"{order} has no words here")


def _place(place: Point) -> str:
    return f"{_number(place[0])},{_number(place[1])}"


def _number(value: float) -> str:
    return f"{round(value, DECIMALS) + 0:.{DECIMALS}f}".rstrip("0").rstrip(".")
