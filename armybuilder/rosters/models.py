"""Players' rosters, every version of them, and the tags they are filed under."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint
from simple_history.models import HistoricalRecords

from armybuilder.core.models import Kept


class Versions(HistoricalRecords):  # type: ignore[misc]
    """A history with one row a version, written by the services in the transaction of the change itself."""

    def get_meta_options(self, model: type[models.Model]) -> dict[str, Any]:
        once = UniqueConstraint(fields=["id", "version"], name=f"{model.__name__.lower()}_version_is_kept_once")
        options: dict[str, Any] = super().get_meta_options(model)
        return options | {"constraints": [once]}

    def post_save(self, *args: Any, **kwargs: Any) -> None:
        """A row that is saved past the services has no version of its own to keep."""


class Roster(Kept):
    """A roster: its content is a `muster-roster/1` file.

    `undo_to` and `redo_to` are the versions that undo and redo lead to, None where there is nothing to do;
    `priced` is what the content came to when it was written, and by which catalogue.
    """

    content = models.JSONField()
    undo_to = models.PositiveIntegerField(null=True, blank=True)
    redo_to = models.PositiveIntegerField(null=True, blank=True)
    priced = models.JSONField(default=dict, blank=True)
    history = Versions(cascade_delete_history=True, excluded_fields=["created_at", "updated_at", "owner"])


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
