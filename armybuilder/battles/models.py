"""Tables in play, every version of them."""

from __future__ import annotations

from django.db import models

from armybuilder.core.models import Kept, Versions


class TableRow(Kept):
    """A table: its content is a `muster-table/1` file, `turn` what each unit has done since the turn began.

    `said` is the line of the log that made this version; `undo_to` and `redo_to` are the versions that undo and redo
    lead to. `share` is the token by which others look at it, None where it isn't shared.
    """

    content = models.JSONField()
    turn = models.JSONField(default=dict, blank=True)
    said = models.CharField(max_length=400, blank=True)
    undo_to = models.PositiveIntegerField(null=True, blank=True)
    redo_to = models.PositiveIntegerField(null=True, blank=True)
    share = models.CharField(max_length=16, unique=True, null=True, blank=True, editable=False)
    history = Versions(
        cascade_delete_history=True, excluded_fields=["created_at", "updated_at", "owner", "share", "size"]
    )

    class Meta(Kept.Meta):
        verbose_name = "table"
