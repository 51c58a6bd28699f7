"""The sample armies that come with the project: files that anybody may look at and copy."""

from __future__ import annotations

from functools import cache

from django.conf import settings

from tabletop.arcana.army.roster import Roster, read_roster


@cache
def sample_rosters() -> dict[str, Roster]:
    """Every sample by the name of its file."""
    folder = settings.ROOT / "fixtures" / "arcana" / "rosters"
    return {path.stem: read_roster(path.read_bytes()) for path in sorted(folder.glob("*.json"))}
