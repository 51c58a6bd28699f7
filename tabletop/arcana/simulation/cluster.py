"""Batches worked out by a Dask cluster: a scheduler, and workers on as many machines as there are.

Dask runs a task again whose worker died, and sometimes one that didn't: batches are pure, so that nothing comes of it
but the same batch. Cost: some 3 ms a task. Whoever reaches the scheduler's port runs code on the workers: leave it on
a network of your own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Self

from tabletop.arcana.simulation.counts import Batch
from tabletop.arcana.simulation.executors import IN_FLIGHT, Played, Tasks, Work, play

RETRIES = 3  # of a task whose workers die, beside those that the scheduler grants
PATIENCE = 10  # seconds, until a scheduler that doesn't answer is given up


class SchedulerLostError(RuntimeError):
    """A scheduler that has gone, with all that was under way: what came home before is finished, and can go on."""


class Cluster:
    """A cluster by the address of its scheduler."""

    def __init__(self, scheduler: str) -> None:
        self._scheduler = scheduler

    def __enter__(self) -> Self:
        from distributed import Client  # noqa: PLC0415 - an extra that brings much with it

        self._client: Any = Client(self._scheduler, set_as_default=False, timeout=PATIENCE)
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    def batches(self, work: Iterator[Work]) -> Iterator[Batch]:
        """Three a worker under way: as many as there are workers when it begins, so that late ones have to wait.

        SchedulerLostError once the scheduler has gone for longer than `PATIENCE`.
        """
        from distributed import as_completed  # noqa: PLC0415

        workers = max(sum(self._client.nthreads().values()), 1)
        tasks = Tasks(work)
        first = [self._submitted(task) for task in tasks.some(IN_FLIGHT * workers)]
        under_way = as_completed(first, loop=self._client.loop, with_results=True)
        for _, played in under_way:
            if not isinstance(played, Played):  # of a task that was cancelled, which nobody does but a lost client
                raise SchedulerLostError(f"the scheduler {self._scheduler} doesn't answer any more")
            tasks.learn(played)
            for task in tasks.some(1):
                under_way.add(self._submitted(task))
            yield from played.batches

    def _submitted(self, task: tuple[Work, ...]) -> Any:
        """Under a key of its own: Dask would answer for an equal task of another experiment."""
        return self._client.submit(play, task, pure=False, retries=RETRIES)
