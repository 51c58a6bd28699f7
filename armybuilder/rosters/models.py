"""Players' rosters, every version of them, and the tags they are filed under."""

from __future__ import annotations

from django.db import models
from django.db.models import CheckConstraint, Index, Q, UniqueConstraint

from armybuilder.core.models import Kept, Versions


class Roster(Kept):
    """A roster: its content is a `muster-roster/1` file.

    `undo_to` and `redo_to` are the versions that undo and redo lead to, None where there is nothing to do;
    `priced` is what the content came to when it was written, and by which catalogue. `digest` stands for its choices,
    so that the version of a printed code is looked up; `summary` is what lists of rosters show of the last verdict.
    `presses` are the keys of the page's forms that the last changes came by, so that none is made twice.
    """

    content = models.JSONField()
    digest = models.CharField(max_length=64, blank=True, editable=False)
    undo_to = models.PositiveIntegerField(null=True, blank=True)
    redo_to = models.PositiveIntegerField(null=True, blank=True)
    priced = models.JSONField(default=dict, blank=True)
    summary = models.JSONField(default=dict, blank=True, editable=False)
    presses = models.JSONField(default=list, blank=True, editable=False)
    history = Versions(
        cascade_delete_history=True,
        excluded_fields=["created_at", "updated_at", "owner", "size", "summary", "presses"],
        indexes=[Index(fields=["id", "digest"], name="roster_version_by_digest")],
    )


class RosterTag(models.Model):
    """A word that a roster is filed under: rows of their own, so that two tabs never undo each other's."""

    roster = models.ForeignKey(Roster, on_delete=models.CASCADE, related_name="tags")
    word = models.CharField(max_length=40)

    class Meta:
        ordering = ["word"]
        constraints = [
            UniqueConstraint(fields=["roster", "word"], name="roster_has_a_tag_once"),
            CheckConstraint(condition=~Q(word=""), name="roster_tag_is_a_word"),
        ]

    def __str__(self) -> str:
        return self.word
