"""The site as production serves it, made once for the tests that need one."""

from __future__ import annotations

import fcntl
import os

import pytest
from msgspec.structs import replace

from benchmarks.serving import Site, prepared

# Both workers come from one process that has loaded the site: a start takes a third of the processor. In test_load each
# loads it for itself, as in the image.
LOADED_ONCE = {"GUNICORN_CMD_ARGS": "--preload"}


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
    site = prepared(tmp_path_factory.mktemp("site"), made)
    return replace(site, environment=site.environment | LOADED_ONCE)
