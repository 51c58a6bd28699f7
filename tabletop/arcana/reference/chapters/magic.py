"""The magic phase."""

from __future__ import annotations

from tabletop.arcana.catalogue.book import BOOK
from tabletop.arcana.reference.chapters.chapter import Chapter, Figure, Section, Table

MAGIC = Chapter(
    slug="magic",
    title="Magic",
    number=3,
    source=BOOK.section("Spellcasting"),
    lead="Wizards gather power, one point a turn, and spend it on one spell each. The other side may counter it.",
    keys=(
        ("Power", "1 a turn, kept until spent"),
        ("Cost", "the level of the spell"),
        ("Spells", "one a wizard and turn"),
        ("Counter", "higher roll; a tie stands"),
    ),
    short=("Magic",),
    sections=(
        Section(
            slug="order",
            title="The order of the phase",
            lines="L1256–1262, 2760",
            points=(
                "Repeating effects come first: spells that last, [charmers](ability:charmer), repairs, and units "
                "that emerge from a meld.",
                "Every wizard that is not broken or hidden gains 1 power.",
                "The side that moved first says who casts first; then the sides take turns, one wizard at a time.",
                "A side that passes casts no more this turn, but may still counter.",
            ),
        ),
        Section(
            slug="casting",
            title="Casting",
            lines="L1264–1266, 2908",
            text=(
                "The target is in sight and in range when the spell is cast. The level is the cost; extra power "
                "makes it harder to counter, and some spells stronger. Ending a lasting spell of your own is an "
                "action without cost, in place of a casting, that nobody can counter.",
            ),
            table=Table(
                ("Level", "Power", "Turns to gather it"),
                (("1", "1", "1"), ("2", "2", "2"), ("3", "3", "3")),
            ),
        ),
        Section(
            slug="countering",
            title="Countering and dispelling",
            lines="L1268–1286, 2924–2926",
            text=(
                "A wizard who sees the caster or the target may counter before the spell works, with at least 1 power: "
                "d6 and power against the caster's d6 and power, and only a higher total stops it. Another wizard may "
                "try after a failure. The power is gone in any case.",
                "[Dispel](spell:general/dispel) is a spell against one that lasts: d6 and power against d6 and its "
                "level, and here a tie ends it.",
            ),
        ),
        Section(
            slug="saves",
            title="Saves against spells",
            lines="L1310–1330",
            text=(
                "The words are explained under [words of spells](word:unit-save): an own save is rolled by the model "
                "itself, a unit save once with the best magic resistance of the unit; either stops all of "
                "it. With a save for each hit each is saved by itself.",
            ),
        ),
        Section(
            slug="lasting",
            title="Spells that last",
            lines="L1302–1308",
            text=(
                "A unit or single model bears two at most, whoever cast them, and never the same twice. When a third "
                "comes, each rolls d6 and adds its level: the lowest goes, tied ones together. The death of the caster "
                "ends nothing.",
            ),
        ),
        Section(
            slug="templates",
            title="Templates",
            lines="L1330–1338",
            text=(
                "The middle lies on a point that is seen and in range; the rim may reach farther. Everybody touched is "
                "in it, and where a unit save stops the spell one success of any of them is enough. One that wanders "
                "does so by the clock: 1 is 12 o'clock, 2 is 2 o'clock and so on.",
            ),
            figure=Figure(
                table="template",
                question="template",
                words=("r1", "circle 5; at 24,19; range 12; scatter d6"),
                title="A round template among loose scouts, and where it may drift to.",
                caption="A template of 5 base units, 10.5″ from the wizard, touches 3 of 5 scouts. Dashed: where a "
                "drift of d6″ may take it.",
            ),
            rulings=("T48", "T50", "T51", "T96", "S12"),
        ),
    ),
    see=("spells", "sight", "ability:spellcaster", "ability:magic-resistance"),
)
