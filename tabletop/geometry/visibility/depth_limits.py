"""How deep lines of sight may run into bodies: not at all, through one body of several, so many inches, or at will.

A body is one or more convex shapes. What a line has inside a shape is a length in inches (`convexes.inches_inside`);
whether that is too much is decided body by body, for many lines at once: a body that stops is not even entered, of
those that count as one no two bodies are entered, and the inches inside all shapes of a body with a limit are added.

Exact on the lengths that it is given, with two tolerances: no more than TOUCHED inches inside a shape are rounding, not
a crossing, and a limit reaches RANGE farther, as every measured move and range does. Cost, in numpy: O(lines times
shapes), and a product of matrices (line, shape) by (shape, body) for the bodies of either kind.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from tabletop.geometry.primitives.arrays import Flags, Floats, Indices
from tabletop.geometry.primitives.tolerances import RANGE

TOUCHED = 1e-6
MANY = 1 << 30  # more than there are bodies

Depths = NDArray[np.int8]


class Depth(IntEnum):
    """How deep a line may run into a body."""

    ANY = 0  # it may run through as if nothing were there
    NONE = 1  # the body stops it
    ONE = 2  # it may run through one such body, but not through two
    LIMITED = 3  # so many inches


class DepthLimits(Struct, frozen=True):
    """How deep lines may run into each of some shapes, all arrays (shape,).

    `depths` has values of `Depth`; where that is LIMITED, `inches` has those allowed inside all shapes of the body
    together. `owners` says whose each shape is, by the body's index.
    """

    depths: Depths
    inches: Floats
    owners: Indices

    def chosen(self, shapes: Indices) -> DepthLimits:
        """The limits of some of the shapes: a line that these stop stays so, whatever else it meets."""
        return DepthLimits(self.depths[shapes], self.inches[shapes], self.owners[shapes])

    @property
    def bodies_with_a_limit(self) -> int:
        """How many bodies are LIMITED."""
        return len(np.unique(self.owners[self.depths == Depth.LIMITED]))

    def excess(self, lengths: Floats) -> Floats:
        """By how many inches lines with these lengths inside the shapes (line, shape) are too deep: (line,).

        0 or less is free, by that much; infinite is blocked, however short the way inside.
        """
        crossed = lengths > TOUCHED
        stopped = (crossed & (self.depths == Depth.NONE)).any(axis=1)
        loose = self._shapes_of_bodies(Depth.ONE)
        if loose.size:
            stopped |= ((crossed @ loose) > 0).sum(axis=1) > 1
        excesses = self.excess_by_body(lengths)
        return np.where(stopped, np.inf, excesses.max(axis=1) if excesses.size else 0.0)

    def excess_by_body(self, lengths: Floats) -> Floats:
        """By how many inches each line is too deep in each body that is LIMITED: (line, body); 0 or less is free."""
        shapes = self._shapes_of_bodies(Depth.LIMITED)
        allowed = np.array([self.inches[own > 0][0] for own in shapes.T])
        excesses: Floats = lengths @ shapes - allowed - RANGE
        return excesses

    def _shapes_of_bodies(self, depth: Depth) -> Floats:
        """Which shape belongs to which of the bodies of one depth: (shape, body), as ones."""
        kept = self.depths == depth
        if not kept.any():
            return np.zeros((len(kept), 0))
        members: Flags = (self.owners[:, None] == np.unique(self.owners[kept])) & kept[:, None]
        return members.astype(np.float64)


def crosses_too_much(crossed: Flags, depths: Depths, owners: Indices, *, limits_stop: bool) -> Flags:
    """Where what is crossed (…, shape, line) is too much, however short the way inside: (…, line).

    `depths` are (…, shape, line) or (…, shape, 1) and `owners` (…, shape), as `DepthLimits` has them. With
    `limits_stop`, a body with a limit may not be entered at all.
    """
    stops = (depths == Depth.NONE) | (depths == Depth.LIMITED) if limits_stop else depths == Depth.NONE
    too_much: Flags = np.any(crossed & stops, axis=-2)
    loose = depths == Depth.ONE
    if loose.any():
        entered, bodies = crossed & loose, owners[..., None]
        most, least = np.where(entered, bodies, -1).max(axis=-2), np.where(entered, bodies, MANY).min(axis=-2)
        too_much |= most > least
    return too_much
