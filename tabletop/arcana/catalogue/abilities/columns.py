"""The columns of a stat line."""

from __future__ import annotations

from msgspec import Struct

from tabletop.arcana.catalogue.abilities.ability import PROFILES, WHO_MAY_FIRE
from tabletop.arcana.catalogue.book import BOOK
from tabletop.citations import Citation


class Column(Struct, frozen=True):
    """A heading of the profile tables and what stands under it."""

    slug: str
    name: str
    text: str
    citation: Citation


COLUMNS = (
    Column("vp", "VP", "Victory points: what one model costs when you build an army.", PROFILES),
    Column(
        "move", "Move", "How many inches it may go each movement phase, and what terrain doesn't slow it.", PROFILES
    ),
    Column("wounds", "Wounds", "How many wounds it can take; the last one removes it.", PROFILES),
    Column(
        "armour",
        "Armour",
        "A d6 of this or less saves against a hit, once the attack's strength is taken off. Below 1 there is no save.",
        PROFILES,
    ),
    Column(
        "magic", "Magic", "Magic resistance: a d6 of this or less saves from many spells and eldritch hits.", PROFILES
    ),
    Column(
        "morale",
        "Morale",
        "2d6 of this or less, after modifiers, passes a morale test. A 2 always passes and a 12 always fails.",
        BOOK.section("Resolving Morale Tests"),
    ),
    Column(
        "melee",
        "Melee",
        "Attacks/skill: a d6 for each attack, hitting on the skill or less. "
        "Where skill sinks to 0 a 1 is rolled again and hits on 3 or less; at -1 on 2 or less, at -2 on another 1.",
        BOOK.section("Resolving Melee Combat"),
    ),
    Column(
        "missile",
        "Missile",
        "Weapon (range in inches): attacks/skill, as in melee. Unless natural it shoots at -1 after any move, "
        "and not at all after more than half a move. A unit shoots once a turn.",
        WHO_MAY_FIRE,
    ),
    Column("special", "Special", "Abilities that fit no other column, and its base where that isn't 1.", PROFILES),
)
