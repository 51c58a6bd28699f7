"""What an organiser has checked, kept in an account."""

from __future__ import annotations

from django.db import models

from armybuilder.core.models import Kept


class CheckedBatch(Kept):
    """Lists that were checked together: `lists` has the rows of their table, which the page reads back."""

    lists = models.JSONField(default=list)

    class Meta(Kept.Meta):
        verbose_name = "batch"
        verbose_name_plural = "batches"
