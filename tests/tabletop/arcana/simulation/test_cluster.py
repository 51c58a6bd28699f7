"""A cluster of two workers, one of which dies: the file is the same as without it."""

from __future__ import annotations

import os
import signal
from importlib.util import find_spec

import pytest

from tabletop.arcana.simulation.estimates import Fixed
from tabletop.arcana.simulation.experiments import Record
from tabletop.arcana.simulation.running import Run
from tests.catalogue import printed_catalogue
from tests.experiments import answered, experiment

# Dask is an extra of the laboratory's (requirements/laboratory.txt); it is installed for development, so never in CI.
pytestmark = pytest.mark.skipif(find_spec("distributed") is None, reason="distributed is not installed")


@pytest.mark.long
@pytest.mark.filterwarnings("default")  # the libraries' own, of ports and of workers that have gone
def test_a_worker_that_dies_changes_nothing() -> None:
    from distributed import LocalCluster

    from tabletop.arcana.simulation.cluster import Cluster

    asked = experiment(stop=Fixed(12))
    whole = answered(asked)[0]
    run = Run(Record(asked), printed_catalogue())
    quiet = {"dashboard_address": None, "silence_logs": 50}
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, host="127.0.0.1", **quiet) as cluster,
        Cluster(cluster.scheduler_address) as executor,
    ):
        found = []
        for number, batch in enumerate(run.batches(executor)):
            if number == 1:
                os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)
            found.append(batch)
    assert tuple(found) == whole.batches
    assert run.reading.answer() == whole.answer
