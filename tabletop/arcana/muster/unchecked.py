"""What the checker doesn't check, and why."""

from tabletop.arcana.book import BOOK
from tabletop.rulebook import Unchecked

NOT_YET = "Not checked yet: read it yourself."
UNKNOWABLE = "No program can see this: agree on it at the table."

UNCHECKED = (
    Unchecked(
        BOOK.section("Missile Weapons for Characters"),
        "A character's missile weapon is one that is common in its army.",
        NOT_YET,
    ),
    Unchecked(
        BOOK.section("Infiltration for Characters"),
        "Only models with a printed price may infiltrate, and mounts of their leaders are limited.",
        NOT_YET,
    ),
    Unchecked(
        BOOK.section("Mounted Characters"),
        "A mount is a monster, a vehicle or a steed of the list, on a larger base than its rider, and bears one rider.",
        NOT_YET,
    ),
    Unchecked(BOOK.section("Spell Notes"), "Every spellcaster has chosen one of its own schools.", NOT_YET),
    Unchecked(
        BOOK.section("Giant Kings Army List"),
        "All giants of a unit carry the same special equipment, one each.",
        NOT_YET,
    ),
    Unchecked(BOOK.section("Monster Profiles"), "A hydra has as many heads as it was bought with.", NOT_YET),
    Unchecked(BOOK.section("Purchasing War Machines"), "Only war machines are reinforced.", NOT_YET),
    Unchecked(BOOK.section("Vehicles"), "A vehicle has room for everything that rides on it.", NOT_YET),
    Unchecked(BOOK.section("Allies"), "Both players have agreed to allies.", UNKNOWABLE),
    Unchecked(
        BOOK.section("Building an Army"),
        "Both players have agreed that cheap monsters count as normal troops, where that option is on.",
        UNKNOWABLE,
    ),
    Unchecked(
        BOOK.section("Tournament Rules"),
        "The six limits for tournaments, where a roster is marked for one.",
        NOT_YET,
    ),
    Unchecked(BOOK.section("Base Units"), "Figures stand on bases of the printed size.", UNKNOWABLE),
)
