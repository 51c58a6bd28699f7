"""Where a round template may wander to, and how many models it touches there: exact odds before it is placed.

By the clock there are six landings for each number of inches, and the odds are fractions. In any direction there are
endless many, but which bases the disc touches changes only where it begins or ceases to touch one. These directions are
solved for each base, and between two neighbours one landing stands for the whole arc, with the share of the circle that
the arc has as its chance: exact but for the rounding of floats, not a sample. Edges count as touched within CONTACT.
Cost: a landing for each arc, and the distance of each to each base in numpy, AT_ONCE landings together.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from tabletop.arcana.battlefield.scene import PlacedTable
from tabletop.arcana.rules.templates.orders import Order, Scatter
from tabletop.arcana.rules.templates.placing import every_base
from tabletop.geometry.primitives.arrays import Floats
from tabletop.geometry.primitives.discs import distances_to_shapes, touching_directions
from tabletop.geometry.primitives.polygons import Polygon
from tabletop.geometry.primitives.tolerances import CONTACT
from tabletop.geometry.primitives.vectors import Point, ahead

# “Template Spells”: 1 on the d6 is 12 o'clock, 2 is 2 o'clock; 12 o'clock is up the table (ruling T48).
CLOCK = tuple(range(0, 360, 60))

AT_ONCE = 500  # places measured together: more would need much memory

Chance = Fraction | float
Flags = npt.NDArray[np.bool_]


class Odds(Struct, frozen=True):
    """How many models of a unit are touched: the mean, and the chance of at least each number from 1."""

    expected: Chance
    at_least: tuple[Chance, ...]


class Landing(Struct, frozen=True):
    """A place that the template may wander to, with its chance: a Fraction by the clock, a float by free directions."""

    middle: Point
    chance: Chance


def distances_of(scatter: Scatter) -> dict[float, Fraction]:
    """The chance of each number of inches."""
    if scatter.dice is None:
        return {scatter.inches: Fraction(1)}
    return {float(total): chance for total, chance in scatter.dice.odds().chances().items()}


def landings(scene: PlacedTable, order: Order) -> Iterator[Landing]:
    """Where the template may come to lie, each place with its chance.

    Six places for each number of inches where a die shows the direction; else one for each arc in which the template
    touches the same models.
    """
    middle, scatter = order.spots[0].middle, order.scatter
    if scatter is None:
        yield Landing(middle, Fraction(1))
        return
    bases = [base for unit in scene.units.values() for base in unit.bases]
    for inches, chance in distances_of(scatter).items():
        if scatter.by_clock:
            yield from (Landing(ahead(middle, angle, inches), chance / len(CLOCK)) for angle in CLOCK)
        else:
            yield from _arcs(middle, inches, order.diameter / 2 + CONTACT, bases, float(chance))


def _arcs(middle: Point, inches: float, radius: float, bases: list[Polygon], chance: float) -> Iterator[Landing]:
    """Between two directions in which the disc begins or ceases to touch a base, it touches the same."""
    stops = sorted(
        {0.0, 360.0, *(angle for base in bases for angle in touching_directions(middle, inches, radius, base))}
    )
    for start, end in pairwise(stops):
        yield Landing(ahead(middle, (start + end) / 2, inches), chance * (end - start) / 360)


def odds(scene: PlacedTable, order: Order) -> dict[str, Odds]:
    """The odds of each unit that may be touched at all, by its ref; those of all together under an empty ref."""
    chances, near = fates(scene, order)
    counts = {ref: bases.sum(axis=1) for ref, bases in near.items() if bases.any()}
    if counts:
        counts[""] = np.sum(list(counts.values()), axis=0)
    return {ref: _odds(count, chances) for ref, count in counts.items()}


def fates(scene: PlacedTable, order: Order) -> tuple[list[Chance], dict[str, Flags]]:
    """Every landing's chance, and of each unit which of its bases are touched at each landing."""
    places = list(landings(scene, order))
    shapes, owners = every_base(scene)
    if not owners:
        return [], {}
    middles = np.array([place.middle for place in places])
    parts = [distances_to_shapes(middles[first : first + AT_ONCE], shapes) for first in range(0, len(middles), AT_ONCE)]
    near = np.concatenate(parts) <= order.diameter / 2 + CONTACT
    whose = {ref: near[:, [owner == ref for owner in owners]] for ref in scene.units}
    return [place.chance for place in places], whose


def _odds(counts: Floats, chances: list[Chance]) -> Odds:
    most = int(counts.max())
    at_least = [
        sum((chance for count, chance in zip(counts, chances, strict=True) if count >= k), _nothing(chances))
        for k in range(1, most + 1)
    ]
    return Odds(sum(at_least, _nothing(chances)), tuple(at_least))


def _nothing(chances: list[Chance]) -> Chance:
    return Fraction() if all(isinstance(chance, Fraction) for chance in chances) else 0.0
