"""Shots into a melee that miss: rolled against whom the target fights, in the order that its player chooses.

Exact: each model's attacks go on with the chance that they have missed everybody before, so the mean of hits on each
unit is a sum of products of fractions. Every order of up to MOST_TO_ORDER units is answered, the order of the table
alone for more; three units make 6 orders, each of a pass over the models that shoot.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import permutations, product

from msgspec import Struct, field

from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit
from tabletop.arcana.rules.harm.hitting import Needed
from tabletop.arcana.rules.shooting.conditions import Conditions, band_at, hindrance
from tabletop.arcana.rules.shooting.cover import penalty
from tabletop.arcana.rules.shooting.shooting import OUT_OF_RANGE, Shot, Volley, speed_of
from tabletop.arcana.rules.shooting.swimming import evasion_in_water
from tabletop.arcana.rules.shooting.tohit import aimed_at, mean_hits, needed
from tabletop.geometry.distance.distances import closest_pair
from tabletop.geometry.primitives.polygons import Polygon

MOST_TO_ORDER = 3  # units of which every order is shown; of more, only that of the file


class Stray(Struct, frozen=True):
    """A unit in the target's fight, and what each model that shoots needs against it; None out of range."""

    unit: PlacedUnit
    needed: dict[int, Needed | None]


class Order(Struct, frozen=True):
    """One order in which the misses are rolled, and the mean of hits on each.

    `beside` is what an area attack that goes astray does by halves to the target and to its friends in the fight.
    """

    refs: tuple[str, ...] = field(name="order")
    expected: tuple[Fraction, ...]
    beside: dict[str, Fraction]


def strays(scene: PlacedTable, shooter: PlacedUnit, target: PlacedUnit, volley: Volley, how: Conditions) -> list[Stray]:
    """Every unit that the target fights: never one of its own side."""
    return [Stray(unit, dict(_needed(scene, shooter, unit, volley, how))) for unit in scene.foes(target)]


def _needed(
    scene: PlacedTable, shooter: PlacedUnit, unit: PlacedUnit, volley: Volley, how: Conditions
) -> Iterator[tuple[int, Needed | None]]:
    """What each shooting model needs to hit a unit: by its own range, and the lightest cover of any target."""
    firing = [shot.model for shot in volley.fires]
    cover = _cover(scene, [shooter.bases[model] for model in firing], unit)
    hindered = hindrance(volley.weapon, how, speed_of(shooter))
    swimming = -evasion_in_water(scene, shooter, unit)
    needs = partial(needed, volley.weapon, target=aimed_at(unit), cover=cover, hindrance=hindered, swimming=swimming)
    for model in firing:
        band = band_at(volley.weapon, how, closest_pair((shooter.bases[model],), unit.bases).gap.inches)
        yield model, None if band in OUT_OF_RANGE else needs(band)


def _cover(scene: PlacedTable, shooters: Sequence[Polygon], unit: PlacedUnit) -> int:
    pairs = product(shooters, range(unit.models))
    return max((penalty(scene, shooter, unit, place) for shooter, place in pairs), default=0)


def orders(scene: PlacedTable, target: PlacedUnit, volley: Volley, strays: Sequence[Stray]) -> list[Order]:
    """Means of hits in every order; none where nobody fights the target."""
    if not strays:
        return []
    every = permutations(strays) if len(strays) <= MOST_TO_ORDER else [tuple(strays)]
    return [_order(scene, target, volley, order) for order in every]


def _order(scene: PlacedTable, target: PlacedUnit, volley: Volley, order: Sequence[Stray]) -> Order:
    hits: defaultdict[str, Fraction] = defaultdict(Fraction)
    for shot in volley.fires:
        for unit, share in _shares(shot, target, volley, order):
            if unit.ref != target.ref:
                hits[unit.ref] += share * mean_hits(volley.weapon, int(unit.takes_half))
            for foe in scene.foes(unit) if volley.weapon.hits_d3 else ():
                hits[foe.ref] += share * mean_hits(volley.weapon, 1 + int(foe.takes_half))
    refs = tuple(stray.unit.ref for stray in order)
    beside = {ref: mean for ref, mean in hits.items() if ref not in refs and mean}
    return Order(refs, tuple(hits[ref] for ref in refs), beside)


def _shares(
    shot: Shot, target: PlacedUnit, volley: Volley, order: Sequence[Stray]
) -> Iterator[tuple[PlacedUnit, Fraction]]:
    """How many attacks of a model hit whom: each goes on as long as it has missed everybody before.

    Whoever an area attack hits takes it whole, and all whom that one fights by halves (ruling T94).
    """
    flying = Fraction(volley.weapon.attacks)
    for unit, against in [(target, shot.needed), *((stray.unit, stray.needed[shot.model]) for stray in order)]:
        chance = against.chance if against else Fraction()
        yield unit, flying * chance
        flying *= 1 - chance
