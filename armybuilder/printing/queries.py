"""Queries of print jobs, always of one owner."""

from __future__ import annotations

from django.db.models import QuerySet

from armybuilder.core.models import Visitor, kept_by
from armybuilder.printing.models import PrintJob


def print_jobs_of(visitor: Visitor) -> QuerySet[PrintJob]:
    """What the print shop makes for a visitor, without the files."""
    return kept_by(visitor, PrintJob).defer("file", "order")
