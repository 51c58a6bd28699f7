"""What no program can check, and why."""

from tabletop.arcana.catalogue.book import BOOK
from tabletop.rulebook import Unchecked

AT_THE_TABLE = "Only the players can see this: agree on it at the table."
BY_WORD = "A roster can't show it: the players agree on it."

UNCHECKED = (
    Unchecked(BOOK.section("Base Units"), "Figures stand on bases of the printed size.", AT_THE_TABLE),
    Unchecked(BOOK.section("Creating New Creatures"), "The opponent accepts a creature that you designed.", BY_WORD),
    Unchecked(BOOK.section("Allies"), "Both players have agreed to allies.", BY_WORD),
    Unchecked(
        BOOK.section("Building an Army"),
        "Both players have agreed on cheap monsters as normal troops, and on the size of the game.",
        BY_WORD,
    ),
    Unchecked(BOOK.section("Spell Notes"), "Both players have agreed on the optional schools.", BY_WORD),
    Unchecked(
        BOOK.section("Tournament Rules"),
        "A wizard keeps the recorded school from game to game.",
        "A roster is for one game; compare the printed rosters of two games by their digests.",
    ),
    Unchecked(
        BOOK.section("Monster Profiles"),
        "How many heads a hydra may have at most.",
        "The book has an example with six and sets no limit.",
    ),
    Unchecked(
        BOOK.section("Vehicle Creation"),
        "A vehicle that you designed is what its parts make it, where its file has only figures.",
        "Its figures are checked against every type's limits, but such a file doesn't say who is aboard.",
    ),
    Unchecked(
        BOOK.section("Purchasing Characters"),
        "Commanding characters never leave the unit that they were bought with.",
        BY_WORD,
    ),
    Unchecked(
        BOOK.section("Allies"),
        "Which armies would fight side by side.",
        "The book leaves it to the players' judgement.",
    ),
    Unchecked(
        BOOK.section("Building an Army"),
        "The scenario, and whether both sides have the same number of points.",
        "A roster shows only one side.",
    ),
    Unchecked(
        BOOK.section("Cargo"),
        "Which units ride as cargo.",
        "It is decided on the table, turn by turn; any unit that fits may ride.",
    ),
    Unchecked(
        BOOK.section("Tournament Rules"),
        "The organiser checks the points of creatures that players designed.",
        "Muster prices them by the book's formula; whether they are fair is for people to decide.",
    ),
)
