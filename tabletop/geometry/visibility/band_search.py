"""A line that keeps within the inches of several bodies at once: one direction after the other, each exactly."""

# Between two woods a free line may pass no corner: on one side it is too long in the one, on the other in the other.
# In one direction only its offset is left, how far aside it lies. Between the offsets of neighbouring corners what a
# line meets is always the same, and the inches inside each shape grow or shrink evenly: each body leaves a part of
# such a gap, up to somewhere or from somewhere on, and what all of them leave is free.
# For directions near that one: turn a line about its point nearest to the scene's middle. No point of it between the
# ends goes farther than the slack. So if shapes smaller by that, between ends larger by that, leave nothing in one
# direction, then the whole slice around it is closed; otherwise it is halved.

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from msgspec import Struct

from tabletop.geometry.primitives.convexes import Convexes, Floats, corners_behind, distances_beyond, inches_inside
from tabletop.geometry.primitives.segments import Segment
from tabletop.geometry.primitives.tolerances import GRAZE, ROUNDING
from tabletop.geometry.visibility.depth_limits import TOUCHED, Excess, Flags, Places, limits
from tabletop.geometry.visibility.occlusion import turns
from tabletop.geometry.visibility.passages import FINEST, Passages, Scene, passages, segment, too_long

SLICES = 16  # of all directions at first
AT_ONCE = 256  # directions, so that their lines stay in the processor's cache
QUARTERS = 0.25, 0.75  # of a band: two lines tell what is even


class _Bands(Struct, frozen=True):
    """Parallel lines side by side, from one offset to another, and which direction they have."""

    places: Places
    lows: Floats
    highs: Floats

    def chosen(self, mask: Flags) -> _Bands:
        return _Bands(self.places[mask], self.lows[mask], self.highs[mask])

    def narrowed(self, begin: Floats, end: Floats) -> _Bands:
        """To shares of each; without those that nothing is left of."""
        widths = self.highs - self.lows
        return _Bands(self.places, self.lows + begin * widths, self.lows + end * widths).chosen(begin <= end)

    @property
    def wide(self) -> Flags:
        """Which are broader than a graze together with those beside them."""
        apart = (np.diff(self.places) > 0) | (self.lows[1:] - self.highs[:-1] > TOUCHED)
        whole = np.concatenate([[0], np.cumsum(apart)])[: len(self.places)]
        found: Flags = np.bincount(whole, self.highs - self.lows)[whole] > GRAZE
        return found


class _View(Struct, frozen=True):
    """The scene with shapes smaller and ends larger by the slack, and every corner that a line may pass there.

    Corners are those of shapes, of ends, and of what an end has in common with either. `near` are the shapes that have
    a limit, `within` the inches inside them.
    """

    scene: Scene
    slack: float
    corners: Floats
    near: Convexes
    within: Excess

    def free(self, directions: Floats) -> _Bands:
        """All lines of these directions that are free."""
        bands = self.gaps(directions)
        lines = self.lines(directions, bands, 0.5)
        amounts = too_long(lines.starts, lines.stops, self.scene.shapes, self.scene.excess, self.slack)
        bands = bands.chosen(np.isfinite(amounts))
        bands = bands.chosen(bands.wide)
        return bands.narrowed(*_short(*(self.overs(directions, bands, share) for share in QUARTERS)))

    def gaps(self, directions: Floats) -> _Bands:
        """Between the offsets of neighbouring corners, as far as both ends are met."""
        aside = _aside(directions).T
        ends, corners = self.scene.ends.corners @ aside, self.corners @ aside
        low, high = ends.min(axis=1).max(axis=0) - self.slack, ends.max(axis=1).min(axis=0) + self.slack
        stops = np.sort(np.clip(np.vstack([corners, low, high]), low, np.maximum(low, high)), axis=0).T
        places, gaps = np.nonzero(np.diff(stops, axis=1) > ROUNDING)
        return _Bands(places, stops[places, gaps], stops[places, gaps + 1])

    def lines(self, directions: Floats, bands: _Bands, share: float) -> Passages:
        """One of each band, at a share of its width."""
        own, offsets = directions[bands.places], bands.lows + share * (bands.highs - bands.lows)
        return passages(_aside(own) * offsets[:, None], own, self.scene.ends, self.slack)

    def overs(self, directions: Floats, bands: _Bands, share: float) -> Floats:
        """By how much such a line is too long inside each body with a limit (band, body)."""
        lines = self.lines(directions, bands, share)
        return self.within.overs(inches_inside(lines.starts, lines.stops, self.near, self.slack))


def line_in_a_band(scene: Scene) -> Segment | None:
    """A line from one end to the other that is free; None where there is none.

    What can be seen only through a gap narrower than GRAZE can't be seen.
    """
    low, high = turns(*scene.ends.corners)
    half, reach = (high - low) / 2 / SLICES, float(np.hypot(*np.ptp(scene.ends.corners, axis=(0, 1)))) / 2
    directions, exact = low + half * np.arange(1, 2 * SLICES, 2), _view(scene, 0.0)
    while len(directions):
        directions = _open(directions, _view(scene, reach * half))
        line = _first_line(directions, exact)
        if line or reach * half < FINEST:
            return line
        half /= 2
        directions = np.concatenate([directions - half, directions + half])
    return None


def _open(directions: Floats, view: _View) -> Floats:
    """Those in which anything is free."""
    return np.concatenate([own[np.unique(view.free(own).places)] for own in _some(directions)])


def _first_line(directions: Floats, view: _View) -> Segment | None:
    """In the middle of a broadest band."""
    for own in _some(directions):
        bands = view.free(own)
        if len(bands.places):
            lines, best = view.lines(own, bands, 0.5), int(np.argmax(bands.highs - bands.lows))
            return segment(lines.starts[best], lines.stops[best])
    return None


def _some(directions: Floats) -> Iterator[Floats]:
    """So many after so many."""
    return (directions[first : first + AT_ONCE] for first in range(0, max(len(directions), 1), AT_ONCE))


def _aside(directions: Floats) -> Floats:
    """One inch to the left of each direction."""
    return np.stack([-np.sin(directions), np.cos(directions)], axis=1)


def _short(first: Floats, second: Floats) -> tuple[Floats, Floats]:
    """From which share of each band to which nothing is over, by what is over at both quarters (band, body)."""
    rise = (second - first) * 2
    grows, shrinks = rise > ROUNDING, rise < -ROUNDING
    root = 0.25 - first / np.where(grows | shrinks, rise, 1.0)
    begin, end = np.where(shrinks, root, 0.0), np.where(grows, root, np.where(shrinks | (first <= 0), 1.0, -1.0))
    return np.maximum(begin.max(axis=1), 0.0), np.minimum(end.min(axis=1), 1.0)


def _view(scene: Scene, slack: float) -> _View:
    shapes, ends, limited = scene.shapes.trimmed, scene.ends.trimmed, np.flatnonzero(limits(scene.excess.inches))
    smaller, larger = shapes.limits - slack, ends.limits + slack
    which, end = _reached(shapes, ends, slack)
    areas = (
        (shapes.normals, smaller),
        (ends.normals, larger),
        (ends.normals.reshape(1, -1, 2), larger.reshape(1, -1)),
        (np.hstack([shapes.normals[which], ends.normals[end]]), np.hstack([smaller[which], larger[end]])),
    )
    corners = np.concatenate([corners_behind(*each) for each in areas])
    return _View(scene, slack, corners, scene.shapes.chosen(limited).trimmed, scene.excess.chosen(limited))


def _reached(shapes: Convexes, ends: Convexes, slack: float) -> tuple[Places, ...]:
    """Every shape with each end that may reach it when it is so much larger, by their places."""
    apart = distances_beyond(shapes.corners.reshape(-1, 2), ends).reshape(len(shapes), -1, *ends.limits.shape)
    return np.nonzero(np.all(apart.min(axis=1) < slack, axis=2))
