"""What players keep: one row each, so that a write is whole or not at all."""

from __future__ import annotations

import secrets

from django.db import models
from django.db.models import CheckConstraint, Q

CODE_BYTES = 9


def new_code() -> str:
    """An unguessable public name of 72 bits."""
    return secrets.token_urlsafe(CODE_BYTES)


class Kept(models.Model):
    """Something of a visitor's under a name; its version counts the writes."""

    code = models.CharField(max_length=16, unique=True, default=new_code, editable=False)
    visitor = models.CharField(max_length=32, db_index=True)
    name = models.CharField(max_length=120)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)
    deleted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True
        ordering = ["-updated_at", "-pk"]
        constraints = [
            CheckConstraint(condition=Q(version__gte=1), name="%(class)s_version_counts_from_one"),
            CheckConstraint(condition=~Q(visitor=""), name="%(class)s_has_an_owner"),
        ]

    def __str__(self) -> str:
        return self.name
