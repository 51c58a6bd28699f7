"""Orders of the print shop that take a while: how far each is, and its file once it is made."""

from __future__ import annotations

from django.db import models

from armybuilder.core.models import Owned

BINDINGS = [("pdf", "One PDF"), ("zip", "A ZIP of PDFs")]
STATES = [("waiting", "Waiting"), ("running", "Printing"), ("done", "Done"), ("failed", "Failed")]


class PrintJob(Owned):
    """An order with its rosters; `check_pages` are the addresses that their codes lead to, in the same order."""

    order = models.JSONField()
    check_pages = models.JSONField(default=list)
    bound = models.CharField(max_length=3, choices=BINDINGS)
    state = models.CharField(max_length=7, choices=STATES, default="waiting")
    pages = models.PositiveIntegerField()
    written = models.PositiveIntegerField(default=0)
    file = models.BinaryField(null=True)
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta(Owned.Meta):
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.pages} pages, {self.state}"

    @property
    def is_over(self) -> bool:
        """Whether nothing will change any more."""
        return self.state in ("done", "failed")
