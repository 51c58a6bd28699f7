"""Organisers' packs as frozen values, from their rows."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from armybuilder.catalogue.loaders.rulings import rulings
from armybuilder.catalogue.loaders.terrain import terrain_charts
from armybuilder.catalogue.snapshots import current_catalogue
from armybuilder.event_packs import models
from tabletop.arcana.army.event_pack import Pack, code_of, rules_of, write_pack
from tabletop.arcana.catalogue.identifiers import Rules
from tabletop.arcana.game import Reference


def pack_in(row: models.Pack) -> Pack:
    """The pack that a row holds."""
    return msgspec.convert(row.content, Pack)


def packs_named(rules: Iterable[Rules]) -> dict[Rules, Pack]:
    """The packs that rosters name and that are here: one query, none where only the book's rules are named."""
    codes = {code for code in map(code_of, rules) if code}
    rows = models.Pack.objects.filter(code__in=codes, deleted_at=None) if codes else ()
    return {rules_of(row.code): pack_in(row) for row in rows}


def arcana_reference() -> Reference:
    """What Armies of Arcana is looked up in: the newest catalogue, the packs that are here, charts and rulings."""
    return Reference(current_catalogue(), packs_named, tuple(terrain_charts().values()), rulings())


def pack_file(row: models.Pack) -> bytes:
    """The pack that a row holds, as its file."""
    return write_pack(pack_in(row))
