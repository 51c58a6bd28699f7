"""What differs between two rosters, and their units beside each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from tabletop.languages import number

MINUS = "−"
Whole = TypeVar("Whole", bound=Struct)


class Change(Struct, frozen=True):
    """One difference: the ref of its unit, empty for the roster itself; `points` is None where it has no price."""

    ref: str
    text: str
    points: int | None = None

    def __str__(self) -> str:
        """`+5 Axemen, +90`."""
        return f"{self.text}, {signed(self.points)}" if self.points else self.text


def signed(change: int) -> str:
    """`+5` and `−100`, with a true minus sign."""
    return f"{'+' if change >= 0 else MINUS}{number(abs(change))}"


class Side(Struct, frozen=True):
    """A unit as one of the rosters has it; empty where it has none."""

    text: str = ""
    points: int | None = None


class UnitPair(Struct, frozen=True):
    """A unit as it stands in two rosters; one side is empty where a roster doesn't have it."""

    one: Side
    two: Side
    same: bool


def changed_counts(before: Mapping[str, int], after: Mapping[str, int]) -> Iterator[tuple[str, int, int]]:
    """Each profile of which there are more or fewer, with both counts; one that isn't named counts as 0."""
    for slug in dict.fromkeys((*before, *after)):
        old, new = before.get(slug, 0), after.get(slug, 0)
        if old != new:
            yield slug, old, new


def merged_counts(base: Mapping[str, int], mine: Mapping[str, int], theirs: Mapping[str, int]) -> dict[str, int] | None:
    """The counts that I have changed, to be set in theirs; None where both have changed one, and not alike."""
    own = {slug: count for slug, _, count in changed_counts(base, mine)}
    clash = any(theirs.get(slug, 0) not in (base.get(slug, 0), count) for slug, count in own.items())
    return None if clash else own


def merged_by_fields(base: Whole, mine: Whole, theirs: Whole) -> Whole | None:
    """Theirs with my changes of whole fields that they left alone; None where both have changed one, and not alike."""
    own = merged_fields(base, mine, theirs, base.__struct_fields__)
    return None if own is None else replace(theirs, **own)


def merged_fields(base: Struct, mine: Struct, theirs: Struct, names: Iterable[str]) -> dict[str, Any] | None:
    """The fields that I have changed, to be set in theirs; None where both have changed one, and not alike."""
    own = {name: getattr(mine, name) for name in names if getattr(mine, name) != getattr(base, name)}
    clash = any(getattr(theirs, name) not in (getattr(base, name), value) for name, value in own.items())
    return None if clash else own
