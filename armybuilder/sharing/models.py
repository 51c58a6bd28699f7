"""Links to rosters, and what of a roster was sealed for others to check."""

from __future__ import annotations

import secrets
import string

from django.db import models
from django.db.models import UniqueConstraint

from armybuilder.rosters.models import Roster

LETTERS = string.ascii_letters + string.digits
TOKEN_LETTERS = 12


def new_token() -> str:
    """An unguessable name of 71 bits, short enough for a QR code."""
    return "".join(secrets.choice(LETTERS) for _ in range(TOKEN_LETTERS))


class ShareKind(models.TextChoices):
    """What a link allows."""

    VIEW = "view", "Look at it"
    COPY = "copy", "Look at it and copy it"


class Share(models.Model):
    """A link by which anybody sees a roster as it is, until it is revoked."""

    roster = models.ForeignKey(Roster, models.CASCADE, related_name="shares")
    token = models.CharField(max_length=16, unique=True, default=new_token, editable=False)
    kind = models.CharField(max_length=4, choices=ShareKind.choices)
    created_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.kind} {self.token}"


class Seal(models.Model):
    """A roster as it was, and how it was judged then: what a printed code is compared with."""

    roster = models.ForeignKey(Roster, models.CASCADE, related_name="seals")
    digest = models.CharField(max_length=64)
    content = models.JSONField()
    legal = models.BooleanField()
    points = models.PositiveIntegerField()
    rules_version = models.CharField(max_length=300)
    sealed_at = models.DateTimeField()

    class Meta:
        ordering = ["-sealed_at", "-pk"]
        constraints = [UniqueConstraint(fields=["roster", "digest"], name="seal_is_one_a_content")]

    def __str__(self) -> str:
        return f"{self.roster_id} {self.digest[:12]}"
