"""The Missile column: ranges worked out, and when a weapon may shoot."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.arcana.catalogue.abilities.ability import ANY, WHO_MAY_FIRE, Ability, Figure, pick_abilities
from tabletop.arcana.catalogue.abilities.attacks import hits, of_attack
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.profiles import Missile

SHOOTING = BOOK.section("Resolving Missile Attacks")

RANGE = Ability(
    "range",
    "Range (#)",
    "Hits at +1 within a third of the range given, and at -1 up to a third beyond it. Each model measures for itself.",
    SHOOTING,
)
ARTILLERY = Ability(
    "artillery",
    "Artillery",
    "Lowers fixed armour by half its strength, rounded up, and missile immune models' 5 by all of it. "
    "It can't move and shoot in one turn unless it is natural or only the vehicle under it moves.",
    BOOK.section("Artillery Weapons"),
)
RELOADS = Ability(
    "reloads",
    "Reloads",
    "Spends a turn reloading after each shot. It can't reload in a turn when it moved, unless natural, "
    "and a war machine's crew can't while engaged.",
    BOOK.section("War Machines and Missile Attacks"),
)
NATURAL = Ability(
    "natural",
    "Natural",
    "Shoots freely after up to half its move and at -1 after more. It may also shoot as it charges, "
    "but not in a pursuit or an overrun; one natural attack a turn.",
    WHO_MAY_FIRE,
)


def missile_range(inches: int, weapon: str = "") -> Ability:
    short, farthest = _thirds(inches), _thirds(4 * inches)
    text = f'Hits at +1 within {short}", normally up to {inches}", and at -1 from there to {farthest}".'
    return Ability("range", f'{weapon or "Range"} ({inches}")', text, SHOOTING)


def _thirds(thirds: int) -> str:
    """So many thirds of an inch as a player writes them: 28, 9⅓, ⅔."""
    whole, rest = divmod(thirds, 3)
    return f"{whole or '' if rest else whole}{('', '⅓', '⅔')[rest]}"


def minimum_range(least: Figure = ANY, most: Figure = ANY) -> Ability:
    text = (
        f'Shoots only at targets from {least}" to {most}" away, without bonus or penalty for distance and no farther.'
    )
    return Ability("minimum-range", f'Range ({least}" to {most}")', text, SHOOTING)


def missile_skill(attacks: Figure = ANY, skill: Figure = ANY) -> Ability:
    text = (
        f"Shoots {attacks}/{skill} (attacks and skill) once a missile weapon has been bought for it; "
        "the weapon brings the range and strength."
    )
    return Ability("missile-skill", f"({attacks}/{skill})", text, BOOK.section("Missile Weapons for Characters"))


MISSILES = (RANGE, minimum_range(), missile_skill(), hits(), ARTILLERY, RELOADS, NATURAL)


def of_missile(missile: Missile) -> Iterator[Ability]:
    if missile.min_range:
        yield minimum_range(missile.min_range, missile.range)
    else:
        yield missile_range(missile.range, missile.name)
    yield from of_attack(missile)
    yield from pick_abilities((missile.artillery, ARTILLERY), (missile.reloads, RELOADS), (missile.natural, NATURAL))
