"""A cluster of two workers, one of which dies, and a scheduler that does: the file is the same as without that."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from django.core.management import call_command

from armybuilder.management.commands.simulate import Command
from tabletop.arcana.simulation import cluster
from tabletop.arcana.simulation.cluster import Cluster
from tabletop.arcana.simulation.counts import Batch
from tabletop.arcana.simulation.estimates import Fixed
from tabletop.arcana.simulation.experiments import Record, read_experiment
from tabletop.arcana.simulation.running import Run
from tests.catalogue import printed_catalogue
from tests.experiments import answered, experiment

# Dask is an extra of the laboratory's (requirements/laboratory.txt); it is installed for development, so never in CI.
pytestmark = pytest.mark.skipif(find_spec("distributed") is None, reason="distributed is not installed")

SCHEDULER = """
import asyncio
from distributed import Scheduler, Worker

async def main():
    nothing = {"dashboard": False}
    async with Scheduler(host="127.0.0.1", port=0, **nothing) as own, Worker(own.address, nthreads=1, **nothing):
        print(own.address, flush=True)
        await own.finished()

asyncio.run(main())
"""


@pytest.mark.long
@pytest.mark.filterwarnings("default")  # the libraries' own, of ports and of workers that have gone
def test_a_worker_that_dies_changes_nothing() -> None:
    from distributed import LocalCluster

    asked = experiment(stop=Fixed(12))
    whole = answered(asked)[0]
    run = Run(Record(asked), printed_catalogue())
    quiet = {"dashboard_address": None, "silence_logs": 50}
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, host="127.0.0.1", **quiet) as both,
        Cluster(both.scheduler_address) as executor,
    ):
        found = []
        for number, batch in enumerate(run.batches(executor)):
            if number == 1:
                os.kill(next(iter(both.workers.values())).pid, signal.SIGKILL)
            found.append(batch)
    assert tuple(found) == whole.batches
    assert run.reading.answer() == whole.answer


@pytest.mark.long
@pytest.mark.filterwarnings("default")
def test_what_a_scheduler_that_dies_leaves_goes_on_to_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is a process of its own, killed with its worker while batches are under way."""
    monkeypatch.setattr(cluster, "PATIENCE", 1)
    file, whole = tmp_path / "question.jsonl", tmp_path / "whole.jsonl"
    for each in (file, whole):
        each.write_bytes(Record(experiment(stop=Fixed(30))).content)
    with subprocess.Popen([sys.executable, "-c", SCHEDULER], stdout=subprocess.PIPE, text=True) as scheduler:
        assert scheduler.stdout
        address, write = scheduler.stdout.readline().strip(), Command._count

        def killed(self: Command, file: Path, run: Run, executor: Cluster) -> None:
            batches = run.batches

            def some(executor: Cluster) -> Iterator[Batch]:
                for number, batch in enumerate(batches(executor)):
                    if number == 2:
                        scheduler.kill()
                    yield batch

            monkeypatch.setattr(run, "batches", some)
            write(self, file, run, executor)

        monkeypatch.setattr(Command, "_count", killed)
        with pytest.raises(SystemExit):
            call_command("simulate", str(file), "--scheduler", address)
    monkeypatch.undo()
    assert "doesn't answer any more" in capsys.readouterr().err
    assert 2 <= len(read_experiment(file.read_bytes()).batches) < 30
    for each in (file, whole):
        call_command("simulate", str(each))
    assert file.read_bytes() == whole.read_bytes()
