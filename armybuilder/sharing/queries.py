"""Queries of links and seals."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import QuerySet

from armybuilder.rosters.models import Roster
from armybuilder.sharing.models import Seal, Share
from tabletop.rosters.digest import digests_of_short


def live_shares() -> QuerySet[Share]:
    """Links that aren't revoked to rosters that aren't deleted: whoever has a token may see its roster."""
    return Share.objects.select_related("roster").filter(revoked_at=None, roster__deleted_at=None)


def shares_of(row: Roster) -> QuerySet[Share]:
    """The live links to a roster, those that only show it first, the latest first."""
    return Share.objects.filter(roster=row, revoked_at=None).order_by("-kind", "-pk")


def first_shares(rows: Iterable[Roster]) -> dict[int, Share]:
    """The link that a print of each roster leads to, by the roster's key; rosters without one are left out."""
    live = Share.objects.filter(roster__in=rows, revoked_at=None).order_by("kind", "pk")
    return {share.roster_id: share for share in live}  # the last of each stays: as `shares_of` has them first


def seals_of(row: Roster) -> QuerySet[Seal]:
    """What was sealed of a roster, the latest first."""
    return Seal.objects.filter(roster=row)


def seal_with(code: str, row: Roster) -> Seal | None:
    """The seal of a roster that a typed code stands for, if it was sealed."""
    between = digests_of_short(code)
    return seals_of(row).filter(digest__gte=between[0], digest__lt=between[1]).first() if between else None
