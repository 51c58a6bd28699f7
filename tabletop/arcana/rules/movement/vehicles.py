"""Towed vehicles in rough ground: the hits they take, and the careful move that takes none."""

from __future__ import annotations

from math import floor

from msgspec import Struct

from tabletop.arcana.battlefield.sentences import inches
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.rules.movement.move_state import MoveState
from tabletop.citations import Citation
from tabletop.geometry.primitives.tolerances import RANGE

MOVING_VEHICLES = BOOK.section("Moving Vehicles")

CAREFUL = 2  # inches a turn


class Hits(Struct, frozen=True, kw_only=True):
    """Hits of strength 0 and 2 on each vehicle; `careful` where it moved so little that there are none, nor a ram."""

    rough: int
    very_rough: int
    careful: bool
    text: str
    citation: Citation = MOVING_VEHICLES


def terrain_hits(state: MoveState) -> Hits | None:
    """One for every whole inch through rough ground; None for what isn't towed or wasn't there."""
    rough, very = state.rough.difficult, state.rough.very_difficult
    if not state.unit.towed or rough + very == 0:
        return None
    if state.path <= CAREFUL + RANGE:
        return Hits(rough=0, very_rough=0, careful=True, text="pulled with care: no hits, and no ramming this turn")
    text = f"{inches(rough)} through rough and {inches(very)} through very rough ground"
    return Hits(rough=_whole(rough), very_rough=_whole(very), careful=False, text=text)


def _whole(path: float) -> int:
    return floor(path + RANGE)
