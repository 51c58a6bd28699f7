"""Shots into a melee that miss: rolled against whom the target fights, in the order that its player chooses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations, product

from msgspec import Struct

from tabletop.arcana.sight.cover import covers
from tabletop.arcana.sight.shooting import OUT_OF_RANGE, Volley, speed_of
from tabletop.arcana.sight.swimming import evasion_in_water
from tabletop.arcana.sight.tohit import Needed, band_of, moving_modifier, needed
from tabletop.arcana.table.placed import PlacedTable, PlacedUnit
from tabletop.arcana.terrain.effects import COVER_PENALTY
from tabletop.geometry.distances import closest

MOST_TO_ORDER = 3  # units of which every order is shown; of more, only that of the file


class Stray(Struct, frozen=True):
    """A unit in the target's fight, and what each model that shoots needs against it; None out of range."""

    unit: PlacedUnit
    needed: dict[int, Needed | None]


class Order(Struct, frozen=True):
    """One order in which the misses are rolled, and the mean of hits on each."""

    refs: tuple[str, ...]
    expected: tuple[Fraction, ...]


def strays(scene: PlacedTable, shooter: PlacedUnit, target: PlacedUnit, volley: Volley, *, moved: float) -> list[Stray]:
    """Every unit that the target fights: never one of its own side."""
    refs = dict.fromkeys(ref for each in scene.engagements(target.ref) for ref in each.units if ref != target.ref)
    return [Stray(unit, dict(_needed(scene, shooter, unit, volley, moved=moved))) for unit in map(scene.unit, refs)]


def _needed(
    scene: PlacedTable, shooter: PlacedUnit, unit: PlacedUnit, volley: Volley, *, moved: float
) -> Iterator[tuple[int, Needed | None]]:
    """With each model's own range; the lightest cover that any model of the unit has from any shooter."""
    firing = [shot.model for shot in volley.fires]
    cover = _cover(scene, [shooter.bases[model] for model in firing], unit)
    moving = moving_modifier(volley.weapon, moved, speed_of(shooter))
    swimming = -evasion_in_water(scene, shooter, unit)
    for model in firing:
        band = band_of(volley.weapon, closest((shooter.bases[model],), unit.bases).gap.inches)
        out = band in OUT_OF_RANGE
        yield model, None if out else needed(volley.weapon, band, unit, cover=cover, moving=moving, swimming=swimming)


def _cover(scene: PlacedTable, shooters: Sequence[tuple[tuple[float, float], ...]], unit: PlacedUnit) -> int:
    pairs = product(shooters, unit.bases)
    worst = (min((COVER_PENALTY[each] for each in covers(scene, *pair)), default=0) for pair in pairs)
    return max(worst, default=0)


def orders(volley: Volley, found: Sequence[Stray]) -> list[Order]:
    """Means of hits; none for area attacks, whose halves go to everybody in the fight besides."""
    if volley.weapon.hits_d3 or not found:
        return []
    every = permutations(found) if len(found) <= MOST_TO_ORDER else [tuple(found)]
    return [Order(tuple(each.unit.ref for each in order), _expected(volley, order)) for order in every]


def _expected(volley: Volley, order: Sequence[Stray]) -> tuple[Fraction, ...]:
    """Each shot goes on as long as it has missed everybody before."""
    totals = [Fraction()] * len(order)
    for shot in volley.fires:
        flying = volley.weapon.attacks * (1 - (shot.needed.chance if shot.needed else Fraction()))
        for number, stray in enumerate(order):
            against = stray.needed[shot.model]
            chance = against.chance if against else Fraction()
            totals[number] += flying * chance
            flying *= 1 - chance
    return tuple(totals)
