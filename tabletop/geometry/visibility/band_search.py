"""A line that keeps within the inches of several bodies at once: one direction after the other, each exactly.

Between two woods a free line may pass no corner: on one side it is too long in the one, on the other in the other. In
one direction only its offset is left, how far aside it lies. Between the offsets of neighbouring corners, a *band*,
what a line meets is always the same, and the inches inside each body grow or shrink evenly: each body leaves a part of
the band, up to somewhere or from somewhere on, and what all of them leave is free. Two lines of a band tell how evenly.

For directions near that one: turn a line about its point nearest to the scene's middle. No point of it between the ends
goes farther than the slack, which is half the scene's size times the turn. So if shapes smaller by the slack, between
ends larger by it, leave nothing in one direction, then the whole slice of directions around it is closed; otherwise it
is halved (branch and bound). It ends with a line that is free among the shapes as they are, or with no slice open, or
with slices of a slack below FINEST in which no middle direction has one.

A line that is found is free in floating point. None is missed but through a gap narrower than GRAZE, in a band narrower
than ROUNDING, or in a last slice that has one only beside its middle direction. Cost, in numpy, for each direction that
is looked at: all corners that edges of shapes and ends make with each other, sorted, and one line a band against all
edges. Directions go AT_ONCE together, so that their lines stay in the processor's cache.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from msgspec import Struct

from tabletop.geometry.primitives.arrays import Flags, Floats, Indices
from tabletop.geometry.primitives.convexes import Convexes, corners_behind, distances_beyond, inches_inside
from tabletop.geometry.primitives.segments import Segment
from tabletop.geometry.primitives.tolerances import GRAZE, ROUNDING
from tabletop.geometry.visibility.depth_limits import TOUCHED, Depth, DepthLimits
from tabletop.geometry.visibility.occlusion import direction_ranges
from tabletop.geometry.visibility.passages import (
    FINEST,
    Passages,
    Scene,
    as_segment,
    excess_of_lines,
    passages,
)
from tabletop.work import go_on

SLICES = 16  # of all directions at first
AT_ONCE = 256
QUARTERS = 0.25, 0.75  # of a band: two lines tell what is even


class _Bands(Struct, frozen=True):
    """Parallel lines side by side, from one offset to another in inches, and the index of their direction: all (band,).

    In the order of directions and then of offsets.
    """

    directions: Indices
    lows: Floats
    highs: Floats

    def chosen(self, mask: Flags) -> _Bands:
        return _Bands(self.directions[mask], self.lows[mask], self.highs[mask])

    def wide(self) -> _Bands:
        """Those that are broader than GRAZE together with the bands beside them."""
        apart = (np.diff(self.directions) > 0) | (self.lows[1:] - self.highs[:-1] > TOUCHED)
        whole = np.concatenate([[0], np.cumsum(apart)])[: len(self.directions)]
        return self.chosen(np.bincount(whole, self.highs - self.lows)[whole] > GRAZE)

    def narrowed(self, begin: Floats, end: Floats) -> _Bands:
        """From one share of each to another (band,); without those that nothing is left of."""
        widths = self.highs - self.lows
        narrower = _Bands(self.directions, self.lows + begin * widths, self.lows + end * widths)
        return narrower.chosen(begin <= end)


class _View(Struct, frozen=True):
    """The scene with shapes smaller and ends larger by the slack, and every corner (corner, xy) that a line may pass.

    Corners are those of shapes, of ends, and of what an end has in common with either. `limited` are the shapes that
    have a limit in inches, `limits` theirs.
    """

    scene: Scene
    slack: float
    corners: Floats
    limited: Convexes
    limits: DepthLimits

    def free_bands(self, directions: Floats) -> _Bands:
        """All lines of these directions that are free."""
        bands = self._bands(directions)
        lines = self.lines(directions, bands, 0.5)
        amounts = excess_of_lines(lines.starts, lines.stops, self.scene.shapes, self.scene.limits, self.slack)
        bands = bands.chosen(np.isfinite(amounts)).wide()
        first, second = (self._excess(directions, bands, share) for share in QUARTERS)
        return bands.narrowed(*_shares_within(first, second))

    def _bands(self, directions: Floats) -> _Bands:
        """Between the offsets of neighbouring corners, as far as both ends are met."""
        aside = _aside(directions).T
        ends, corners = self.scene.ends.corners @ aside, self.corners @ aside
        low, high = ends.min(axis=1).max(axis=0) - self.slack, ends.max(axis=1).min(axis=0) + self.slack
        stops = np.sort(np.clip(np.vstack([corners, low, high]), low, np.maximum(low, high)), axis=0).T
        direction, gap = np.nonzero(np.diff(stops, axis=1) > ROUNDING)
        return _Bands(direction, stops[direction, gap], stops[direction, gap + 1])

    def lines(self, directions: Floats, bands: _Bands, share: float) -> Passages:
        """One line of each band, at a share of its width."""
        own, offsets = directions[bands.directions], bands.lows + share * (bands.highs - bands.lows)
        return passages(_aside(own) * offsets[:, None], own, self.scene.ends, self.slack)

    def _excess(self, directions: Floats, bands: _Bands, share: float) -> Floats:
        """By how many inches such a line is too deep in each body with a limit: (band, body)."""
        lines = self.lines(directions, bands, share)
        return self.limits.excess_by_body(inches_inside(lines.starts, lines.stops, self.limited, self.slack))


def line_in_a_band(scene: Scene) -> Segment | None:
    """A line from one end of the scene to the other that is free; None where there is none.

    What can be seen only through a gap narrower than GRAZE can't be seen.
    """
    first, second = scene.ends.corners
    [(low, high)] = direction_ranges(first, second[None])
    half, reach = (high - low) / 2 / SLICES, float(np.hypot(*np.ptp(scene.ends.corners, axis=(0, 1)))) / 2
    directions, exact = low + half * np.arange(1, 2 * SLICES, 2), _view(scene, 0.0)
    while len(directions):
        go_on()
        view = _view(scene, reach * half)
        directions = np.concatenate(
            [some[np.unique(view.free_bands(some).directions)] for some in _at_once(directions)]
        )
        line = _first_line(directions, exact)
        if line or reach * half < FINEST:
            return line
        half /= 2
        directions = np.concatenate([directions - half, directions + half])
    return None


def _first_line(directions: Floats, view: _View) -> Segment | None:
    """In the middle of a broadest band of the first directions that have any."""
    for some in _at_once(directions):
        bands = view.free_bands(some)
        if len(bands.directions):
            lines, best = view.lines(some, bands, 0.5), int(np.argmax(bands.highs - bands.lows))
            return as_segment(lines.starts[best], lines.stops[best])
    return None


def _at_once(directions: Floats) -> Iterator[Floats]:
    return (directions[first : first + AT_ONCE] for first in range(0, max(len(directions), 1), AT_ONCE))


def _aside(directions: Floats) -> Floats:
    """One inch to the left of each direction: (direction, xy)."""
    return np.stack([-np.sin(directions), np.cos(directions)], axis=1)


def _shares_within(first: Floats, second: Floats) -> tuple[Floats, Floats]:
    """From which share of each band to which no body is too deep, by the excess at both quarters (band, body)."""
    rise = (second - first) * 2
    grows, shrinks = rise > ROUNDING, rise < -ROUNDING
    root = 0.25 - first / np.where(grows | shrinks, rise, 1.0)
    begin, end = np.where(shrinks, root, 0.0), np.where(grows, root, np.where(shrinks | (first <= 0), 1.0, -1.0))
    return np.maximum(begin.max(axis=1), 0.0), np.minimum(end.min(axis=1), 1.0)


def _view(scene: Scene, slack: float) -> _View:
    shapes, ends = scene.shapes.trimmed, scene.ends.trimmed
    limited = np.flatnonzero(scene.limits.depths == Depth.LIMITED)
    smaller, larger = shapes.limits - slack, ends.limits + slack
    # Every shape with each end that may reach it when it is so much larger.
    apart = distances_beyond(shapes.corners.reshape(-1, 2), ends).reshape(len(shapes), -1, *ends.limits.shape)
    shape, end = np.nonzero(np.all(apart.min(axis=1) < slack, axis=2))
    areas = (
        (shapes.normals, smaller),
        (ends.normals, larger),
        (ends.normals.reshape(1, -1, 2), larger.reshape(1, -1)),
        (np.hstack([shapes.normals[shape], ends.normals[end]]), np.hstack([smaller[shape], larger[end]])),
    )
    corners = np.concatenate([corners_behind(normals, limits) for normals, limits in areas])
    return _View(scene, slack, corners, scene.shapes.chosen(limited).trimmed, scene.limits.chosen(limited))
