"""Two profiles side by side, field by field: one built from parts, one as printed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from tabletop.arcana.catalogue.profiles import Row, Statistics
from tabletop.arcana.creation.points import price
from tabletop.arcana.creation.vehicles.building import Built


class Difference(Struct, frozen=True):
    """A field, as `melee[0].strength`, that isn't the same in both; None where one hasn't got it."""

    field: str
    built: Any
    printed: Any

    def __str__(self) -> str:
        return f"{self.field}: built {self.built}, printed {self.printed}"


def differences(built: Built, row: Row) -> tuple[Difference, ...]:
    """Where a built vehicle and a printed row part, in the order of a design's fields, then cargo and points.

    Names of attacks don't count. RefusedError where the formula has no price for what was built.
    """
    ours, theirs = dict(cells(built.design)), dict(cells(row))
    ours |= {"cargo": built.cargo, "points": price(built.design).points}
    theirs |= {"cargo": row.cargo, "points": row.points}
    fields = [*ours, *(field for field in theirs if field not in ours)]
    compared = (Difference(field, ours.get(field), theirs.get(field)) for field in fields)
    return tuple(difference for difference in compared if difference.built != difference.printed)


def cells(statistics: Statistics) -> Iterator[tuple[str, Any]]:
    """Every field that the formula may read, with its path."""
    for field in Statistics.__struct_fields__:
        yield from _cells(field, getattr(statistics, field))


def _cells(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, Struct):
        for field in value.__struct_fields__:
            if field != "name":
                yield from _cells(f"{path}.{field}", getattr(value, field))
    elif isinstance(value, tuple) and any(isinstance(part, Struct) for part in value):
        for number, part in enumerate(value):
            yield from _cells(f"{path}[{number}]", part)
    elif value not in (None, ()):
        yield path, value
