"""Players' designs, and their clubs' changes to the formula."""

from __future__ import annotations

from django.db import models

from armybuilder.core.models import Kept


class Design(Kept):
    """A creature, vehicle or war machine: its content is a `muster-design/1` file, never a price."""

    content = models.JSONField()


class FormulaVariant(Kept):
    """A club's changes to the cost tables: `cells` is a list of `table`, `key` and `amount`, an exact fraction."""

    cells = models.JSONField(default=list, blank=True)
