"""Models that are left of a unit, with the wounds that some of them have lost; what wounds and hits make of them."""

from __future__ import annotations

from msgspec import Struct

from tabletop.arcana.rules.formation.wounds import Toll, Wounded, carried, placed, spared


class Left(Struct, frozen=True, gc=False):
    """So many living models, and what some have lost, the most first.

    A wound `costs` a model as many as that, of which none goes on to another: 2 where a spell brings a second one each.
    """

    models: int
    lost: tuple[int, ...] = ()
    costs: int = 1

    def wounds(self, each: int) -> int:
        """All wounds that are left in models of so many each."""
        return self.models * each - sum(self.lost)

    def after(self, each: int, *, wounds: int = 0, hits: tuple[int, ...] = (), shares: bool = False) -> Left:
        """Without those that fall: hits of several wounds put together with single ones, or wounds alone.

        A unit that `shares` its wounds keeps as many models as it has wounds (“War Machines”, of shared wounds).
        """
        if shares:
            return self._sharing(each, self.wounds(each) - self.costs * (wounds + sum(hits)))
        if self.costs > 1:
            hits, wounds = tuple(self.costs * hit for hit in hits + (1,) * wounds), 0
        if not hits and not self.lost:  # nearly always, and counting is faster than sharing out
            fallen = min(wounds // each, self.models)
            rest = wounds - fallen * each if fallen < self.models else 0
            return Left(self.models - fallen, (rest,) if rest else (), self.costs)
        unit = Wounded(self.models, each, self.lost)
        return self._without(placed(unit, hits + (1,) * wounds) if hits else carried(unit, wounds))

    def spared(self, each: int, hits: tuple[int, ...]) -> int:
        """Hits beyond those that kill everybody, as many as may be."""
        return spared(Wounded(self.models, each, self.lost), tuple(self.costs * hit for hit in hits))

    def killed_by(self, each: int) -> int:
        """How many single wounds kill everybody."""
        if self.costs == 1:
            return self.wounds(each)
        return sum(-(-rest // self.costs) for rest in Wounded(self.models, each, self.lost).rests)

    def _sharing(self, each: int, wounds: int) -> Left:
        models = min(self.models, max(wounds, 0))
        lost = models * each - wounds if models else 0
        full, rest = divmod(lost, each - 1) if lost else (0, 0)
        return Left(models, (each - 1,) * full + ((rest,) if rest else ()), self.costs)

    def _without(self, toll: Toll) -> Left:
        return Left(self.models - toll.fallen, toll.wounded, self.costs)
