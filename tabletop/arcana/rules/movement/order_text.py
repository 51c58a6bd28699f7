"""Orders as the words that read back as the same orders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tabletop.arcana.rules.movement.orders import (
    TURNS,
    Back,
    Close,
    Diagonal,
    Files,
    Fly,
    Form,
    Forward,
    Heading,
    Loosen,
    Order,
    Places,
    Rotate,
    Turn,
    Wheel,
)
from tabletop.geometry.primitives.vectors import Point

DECIMALS = 12


def spoken(orders: Iterable[Order]) -> str:
    """In words that read back as the same."""
    return "; ".join(map(_words, orders))


def _words(order: Order) -> str:
    match order:
        case Places(places=places):
            return "places " + " ".join(map(_place, places))
        case Close(places=places):
            return "close " + " ".join(map(_place, places))
        case Loosen() | Fly() | Turn() | Files() | Form():
            return _change(order)
        case _:
            return _travel(order)


def _change(order: Loosen | Fly | Turn | Files | Form) -> str:
    match order:
        case Loosen():
            return "skirmish"
        case Fly(altitude=altitude):
            return "land" if altitude == "ground" else altitude
        case Turn(quarters=quarters):
            return f"turn {next(word for word, turned in TURNS.items() if (turned - quarters) % 4 == 0)}"
        case Files(left=left, right=right):
            return "; ".join(_files(left, right))
        case Form(files=files, facing=facing, around=around):
            return f"form {files} facing {_number(facing)}°" + ("" if around is None else f" around {around + 1}")


def _files(left: int, right: int) -> Iterator[str]:
    """One phrase where both sides change alike."""
    if left == right:
        yield f"{'add' if left > 0 else 'drop'} both {abs(left)}"
        return
    for hand, number in (("left", left), ("right", right)):
        if number:
            yield f"{'add' if number > 0 else 'drop'} {hand} {abs(number)}"


def _travel(order: Forward | Back | Diagonal | Wheel | Rotate | Heading) -> str:
    match order:
        case Forward(inches=way):
            return f"forward {_number(way)}"
        case Back(inches=way):
            return f"back {_number(way)}"
        case Diagonal(hand=hand, angle=angle, inches=way):
            return f"diagonal {hand} {_number(angle)}° {_number(way)}"
        case Wheel(hand=hand, amount=amount):
            back, unit = "back " if order.backward else "", "°" if order.in_degrees else ""
            return f"wheel {back}{hand} {_number(amount)}{unit}"
        case Rotate(hand=hand, angle=angle):
            return f"rotate {hand} {_number(angle)}°"
        case Heading(angle=angle, inches=way):
            return f"heading {_number(angle)}° {_number(way)}"


def _place(place: Point) -> str:
    return f"{_number(place[0])},{_number(place[1])}"


def _number(value: float) -> str:
    return f"{round(value, DECIMALS) + 0:.{DECIMALS}f}".rstrip("0").rstrip(".")
