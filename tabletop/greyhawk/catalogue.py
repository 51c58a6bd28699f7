"""What the rules print: classes of troops, alignments, limits, and the sections that are cited."""

from __future__ import annotations

from enum import StrEnum

from tabletop.boards.area_graph import Terrain
from tabletop.citations import Document

BOOK = Document("Greyhawk Wars")
COMPONENTS = BOOK.section("Counters and Markers")
SET_UP = BOOK.section("Setting Up")
TURN = BOOK.section("Turn Sequence")
MOVEMENT = BOOK.section("Army Movement")
FLEETS = BOOK.section("Fleet Movement")
DIVIDING = BOOK.section("Dividing and Combining Armies")
COMBAT = BOOK.section("Combat")
TERRAIN = BOOK.section("Terrain and Combat")
SPECIAL_TROOPS = BOOK.section("Special Troops")
RETREAT = BOOK.section("Retreat")
FORTIFY = BOOK.section("Fortify")
DISBAND = BOOK.section("Disband")
DIPLOMACY = BOOK.section("Diplomacy")
SEARCH = BOOK.section("Search for Treasure")
RECRUIT = BOOK.section("Recruit Mercenaries")
FINAL_ACTIONS = BOOK.section("Final Actions")

DIE = 10  # sides; a 0 on the die is 10 (GW-20, G-4)
MOST_TROOPS = 5  # under a marker at the end of a turn (GW-2)
HAND = 5  # cards in all (GW-7)
ROUNDS, ROUNDS_WITH_HERO = 3, 4  # of a battle (GW-62)
CARGO, CARGO_REDUCED = 2, 1  # land troops that a ship carries (GW-41)


class TroopClass(StrEnum):
    """What a counter is to movement."""

    INFANTRY = "infantry"
    CAVALRY = "cavalry"
    MONSTER = "monster"
    SHIP = "ship"


class Tag(StrEnum):
    """What else the rules ask of a counter."""

    SCOUT = "scout"
    MARINE = "marine"
    BUILDER = "builder"  # dwarves, gnomes and giants, who help to fortify (GW-80)


class Alignment(StrEnum):
    """Whose side a counter, a country or a player is on."""

    GOOD = "good"
    NEUTRAL = "neutral"
    EVIL = "evil"


class Deck(StrEnum):
    """The three decks of cards."""

    EVENT = "event"
    MERCENARY = "mercenary"
    TREASURE = "treasure"


TERRAIN_WORDS: dict[Terrain, str] = {
    Terrain.OPEN: "open", Terrain.FOREST: "forest", Terrain.HILL: "hills", Terrain.DESERT: "desert",
    Terrain.MOUNTAIN: "mountains", Terrain.SWAMP: "swamp",
}  # fmt: skip
