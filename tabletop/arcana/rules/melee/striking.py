"""Who may fight: models in contact, those with long weapons over comrades before them, and how far a sweep reaches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from tabletop.arcana.battlefield.footprints import ranks_of
from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit, between
from tabletop.arcana.battlefield.schema import RankAndFile, Side
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.rules.melee.counting import ranks_reached
from tabletop.geometry.distance.distances import are_within
from tabletop.geometry.primitives.polygons import Polygon, box
from tabletop.geometry.primitives.tolerances import CONTACT
from tabletop.geometry.primitives.vectors import Point, local_point

WHO_MAY_FIGHT = BOOK.section("Who May Fight")
SWEEP = BOOK.section("Sweep Attacks")
SWEEPS_OVER = 2  # bases


class Striker(Struct, frozen=True):
    """A model by its place in the unit: the enemies that it touches, and those that it reaches over comrades alone."""

    model: int
    touches: tuple[str, ...]
    over: tuple[str, ...]

    @property
    def at(self) -> tuple[str, ...]:
        return (*self.touches, *self.over)


def strikers(scene: PlacedTable, unit: PlacedUnit) -> tuple[Striker, ...]:
    """The models that may strike any enemy that the unit is engaged with, in their order."""
    touching: dict[str, set[int]] = {}
    reaching: dict[str, set[int]] = {}
    for engagement in scene.engagements(unit.ref):
        own = engagement.units.index(unit.ref)
        foe = scene.unit(engagement.units[1 - own])
        touching[foe.ref] = _touching(unit, foe)
        reaching[foe.ref] = set(_over(unit, touching[foe.ref], engagement.sides[own])) - touching[foe.ref]
    candidates = (
        Striker(
            model, *(tuple(ref for ref, models in ways.items() if model in models) for ways in (touching, reaching))
        )
        for model in range(unit.models)
    )
    return tuple(striker for striker in candidates if striker.at)


class Sweep(Struct, frozen=True):
    """A model that may sweep, and of each unit that it fights how many models it could strike; it chooses one unit."""

    model: int
    reach: dict[str, int]


def sweeps(scene: PlacedTable, unit: PlacedUnit, striking: Sequence[Striker]) -> tuple[Sweep, ...]:
    """The reach of every model that may sweep: never over comrades, and no more enemies than its sweep has.

    In reach are those whose bases are wholly within two bases of their own kind to every side (ruling T103).
    """
    most = max((line.attacks for line in (unit.row.melee if unit.row else ()) if line.sweep), default=0)
    near = {ref: _wide_bases(scene.unit(ref)) for ref in {ref for striker in striking for ref in striker.touches}}
    return tuple(
        Sweep(
            striker.model,
            {
                ref: min(most, _in_reach(unit.bases[striker.model], near[ref], scene.unit(ref)))
                for ref in striker.touches
            },
        )
        for striker in striking
        if most and striker.touches
    )


def _wide_bases(foe: PlacedUnit) -> list[tuple[Point, ...]]:
    """The corners of its bases as the unit faces, so that sides lie along the axes."""
    return [tuple(local_point(corner, (0.0, 0.0), foe.formation.facing) for corner in base) for base in foe.bases]


def _in_reach(own: Polygon, bases: Sequence[Sequence[Point]], foe: PlacedUnit) -> int:
    """How many bases reach no farther beyond the own one than two of their widths and depths."""
    x1, y1, x2, y2 = box(local_point(corner, (0.0, 0.0), foe.formation.facing) for corner in own)
    across, back = (SWEEPS_OVER * side + CONTACT for side in foe.size)
    around = x1 - across, y1 - back, x2 + across, y2 + back
    boxes = (box(base) for base in bases)
    return sum(
        left >= around[0] and low >= around[1] and right <= around[2] and high <= around[3]
        for left, low, right, high in boxes
    )


def ranks_that_strike(unit: PlacedUnit) -> int | None:
    """How many ranks reach the front: two with long weapons, three as a phalanx; None where no profile says."""
    if unit.row is None:
        return None
    return max(map(ranks_reached, unit.row.melee), default=1)


def _touching(unit: PlacedUnit, foe: PlacedUnit) -> set[int]:
    """Corners too; a fight that is stated may be of units that stand a little apart."""
    near = between(unit, foe).gap.inches + CONTACT
    return {model for model, base in enumerate(unit.bases) if are_within([base], foe.blocks, near)}


def _over(unit: PlacedUnit, touching: set[int], side: Side) -> Iterator[int]:
    """From rank to rank behind those who touch an enemy to the front; loose ones over one comrade (reading T91)."""
    ranks = ranks_that_strike(unit) or 1
    if not isinstance(unit.formation, RankAndFile):
        yield from _beside(unit, touching, range(unit.models)) if ranks > 1 else ()
        return
    first, before = 0, touching
    for rank, count in enumerate(ranks_of(unit.formation.files, unit.models)[:ranks]):
        own = range(first, first + count)
        before = before & set(own) if not rank else _beside(unit, before, own)
        first += count
        if side == Side.FRONT:
            yield from before


def _beside(unit: PlacedUnit, others: set[int], models: range) -> set[int]:
    """The indices among `models` whose bases touch a base of `others`."""
    bases = [unit.bases[other] for other in others]
    return {model for model in models if are_within([unit.bases[model]], bases, CONTACT)}
