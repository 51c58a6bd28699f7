"""What a missile attack needs to hit, line by line, and how likely a d6 brings it.

The number is the attacker's skill with every modifier that isn't zero (ruling T10): a roll of it or less hits. Needs of
0, -1 and -2 take a 1 and a second roll, at 3, 2 and 1 chances of 36; below that no roll hits. All chances are exact.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from fractions import Fraction

from msgspec import Struct

from tabletop.arcana.battlefield.causes import Cause
from tabletop.arcana.battlefield.reasons import Reason, because
from tabletop.arcana.battlefield.scene import PlacedUnit
from tabletop.arcana.battlefield.schema import Altitude
from tabletop.arcana.catalogue.abilities.ability import WHO_MAY_FIRE
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.profiles import Missile, Statistics
from tabletop.arcana.rules.harm.hitting import Needed, chance_of
from tabletop.arcana.rules.visibility.bodies import base_units
from tabletop.citations import Citation
from tabletop.dice import Dice
from tabletop.geometry.primitives.tolerances import RANGE
from tabletop.receipts import Breakdown, Line

MODIFIERS = BOOK.section("The full list of modifiers for the attacker")
RANGES = BOOK.section("Resolving Missile Attacks")
SWIMMING = BOOK.section("Model Profiles")
AREA_ATTACKS = BOOK.section("Area Attacks")

THIRD = Fraction(1, 3)
MANY_BASES = 30


class Band(StrEnum):
    """How far a shot goes for its weapon; ANY where the distance doesn't matter."""

    SHORT = "short"
    NORMAL = "normal"
    LONG = "long"
    ANY = "any"
    TOO_FAR = "too far"
    TOO_NEAR = "too near"


BAND_MODIFIERS: dict[Band, int] = {Band.SHORT: 1, Band.NORMAL: 0, Band.LONG: -1, Band.ANY: 0}

# What changes a number to roll, by how much, and where that stands.
Change = tuple[str, int, Citation]


def bands_of(missile: Missile) -> tuple[tuple[Band, Fraction], ...]:
    """A weapon's bands with the inches at which each ends, nearest first (ruling T19); one with a least range."""
    if missile.min_range:
        return ((Band.NORMAL, Fraction(missile.range)),)
    return (
        (Band.SHORT, missile.range * THIRD),
        (Band.NORMAL, Fraction(missile.range)),
        (Band.LONG, missile.range * (1 + THIRD)),
    )


def band_of(missile: Missile, inches: float) -> Band:
    """Up to a third of the range is short (ruling T19), up to a third beyond it long; not with a minimum range."""
    if missile.min_range and inches + RANGE < missile.min_range:
        return Band.TOO_NEAR
    return next((band for band, end in bands_of(missile) if inches - RANGE <= end), Band.TOO_FAR)


def barred_by_moving(missile: Missile, moved: float, speed: float) -> Reason | None:
    """Why a unit that has moved so many inches can't shoot; None where it can (ruling T4)."""
    if moved <= RANGE:
        return None
    if missile.artillery and not missile.natural:
        return because(Cause.ARTILLERY_HAS_MOVED, WHO_MAY_FIRE)
    most = speed if missile.natural else speed / 2
    if moved <= most + RANGE:
        return None
    return because(Cause.MOVED_TOO_FAR_TO_SHOOT, WHO_MAY_FIRE, moved=moved, most=most)


def moving_modifier(missile: Missile, moved: float, speed: float) -> int:
    free = speed / 2 if missile.natural else 0.0
    return -1 if moved > free + RANGE else 0


class AimedAt(Struct, frozen=True, kw_only=True):
    """What of a target changes the number: its figures, the base units of one in ranks, whether it flies or is held."""

    figures: Statistics | None
    bases_in_ranks: int = 0
    flying: bool = False
    immobile: bool = False


def aimed_at(target: PlacedUnit) -> AimedAt:
    """The same of a unit on a table."""
    return AimedAt(
        figures=target.row,
        bases_in_ranks=base_units(target) if target.is_ranked else 0,
        flying=target.altitude != Altitude.GROUND,
        immobile=target.immobile,
    )


def needed(
    missile: Missile, band: Band, target: AimedAt, *, cover: int, hindrance: Change, swimming: int = 0
) -> Needed:
    """The attacker's skill and every modifier that isn't zero (ruling T10)."""
    changes = (
        (f"{band} range", BAND_MODIFIERS[band], RANGES),
        hindrance,
        ("the target is in cover" if cover > -2 else "the target is in full cover", cover, MODIFIERS),
        *_by_target(target),
        ("it swims in deep water", swimming, SWIMMING),
    )
    lines = [Line("skill", Fraction(missile.skill), RANGES)]
    lines += [Line(label, Fraction(amount), citation) for label, amount, citation in changes if amount]
    return Needed(Breakdown(tuple(lines)))


def _by_target(target: AimedAt) -> Iterator[Change]:
    if target.bases_in_ranks >= MANY_BASES:
        yield f"{target.bases_in_ranks} base units in rank and file", 1, MODIFIERS
    if target.flying:
        yield "the target is flying", -1, MODIFIERS
    if target.immobile:
        yield "the target is held fast", 1, MODIFIERS
    elif target.figures:
        yield "evasion", -target.figures.defence.evasion, MODIFIERS
        yield "the target is slow", int(target.figures.defence.slow), MODIFIERS


def expected_hits(missile: Missile, number: int, *, halved: bool, engaged: bool) -> Fraction:
    """The mean of hits of one attack that hits on `number` or less.

    An area attack's dice are halved on skirmishers (`halved`), and again for a miss by one outside melees.
    """
    partial = Fraction(1, 6) if missile.hits_d3 and 0 < number < 6 and not engaged else Fraction()
    return chance_of(number) * mean_hits(missile, int(halved)) + partial * mean_hits(missile, int(halved) + 1)


def mean_hits(missile: Missile, halvings: int) -> Fraction:
    """The mean of hits of one attack that has hit: 1, or an area attack's d3, halved and rounded up so many times."""
    return Dice(missile.hits_d3, 3, halvings=halvings).odds().mean() if missile.hits_d3 else Fraction(1)
