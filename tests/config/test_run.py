"""What `make test` leaves out on PostgreSQL is a list of paths that are there."""

from __future__ import annotations

import re

from tests.catalogue import PROJECT


def test_what_is_run_on_one_database_alone_is_there() -> None:
    makefile = (PROJECT / "Makefile").read_text(encoding="utf-8")
    found = re.search(r"^ALIKE := ((?:.*\\\n)*.*)$", makefile, re.MULTILINE)
    assert found
    names = found[1].replace("\\\n", " ").split()
    assert names
    assert [name for name in names if not (PROJECT / "tests" / "armybuilder" / name).exists()] == []
