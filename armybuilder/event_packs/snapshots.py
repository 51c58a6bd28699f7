"""Organisers' packs as frozen values, from their rows."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from armybuilder.event_packs import models
from tabletop.arcana.army.event_pack import Pack, code_in, code_of, rules_of
from tabletop.arcana.catalogue.identifiers import Rules
from tabletop.decoding import MalformedError


def pack_in(row: models.Pack) -> Pack:
    """The pack that a row holds."""
    return msgspec.convert(row.content, Pack)


def packs_named(rules: Iterable[Rules]) -> dict[Rules, Pack]:
    """The packs that rosters name and that are here: one query, none where only the book's rules are named."""
    codes = {code for code in map(code_of, rules) if code}
    rows = models.Pack.objects.filter(code__in=codes, deleted_at=None) if codes else ()
    return {rules_of(row.code): pack_in(row) for row in rows}


def named_rules(words: str) -> Rules:
    """The rules that a name, a code or a link stands for; MalformedError where there are none."""
    rules = words if words in ("", "core", "tournament") else rules_of(code_in(code_of(words) or words))
    ensure_here(rules)
    return rules


def ensure_here(rules: Rules) -> None:
    """MalformedError where a pack is named that isn't here."""
    if code_of(rules) and not packs_named([rules]):
        raise MalformedError("rules", f"there is no pack “{code_of(rules)}”")
