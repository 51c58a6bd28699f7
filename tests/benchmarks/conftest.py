"""The site as production serves it, made once for the tests that need one."""

from __future__ import annotations

import pytest

from benchmarks.serving import Site, prepared


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return prepared(tmp_path_factory.mktemp("site"))
