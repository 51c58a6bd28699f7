"""Batches of checked lists in the database."""

from __future__ import annotations

from typing import Any

import msgspec

from armybuilder.core.games import References
from armybuilder.core.models import Visitor
from armybuilder.core.revisions import insert_row
from armybuilder.files.models import CheckedBatch
from armybuilder.files.presenters.judged import judged_list
from armybuilder.files.presenters.review import received
from tests.visitors import OWNER, RAIDERS

BATCH_CODE = "checked-batch"


def kept_batch(*, visitor: Visitor = OWNER, code: str = BATCH_CODE, content: bytes = RAIDERS) -> CheckedBatch:
    """A batch of one list, under a code of the test's own."""
    lists: list[Any] = [
        msgspec.to_builtins(judged_list("0000000a", review))
        for review in received([("raiders.json", content)], References())
    ]
    return insert_row(CheckedBatch, visitor, name="Dwarf Raiding Party", code=code, lists=lists)
