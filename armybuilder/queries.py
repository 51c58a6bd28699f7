"""Reads: what to fetch, always of one owner where rows have one."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.db import connection
from django.db.models import Count, QuerySet
from django.utils import timezone

from armybuilder.core.models import Kept, Visitor, kept_by
from armybuilder.models import (
    ApiToken,
    ArmyList,
    CostCell,
    Design,
    FormulaVariant,
    Pack,
    PrintJob,
    Profile,
    Roster,
    Seal,
    Share,
    Spell,
    TableRow,
)


def counts_of(visitor: Visitor) -> list[tuple[int, str]]:
    """How many of each kind a visitor keeps, and what to call them; what is deleted doesn't count."""
    counted = [(kept_by(visitor, kind).filter(deleted_at=None).count(), kind._meta) for kind in Kept.__subclasses__()]
    return [(count, str(kind.verbose_name if count == 1 else kind.verbose_name_plural)) for count, kind in counted]


def check_database() -> None:
    """DatabaseError where it doesn't answer."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def army_lists() -> QuerySet[ArmyList]:
    return ArmyList.objects.annotate(rows=Count("profiles"))


def profiles() -> QuerySet[Profile]:
    return Profile.objects.select_related("army_list")


def spells() -> QuerySet[Spell]:
    return Spell.objects.all()


def rosters_of(visitor: Visitor) -> QuerySet[Roster]:
    """A visitor's rosters, the latest change first."""
    return kept_by(visitor, Roster).filter(deleted_at=None)


def shelf_of(visitor: Visitor) -> QuerySet[Roster]:
    """A visitor's rosters with their tags, the latest change first."""
    return rosters_of(visitor).prefetch_related("tags")


def any_roster_of(visitor: Visitor) -> QuerySet[Roster]:
    """A visitor's rosters with the deleted ones, which can be taken back."""
    return kept_by(visitor, Roster)


def deleted_rosters_of(visitor: Visitor, *, kept_for: timedelta) -> QuerySet[Roster]:
    """A visitor's deleted rosters that can still be taken back, the latest first."""
    return any_roster_of(visitor).filter(deleted_at__gte=timezone.now() - kept_for).order_by("-deleted_at")


def versions_of(roster: Roster, *, before: int | None = None) -> QuerySet[Any]:
    """A roster's versions with who wrote them, the newest first."""
    versions: QuerySet[Any] = Roster.history.filter(id=roster.pk).select_related("history_user").order_by("-version")
    return versions if before is None else versions.filter(version__lt=before)


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


def print_jobs_of(visitor: Visitor) -> QuerySet[PrintJob]:
    """What the print shop makes for a visitor, without the files."""
    return kept_by(visitor, PrintJob).defer("file", "order")


def seals_of(row: Roster) -> QuerySet[Seal]:
    """What was sealed of a roster, the latest first."""
    return Seal.objects.filter(roster=row)


def designs_of(visitor: Visitor) -> QuerySet[Design]:
    """A visitor's designs, the latest change first."""
    return kept_by(visitor, Design).filter(deleted_at=None)


def any_design_of(visitor: Visitor) -> QuerySet[Design]:
    """A visitor's designs with the deleted ones, which can be taken back."""
    return kept_by(visitor, Design)


def variants_of(visitor: Visitor) -> QuerySet[FormulaVariant]:
    """A visitor's variants of the formula, the latest change first."""
    return kept_by(visitor, FormulaVariant).filter(deleted_at=None)


def any_variant_of(visitor: Visitor) -> QuerySet[FormulaVariant]:
    """A visitor's variants with the deleted ones, which can be taken back."""
    return kept_by(visitor, FormulaVariant)


def cost_cells() -> QuerySet[CostCell]:
    """The formula's cost tables, cell by cell in the book's order."""
    return CostCell.objects.all()


def packs() -> QuerySet[Pack]:
    """Every pack that isn't deleted: whoever has its code may read it."""
    return Pack.objects.filter(deleted_at=None)


def packs_of(visitor: Visitor) -> QuerySet[Pack]:
    """A visitor's packs, the latest change first."""
    return kept_by(visitor, Pack).filter(deleted_at=None)


def any_pack_of(visitor: Visitor) -> QuerySet[Pack]:
    """A visitor's packs with the deleted ones, which can be taken back."""
    return kept_by(visitor, Pack)


def tables_of(visitor: Visitor) -> QuerySet[TableRow]:
    """A visitor's tables, the latest change first."""
    return kept_by(visitor, TableRow).filter(deleted_at=None)


def any_table_of(visitor: Visitor) -> QuerySet[TableRow]:
    """A visitor's tables with the deleted ones, which can be taken back."""
    return kept_by(visitor, TableRow)


def shared_tables() -> QuerySet[TableRow]:
    """Tables with a live link that aren't deleted: whoever has a token may see its table."""
    return TableRow.objects.filter(deleted_at=None).exclude(share=None)


def log_of(row: TableRow, most: int) -> list[tuple[int, str]]:
    """The latest lines of a table's log with their versions, the newest first."""
    lines = TableRow.history.filter(id=row.pk).order_by("-version").values_list("version", "said")
    return list(lines[:most])


def tokens_of(account: int) -> QuerySet[ApiToken]:
    """An account's keys for programs, the latest first."""
    return ApiToken.objects.filter(owner=account)
