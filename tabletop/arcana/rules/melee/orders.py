"""Manoeuvres of engaged units in words: `turn left; add both`, `fall back 3`, `exchange r2`."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from tabletop.arcana.battlefield.schema import LARGEST_SIDE, Altitude
from tabletop.arcana.rules.movement.orders import LEVELS, TURNS, Files, Loosen, Turn
from tabletop.arcana.rules.phrases import read_phrases

MOST_MANOEUVRES = 5


class Wrap(Struct, frozen=True):
    """Loose models not in contact go around the enemy."""


class FallBack(Struct, frozen=True):
    """Straight back, and to another altitude on the way; to the ground is landing."""

    inches: float
    altitude: Altitude | None = None


class Exchange(Struct, frozen=True):
    """The unit leaves the fight, and a fresh one takes its place."""

    ref: str


Manoeuvre = Files | Turn | Loosen | Wrap | FallBack | Exchange


def _files(verb: str, side: str) -> Files:
    number = 1 if verb == "add" else -1
    return Files(number if side != "right" else 0, number if side != "left" else 0)


def _inches(text: str) -> float:
    if not 0 < float(text) <= LARGEST_SIDE:
        raise ValueError(f"inches are above 0 and at most {LARGEST_SIDE}")
    return float(text)


def _fall_back(inches: str, level: str | None = None) -> FallBack:
    return FallBack(_inches(inches), LEVELS[level] if level else None)


GRAMMAR: tuple[tuple[str, Callable[..., Manoeuvre]], ...] = (
    (r"(add|drop) (left|right|both)", _files),
    (r"turn (left|right|about)", lambda way: Turn(TURNS[way])),
    (r"skirmish", Loosen),
    (r"wrap", Wrap),
    (r'fall back (\d{1,3}(?:\.\d{1,12})?)"?(?: (low|high|land))?', _fall_back),
    (r"exchange ([a-z0-9][a-z0-9-]{0,31})", Exchange),
)
EXAMPLES = (
    "add both",
    "drop left",
    "turn left, right or about",
    "skirmish",
    "wrap",
    "fall back 3",
    "fall back 3 high",
    "exchange r2",
)


def read_manoeuvres(text: str) -> tuple[Manoeuvre, ...]:
    """Parted by semicolons; MalformedError names the one that can't be read, as `manoeuvres[1]`."""
    return read_phrases(text, GRAMMAR, field="manoeuvres", most=MOST_MANOEUVRES, examples=EXAMPLES)
