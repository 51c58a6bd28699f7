"""Printed vehicles whose price is that of the printed rows aboard them, where their own cells say less."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from tabletop.arcana.creation.points.changes import Change


class Made(Struct, frozen=True):
    """The cells as the parts have them, each from a printed row; what to say of them, and what speaks against it."""

    changes: tuple[Change, ...]
    words: str
    doubt: str


MADE_OF: Mapping[str, Made] = {
    "vehicles/war-wagon-with-2-ballistae-and-2-beasts": Made(
        changes=(
            Change("missile[0].attacks", 2),
            Change("missile[0].hits_d3", 1),
            Change("missile[0].wounds_d3", 1),
            Change("melee[1].wounds_d3", 1),
            Change("morale.value", 8),
        ),
        words=(
            "if priced by its parts: two ballistae as the war machines' list has them, one shot each of d3 hits and "
            "d3 wounds and a crew of morale 8, and two wargs with their d3 wounds"
        ),
        doubt=(
            "The book itself prints three shots without dice. The ballistae alone make up 216 of the 221 points; the "
            "last 5 may be others, such as the 18″ that wargs move alone."
        ),
    ),
}
