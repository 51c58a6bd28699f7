"""What the rules print: kinds of cards, ranges, targets, durations, traits, options and figures."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from tabletop.citations import Document

GAME: Final = "wiz-war"
BOOK = Document("Wiz-War, eighth edition")
SIDES = ("red", "blue", "green", "yellow")
LIFE, MOST_LIFE = 15, 20  # WW-14, WW-42
HAND, DRAWN = 7, 2  # WW-22, WW-23
FIRST_HAND = 5  # WW-14
SPEED = 3  # WW-21
PUNCH = 1  # WW-41
CRACK = 3  # damage of one attack that makes a crack (WW-80)
WALL_CRACKS, DOOR_CRACKS = 5, 3  # WW-80
VICTORY = 2  # WW-2
DIE = 4  # WW-1
SECTOR = 5  # squares across (WW-4)
CANTRIP, SCHOOL, SCHOOLS_CHOSEN = 12, 24, 3  # WW-13
TREASURES = 2  # of each player (WW-1)


class CardType(StrEnum):
    """What a card is, and so when it is played (WW-50)."""

    ATTACK = "attack"
    NEUTRAL = "neutral"
    ITEM = "item"
    ENERGY = "energy"
    COUNTER = "counter"


class Reach(StrEnum):
    """How far a card goes (WW-52)."""

    SELF = "self"
    ADJACENT = "adjacent"
    SIGHT = "sight"
    ANYWHERE = "anywhere"


class Target(StrEnum):
    """What a card is cast at (WW-53)."""

    BORDER = "border"
    CREATURE = "creature"
    DOOR = "door"
    BOARD = "board"
    OBJECT = "object"
    SECTOR = "sector"
    SELF = "self"
    SPELL = "spell"
    SQUARE = "square"
    EMPTY_SQUARE = "empty square"
    TREASURE = "treasure"
    WALL = "wall"
    WIZARD = "wizard"


class Duration(StrEnum):
    """How long a spell works (WW-54)."""

    INSTANT = "instant"
    TEMPORARY = "temporary"
    PERMANENT = "permanent"


class Trait(StrEnum):
    """Words on cards that rules speak of (WW-55)."""

    CREATION = "creation"
    CURSE = "curse"
    FIRE = "fire"
    WATER = "water"
    GLOBAL = "global"
    MAGIC_STONE = "magic stone"
    MUNDANE = "mundane"
    THROWN = "thrown"
    WEAPON = "weapon"
    TRINKET = "trinket"
    TRANSFORMATION = "transformation"


class Harm(StrEnum):
    """Kinds of damage."""

    PHYSICAL = "physical"
    MAGICAL = "magical"
    FIRE = "fire"
    WATER = "water"


class Option(StrEnum):
    """The eight optional rules; how many points a longer game is for, and which schools, are choices of their own."""

    UNCLUTTERED = "uncluttered-minds"
    CUSTOM = "custom-spellbook"
    DEADLY = "deadly-treasures"
    EXTENDED = "extended-play"
    GIANT = "giant-book"
    HEAVY = "heavy-items"
    PERMANENT = "permanent-creations"
    HUNTERS = "treasure-hunters"


OPTION_WORDS: dict[Option, tuple[str, str]] = {  # what it is called, and what it changes
    Option.UNCLUTTERED: ("Uncluttered minds", "Maintained spells don't count against your hand."),
    Option.CUSTOM: ("Custom spellbook", "Two groups draft three schools each and draw from decks of their own."),
    Option.DEADLY: ("Deadly treasures", "With both your treasures in other homes you are dead; nobody scores."),
    Option.EXTENDED: ("Extended play", "The game is for 3 or 4 points."),
    Option.GIANT: ("Giant book of spells", "One deck of a cantrip and all six schools."),
    Option.HEAVY: ("Heavy items", "Whoever picks an object up is done moving and casting."),
    Option.PERMANENT: ("Permanent creations", "What you create stays for good, off your hand."),
    Option.HUNTERS: ("Treasure hunters", "Two enemy treasures at home win, or being the last; kills score nothing."),
}
LONGER = (3, 4)  # points of extended play
