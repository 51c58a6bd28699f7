"""Players' rosters."""

from __future__ import annotations

from django.db import models

from armybuilder.models.kept import Kept


class Roster(Kept):
    """A roster: its content is a `muster-roster/1` file."""

    content = models.JSONField()
