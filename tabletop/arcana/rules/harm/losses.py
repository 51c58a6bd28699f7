"""Models that are left of a unit, with the wounds that some of them have lost; what wounds and hits make of them."""

from __future__ import annotations

from msgspec import Struct

from tabletop.arcana.rules.formation.wounds import Toll, Wounded, carried, placed


class Left(Struct, frozen=True):
    """So many living models, and what some have lost, the most first."""

    models: int
    lost: tuple[int, ...] = ()

    def wounds(self, each: int) -> int:
        """All wounds that are left in models of so many each."""
        return self.models * each - sum(self.lost)

    def after(self, each: int, *, wounds: int = 0, hits: tuple[int, ...] = ()) -> Left:
        """Without those that fall: hits of several wounds on one each, then wounds that go from model to model."""
        if not hits and not self.lost:  # nearly always, and counting is faster than sharing out
            fallen = min(wounds // each, self.models)
            rest = wounds - fallen * each if fallen < self.models else 0
            return Left(self.models - fallen, (rest,) if rest else ())
        left = self
        if hits:
            left = left._without(placed(Wounded(left.models, each, left.lost), hits))
        if wounds:
            left = left._without(carried(Wounded(left.models, each, left.lost), wounds))
        return left

    def _without(self, toll: Toll) -> Left:
        return Left(self.models - toll.fallen, toll.wounded)
