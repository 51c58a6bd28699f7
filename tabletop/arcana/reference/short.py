"""The rules of play in short, in our words: what the reference sheet prints and chapters begin with."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.catalogue.spells import HEADER_WORDS
from tabletop.citations import Citation

Tag = Literal[
    "magic", "missiles", "artillery", "scatter", "natural", "flight", "berserk", "fearless", "fearsome", "regeneration",
    "infiltration", "first-strike", "last-strike", "long-weapons", "ramming", "characters", "monsters", "fixed",
    "eldritch", "reloads", "vehicles", "towed", "cargo", "war-machines",
]  # fmt: skip


class Entry(Struct, frozen=True):
    """A line of the sheet; one with tags is printed for a roster only if the roster has one of them."""

    lead: str
    text: str
    tags: frozenset[Tag] = frozenset()

    @property
    def is_step(self) -> bool:
        """Whether it says what is added to a number or taken off."""
        return self.lead[0] in "+-±"


class Part(Struct, frozen=True):
    """A heading with its lines and where the book has them."""

    title: str
    source: Citation
    entries: tuple[Entry, ...]


def entry(lead: str, text: str, *tags: Tag) -> Entry:
    return Entry(lead, text, frozenset(tags))


ROLL = entry("To hit", "roll skill or less on a d6.")
ARMOUR = entry("Armour", "saves on its figure or less, lowered by strength.")
SUNK = entry("Need 0", "a 1, then 3 or less. Need -1: a 1, then 2 or less. Need -2: two 1s.")
FIXED = entry("Fixed", "armour isn't lowered, save by magical blows.", "fixed")
KEYS = (ROLL, SUNK, ARMOUR, FIXED)
"""What every blow and every shot needs."""

TURN = Part(
    "The turn",
    BOOK.section("Reference Sheet"),
    (
        entry("1 Fleeing", "Broken units in no melee first, then those in one, with whoever chases them."),
        entry("2 Movement", "Roll off; the winner says who goes first. Each side moves all it wants to."),
        entry("3 Magic", "Lasting spells work, wizards gain 1 power, then the sides cast by turns.", "magic"),
        entry("4 Missiles", "All shots land at one moment.", "missiles"),
        entry("5 Melee", "All blows land at one moment, but for first and last strikes."),
        entry("6 Morale", "Regenerate, rally, then test. Check for victory at the very end."),
    ),
)
PARTS: tuple[Part, ...] = (
    TURN,
    Part(
        "Fleeing",
        BOOK.section("Fleeing Units Phase"),
        (
            entry("Free", "d6\", and as much of its move on top as it likes."),
            entry("In melee", "d6\" and its whole move; unbroken foes may chase it as far as they get."),
            entry("Caught", "1 wound for each blow, ram or full sweep of the chasers; fixed armour saves, but not "
                  "from magical or eldritch ones."),
            entry("After", "Who moved here stays put in the next phase; skirmishers still close up by 3\"."),
        ),
    ),
    Part(
        "Movement",
        BOOK.section("Moving Units"),
        (
            entry("Charge", "Declare and see it before a quarter of the move is used."),
            entry("Wheel", "Blocks may wheel to bring more models in; skirmishers close up by 3\"."),
            entry("Shots", "Those that charged units fire, and natural ones of chargers, are rolled now.", "missiles"),
            entry("Infiltrate", "Outside the foe's zone and at least 6\" from foes: before the roll-off to act as "
                  "usual, or after all moves to shoot at -1 and stand still.", "infiltration"),
            entry("Berserk", "Goes for the nearest foe in sight, with its whole move, before others; always chases, "
                  "but no high flyer.", "berserk"),
            entry("Flight", "High: seen from and by everywhere, met only by flyers. Low: as on foot.", "flight"),
        ),
    ),
    Part(
        "Ground",
        BOOK.section("Terrain and Movement"),
        (
            entry("Deep water", "Closed to all but swimmers and flyers."),
            entry("Woods", "No flight within, and nothing is seen behind them."),
            entry("Climbers", "Rock climbers aren't slowed by rocks, forestwalkers by woods, swimmers by water."),
        ),
    ),
    Part(
        "Magic",
        BOOK.section("Spellcasting"),
        (
            entry("Power", "1 a turn for each wizard that isn't broken, kept until it is spent.", "magic"),
            entry("Casting", "By turns, one spell a wizard; a side that passes is done for the turn.", "magic"),
            entry("Counter", "Before it works: d6 + power against d6 + power; a tie lets the spell through.", "magic"),
            entry("Dispel", "d6 + power against d6 + the spell's level; a tie ends the spell.", "magic"),
        ),
    ),
    Part(
        "Words of spells",
        BOOK.section("Spell Profiles"),
        tuple(entry(word.name, word.short, "magic") for word in HEADER_WORDS),
    ),
    Part(
        "To hit with missiles",
        BOOK.section("Resolving Missile Attacks"),
        (
            entry("+1", "within a third of the range; no such steps for weapons with a least range.", "missiles"),
            entry("-1", "up to a third beyond the range.", "missiles"),
            entry("+1", "at a block of 30 base units or more; at slow or stuck targets.", "missiles"),
            entry("-1 or -2", "for cover, or full cover, if all that is seen of the target has it.", "missiles"),
            entry("-1", "at flyers; for each point of evasion.", "missiles"),
            entry("-1", "after a move up to half; above half no shot.", "missiles"),
            entry("Natural", "no penalty up to half a move, -1 above.", "natural"),
            SUNK,
            entry("Scatter", "d3 hits are halved against skirmishers and lone models, and when it misses by 1.",
                  "scatter"),
            entry("Into melee", "misses are rolled again against friends there.", "missiles"),
            entry("Artillery", "lowers fixed armour by half its strength, up; immune targets save on 5 less strength.",
                  "artillery"),
            entry("Reload", "a turn to reload after each shot.", "reloads"),
        ),
    ),
    Part(
        "To hit in melee",
        BOOK.section("Resolving Melee Combat"),
        (
            ROLL,
            ARMOUR,
            entry("+1", "against slow or stuck foes."),
            entry("-1", "uphill on stairs or steep slopes; through doors, windows and the like."),
            entry("-1", "for each point of evasion; in the place of one killed before it struck."),
            FIXED,
            entry("Eldritch", "saved by magic resistance alone.", "eldritch"),
            entry("First strike", "rolled, and its dead removed, before the rest.", "first-strike"),
            entry("Last strike", "rolled after all others; who died by then is silent.", "last-strike"),
            entry("Long weapons", "first strike in a new melee; past one friend: a block's first two ranks fight.",
                  "long-weapons"),
            entry("Ramming", "once a turn, on first contact or in an overrun; half against skirmishers; not at who "
                  "came in the rear, flew in or was summoned.", "ramming"),
            entry("Characters", "fight characters and monsters that they touch before any others.", "characters"),
            entry("Monsters", "choose freely whom they strike.", "monsters"),
        ),
    ),
    Part(
        "Who tests morale",
        BOOK.section("Identify Units that Need to Test for Morale"),
        (
            entry("Losses", "a quarter of its first models in this turn."),
            entry("Half left", "of its first wounds or fewer, if hurt this turn or in melee."),
            entry("Superior", "foe in contact: three times its wounds; or a block whose front meets its flank, its "
                  "rear or its skirmishers, with wounds no fewer than its own."),
            entry("Fearsome", "foes killed one of it in melee.", "fearsome"),
            entry("Bereft", "of a character this turn."),
            entry("Unshaken", "fearless and berserk units test in melee alone.", "fearless", "berserk"),
            entry("Regenerate", "before tests: each wound heals on a d6 of 3 or less.", "regeneration"),
            entry("Rally", "on plain morale: 6\" from foes, unhurt this turn, a quarter of its models left."),
        ),
    ),
    Part(
        "The morale roll",
        BOOK.section("Resolving Morale Tests"),
        (
            entry("2d6", "morale or less. A 2 passes, a 12 fails."),
            entry("-1", "for every 2 wounds of its dead this turn, or on its living: the worse, rounded up."),
            entry("-1", "for each character lost, and for each superior foe in contact."),
            entry("±1", "for numbers, by the table: your own add, one engaged foe's take away."),
            entry("Failed", "broken: it flees when the next turn begins."),
            entry("Unbroken", "1 wound per 15 left, rounded up, for each point missed instead: the fearless may, the "
                  "berserk and war machines must.", "fearless", "berserk", "war-machines"),
        ),
    ),
    Part(
        "Vehicles",
        BOOK.section("Moving Vehicles"),
        (
            entry("Rough ground", "a hit an inch on towed ones, strength 2 in very rough; none up to 2\", but no ram.",
                  "towed"),
            entry("Hurt", "half the wounds left or fewer: rams at -1, each further wound takes a crew attack. Hits and "
                  "wounds count in full, on the most damaged first.", "vehicles"),
            entry("Repair", "towed, still and in no melee: one is broken up for the others as magic begins.", "towed"),
            entry("Cargo", "on and off up to 8\", without a charge. Each wound hits one aboard too; at the end all "
                  "take a strength 1 hit on 4 or more; high up all die but flyers.", "cargo"),
        ),
    ),
    Part(
        "War machines",
        BOOK.section("War Machines"),
        (
            entry("Crew", "one blow for each wound left; wounds are shared in the unit as you like. Skirmish alone.",
                  "war-machines"),
            entry("Shooting", "in full with 1 wound left; not after a move, and no reloading then or in melee.",
                  "war-machines"),
            entry("Struck", "hits count as on skirmishers; several wounds carry through.", "war-machines"),
        ),
    ),
    Part(
        "Losing the battle",
        BOOK.section("Attrition Scenario"),
        (entry("From 30 %", "of its points lost on, an army rolls 2d6 each turn: 10 or less, less 1 for every full "
               "10 % lost."),),
    ),
)  # fmt: skip

MORALE_TABLE: tuple[tuple[float, int, int], ...] = ((0.5, 20, 10), (1, 12, 6), (2, 8, 4), (4, 4, 2), (9, 2, 1))
"""Base units, and how many models make a step of 1 as skirmishers and as a block (Resolving Morale Tests)."""
