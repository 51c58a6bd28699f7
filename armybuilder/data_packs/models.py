"""Owners' data packs."""

from __future__ import annotations

from django.db import models

from armybuilder.core.models import Kept


class OwnPack(Kept):
    """Figures of a game that its owner has typed in: its content is a `muster-pack/1` file of that game."""

    game = models.SlugField()
    content = models.JSONField()

    class Meta(Kept.Meta):
        verbose_name = "data pack"
