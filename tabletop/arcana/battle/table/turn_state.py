"""What a unit has done so far this turn, as it is kept between one command and the next."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from tabletop.arcana.battlefield import Formation, PlacedTable
from tabletop.arcana.battlefield.causes import Cause
from tabletop.arcana.battlefield.reasons import Reason, because
from tabletop.arcana.battlefield.schema import Altitude
from tabletop.arcana.rules.formation.changing import RAF_MOVEMENT
from tabletop.arcana.rules.movement import begin_move
from tabletop.arcana.rules.movement.move_state import MoveState, Spending


class Ledger(Spending, frozen=True, kw_only=True):
    """A march without its table: where the unit began the turn, and what it has spent since."""

    began: Formation
    altitude: Altitude = Altitude.GROUND

    @property
    def left(self) -> float:
        return max(self.allowance - self.spent, 0.0)


def reason_to_hold(turn: Mapping[str, Ledger], ref: str) -> Reason | None:
    """Why skirmishers move no more this turn: a block has walked through them."""
    block = next((other for other, ledger in turn.items() if ref in ledger.passed), None)
    if block is None:
        return None
    return because(Cause.WALKED_THROUGH, RAF_MOVEMENT, ref=block, block=block)


def ledger_of(march: MoveState) -> Ledger:
    carried = {name: getattr(march, name) for name in Spending.__struct_fields__}
    return Ledger(began=march.began.formation, altitude=march.began.altitude, **carried)


def march_so_far(scene: PlacedTable, ref: str, ledger: Ledger | None) -> MoveState:
    """The unit on its way from where it stands now; a whole move is left to one that has done nothing yet."""
    unit = scene.unit(ref)
    march = begin_move(scene, unit)
    if ledger is None:
        return march
    began = replace(unit.standing(ledger.began), altitude=ledger.altitude)
    return replace(march, began=began, **{name: getattr(ledger, name) for name in Spending.__struct_fields__})
