"""The site as production serves it, made once for the tests that need one."""

from __future__ import annotations

import fcntl
import os

import pytest

from benchmarks.serving import Site, prepared


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """A site for each worker, copied from the one that the first of them has made."""
    of_run = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        of_run = of_run.parent
    made = of_run / "made-site"
    with (of_run / "made-site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            making = tmp_path_factory.mktemp("making")
            prepared(making)
            making.rename(made)
    return prepared(tmp_path_factory.mktemp("site"), made)
