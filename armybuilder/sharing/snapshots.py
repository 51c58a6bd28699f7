"""Sealed rosters as frozen values, from their rows."""

from __future__ import annotations

from typing import Any

from armybuilder.core.games import roster_in
from armybuilder.sharing.models import Seal


def sealed_roster(seal: Seal) -> Any:
    """The roster that was sealed, of its game's own type."""
    return roster_in(seal.content)
