"""Rosters as frozen values, from their rows."""

from __future__ import annotations

from typing import Any

from armybuilder.core.games import roster_in
from armybuilder.core.revisions import version_of
from armybuilder.rosters.models import Roster as Row


def roster_of(row: Row) -> Any:
    """The roster that a row or one of its versions holds, of its game's own type."""
    return roster_in(row.content)


def roster_at(row: Row, version: int) -> Any:
    """What the row was at a version; StaleError for one that never was."""
    return roster_of(version_of(row, version))
