"""Making and changing data packs."""

from __future__ import annotations

from django.db import transaction

from armybuilder.core.models import Visitor
from armybuilder.core.revisions import check_version, create_row, plain, update_row
from armybuilder.data_packs.models import OwnPack
from tabletop.packs import GamePack


@transaction.atomic
def create_data_pack(*, visitor: Visitor, pack: GamePack) -> OwnPack:
    """Keep a pack for a visitor."""
    return create_row(OwnPack, visitor, name=pack.meta.title, game=pack.game, content=plain(pack))


@transaction.atomic
def save_data_pack(*, row: OwnPack, version: int, pack: GamePack) -> OwnPack:
    """Replace a pack on the version that was changed; StaleError, and then nothing is written."""
    check_version(row, version)
    if plain(pack) != row.content:
        update_row(row, name=pack.meta.title, content=plain(pack))
    return row
