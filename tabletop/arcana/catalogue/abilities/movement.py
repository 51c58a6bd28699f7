"""The Move column: ground crossed freely, swimming, flying."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.arcana.catalogue.abilities.ability import ANY, PROFILES, Ability, Figure
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.profiles import Movement, TerrainAbility

FORESTWALKER = Ability(
    "forestwalker", "Forestwalker", "Woods and brush cost no extra movement, even in rank and file.", PROFILES
)
SWIMMER = Ability(
    "swimmer",
    "Swimmer",
    "Shallow water costs no extra movement, deep water halves the move. "
    "In deep water it has Evasion (1) against attackers that can't swim.",
    PROFILES,
)
ROCK_CLIMBER = Ability(
    "rock-climber",
    "Rock climber",
    "Rocks and broken ground cost no extra movement, even in rank and file. "
    "It climbs steep rocky slopes as difficult terrain, but never sheer rock.",
    PROFILES,
)
IGNORES_TERRAIN = Ability(
    "ignores-terrain", "Ignores terrain", "No terrain slows it, and it may go straight up cliffs and walls.", PROFILES
)


def swimming(inches: Figure = ANY) -> Ability:
    text = (
        f'Swims {inches}" a turn through shallow and deep water alike. '
        "In deep water it has Evasion (1) against attackers that can't swim."
    )
    return Ability("swimming", f'Swim {inches}"', text, PROFILES)


def flying(inches: Figure = ANY) -> Ability:
    text = (
        f'May fly {inches}" instead of walking, skirmished, over units and terrain but never into woods. '
        "Flying high, only flyers can engage it; flying low, anyone can. Enemies shoot at it at -1 while it flies."
    )
    return Ability("flying", f'Fly {inches}"', text, BOOK.section("Flying"))


GROUND: dict[TerrainAbility, Ability] = {
    TerrainAbility.FORESTWALKER: FORESTWALKER,
    TerrainAbility.SWIMMER: SWIMMER,
    TerrainAbility.ROCK_CLIMBER: ROCK_CLIMBER,
    TerrainAbility.IGNORES_TERRAIN: IGNORES_TERRAIN,
}
MOVEMENT = (FORESTWALKER, SWIMMER, swimming(), ROCK_CLIMBER, IGNORES_TERRAIN, flying())


def of_movement(movement: Movement) -> Iterator[Ability]:
    yield from (GROUND[ability] for ability in movement.abilities)
    if movement.swim is not None:
        yield swimming(movement.swim)
    if movement.fly is not None:
        yield flying(movement.fly)
