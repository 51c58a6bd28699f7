"""What a body in the way does to lines of sight: stops them, counts towards two, limits their inches, or does nothing.

`verdict` judges a body for one query, a group of bases that look at another, not for one line: all that the rules ask
about is the same for every line between the two groups, whose bases stand on one level and in the same woods. What is
left to geometry is a number a body, the inches that a line may run inside it (`allowed`).

In order: the two units themselves, and the ground that they stand on, are never in the way; who stands in a forest sees
so many inches in it; whoever is higher than a body sees over it; friends in the target's melee are seen past; blocks
stop a line, and so do enemy skirmishers of CROWD base units (ruling T2); one unit of other skirmishers is seen through,
but not two (“Skirmished Missile Fire”); forests and other terrain that hides stop a line (“Sighting”).
"""

from __future__ import annotations

from enum import Enum, auto
from functools import cached_property
from math import inf

from msgspec import Struct

from tabletop.arcana.battlefield.causes import Cause
from tabletop.arcana.battlefield.reasons import Reason, because
from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.rules.visibility.bodies import CROWD, Body, base_units
from tabletop.arcana.rules.visibility.eyes import Eyes
from tabletop.arcana.terrain.going import FLYING, TERRAIN_AND_MOVEMENT
from tabletop.geometry.primitives.polygons import boxes_meet, overlapping
from tabletop.geometry.visibility.depth_limits import Depth

SIGHTING = BOOK.section("Sighting")
INTO_COMBAT = BOOK.section("Firing Into Combat")
LOOSE_FIRE = BOOK.section("Skirmished Missile Fire")

LOOSE_SEEN_THROUGH = 1


class Effect(Enum):
    """What becomes of a line that crosses a body."""

    STOPS = auto()
    COUNTS = auto()  # towards the skirmished units that one can't see through together
    LIMITS = auto()  # the inches that the line may run inside
    LETS_THROUGH = auto()


EFFECTS = {
    Cause.HIGH_FLYERS_SEE_OVER: Effect.LETS_THROUGH,
    Cause.SEEN_OVER: Effect.LETS_THROUGH,
    Cause.FRIEND_IN_THE_FIGHT: Effect.LETS_THROUGH,
    Cause.UNIT_IN_RANKS: Effect.STOPS,
    Cause.CROWD_OF_ENEMIES: Effect.STOPS,
    Cause.SKIRMISHERS: Effect.COUNTS,
    Cause.IN_A_FOREST: Effect.LIMITS,
    Cause.BEHIND_A_FOREST: Effect.STOPS,
    Cause.BLOCKS_EVERY_HEIGHT: Effect.STOPS,
    Cause.BLOCKS_UP_TO_ITS_TOP: Effect.STOPS,
}
DEPTHS = {Effect.STOPS: Depth.NONE, Effect.COUNTS: Depth.ONE, Effect.LETS_THROUGH: Depth.ANY}


class Verdict(Struct, frozen=True, kw_only=True):
    """What a body does to a line that crosses it, and why; `depth` limits the inches inside."""

    does: Effect
    why: Reason
    depth: float = 0.0


class SightQuery(Struct, frozen=True, dict=True):
    """A group of bases that look at another, and the refs of the units in the target's melee.

    What if: the body of the ref `ignoring` is left out, or the viewer is `raised_to` a level in inches.
    """

    viewer: Eyes
    target: Eyes
    melee: frozenset[str]
    ignoring: str | None = None
    raised_to: float = 0.0

    @cached_property
    def level(self) -> float:
        return max(self.viewer.stand.level, self.target.stand.level, self.raised_to)

    @cached_property
    def is_aloft(self) -> bool:
        return self.viewer.is_high or self.target.is_high


def melee_of(scene: PlacedTable, ref: str) -> frozenset[str]:
    """Everybody in the same melee: engaged with it, or with whoever is."""
    if not scene.is_engaged(ref):
        return frozenset()
    refs_in_melee, fresh = {ref}, [ref]
    while fresh:
        refs = {other for engagement in scene.engagements(fresh.pop()) for other in engagement.units}
        fresh.extend(refs - refs_in_melee)
        refs_in_melee |= refs
    return frozenset(refs_in_melee)


def verdict(body: Body, query: SightQuery) -> Verdict | None:
    """What one body does to a line of sight, in words; None where `cause_of` has none."""
    cause = cause_of(body, query)
    if cause is None:
        return None
    depth = (body.depth or 0.0) if cause is Cause.IN_A_FOREST else 0.0
    return Verdict(does=EFFECTS[cause], why=_why(cause, body, query), depth=depth)


def allowed(body: Body, query: SightQuery) -> Depth | float:
    """How deep a line may run into a body: a depth, or so many inches.

    Asked of every body near every pair of units: so it makes no reasons, as a verdict does.
    """
    cause = cause_of(body, query)
    if cause is None:
        return Depth.ANY
    return (body.depth or 0.0) if cause is Cause.IN_A_FOREST else DEPTHS[EFFECTS[cause]]


def cause_of(body: Body, query: SightQuery) -> Cause | None:
    """Why a body stops a line of sight or doesn't.

    None for what never matters: the two units themselves, ground that they stand on, the body left out of the question.
    """
    if query.ignoring is not None and body.ref == query.ignoring:
        return None
    if body.unit is not None:
        return _of_unit(body, body.unit, query)
    return _of_wood(body, query) if body.depth is not None else _of_terrain(body, query)


def _of_unit(body: Body, unit: PlacedUnit, query: SightQuery) -> Cause | None:
    viewer = query.viewer.unit
    if unit.ref in (viewer.ref, query.target.unit.ref) or body.apart != _are_among(body, query):
        return None
    if query.level > body.top:
        return _over(query)
    if unit.side == viewer.side and unit.ref in query.melee:
        return Cause.FRIEND_IN_THE_FIGHT
    if unit.is_ranked:
        return Cause.UNIT_IN_RANKS
    return Cause.CROWD_OF_ENEMIES if unit.side != viewer.side and base_units(unit) >= CROWD else Cause.SKIRMISHERS


def _are_among(body: Body, query: SightQuery) -> bool:
    """Whether either unit stands between the skirmishers: then only their bases are in the way."""
    if body.ground is None or body.unit is None:
        return False
    ends = [end.unit for end in (query.viewer, query.target) if boxes_meet(body.unit.box, end.unit.box)]
    return any(any(overlapping((body.ground,), unit.blocks)) for unit in ends)


def _over(query: SightQuery) -> Cause:
    return Cause.HIGH_FLYERS_SEE_OVER if query.is_aloft else Cause.SEEN_OVER


def _of_wood(body: Body, query: SightQuery) -> Cause:
    if not query.is_aloft and body.ref in query.viewer.stand.woods | query.target.stand.woods:
        return Cause.IN_A_FOREST
    return _over(query) if query.level > body.top else Cause.BEHIND_A_FOREST


def _of_terrain(body: Body, query: SightQuery) -> Cause | None:
    if body.ref in query.viewer.stand.on | query.target.stand.on:
        return None
    if query.level > body.top:
        return _over(query)
    return Cause.BLOCKS_EVERY_HEIGHT if body.top == inf else Cause.BLOCKS_UP_TO_ITS_TOP


def _why(cause: Cause, body: Body, query: SightQuery) -> Reason:
    """The cause with its figures and where the rule stands."""
    called = body.called
    match cause:
        case Cause.HIGH_FLYERS_SEE_OVER:
            why = because(Cause.HIGH_FLYERS_SEE_OVER, FLYING, body=called)
        case Cause.SEEN_OVER:
            why = because(Cause.SEEN_OVER, SIGHTING, level=query.level, body=called)
        case Cause.FRIEND_IN_THE_FIGHT:
            why = because(Cause.FRIEND_IN_THE_FIGHT, INTO_COMBAT, unit=called)
        case Cause.UNIT_IN_RANKS:
            why = because(Cause.UNIT_IN_RANKS, SIGHTING, unit=called)
        case Cause.CROWD_OF_ENEMIES if body.unit:
            why = because(Cause.CROWD_OF_ENEMIES, SIGHTING, unit=called, size=base_units(body.unit), least=CROWD)
        case Cause.SKIRMISHERS:
            why = because(Cause.SKIRMISHERS, LOOSE_FIRE, unit=called)
        case Cause.IN_A_FOREST if body.depth is not None:
            why = because(Cause.IN_A_FOREST, TERRAIN_AND_MOVEMENT, piece=called, depth=body.depth)
        case Cause.BEHIND_A_FOREST:
            why = because(Cause.BEHIND_A_FOREST, TERRAIN_AND_MOVEMENT, piece=called)
        case Cause.BLOCKS_EVERY_HEIGHT:
            why = because(Cause.BLOCKS_EVERY_HEIGHT, SIGHTING, piece=called)
        case _:
            why = because(Cause.BLOCKS_UP_TO_ITS_TOP, SIGHTING, piece=called, top=body.top)
    return why
