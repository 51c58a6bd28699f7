"""A composed unit with its points, and what is in it."""

from __future__ import annotations

from dataclasses import dataclass

from tests.corpus.copies import Plain
from tests.corpus.printed import Entry, of

LARGEST, SMALLEST = 800, 200


@dataclass
class Priced:
    """A unit's file with its points."""

    unit: Plain
    normal: int = 0
    special: int = 0

    @property
    def points(self) -> int:
        return self.normal + self.special


BEAST = next(iter(of("monsters", "monsters")))


def models(made: Priced) -> list[Plain]:
    return list(made.unit.get("models", ()))


def profiles(made: Priced) -> set[str]:
    """Everything that is fielded or ridden."""
    mounts = [each["mount"] for each in made.unit.get("characters", ()) if "mount" in each]
    return {each["profile"] for each in (*models(made), *mounts)}


def hidden_price(row: Entry, extras: int) -> int:
    """A quarter more for all, or the row's own price and a quarter more for the extras; a half goes up."""
    if row.infiltrates is not None:
        return row.infiltrates + (5 * extras + 2) // 4
    return (5 * (row.points + extras) + 2) // 4
