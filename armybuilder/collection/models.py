"""What players own."""

from __future__ import annotations

from django.db import models

from armybuilder.core.models import Kept


class Collection(Kept):
    """Models that somebody owns of a game: its content is a `muster-collection/1` file without game and name."""

    game = models.SlugField()
    content = models.JSONField()
