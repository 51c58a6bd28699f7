"""A unit on its way: what it has done so far this turn, and what that leaves."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from tabletop.arcana.battlefield.reasons import Step
from tabletop.arcana.battlefield.scene import PlacedTable, PlacedUnit
from tabletop.arcana.rules.formation.changing import NO_FILES, ChargeBar, FilesChanged
from tabletop.arcana.rules.movement.terrain_cost import Toll
from tabletop.geometry.primitives.tolerances import RANGE


class Rough(Struct, frozen=True):
    """Inches of path through rough and very rough ground."""

    difficult: float = 0.0
    very_difficult: float = 0.0


class March(Struct, frozen=True, kw_only=True):
    """Every order makes a new one of the last; inches throughout."""

    scene: PlacedTable
    began: PlacedUnit
    unit: PlacedUnit
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
    steps: tuple[Step, ...] = ()

    @property
    def left(self) -> float:
        return self.allowance - self.spent

    def share(self, part: Fraction) -> float:
        """A share of the whole move in inches."""
        return float(self.allowance * part)

    def paying(self, price: float) -> float:
        """What is paid of a price that may be dearer than what is left by no more than RANGE."""
        return min(price, max(self.left, 0.0))

    def affords(self, price: float) -> bool:
        return price <= self.left + RANGE

    def paid(self, step: Step, *, bars_charge: ChargeBar = ChargeBar.NONE) -> March:
        """The same with a step taken and paid for."""
        return replace(
            self,
            spent=self.spent + step.cost,
            path=self.path + step.inches,
            steps=(*self.steps, step),
            bars_charge=self.bars_charge or bars_charge,
        )

    def roughed(self, along: tuple[Toll, ...], inches: float, share: float) -> March:
        """The same with the path through rough ground counted."""
        found = {"difficult": self.rough.difficult, "very-difficult": self.rough.very_difficult}
        for toll in along:
            if toll.going in found and toll.start < share:
                found[toll.going] += inches * (min(toll.end, share) - toll.start)
        return replace(self, rough=Rough(found["difficult"], found["very-difficult"]))
