"""Players' designs, the army lists that they make of them, and their clubs' changes to the formula."""

from __future__ import annotations

from django.db import models

from armybuilder.core.models import Kept


class Design(Kept):
    """A creature, vehicle or war machine: its content is a `muster-design/1` file, never a price."""

    content = models.JSONField()


class OwnList(Kept):
    """An army list of one's own: its name, shield and note, and `designs`, the codes of the designs that are its rows.

    A code of a design that was deleted stays until the list is saved again, so that a restored design is back in it.
    `share` is the token by which others look at it and take it, None where it isn't shared.
    """

    content = models.JSONField()
    designs = models.JSONField(default=list, blank=True)
    share = models.CharField(max_length=16, unique=True, null=True, blank=True, editable=False)

    class Meta(Kept.Meta):
        verbose_name_plural = "own lists"


class FormulaVariant(Kept):
    """A club's changes to the cost tables: `cells` is a list of `table`, `key` and `amount`, an exact fraction."""

    cells = models.JSONField(default=list, blank=True)
