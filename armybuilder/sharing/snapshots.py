"""Sealed rosters as frozen values, from their rows."""

from __future__ import annotations

import msgspec

from armybuilder.sharing.models import Seal
from tabletop.arcana.army.roster import Roster


def sealed_roster(seal: Seal) -> Roster:
    """The roster that was sealed."""
    return msgspec.convert(seal.content, Roster)
