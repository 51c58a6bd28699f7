"""Every ability in the book's order, and those of one stat line."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.arcana.catalogue.abilities.ability import Ability
from tabletop.arcana.catalogue.abilities.attacks import ATTACKS, of_melee
from tabletop.arcana.catalogue.abilities.defence import DEFENCE, of_armour, of_defence
from tabletop.arcana.catalogue.abilities.missiles import MISSILES, of_missile
from tabletop.arcana.catalogue.abilities.morale import MORALE, of_morale
from tabletop.arcana.catalogue.abilities.movement import MOVEMENT, of_movement
from tabletop.arcana.catalogue.abilities.special import SPECIAL, of_design, of_row, of_special
from tabletop.arcana.catalogue.design import Design
from tabletop.arcana.catalogue.profiles import Row, Statistics

ABILITIES: tuple[Ability, ...] = (
    *MOVEMENT,
    *DEFENCE,
    *MORALE,
    *ATTACKS,
    *MISSILES,
    *SPECIAL,
)
PLACES = {ability.slug: place for place, ability in enumerate(ABILITIES)}


def abilities_of(row: Row | Statistics) -> tuple[Ability, ...]:
    """A stat line's abilities with their figures, each once, in the book's order; plain figures aren't abilities."""
    abilities = dict.fromkeys(_found(row))
    return tuple(sorted(abilities, key=lambda ability: PLACES[ability.slug]))


def _found(row: Statistics) -> Iterator[Ability]:
    yield from of_movement(row.movement)
    yield from of_armour(row)
    yield from of_defence(row.defence)
    if row.morale:
        yield from of_morale(row.morale)
    for melee in row.melee:
        yield from of_melee(melee)
    for missile in row.missile:
        yield from of_missile(missile)
    yield from of_special(row)
    yield from _of_its_kind(row)


def _of_its_kind(row: Statistics) -> Iterator[Ability]:
    if isinstance(row, Design):
        yield from of_design(row)
    if isinstance(row, Row):
        yield from of_row(row)
