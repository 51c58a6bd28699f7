"""Models that are left of a unit, with the wounds that some of them have lost; what wounds and hits make of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from tabletop.arcana.rules.formation.wounds import Toll, Wounded, carried, placed, spared

Part = tuple[int, tuple[int, ...]]  # living models of one kind, and what some of them have lost, the most first


class Left(Struct, frozen=True, gc=False):
    """So many living models, and what some have lost, the most first.

    A wound `costs` a model as many as that, of which none goes on to another: 2 where a spell brings a second one each.
    Of a unit of several kinds of models `parts` are what is left of each, of which the last falls first (BR117).
    """

    models: int
    lost: tuple[int, ...] = ()
    costs: int = 1
    parts: tuple[Part, ...] = ()

    def wounds(self, each: int) -> int:
        """All wounds that are left in models of so many each."""
        return self.models * each - sum(self.lost)

    def lives(self, kind: int, counts: Sequence[int]) -> bool:
        """Whether any of a kind lives, of a unit that had so many of each: without `parts` the last have fallen."""
        return self.parts[kind][0] > 0 if self.parts else sum(counts[:kind]) < self.models

    def after(self, each: int, *, wounds: int = 0, hits: tuple[int, ...] = (), shares: bool = False) -> Left:
        """Without those that fall: hits of several wounds put together with single ones, or wounds alone.

        A unit that `shares` its wounds keeps as many models as it has wounds (“War Machines”, of shared wounds).
        """
        if shares:
            return self._sharing(each, self.wounds(each) - self.costs * (wounds + sum(hits)))
        if self.parts:
            return self._of_parts(each, wounds, hits)
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

    def without(self, fallen: int) -> Left:
        """With so many models fewer, unhurt ones as far as any are."""
        if not self.parts:
            models = max(self.models - fallen, 0)
            return Left(models, self.lost[:models], self.costs)
        parts = []
        for models, lost in reversed(self.parts):
            gone = min(fallen, models)
            fallen -= gone
            parts.append((models - gone, lost[: models - gone]))
        return of_parts(parts[::-1], self.costs)

    def having_lost(self, lost: tuple[int, ...]) -> Left:
        """What is left when wounds have come back: what models have lost then, the most first.

        Of several kinds it is what those of the first have, then those of the next, 0 of who is whole again.
        """
        if not self.parts:
            return Left(self.models, lost, self.costs)
        parts, before = [], 0
        for models, own in self.parts:
            parts.append((models, _sorted(lost[before : before + len(own)])))
            before += len(own)
        return of_parts(parts, self.costs)

    def _of_parts(self, each: int, wounds: int, hits: tuple[int, ...]) -> Left:
        """Those named last take what comes until none of them lives; what is beyond goes on to those before them."""
        parts = list(self.parts)
        for place in range(len(parts) - 1, -1, -1):
            own = Left(*parts[place], self.costs)
            after = own.after(each, wounds=wounds, hits=hits)
            if own.models and (wounds or hits):
                parts[place] = after.models, after.lost
                if after.models:
                    break
                every = tuple(sorted(hits + (1,) * wounds, reverse=True))
                beyond = own.spared(each, every) if hits else max(wounds - own.killed_by(each), 0)
                wounds, hits = (0, every[len(every) - beyond :]) if hits else (beyond, ())
        return of_parts(parts, self.costs)

    def _sharing(self, each: int, wounds: int) -> Left:
        models = min(self.models, max(wounds, 0))
        lost = models * each - wounds if models else 0
        full, rest = divmod(lost, each - 1) if lost else (0, 0)
        return Left(models, (each - 1,) * full + ((rest,) if rest else ()), self.costs)

    def _without(self, toll: Toll) -> Left:
        return Left(self.models - toll.fallen, toll.wounded, self.costs)


def of_parts(parts: Sequence[Part], costs: int = 1) -> Left:
    """What is left of a unit of several kinds, by what is left of each."""
    lost = _sorted(own for _, each in parts for own in each)
    return Left(sum(models for models, _ in parts), lost, costs, tuple(parts))


def _sorted(lost: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(filter(None, lost), reverse=True))
