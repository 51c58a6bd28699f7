"""Which broken units may try to rally."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum

from msgspec import Struct

from tabletop.arcana.catalogue.book import BOOK

RALLYING = BOOK.section("Rally Attempts")
FAR_ENOUGH = 6.0  # inches from every enemy that isn't broken; exactly as many are enough
FEWEST = 4  # a quarter of its models


class Bar(StrEnum):
    """Why a unit may not try."""

    UNBROKEN = "hasn't been broken since before this phase"
    ENEMY_NEAR = "is less than 6 inches from an enemy that isn't broken"
    LOSSES = "has suffered losses this turn"
    TOO_FEW = "has less than a quarter of its models left"


class Runaway(Struct, frozen=True, kw_only=True):
    """A unit before its attempt, and whether it broke before this phase.

    `enemy` is how far the nearest one is that isn't broken, None without any; `hurt` whether it lost a wound this turn.
    """

    models: int
    models_at_first: int
    broken: bool = True
    enemy: float | None = None
    hurt: bool = False


def bars(unit: Runaway) -> Iterator[Bar]:
    """Every reason against an attempt; losses are wounds of any kind (reading BR37)."""
    if not unit.broken:
        yield Bar.UNBROKEN
    if unit.enemy is not None and unit.enemy < FAR_ENOUGH:
        yield Bar.ENEMY_NEAR
    if unit.hurt:
        yield Bar.LOSSES
    if FEWEST * unit.models < unit.models_at_first:
        yield Bar.TOO_FEW
