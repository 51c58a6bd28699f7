"""An experiment carried out: batches ordered, taken as they come home, read in their order, until it has its answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from tabletop.arcana.catalogue.lists import Catalogue
from tabletop.arcana.simulation.counts import SEATS, Batch, dice_of, setting
from tabletop.arcana.simulation.executors import Executor, Work
from tabletop.arcana.simulation.experiments import Experiment, Record, begun, check
from tabletop.arcana.simulation.on_table import recorded
from tabletop.arcana.simulation.questions import Fellows, League
from tabletop.arcana.simulation.seeds import battle_keys
from tabletop.battle.log import EventLog
from tabletop.decoding import MalformedError

REMEMBERED = 1000  # batches; who comes again comes soon


class ImpureError(RuntimeError):
    """A batch that was worked out twice came out differently: nothing it says can be believed."""


class Run:
    """A record that goes on: what it says, and the batches that are still to come."""

    def __init__(self, record: Record, catalogue: Catalogue) -> None:
        """MalformedError for a record that isn't right."""
        self.record = replace(record, experiment=begun(record.experiment, catalogue))
        self.cells = self.experiment.cells(catalogue)
        self.reading = check(self.record, self.cells)

    @property
    def experiment(self) -> Experiment:
        return self.record.experiment

    @property
    def is_over(self) -> bool:
        return self.record.answer is not None or self.reading.is_over

    def batches(self, executor: Executor) -> Iterator[Batch]:
        """Those that come next, in their order, each read already; ends with the verdict, or when nobody asks on."""
        if self.is_over:
            return
        first = self.reading.batches
        for batch in in_order(executor.batches(self._work(first)), len(self.cells), first):
            self.reading.add(batch)
            yield batch
            if self.reading.is_over:
                return

    def _work(self, first: int) -> Iterator[Work]:
        """As many as the stop rule grants at most."""
        for place in range(first, self.experiment.stop.batches * len(self.cells)):
            number, cell = divmod(place, len(self.cells))
            yield Work(self.cells[cell], self.experiment.seed, number, self.experiment.size or 1)


def watched(
    experiment: Experiment, catalogue: Catalogue, *, cell: int, pair: int, seat: int, variant: int = 0
) -> EventLog[Any, Any, Any]:
    """One battle of an experiment on a table, as a log: that very one where it is played on tables.

    Of one in a line the same armies with a key of the same name. MalformedError where there is no such cell or variant.
    """
    if isinstance(experiment.question, Fellows | League):
        raise MalformedError("question", "rows meet in lines alone")
    cells = replace(experiment, depth="table").cells(catalogue)
    if not (0 <= cell < len(cells) and 0 <= variant < len(cells[0].own) and seat in SEATS and pair >= 0):
        raise MalformedError("", f"there is no battle {cell}:{pair}:{seat}:{variant}")
    key = int(battle_keys(experiment.seed, cell, pair, 1)[0])
    begins, policies, gains = setting(cells[cell], variant, seat)
    return recorded(catalogue, begins, policies, gains, dice_of(key, seat))


def in_order(batches: Iterator[Batch], cells: int, first: int) -> Iterator[Batch]:
    """Batches one after the other; those that come early wait, and those that come again are let go.

    ImpureError for two that should be the same; `REMEMBERED` batches that were given out are still known.
    """
    waiting: dict[int, Batch] = {}
    given: dict[int, Batch] = {}
    for batch in batches:
        place = batch.number * cells + batch.cell
        if given.get(place, waiting.get(place, batch)) != batch:
            raise ImpureError(f"batch {batch.number} of cell {batch.cell} came out twice, and differently")
        if place >= first:
            waiting[place] = batch
        while first in waiting:
            given[first] = waiting.pop(first)
            given.pop(first - REMEMBERED, None)
            first += 1
            yield given[first - 1]
