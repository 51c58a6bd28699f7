"""Organisers' packs for tests: one that changes something of everything, and packs kept for their owners."""

from __future__ import annotations

from typing import Any

import msgspec

from armybuilder.core.models import Visitor
from armybuilder.event_packs.services import create_pack
from armybuilder.event_packs.snapshots import pack_in
from armybuilder.models import Pack as Row
from tabletop.arcana.army.event_pack import Pack, read_pack
from tests.visitors import OWNER

CODE = "spring-cup-1"
SPRING_CUP: dict[str, Any] = {
    "format": "muster-pack/1",
    "name": "Spring Cup",
    "sizes": [2000, 3000],
    "largest_unit": 600,
    "banned_lists": ["war-machines"],
    "limits": [{"profile": "dwarves/berserker", "most": 10}],
}


def pack(**fields: Any) -> Pack:
    """The Spring Cup with other fields."""
    return read_pack(msgspec.json.encode(SPRING_CUP | fields))


def kept_pack(*, visitor: Visitor = OWNER, code: str = CODE, **fields: Any) -> Row:
    """A pack in the database under a code of the test's own."""
    row = create_pack(visitor=visitor, pack=pack(**fields))
    Row.objects.filter(pk=row.pk).update(code=code)
    row.refresh_from_db()
    return row


def pack_of(row: Row) -> Pack:
    """What the database holds of a pack now."""
    return pack_in(Row.objects.get(pk=row.pk))
