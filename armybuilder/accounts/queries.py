"""Queries of an account's API keys and of how many rows it keeps."""

from __future__ import annotations

from django.db.models import QuerySet

from armybuilder.accounts.models import ApiToken
from armybuilder.core.models import Kept, Visitor, present_rows


def counts_of(visitor: Visitor) -> list[tuple[int, str]]:
    """How many rows of each kind a visitor keeps, without deleted ones, with the kind's name in singular or plural."""
    counted = [(present_rows(visitor, kind).count(), kind._meta) for kind in Kept.__subclasses__()]
    return [(count, str(kind.verbose_name if count == 1 else kind.verbose_name_plural)) for count, kind in counted]


def tokens_of(account: int) -> QuerySet[ApiToken]:
    """An account's API keys, the latest first."""
    return ApiToken.objects.filter(owner=account)
