"""What a player tells a unit to do, as values and as words that read back as the same: `wheel left 2.5; forward 3`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from math import isfinite

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.battlefield.schema import LARGEST_SIDE, MOST_MODELS, Altitude
from tabletop.arcana.rules.phrases import read_phrases
from tabletop.geometry.primitives.vectors import Point


class Hand(StrEnum):
    """A side of an order: the unit's own left or right."""

    LEFT = "left"
    RIGHT = "right"


MOST_ORDERS = 50
MOST_DEGREES = 360
DECIMALS = 12  # of the numbers in words


class Forward(Struct, frozen=True):
    inches: float


class Back(Struct, frozen=True):
    inches: float


class Diagonal(Struct, frozen=True):
    """Forward at an angle off the facing, in degrees."""

    hand: Hand
    angle: float
    inches: float


class Wheel(Struct, frozen=True):
    """About the front corner on that hand; so far goes the other front corner, in inches or as an angle in degrees."""

    hand: Hand
    amount: float
    in_degrees: bool = False
    backward: bool = False


class Rotate(Struct, frozen=True):
    """A turn of the unit about its own middle, in degrees."""

    hand: Hand
    angle: float


class Turn(Struct, frozen=True):
    """Every model by quarters, clockwise above 0."""

    quarters: int


class Files(Struct, frozen=True):
    """Files added, or dropped below 0, on either side."""

    left: int
    right: int


class Loosen(Struct, frozen=True):
    """A change into skirmish formation."""


class Form(Struct, frozen=True):
    """From skirmish into rank and file: `files` wide, facing a direction in degrees clockwise from up.

    `around` is the index of the model that the new formation stands around.
    """

    files: int
    facing: float
    around: int | None = None


class Heading(Struct, frozen=True):
    """Skirmishers together in any direction of the table, in degrees clockwise from up."""

    angle: float
    inches: float


class Places(Struct, frozen=True):
    """Each skirmisher straight to a place of its own, in the order of the positions."""

    places: tuple[Point, ...]


class Close(Struct, frozen=True):
    """Skirmishers straight to places of their own, with the extra inches of a unit that charged or was charged."""

    places: tuple[Point, ...]


class Fly(Struct, frozen=True):
    """A change of altitude; to the ground is landing."""

    altitude: Altitude


Order = Forward | Back | Diagonal | Wheel | Rotate | Turn | Files | Loosen | Form | Heading | Places | Close | Fly

NUMBER = r"(-?\d{1,6}(?:\.\d{1,17})?)"
INCHES = NUMBER + r'(?:"|\s*(?:in|inch|inches))?'
ANGLE = NUMBER + r"(?:°|\s*(?:deg|degrees))?"
HAND = "(left|right)"
PLACE = NUMBER.replace("(", "(?:", 1) + "," + NUMBER.replace("(", "(?:", 1)
PLACES = rf"({PLACE}(?:\s+{PLACE})*)"


def read_orders(text: str) -> tuple[Order, ...]:
    """The orders of a text, parted by semicolons; MalformedError names the one that can't be read, as `orders[1]`."""
    return read_phrases(text, GRAMMAR, field="orders", most=MOST_ORDERS, examples=EXAMPLES)


def _inches(text: str) -> float:
    number = float(text)
    if not 0 < number <= LARGEST_SIDE:
        raise ValueError(f"inches are above 0 and at most {LARGEST_SIDE}")
    return number


def _degrees(text: str) -> float:
    number = float(text)
    if not isfinite(number) or abs(number) > MOST_DEGREES:
        raise ValueError(f"degrees are at most {MOST_DEGREES}")
    return number


def _angle(text: str) -> float:
    """An angle that has a hand already."""
    if (number := _degrees(text)) <= 0:
        raise ValueError("the angle is above 0")
    return number


def _count(text: str | None) -> int:
    number = int(text or 1)
    if not 1 <= number <= MOST_MODELS:
        raise ValueError(f"from 1 to {MOST_MODELS}")
    return number


def _wheel_by_angle(back: str | None, hand: Hand, angle: str) -> Wheel:
    return Wheel(hand, _angle(angle), in_degrees=True, backward=bool(back))


def _files(verb: str, side: str, count: str | None) -> Files:
    number = _count(count) if verb == "add" else -_count(count)
    return Files(number if side != "right" else 0, number if side != "left" else 0)


def _form(files: str, facing: str, around: str | None) -> Form:
    """Models are counted from 1 in words."""
    return Form(_count(files), _degrees(facing), _count(around) - 1 if around else None)


def _places(text: str) -> tuple[Point, ...]:
    places = [tuple(float(part) for part in place.split(",")) for place in text.split()]
    if any(abs(number) > LARGEST_SIDE for place in places for number in place):
        raise ValueError(f"places are within {LARGEST_SIDE} inches")
    return tuple((x, y) for x, y in places)


TURNS = {"left": -1, "right": 1, "about": 2}
LEVELS: dict[str, Altitude] = {"high": Altitude.HIGH, "low": Altitude.LOW, "land": Altitude.GROUND}
GRAMMAR: tuple[tuple[str, Callable[..., Order]], ...] = (
    (rf"forward {INCHES}", lambda inches: Forward(_inches(inches))),
    (rf"back {INCHES}", lambda inches: Back(_inches(inches))),
    (rf"diagonal {HAND} {ANGLE} {INCHES}", lambda hand, angle, inches: Diagonal(hand, _angle(angle), _inches(inches))),
    (rf"wheel (back )?{HAND} {INCHES}", lambda back, hand, arc: Wheel(hand, _inches(arc), backward=bool(back))),
    (rf"wheel (back )?{HAND} {NUMBER} ?(?:°|deg|degrees)", _wheel_by_angle),
    (rf"rotate {HAND} {ANGLE}", lambda hand, angle: Rotate(hand, _angle(angle))),
    (r"turn (left|right|about)", lambda way: Turn(TURNS[way])),
    (r"(add|drop) (left|right|both)(?: (\d{1,4}))?", _files),
    (r"skirmish", Loosen),
    (rf"form (\d{{1,4}}) facing {ANGLE}(?: around (\d{{1,4}}))?", _form),
    (rf"heading {ANGLE} {INCHES}", lambda angle, inches: Heading(_degrees(angle), _inches(inches))),
    (rf"places {PLACES}", lambda text: Places(_places(text))),
    (rf"close {PLACES}", lambda text: Close(_places(text))),
    (r"(low|high|land)", lambda level: Fly(LEVELS[level])),
)
EXAMPLES = (
    "forward 3",
    "back 2",
    "diagonal right 45 4",
    "wheel left 2.5",
    "wheel left 30°",
    "wheel back right 1",
    "rotate left 90",
    "turn left, right or about",
    "add both 1",
    "drop left 1",
    "skirmish",
    "form 5 facing 90",
    "form 5 facing 90 around 3",
    "heading 135 6",
    "places 3,4 5,4",
    "close 3,4 5,4",
    "low",
    "high",
    "land",
)


def cut_short(order: Order, inches: float) -> Order:
    """The order to go only so many inches; a wheel's are those of its outer corner. Others than travels stay whole."""
    match order:
        case Forward() | Back() | Diagonal() | Heading():
            return replace(order, inches=inches)
        case Wheel():
            return replace(order, amount=inches, in_degrees=False)
        case _:
            return order


def orders_text(orders: Iterable[Order]) -> str:
    """The orders in words, which `read_orders` reads back as the same orders."""
    return "; ".join(map(_words, orders))


def _words(order: Order) -> str:
    match order:
        case Turn(quarters=quarters):
            return f"turn {next(word for word, turned in TURNS.items() if (turned - quarters) % 4 == 0)}"
        case Files(left=left, right=right):
            sides = {"both": left} if left == right else {"left": left, "right": right}
            changes = ((side, number) for side, number in sides.items() if number or left == right)
            return "; ".join(f"{'add' if number > 0 else 'drop'} {side} {abs(number)}" for side, number in changes)
        case Loosen():
            return "skirmish"
        case Form(files=files, facing=facing, around=around):
            return f"form {files} facing {number_text(facing)}°" + ("" if around is None else f" around {around + 1}")
        case Fly(altitude=altitude):
            return "land" if altitude == Altitude.GROUND else altitude
        case _:
            return _words_of_travel(order)


def _words_of_travel(order: Forward | Back | Diagonal | Wheel | Rotate | Heading | Places | Close) -> str:
    match order:
        case Forward(inches=way):
            return f"forward {number_text(way)}"
        case Back(inches=way):
            return f"back {number_text(way)}"
        case Diagonal(hand=hand, angle=angle, inches=way):
            return f"diagonal {hand} {number_text(angle)}° {number_text(way)}"
        case Wheel(hand=hand, amount=amount):
            return f"wheel {'back ' * order.backward}{hand} {number_text(amount)}{'°' * order.in_degrees}"
        case Rotate(hand=hand, angle=angle):
            return f"rotate {hand} {number_text(angle)}°"
        case Heading(angle=angle, inches=way):
            return f"heading {number_text(angle)}° {number_text(way)}"
        case Places(places=places) | Close(places=places):
            points = " ".join(f"{number_text(x)},{number_text(y)}" for x, y in places)
            return f"{'places' if isinstance(order, Places) else 'close'} {points}"


def number_text(value: float) -> str:
    """A number as orders are written: twelve decimals at most, and no more than it needs."""
    return f"{round(value, DECIMALS) + 0:.{DECIMALS}f}".rstrip("0").rstrip(".")
