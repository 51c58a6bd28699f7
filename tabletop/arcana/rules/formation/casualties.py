"""Casualties: taken from the back rank, and what the unit falls into."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from tabletop.arcana.battlefield.footprints import first_place, lattice_of
from tabletop.arcana.battlefield.reasons import Step
from tabletop.arcana.battlefield.scene import PlacedUnit
from tabletop.arcana.battlefield.schema import Column, Formation, RankAndFile, Skirmish
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.rules.formation.legality import settled

CASUALTIES = BOOK.section("Resolving Missile Attacks")


def without(unit: PlacedUnit, dead: int, *, which: Collection[int] = ()) -> tuple[PlacedUnit, tuple[Step, ...]]:
    """The unit after so many models have fallen; ValueError for none or all of them.

    Ranks lose the back of the block, which closes up to the middle. Skirmishers lose `which` by their places, or the
    last where the player doesn't say.
    """
    if not 0 < dead < unit.models:
        raise ValueError(f"{dead} of {unit.models} models can't fall and leave a unit")
    left = unit.models - dead
    lost = min(unit.wounds_lost, left * (unit.wounds - 1))
    fewer = replace(unit, models=left, wounds_lost=lost, formation=_thinned(unit, left, which))
    steps = [Step(text=f"{dead} of {unit.models} models fall", citation=CASUALTIES)]
    after, reason = settled(fewer)
    if reason:
        steps.append(Step(text=f"falls into skirmish: {reason.text}", citation=reason.citation))
    return after, tuple(steps)


def _thinned(unit: PlacedUnit, left: int, which: Collection[int]) -> Formation:
    formation = unit.formation
    if isinstance(formation, Skirmish):
        return replace(formation, positions=_survivors(formation, left, which))
    return formation if left >= formation.files else _narrowed(unit, formation, left)


def _survivors(loose: Skirmish, left: int, which: Collection[int]) -> tuple[tuple[float, float], ...]:
    if not which:
        return loose.positions[:left]
    kept = tuple(position for place, position in enumerate(loose.positions) if place not in which)
    if len(kept) != left:
        raise ValueError("the places of the fallen don't match their number")
    return kept


def _narrowed(unit: PlacedUnit, block: RankAndFile | Column, left: int) -> RankAndFile | Column:
    """A front rank that isn't full any more: its middle stays where it was."""
    corner = lattice_of(block, unit.size).point(first_place(block.files, left), 0)
    return replace(block, files=left, corner=corner)
