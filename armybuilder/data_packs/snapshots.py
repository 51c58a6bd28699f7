"""Data packs as frozen values, from their rows."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from armybuilder.catalogue.loaders.house_packs import (
    arrakhar_pack,
    greyhawk_pack,
    wiz_war_pack,
    wizard_kings_pack,
)
from armybuilder.core.games import game_of
from armybuilder.data_packs import models
from tabletop.packs import GamePack, Packs


def pack_in(row: models.OwnPack) -> GamePack:
    """The pack that a row holds."""
    return game_of(row.game).read_pack(msgspec.json.encode(row.content))


def packs_named(codes: Iterable[str]) -> dict[str, GamePack]:
    """The packs that rosters name and that are here: one query, none for no codes."""
    named = set(codes)
    rows = models.OwnPack.objects.filter(code__in=named, deleted_at=None) if named else ()
    return {row.code: pack_in(row) for row in rows}


def arrakhar_packs() -> Packs:
    """What Arrakhar's Wand is looked up in: the house's pack, and its owners' by their codes."""
    return Packs(arrakhar_pack(), packs_named)


def wizard_kings_packs() -> Packs:
    """What Wizard Kings is looked up in: the house's pack, and its owners' by their codes."""
    return Packs(wizard_kings_pack(), packs_named)


def greyhawk_packs() -> Packs:
    """What Greyhawk Wars is looked up in: the house's pack, and its owners' by their codes."""
    return Packs(greyhawk_pack(), packs_named)


def wiz_war_packs() -> Packs:
    """What Wiz-War is looked up in: the house's pack, and its owners' by their codes."""
    return Packs(wiz_war_pack(), packs_named)


def pack_file(row: models.OwnPack) -> bytes:
    """The pack that a row holds, as its file."""
    return msgspec.json.format(msgspec.json.encode(pack_in(row)), indent=2) + b"\n"
