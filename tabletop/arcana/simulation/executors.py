"""Who works the batches out: this process, all cores, or a cluster; the core knows none of them.

An executor is given work in order and gives it back as it comes home. Batches travel in tasks of half a second to a
second, several in one where they are short, so that sending them is little of the work; how many is told by the time
that earlier ones took, and changes nothing in any of them. `IN_FLIGHT` tasks a worker are under way, so that memory
stays flat and nobody waits; what is under way when nobody wants more is let go.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import AbstractContextManager
from itertools import islice
from multiprocessing import get_context
from time import monotonic
from typing import Protocol, Self

from msgspec import Struct

from tabletop.arcana.simulation.counts import Batch, Cell, batch_of

IN_FLIGHT = 3  # tasks a worker
LONGEST = 1.0  # seconds of a task, where a batch isn't longer: as many batches as fit, so that it's half of it at least
MOST = 500  # batches of a task


class Work(Struct, frozen=True):
    """A batch to be: of which cell, under which number."""

    cell: Cell
    seed: int
    number: int
    size: int

    def done(self) -> Batch:
        return batch_of(self.cell, self.seed, self.number, self.size)


class Played(Struct, frozen=True):
    """What a task brings home: its batches, and how many seconds they took where they were worked out."""

    batches: tuple[Batch, ...]
    seconds: float


def play(task: tuple[Work, ...]) -> Played:
    """A task worked out."""
    start = monotonic()
    batches = tuple(each.done() for each in task)
    return Played(batches, monotonic() - start)


class Tasks:
    """Work parted into tasks: the first ones have a batch each, later ones as many as fit into `LONGEST`."""

    def __init__(self, work: Iterator[Work]) -> None:
        self._work, self._batches = work, 1

    def some(self, count: int) -> Iterator[tuple[Work, ...]]:
        """So many tasks that come next, fewer where the work ends."""
        for _ in range(count):
            if task := tuple(islice(self._work, self._batches)):
                yield task

    def learn(self, played: Played) -> None:
        """How long a batch takes, by one that came home."""
        fit = int(LONGEST * len(played.batches) / max(played.seconds, 1e-6))
        self._batches = min(max(fit, 1), MOST)


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
        tasks = Tasks(work)

        def submitted(count: int) -> set[Future[Played]]:
            return {self._pool.submit(play, task) for task in tasks.some(count)}

        under_way = submitted(IN_FLIGHT * self._workers)
        while under_way:
            done, under_way = wait(under_way, return_when=FIRST_COMPLETED)
            for each in done:
                tasks.learn(each.result())
            under_way |= submitted(len(done))
            for each in done:
                yield from each.result().batches
