"""What `make test` leaves out on PostgreSQL or doesn't count is a list of paths that are there."""

from __future__ import annotations

import re

from tests.catalogue import PROJECT
from tests.conftest import REPEATS


def test_what_is_run_on_one_database_alone_is_there() -> None:
    makefile = (PROJECT / "Makefile").read_text(encoding="utf-8")
    found = re.search(r"^ALIKE := ((?:.*\\\n)*.*)$", makefile, re.MULTILINE)
    assert found
    names = found[1].replace("\\\n", " ").split()
    assert names
    assert [name for name in names if not (PROJECT / "tests" / "armybuilder" / name).exists()] == []


def test_what_is_not_counted_as_covered_is_there() -> None:
    assert [name for name in REPEATS if not (PROJECT / "tests" / name).exists()] == []
