"""Organisers' packs."""

from __future__ import annotations

from django.db import models

from armybuilder.core.models import Kept


class Pack(Kept):
    """An organiser's rules, read by anybody who has the link: its content is a `muster-pack/1` file."""

    content = models.JSONField()
