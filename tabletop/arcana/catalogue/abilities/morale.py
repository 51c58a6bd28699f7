"""The Morale column: how a model takes a failed test."""

from __future__ import annotations

from collections.abc import Iterator

from tabletop.arcana.catalogue.abilities.ability import PROFILES, Ability, pick_abilities
from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.profiles import Morale, MoraleKind

FEARLESS = Ability(
    "fearless",
    "Fearless",
    "Tests morale only when engaged, and never because of Fearsome. When it fails it may stand and lose, "
    "for each point it failed by, a wound per 15 wounds in the unit, rounded up.",
    PROFILES,
)
DISCIPLINED = Ability(
    "disciplined",
    "Disciplined",
    "In rank and file it may pay for a failed test in wounds, as the fearless do, but it tests as often as anyone. "
    "A unit too small for that formation can't.",
    BOOK.section("Empire of Marr"),
)
BERSERK = Ability(
    "berserk",
    "Berserk",
    'Always skirmished. Moves before other units, all of its move and d3" more, toward the nearest enemy it sees, '
    "though it may pass by engaged ones; seeing none, it moves normally. It must pursue and may never flee.",
    BOOK.section("Berserk Movement"),
)
BERSERK_MORALE = Ability(
    "berserk-morale",
    "Berserk morale",
    "Tests as the fearless do, and a failure always costs wounds instead of breaking it: "
    "for each point missed, one per 15 wounds in the unit, rounded up.",
    BOOK.section("Results of Morale Tests"),
)

MORALE = (FEARLESS, DISCIPLINED)


def of_morale(morale: Morale) -> Iterator[Ability]:
    return pick_abilities(
        (morale.kind == MoraleKind.FEARLESS, FEARLESS),
        (morale.kind == MoraleKind.BERSERK, BERSERK),
        (morale.kind == MoraleKind.BERSERK, BERSERK_MORALE),
        (morale.disciplined, DISCIPLINED),
    )
