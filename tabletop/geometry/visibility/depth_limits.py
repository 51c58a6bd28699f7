"""How many inches lines may run inside bodies: none, so many, or any inside one body but not inside two."""

from __future__ import annotations

from math import inf

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from tabletop.geometry.primitives.convexes import Floats
from tabletop.geometry.primitives.tolerances import RANGE

# Every other figure above 0 is a limit.
ANY, NONE, ONE = inf, 0.0, -1.0

TOUCHED = 1e-6  # inches inside something that are rounding, not sight

Flags = NDArray[np.bool_]
Places = NDArray[np.intp]


class Excess(Struct, frozen=True):
    """By how much the inches inside each shape (line, shape) are too many for each line.

    0 or less is free, inf is hopeless. `inches` are those allowed inside each shape, those of one body together;
    `owners` says whose each shape is.
    """

    inches: Floats
    owners: Places

    def chosen(self, places: Places) -> Excess:
        """Of some of the shapes alone: who is hopeless then stays so, whatever else a line meets."""
        return Excess(self.inches[places], self.owners[places])

    @property
    def limited(self) -> int:
        """How many bodies have a limit."""
        return len(np.unique(self.owners[limits(self.inches)]))

    def __call__(self, lengths: Floats) -> Floats:
        crossed = lengths > TOUCHED
        stopped = (crossed & (self.inches == NONE)).any(axis=1)
        loose = _members(self.owners, self.inches == ONE)
        if loose.size:
            stopped |= ((crossed @ loose) > 0).sum(axis=1) > 1
        overs = self.overs(lengths)
        return np.where(stopped, np.inf, overs.max(axis=1) if overs.size else 0.0)

    def overs(self, lengths: Floats) -> Floats:
        """The same for each body that has a limit (line, body), whatever else a line meets."""
        woods = _members(self.owners, limits(self.inches))
        depths = np.array([self.inches[own > 0][0] for own in woods.T])
        found: Floats = lengths @ woods - depths - RANGE
        return found


def limits(inches: Floats) -> Flags:
    found: Flags = (inches > NONE) & np.isfinite(inches)
    return found


def _members(owners: Places, kept: Flags) -> Floats:
    """Which shape belongs to which of the bodies of those kept (shape, body), as ones."""
    found: Flags = (owners[:, None] == np.unique(owners[kept])) & kept[:, None]
    return found.astype(np.float64)


def too_much(crossed: Flags, inches: Floats, owners: Places, *, limited: bool) -> Flags:
    """Where what is crossed is already too much, however short the way inside.

    The shapes are along the axis before the last, those of one body together; `limited` counts what has a limit as
    none at all.
    """
    barred = (inches >= NONE) & np.isfinite(inches) if limited else inches == NONE
    found: Flags = np.any(crossed & barred, axis=-2)
    loose = inches == ONE
    if loose.any():
        firsts = np.flatnonzero(np.diff(owners, prepend=-1))
        found |= np.logical_or.reduceat(crossed & loose, firsts, axis=-2).sum(axis=-2) > 1
    return found
