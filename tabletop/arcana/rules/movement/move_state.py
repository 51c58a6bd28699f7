"""A unit on its way: what it has done so far this turn, and what that leaves of its move."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.battlefield.causes import Cause
from tabletop.arcana.battlefield.reasons import Reason, Step, because
from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit
from tabletop.arcana.battlefield.schema import Going
from tabletop.arcana.rules.formation.changing import NO_FILES, ChargeBar, FilesChanged
from tabletop.arcana.rules.movement.terrain_cost import Toll
from tabletop.citations import Citation
from tabletop.geometry.primitives.tolerances import RANGE
from tabletop.values import Value


class Rough(Struct, frozen=True):
    """Inches of path through rough and very rough ground."""

    difficult: float = 0.0
    very_difficult: float = 0.0


class Spending(Value, frozen=True, kw_only=True):
    """What a unit has spent of its move, and what it has done with it. Inches throughout."""

    allowance: float
    flying: bool = False
    landed: bool = False
    spent: float = 0.0
    path: float = 0.0
    rough: Rough = Rough()
    files: FilesChanged = NO_FILES
    loosened: bool = False
    formed: bool = False
    bars_charge: ChargeBar = ChargeBar.NONE
    passed: tuple[str, ...] = ()


class MoveState(Spending, frozen=True, kw_only=True):
    """A unit between two orders; every order makes a new state of the last."""

    scene: PlacedTable
    began: PlacedUnit
    unit: PlacedUnit
    steps: tuple[Step, ...] = ()

    @property
    def left(self) -> float:
        """Inches of the move that aren't spent."""
        return self.allowance - self.spent

    def share(self, part: Fraction) -> float:
        """A share of the whole move in inches."""
        return float(self.allowance * part)

    def too_dear(self, manoeuvre: str, price: float, citation: Citation) -> Reason | None:
        """Why a manoeuvre at a flat price in inches can't be paid; None where it can."""
        if price <= self.left + RANGE:
            return None
        left = max(self.left, 0.0)
        return because(Cause.MANOEUVRE_TOO_DEAR, citation, manoeuvre=manoeuvre, price=price, left=left)

    def after_step(
        self,
        text: str,
        citation: Citation,
        *,
        inches: float = 0.0,
        price: float = 0.0,
        bars_charge: ChargeBar = ChargeBar.NONE,
    ) -> MoveState:
        """The state with a step of so many inches taken and paid for.

        A price may be dearer than what is left by no more than RANGE; then what is left is paid.
        """
        step = Step(text=text, inches=inches, cost=min(price, max(self.left, 0.0)), citation=citation)
        return replace(
            self,
            spent=self.spent + step.cost,
            path=self.path + inches,
            steps=(*self.steps, step),
            bars_charge=self.bars_charge or bars_charge,
        )

    def after_ground(self, along: tuple[Toll, ...], inches: float, share: float) -> MoveState:
        """The state with the path through rough ground counted: of a motion of so many inches up to a share of it."""
        paths = {Going.DIFFICULT: self.rough.difficult, Going.VERY_DIFFICULT: self.rough.very_difficult}
        for toll in along:
            if toll.going in paths and toll.start < share:
                paths[toll.going] += inches * (min(toll.end, share) - toll.start)
        return replace(self, rough=Rough(paths[Going.DIFFICULT], paths[Going.VERY_DIFFICULT]))


class Progress(Struct, frozen=True):
    """The state after some orders, and why it couldn't go on; no reason where it could."""

    state: MoveState
    reason: Reason | None = None
