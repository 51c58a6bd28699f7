"""Who works the batches out: this process, all cores, or a cluster; the core knows none of them.

An executor is given work in order and gives it back as it comes home. It keeps `IN_FLIGHT` batches a worker under way,
so that memory stays flat and nobody waits; what is under way when nobody wants more is let go.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import AbstractContextManager
from itertools import islice
from multiprocessing import get_context
from typing import Protocol, Self

from msgspec import Struct

from tabletop.arcana.simulation.counts import Batch, Cell, batch_of

IN_FLIGHT = 3  # batches a worker


class Work(Struct, frozen=True):
    """A batch to be: of which cell, under which number."""

    cell: Cell
    seed: int
    number: int
    size: int

    def done(self) -> Batch:
        return batch_of(self.cell, self.seed, self.number, self.size)


class Executor(AbstractContextManager["Executor"], Protocol):
    """Works batches out in any order."""

    def batches(self, work: Iterator[Work]) -> Iterator[Batch]:
        """The batches as they come; whoever stops asking stops the work."""
        ...


class Serial:
    """In this process, one after the other."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        return None

    def batches(self, work: Iterator[Work]) -> Iterator[Batch]:
        return (each.done() for each in work)


def _begin() -> None:
    """What a process does first: by then it has imported this module."""


class Processes:
    """So many processes of this machine, fresh ones: none shares a lock or a connection with who starts it."""

    def __init__(self, workers: int) -> None:
        self._workers = workers

    def __enter__(self) -> Self:
        """They begin at once, and look up what they need while the caller still reads its file."""
        self._pool = ProcessPoolExecutor(self._workers, mp_context=get_context("spawn"))
        for _ in range(self._workers):
            self._pool.submit(_begin)
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(cancel_futures=True)

    def batches(self, work: Iterator[Work]) -> Iterator[Batch]:
        def submitted(count: int) -> set[Future[Batch]]:
            return {self._pool.submit(Work.done, each) for each in islice(work, count)}

        under_way = submitted(IN_FLIGHT * self._workers)
        while under_way:
            done, under_way = wait(under_way, return_when=FIRST_COMPLETED)
            under_way |= submitted(len(done))
            for each in done:
                yield each.result()
