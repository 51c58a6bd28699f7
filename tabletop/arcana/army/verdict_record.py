"""A roster and what was said of it, to be sealed."""

from __future__ import annotations

from msgspec import Struct

from tabletop.arcana.army.roster import Roster


class VerdictRecord(Struct, frozen=True, kw_only=True):
    """A roster and how it was judged."""

    roster: Roster
    legal: bool
    points: int
    rules_version: str
