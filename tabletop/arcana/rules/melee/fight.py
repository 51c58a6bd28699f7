"""An engaged unit with its fights: which of its sides the enemies are on, and who charged whom this turn."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from tabletop.arcana.battlefield.causes import Cause
from tabletop.arcana.battlefield.reasons import ForbiddenError, Reason, Step, forbidden
from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit
from tabletop.arcana.battlefield.schema import Side
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.rules.charge.overrun.strength import BROKEN
from tabletop.arcana.rules.movement.blocking import enemy, touched_enemies

ENGAGED = BOOK.section("Manoeuvres for Engaged Units")
# Clockwise from the front, so that a turn of the front by quarters is a step in this order.
AROUND: tuple[Side, ...] = (Side.FRONT, Side.RIGHT, Side.REAR, Side.LEFT)


class Fight(Struct, frozen=True):
    """One enemy in contact: the side of the unit that it is on, and whether this began this turn."""

    foe: PlacedUnit
    side: Side
    this_turn: bool


class State(Struct, frozen=True, kw_only=True):
    """A unit in the midst of its manoeuvres: its fights, every unit that they moved, what is spent, what was done."""

    scene: PlacedTable
    unit: PlacedUnit
    fights: tuple[Fight, ...]
    moved: tuple[PlacedUnit, ...] = ()
    steps: tuple[Step, ...] = ()
    test: str = ""
    used_up: bool = False
    may_follow: tuple[str, ...] = ()
    must_follow: tuple[str, ...] = ()

    @property
    def sides(self) -> set[Side]:
        return {fight.side for fight in self.fights}

    @property
    def strangers(self) -> set[str]:
        """Enemies whom it doesn't fight: to touch them would take a charge."""
        every = {other.ref for other in self.scene.others(self.unit) if other.side != self.unit.side}
        return every - {foe.ref for foe in self.foes}

    def new_contact(self, unit: PlacedUnit) -> Reason | None:
        """Why a unit can't come to stand where it would touch any of them."""
        touched = next((ref for ref in touched_enemies(self.scene, unit) if ref in self.strangers), None)
        return enemy(self.scene.unit(touched)).reason() if touched else None

    @property
    def foes(self) -> Sequence[PlacedUnit]:
        return [fight.foe for fight in self.fights]


def state_of(scene: PlacedTable, unit: PlacedUnit) -> State:
    """ForbiddenError for a unit that isn't engaged, is broken, or was charged this turn."""
    if unit.broken:
        raise ForbiddenError(BROKEN)
    fights = []
    for engagement in scene.engagements(unit.ref):
        own = engagement.units.index(unit.ref)
        foe = scene.unit(engagement.units[1 - own])
        fights.append(Fight(foe, engagement.sides[own], engagement.this_turn))
    if not fights:
        raise forbidden(Cause.NOT_ENGAGED_TO_MANOEUVRE, ENGAGED)
    if any(fight.this_turn for fight in fights):
        raise forbidden(Cause.FIGHT_BEGAN_THIS_TURN, ENGAGED)
    return State(scene=scene, unit=unit, fights=tuple(fights))


def turned_side(side: Side, quarters: int) -> Side:
    """What a side is called once the front has turned by quarters clockwise."""
    return AROUND[(AROUND.index(side) - quarters) % len(AROUND)]
