"""What the variant prints: the sizes of a game with what each allows, the kinds of units, terrain and the moon."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from tabletop.citations import Document

BOOK = Document("Wizard Kings Recruitment Variant 2.0")
CONCEPTS = BOOK.section("Concepts")
RECRUITING = BOOK.section("1. Recruiting")
WIZARDS = BOOK.section("2. Wizards")
CHAOS = BOOK.section("3. Chaos")
ELIMINATION = BOOK.section("4. Permanent Elimination")
BUILDING = BOOK.section("5. Building")
CASTLES = BOOK.section("6. Castles")
REGROUPING = BOOK.section("7. Regroup Rules")
SCENARIOS = BOOK.section("Recruitment Game Scenarios")
CAPITAL_GOLD = (2, 3)  # what a city is worth that may be a capital
MOST_STEPS = 4


class Size(StrEnum):
    """How large a game is."""

    SMALL = "small"
    MEDIUM = "medium"
    LARGE = "large"


class Kind(StrEnum):
    """What a unit is to the rules; werebeasts are chaos units of their own kind."""

    ARMY = "army"
    CHAOS = "chaos"
    WEREBEAST = "werebeast"
    WIZARD = "wizard"
    CASTLE = "castle"

    @property
    def is_chaos(self) -> bool:
        return self in (Kind.CHAOS, Kind.WEREBEAST)


class Terrain(StrEnum):
    """The terrain symbol on a block."""

    FOREST = "forest"
    MOUNTAIN = "mountain"
    DESERT = "desert"
    SWAMP = "swamp"
    AQUATIC = "aquatic"
    FLY = "fly"
    CITY = "city"
    NONE = "none"


TERRAIN_WORDS: dict[Terrain, str] = {
    Terrain.FOREST: "forest", Terrain.MOUNTAIN: "mountain", Terrain.DESERT: "desert", Terrain.SWAMP: "amphibian",
    Terrain.AQUATIC: "aquatic", Terrain.FLY: "flyer", Terrain.CITY: "city", Terrain.NONE: "no terrain type",
}  # fmt: skip


class Ground(StrEnum):
    """What fills a hex; a coastal one is land and sea at once."""

    CLEAR = "clear"
    FOREST = "forest"
    DESERT = "desert"
    MOUNTAIN = "mountain"
    SWAMP = "swamp"
    SEA = "sea"
    COASTAL = "coastal"


class Hexside(StrEnum):
    """What lies on the edge between two hexes."""

    FOREST = "forest"
    MOUNTAIN = "mountain"
    RIVER = "river"


class Moon(StrEnum):
    """The moon in a turn."""

    NEW = "new"
    HALF = "half"
    FULL = "full"


class Terms(Struct, frozen=True, kw_only=True):
    """What a size of game allows each player, and when it ends; gold is of cities that are held.

    `small_text` are the army cadres by the bracket in the small game's text (K-1), None elsewhere. `picks` are cadres
    or castle steps in each build phase. In a small game every city needs a garrison, else those off the home maps.
    """

    maps: int
    wizards: int
    most_wizards: int
    pool_least: int
    pool_most: int
    chaos: int
    army: int
    capitals: int
    picks: int
    turns: int
    gold: int
    not_before: int
    small_text: int | None = None


TERMS: dict[Size, Terms] = {
    Size.SMALL: Terms(
        maps=1, wizards=1, most_wizards=1, pool_least=0, pool_most=2, chaos=0, army=6, capitals=0, picks=1, turns=12,
        gold=7, not_before=5, small_text=4,
    ),
    Size.MEDIUM: Terms(
        maps=2, wizards=1, most_wizards=1, pool_least=5, pool_most=8, chaos=1, army=8, capitals=1, picks=2, turns=20,
        gold=15, not_before=10,
    ),
    Size.LARGE: Terms(
        maps=4, wizards=2, most_wizards=3, pool_least=7, pool_most=12, chaos=2, army=14, capitals=2, picks=3, turns=30,
        gold=30, not_before=15,
    ),
}  # fmt: skip
