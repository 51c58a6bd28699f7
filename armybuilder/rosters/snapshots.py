"""Rosters as frozen values, from their rows."""

from __future__ import annotations

import msgspec

from armybuilder.core.revisions import version_of
from armybuilder.rosters.models import Roster as Row
from tabletop.arcana.army.roster import Roster


def roster_of(row: Row) -> Roster:
    """The roster that a row or one of its versions holds."""
    return msgspec.convert(row.content, Roster)


def roster_at(row: Row, version: int) -> Roster:
    """What the row was at a version; StaleError for one that never was."""
    return roster_of(version_of(row, version))
