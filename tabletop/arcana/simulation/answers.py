"""What finished batches say, read in the order of their numbers: an estimate with its interval, and the verdict.

A verdict falls after a whole round, in which every cell has had as many batches. What has been played beyond it is
never looked at, so it is the same for any number of workers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any

import numpy as np
from msgspec.structs import asdict, replace

from tabletop.arcana.battle.policies import LAST_TURN
from tabletop.arcana.simulation.counts import LOST, SCORES, SEATS, UNDECIDED, WON, Batch, Cell, VariantCount
from tabletop.arcana.simulation.deaths import CAUSES, PRECISION, LossCause, rows_of
from tabletop.arcana.simulation.estimates import (
    Estimate,
    Sample,
    Stop,
    Verdict,
    estimate,
    of_pairs,
    ratio_of_variances,
    sample_of,
    verdict,
)
from tabletop.arcana.simulation.line.forces import Squad
from tabletop.arcana.simulation.questions import Fellows, League, Question
from tabletop.values import Value

SHARES = tuple(score / (SCORES - 1) for score in range(SCORES))
DIFFERENCES = tuple(SHARES[second] - SHARES[first] for first in range(SCORES) for second in range(SCORES))
PLACES = 4  # of decimals


class Games(Value, frozen=True):
    """Battles of one variant, what they have cost both sides on average, in points, and how many turns they took."""

    won: int
    undecided: int
    lost: int
    own_lost: float
    other_lost: float
    turns: tuple[int, ...]

    @property
    def pairs(self) -> int:
        return (self.won + self.undecided + self.lost) // len(SEATS)


class Points(Value, frozen=True, kw_only=True):
    """How many points each variant has at most, and any of its opponents: bounds of what a battle may cost."""

    own: tuple[int, ...]
    others: int


class Against(Value, frozen=True):
    """The estimate against one opponent; `differs` is whether its interval leaves out that nothing differs."""

    name: str
    estimate: Estimate
    differs: bool


class Earned(Value, frozen=True):
    """What a unit destroys for each of its points in a battle, and the share of it that is lost on average."""

    unit: str
    points: int
    earns: Estimate
    lost: float


class Victim(Value, frozen=True):
    """A unit, and the points of it that are lost in a battle."""

    unit: str
    points: int
    wounds: int
    lost: Estimate


class Killer(Value, frozen=True):
    """A unit, the points that it destroys in a battle, and those of each victim, in their order."""

    unit: str
    points: int
    destroys: Estimate
    of: tuple[Estimate, ...]


class Otherwise(Value, frozen=True):
    """Points of each victim that are lost in a battle without one enemy who did it; below 0 where they come back."""

    cause: LossCause
    of: tuple[Estimate, ...]


class Toll(Value, frozen=True):
    """What becomes of one side's units, by whose doing. The figures of a column add up to what is lost."""

    units: tuple[Victim, ...]
    by: tuple[Killer, ...]
    otherwise: tuple[Otherwise, ...]


class Standing(Value, frozen=True):
    """How often a row wins against all others of a league."""

    row: str
    estimate: Estimate


class Answer(Value, frozen=True, kw_only=True):
    """Everything that an experiment says at a time.

    `saved` is how many times as many pairs it would take with dice that aren't common to both variants, of a swap, or
    with battles that aren't paired, and `saved_range` its interval. Intervals of tables are wider, so that all of them
    hold together. `tolls` are of the own units and of the other's, where there is one opponent and who killed whom is
    counted; of a swap those of the changed roster.
    """

    verdict: Verdict
    rounds: int
    battles: int
    estimate: Estimate | None
    games: tuple[Games, ...] = ()
    against: tuple[Against, ...] = ()
    units: tuple[Earned, ...] = ()
    table: tuple[Standing, ...] = ()
    saved: float | None = None
    saved_range: tuple[float, float] | None = None
    tolls: tuple[Toll, ...] = ()


class Totals:
    """Counts of one variant over batches; of units what they destroyed, its squares, what was lost of them.

    `deaths` are who killed whom by side, added up name by name: whole numbers of any length.
    """

    def __init__(self, units: int) -> None:
        self.ends = np.zeros(3, np.int64)
        self.units: Any = np.zeros((units, 3), object)  # whole numbers of any length: squares grow
        self.deaths: list[dict[str, Any]] = []
        self._turns, self._lost = np.zeros(LAST_TURN, np.int64), np.zeros(2, np.int64)

    @property
    def battles(self) -> int:
        return int(self.ends.sum())

    def add(self, variant: VariantCount) -> None:
        self.ends += variant.games
        self._turns += variant.turns
        self._lost += variant.lost
        for place, unit in enumerate(variant.units):
            self.units[place] += (unit.destroyed, unit.squares, unit.lost)
        more = [{name: np.array(count, object) for name, count in asdict(own).items()} for own in variant.deaths]
        pairs = zip(self.deaths, more, strict=True) if self.deaths else [({}, own) for own in more]
        self.deaths = [{name: so_far.get(name, 0) + count for name, count in own.items()} for so_far, own in pairs]

    @property
    def games(self) -> Games:
        number = max(self.battles, 1)
        own, other = (round(float(lost) / number, 1) for lost in self._lost)
        won, undecided, lost = map(int, (self.ends[which] for which in (WON, UNDECIDED, LOST)))
        return Games(won, undecided, lost, own, other, tuple(map(int, self._turns)))


class Reading:
    """Batches read one after the other; it stops by itself, and what comes then is left unread.

    Only sums are kept, so that it's as large after a million batches as after one, but for the curve.
    """

    def __init__(self, question: Question, stop: Stop, cells: Sequence[Cell]) -> None:
        self._question, self._stop, self._cells = question, stop, cells
        self._values = DIFFERENCES if len(cells[0].own) > 1 else SHARES
        self._pairs = np.zeros((len(cells), len(self._values)), np.int64)
        self._variants = [Totals(len(force.squads)) for force in cells[0].own]
        self.batches = 0
        self.verdict = Verdict.COUNTING
        self.curve: list[Estimate] = []  # after each round

    @property
    def rounds(self) -> int:
        return self.batches // len(self._cells)

    @property
    def is_over(self) -> bool:
        return self.verdict is not Verdict.COUNTING

    @property
    def pairs(self) -> tuple[int, ...]:
        """Pairs of all cells by their score, of a swap by both scores, as a batch counts them."""
        return tuple(map(int, self._pairs.sum(axis=0)))

    @property
    def points(self) -> Points:
        return Points(
            own=tuple(max(cell.own[variant].points for cell in self._cells) for variant in range(len(self._variants))),
            others=max(cell.other.points for cell in self._cells),
        )

    @property
    def left_out(self) -> tuple[str, ...]:
        """What of these armies isn't played at all, army by army."""
        forces = (force for cell in self._cells for force in (*cell.own, cell.other))
        return tuple(dict.fromkeys(f"{what} ({force.name})" for force in forces for what in force.left_out))

    def add(self, batch: Batch) -> Verdict:
        """The verdict with the batch that comes next."""
        if self.is_over:
            return self.verdict
        self.batches += 1
        self._pairs[batch.cell] += batch.pairs
        for totals, variant in zip(self._variants, batch.variants, strict=True):
            totals.add(variant)
        if not self.batches % len(self._cells):
            sample = self._sample(range(len(self._cells)))
            found = estimate(sample)
            assert found
            self.curve.append(found)
            self.verdict = verdict(self._stop, self.rounds, sample)
        return self.verdict

    def _sample(self, cells: Iterable[int]) -> Sample:
        return sample_of([int(count) for count in self._pairs[list(cells)].sum(axis=0)], self._values)

    def answer(self) -> Answer:
        """What all that was read says."""
        is_league, of_rows = isinstance(self._question, League), isinstance(self._question, Fellows | League)
        saved = self._saved()
        return Answer(
            verdict=self.verdict,
            rounds=self.rounds,
            battles=sum(totals.battles for totals in self._variants),
            estimate=None if is_league else estimate(self._sample(range(len(self._cells)))),
            games=() if is_league else tuple(totals.games for totals in self._variants),
            against=() if is_league else tuple(self._against()),
            units=() if of_rows or self._cells[0].table else tuple(self._earned()),
            table=tuple(self._table()) if is_league else (),
            saved=round(saved.mean, 2) if saved else None,
            saved_range=(round(saved.low, 2), round(saved.high, 2)) if saved else None,
            tolls=tuple(self._tolls()),
        )

    def _against(self) -> Iterable[Against]:
        even = 0.0 if len(self._cells[0].own) > 1 else 0.5
        for place, cell in enumerate(self._cells):
            found = estimate(self._sample([place]), tables=len(self._cells))
            if found:
                yield Against(cell.other.name, found, not found.holds(even))

    def _earned(self) -> Iterable[Earned]:
        """Unit by unit of the own army, of a swap of the changed one."""
        totals, force = self._variants[-1], self._cells[0].own[-1]
        most = max(cell.other.points for cell in self._cells)
        for place, squad in enumerate(force.squads):
            points = max(squad.points, 1)
            destroyed, squares, lost = totals.units[place].tolist()
            sample = Sample(totals.battles, destroyed / points, squares / points**2, 0, most / points)
            found = estimate(of_pairs(sample), tables=len(force.squads))
            if found:
                yield Earned(squad.name, squad.points, found, round(lost / points / totals.battles, PLACES))

    def _tolls(self) -> Iterator[Toll]:
        """Who killed whom: of the own units, then of the other's."""
        cell, totals = self._cells[0], self._variants[-1]
        forces, wounds, worth = (cell.own[-1], cell.other), cell.wounds(-1), cell.worth(-1)
        units = [len(force.squads) for force in forces]
        figures = sum((rows_of(units[1 - side]) + 1) * units[side] + units[1 - side] for side in range(2))

        def found(total: int, squares: int, most: float, each: float = 1) -> Estimate:
            mean = total * each / totals.battles
            sample = Sample(totals.battles, total * each, squares * each**2, 0, max(most, mean))
            own = estimate(of_pairs(sample), tables=figures)
            assert own
            return own

        for side, own in enumerate(totals.deaths):
            victims, killers = forces[side].squads, forces[1 - side].squads
            each = [number / PRECISION for number in worth[side]]
            most = [squad.points * (LAST_TURN if _regenerates(squad) else 1) for squad in victims]
            rows = [
                tuple(map(found, row, squares, most, each))
                for row, squares in zip(own["wounds"].tolist(), own["squares"].tolist(), strict=True)
            ]
            lost = map(found, own["lost"], own["lost_squares"], (squad.points for squad in victims), each)
            destroyed = zip(own["destroyed"], own["destroyed_squares"], strict=True)
            yield Toll(
                units=tuple(
                    Victim(squad.name, squad.points, at_first, gone)
                    for squad, at_first, gone in zip(victims, wounds[side], lost, strict=True)
                ),
                by=tuple(
                    Killer(squad.name, squad.points, found(*counts, sum(most)), row)
                    for squad, counts, row in zip(killers, destroyed, rows, strict=False)
                ),
                otherwise=tuple(
                    Otherwise(cause, tuple(map(_taken_off, row)) if cause is LossCause.REGAINED else row)
                    for cause, row in zip(CAUSES, rows[len(killers) :], strict=True)
                    if any(figure.mean for figure in row)
                ),
            )

    def _table(self) -> list[Standing]:
        """Rows by how often they win, the best first."""
        shares: dict[str, np.typing.NDArray[Any]] = {}
        for place, cell in enumerate(self._cells):
            for name, counts in ((cell.own[0].name, self._pairs[place]), (cell.other.name, self._pairs[place][::-1])):
                shares[name] = shares.get(name, np.zeros(SCORES, np.int64)) + counts
        found = [
            Standing(name, own)
            for name, counts in shares.items()
            if (own := estimate(sample_of(counts.tolist(), SHARES), tables=len(shares)))
        ]
        return sorted(found, key=lambda standing: -standing.estimate.mean)

    def _saved(self) -> Estimate | None:
        """By pairs of like outcomes: what they say apart, and what together."""
        counts = list(map(int, self._pairs.sum(axis=0)))
        if len(self._cells[0].own) > 1:
            return ratio_of_variances(counts, [*zip(*product(SHARES, SHARES), strict=True)], DIFFERENCES)
        undecided = (int(self._variants[0].ends[UNDECIDED]) - counts[1] - counts[3]) // 2  # pairs that nobody won twice
        counts[2:3] = [counts[2] - undecided, undecided]
        firsts, seconds = (0, 0, 0, 0.5, 0.5, 1), (0, 0.5, 1, 0.5, 1, 1)
        halves = [[share / 2 for share in own] for own in (firsts, seconds)]
        return ratio_of_variances(counts, halves, [sum(own) for own in zip(*halves, strict=True)], alike=True)


def _regenerates(squad: Squad) -> bool:
    return any(body.figures.defence.regeneration for body in squad.bodies)


def _taken_off(found: Estimate) -> Estimate:
    """The same below 0."""
    return replace(found, mean=-found.mean, low=-found.high, high=-found.low)
