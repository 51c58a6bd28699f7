"""Riders with their beasts are known by the beasts' own blows, in printed rows as in designs of players."""

from __future__ import annotations

import re

from tabletop.arcana.catalogue.mounts import MOUNT_LINES, is_mounted
from tests.catalogue import printed_catalogue

ROWS = tuple(row for row in printed_catalogue().rows.values() if row.section != "vehicles")
BEAST = re.compile(rf"(?:^|[^\w-])({'|'.join(sorted(MOUNT_LINES))})[\s:-]+\d", re.IGNORECASE)


def test_exactly_the_rows_whose_melee_cell_prints_a_beasts_blows_are_mounted() -> None:
    printed = [row.slug for row in ROWS if BEAST.search(row.printed.melee)]
    assert [row.slug for row in ROWS if is_mounted(row)] == printed != []


def test_every_beast_is_printed_somewhere() -> None:
    lines = {line.name.lower() for row in ROWS for line in row.melee}
    assert lines >= MOUNT_LINES
