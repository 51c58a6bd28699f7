"""Data packs for tests, kept for their owners."""

from __future__ import annotations

from armybuilder.core.models import Visitor
from armybuilder.data_packs.services import create_data_pack
from armybuilder.models import OwnPack
from tests.valley import pack
from tests.visitors import OWNER

CODE = "my-magazine"


def kept_data_pack(*, visitor: Visitor = OWNER, code: str = CODE, title: str = "My magazine") -> OwnPack:
    """A pack in the database under a code of the test's own."""
    row = create_data_pack(visitor=visitor, pack=pack(meta={"id": "mine", "title": title, "kind": "own"}))
    OwnPack.objects.filter(pk=row.pk).update(code=code)
    row.refresh_from_db()
    return row
