"""What differs between two rosters, and their units beside each other."""

from __future__ import annotations

from msgspec import Struct

MINUS = "−"


class Change(Struct, frozen=True):
    """One difference: the ref of its unit, empty for the roster itself; `points` is None where it has no price."""

    ref: str
    text: str
    points: int | None = None

    def __str__(self) -> str:
        """`+5 Axemen, +90`."""
        return f"{self.text}, {signed(self.points)}" if self.points else self.text


def signed(number: int) -> str:
    """`+5` and `−100`, with a true minus sign."""
    return f"{'+' if number >= 0 else MINUS}{abs(number):,}"


class Side(Struct, frozen=True):
    """A unit as one of the rosters has it; empty where it has none."""

    text: str = ""
    points: int | None = None


class UnitPair(Struct, frozen=True):
    """A unit as it stands in two rosters; one side is empty where a roster doesn't have it."""

    one: Side
    two: Side
    same: bool
