"""Keeping what an account has checked: a batch, and the lists that are added to it or judged anew."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.db import transaction

from armybuilder.core.models import Visitor
from armybuilder.core.revisions import create_row, lock_present_row, update_row
from armybuilder.files.models import CheckedBatch

KEPT_FOR = timedelta(days=90)  # after the last change
MOST_LISTS = 200
LONGEST_NAME = 120

Rows = dict[str, dict[str, Any]]  # of the table, by their refs


class BatchFullError(Exception):
    """A batch has no room for these lists; none of them was kept."""

    def __init__(self) -> None:
        super().__init__(f"A batch holds at most {MOST_LISTS} lists. Start another for the rest.")


@transaction.atomic
def create_batch(*, visitor: Visitor, name: str, lists: Rows) -> CheckedBatch:
    """Keep lists that were checked as a new batch; BatchFullError, NoRoomError where there is no room."""
    _check_number(lists)
    return create_row(CheckedBatch, visitor, name=name[:LONGEST_NAME], lists=list(lists.values()))


@transaction.atomic
def keep_lists(*, row: CheckedBatch, name: str, lists: Rows) -> set[str]:
    """Keep the lists with those that the batch has at this moment; one that was judged anew takes its own place.

    What was given of a list may have changed since the row was read: the refs of those, which stay as they are.
    BatchFullError, NoRoomError where there is no room; StaleError, DoesNotExist where the batch was deleted.
    """
    based_on = {entry["ref"]: entry["given"] for entry in row.lists}
    lock_present_row(row)
    kept = {entry["ref"]: entry for entry in row.lists}
    late = {ref for ref in lists if ref in kept and kept[ref]["given"] != based_on.get(ref)}
    kept |= {ref: entry for ref, entry in lists.items() if ref not in late}
    _check_number(kept)
    update_row(row, name=name[:LONGEST_NAME], lists=list(kept.values()))
    return late


def _check_number(lists: Rows) -> None:
    if len(lists) > MOST_LISTS:
        raise BatchFullError
